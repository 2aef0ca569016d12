"""Which pictures a letter bears, what they are drawn from, and what they say to those who hear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from judge.hooks import Variant
from judge.language.reader import read_order
from judge.letters.phrasing import count_with_noun, join_phrases
from judge.model.letter import Drawing, Notice, OrderSet, PositionSection
from judge.model.letter_kind import BoardShown
from judge.model.map import Map
from judge.model.order import Build, Order
from judge.model.picture import Picture
from judge.model.position import Placed
from judge.model.reason import Fate, Reason, Result
from judge.model.turn import Phase
from judge.model.view import BUT_READER, View, ViewKey

LARGE = 150
"""On a board of more provinces readers see their own part of it, and the whole beside."""

MOST_FILES = 3
"""More files than these go with no letter."""

_NOBODY: dict[str, Any] = {}
"""What a picture says of no power. The same each time: readers who see the same share theirs."""
_DRAWN = Reason("")


def list_pictures(notice: Notice, variant: Variant) -> tuple[Picture, ...]:
    """Return the pictures of a letter, made from its reader's View alone.

    Results show the orders as they went and, where the next ones are given on another board, the
    position; a start, an end and news of a position show it, a receipt the sender's own orders as
    they were understood, and a reminder the same with what lacks orders. What was asked for by MAP
    comes as files. A board of which nothing is seen is not shown.
    """
    view = notice.view
    if view is None or view.is_blank:
        return ()
    return tuple(_choose_pictures(notice, view, variant))


def _choose_pictures(notice: Notice, view: View, variant: Variant) -> Iterator[Picture]:
    large = len(variant.map.provinces) > LARGE
    near = collect_provinces_near_powers(view.powers, view, variant.map) if large else frozenset()
    board = notice.kind.board
    if board is BoardShown.TURN:
        yield Picture("played", _hide_reader(view), near)
        if view.played and view.played.phase is Phase.MOVEMENT and view.ended is None:
            yield Picture("position", _strip_to_position(view))
    elif board is BoardShown.WHOLE_POSITION:
        yield Picture("position", _strip_to_position(view))
    elif board is BoardShown.POSITION or (
        board is BoardShown.POSITION_IF_TOLD and PositionSection() in notice.sections
    ):
        yield Picture("position", _strip_to_position(view), near)
    elif board in (BoardShown.ORDERS, BoardShown.ORDERS_DUE):
        sets = [section for section in notice.sections if isinstance(section, OrderSet)]
        if board is BoardShown.ORDERS_DUE or any(shown_section.orders for shown_section in sets):
            yield _draw_orders(view, sets, variant, near)
        drawings = [section for section in notice.sections if isinstance(section, Drawing)]
        for drawing in dict.fromkeys(drawing.file for drawing in drawings[:MOST_FILES]):
            yield _make_picture(
                next(shown_section for shown_section in drawings if shown_section.file == drawing)
            )


def _make_picture(drawing: Drawing) -> Picture:
    if drawing.view.played is None:
        return Picture("position", _strip_to_position(drawing.view), file=drawing.file)
    return Picture("played", _hide_reader(drawing.view), file=drawing.file)


def _hide_reader(view: View) -> View:
    """Return what is drawn of a view, and nothing that tells whose it is: the same object for all
    readers who see the same."""
    return _blank_reader_fields(ViewKey(view, BUT_READER))


@lru_cache(maxsize=4)
def _blank_reader_fields(same: ViewKey) -> View:
    return replace(
        same.view, reader="", powers=(), contacts=(), sightings=(),
        homes=_NOBODY, due=_NOBODY, sites=_NOBODY, votes=_NOBODY, former=_NOBODY,
    )  # fmt: skip


def _strip_to_position(view: View) -> View:
    """Return the position alone, in the same way."""
    return _blank_result_fields(ViewKey(_hide_reader(view), BUT_READER))


@lru_cache(maxsize=4)
def _blank_result_fields(same: ViewKey) -> View:
    return replace(same.view, played=None, results=(), effects=())


def collect_provinces_near_powers(
    powers: Collection[str], view: View, game_map: Map
) -> frozenset[str]:
    """Return the provinces where powers have something, as far as it is seen, and those beside."""
    had = {unit.at.province for unit in view.units if unit.power in powers}
    had |= {code for code, power in view.owners.items() if power in powers}
    return frozenset(had).union(*(game_map.contacts[code] for code in had))


def _draw_orders(
    view: View, sets: list[OrderSet], variant: Variant, near: frozenset[str]
) -> Picture:
    """Return the position with the orders of the sets, the units that they build with it; the
    units that have none are open."""
    phase = view.turn.phase
    orders: list[Order] = [
        read_order(text, variant, phase, order_set.power)
        for order_set in sets
        for text, _ in order_set.orders
    ]
    results = tuple(Result(order, Fate.STANDS, _DRAWN) for order in orders)
    missing = {
        text.split()[-1].partition("/")[0] for order_set in sets for text in order_set.missing
    }
    ordering_powers = {order_set.power for order_set in sets}
    standing = (*view.units, *(gone.unit for gone in view.dislodged))
    places = {unit.at.province for unit in standing if unit.power in ordering_powers}
    alone = _strip_to_position(view)
    built = tuple(order.unit for order in orders if isinstance(order, Build))
    shown = replace(
        alone,
        results=results,
        units=(*alone.units, *built),
        effects=tuple(map(Placed, built)),
    )
    return Picture("orders", shown, near, open=frozenset(missing & places))


def describe_picture(picture: Picture, view: View, variant: Variant) -> str:
    """Return in words what a picture shows to the reader of a view."""
    turn = picture.view.played or picture.view.turn
    title = f"{variant.calendar.turn_title(turn)}, {turn.phase.display_name}"
    if picture.kind == "orders":
        count = count_with_noun(len(picture.view.results), "order")
        still = f"; no order yet for {join_phrases(sorted(picture.open))}" if picture.open else ""
        return f"Map of {title}, with your orders as they were understood: {count}{still}."
    drawn_content = "the orders as they went" if picture.kind == "played" else "the position"
    holders = [_describe_units(view, power, variant) for power in view.powers]
    foreign_units = Counter([unit.power for unit in view.units])
    for power in view.powers:
        del foreign_units[power]
    if foreign_units:
        whose = count_with_noun(len(foreign_units), "other power" if holders else "power")
        holders.append(f"{whose} with {count_with_noun(foreign_units.total(), 'unit')}")
    return f"Map of {title}, {drawn_content}: {'; '.join(holders) or 'no units'}."


def _describe_units(view: View, power: str, variant: Variant) -> str:
    kinds = variant.map.kinds
    units = ", ".join(f"{kinds[u.kind].code} {u.at}" for u in view.units_of(power))
    return f"{view.names.get(power, power)} with {units or 'no units'}"
