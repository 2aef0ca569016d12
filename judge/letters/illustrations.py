"""Which pictures a letter bears, what they are drawn from, and what they say to those who hear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from judge.hooks import Variant
from judge.language.reader import read_order
from judge.letters.phrasing import counted, joined
from judge.model.letter import Drawing, Notice, OrderSet, PositionSection
from judge.model.letter_kind import BoardShown
from judge.model.map import Map
from judge.model.order import Order
from judge.model.picture import Picture
from judge.model.reason import Fate, Reason, Result
from judge.model.turn import Phase
from judge.model.view import BUT_READER, Same, View

LARGE = 150
"""On a board of more provinces readers see their own part of it, and the whole beside."""

MOST_FILES = 6
"""More files than these go with no letter."""

_NOBODY: dict[str, Any] = {}
"""What a picture says of no power. The same each time: readers who see the same share theirs."""
_DRAWN = Reason("")


def illustrations(notice: Notice, variant: Variant) -> tuple[Picture, ...]:
    """Return the pictures of a letter, made from its reader's View alone.

    Results show the orders as they went and, where the next ones are given on another board, the
    position; a start, an end and news of a position show it, and a receipt the sender's own orders
    as they were understood. What was asked for by MAP comes as files.
    """
    view = notice.view
    if view is None:
        return ()
    return tuple(_illustrations(notice, view, variant))


def _illustrations(notice: Notice, view: View, variant: Variant) -> Iterator[Picture]:
    large = len(variant.map.provinces) > LARGE
    near = neighborhood(view.powers, view, variant.map) if large else frozenset()
    board = notice.kind.board
    if board is BoardShown.TURN:
        yield Picture("played", _drawn(view), near)
        if view.played and view.played.phase is Phase.MOVEMENT and view.ended is None:
            yield Picture("position", _bare(view))
    elif board is BoardShown.WHOLE_POSITION:
        yield Picture("position", _bare(view))
    elif board is BoardShown.POSITION or (
        board is BoardShown.POSITION_IF_TOLD and PositionSection() in notice.sections
    ):
        yield Picture("position", _bare(view), near)
    elif board is BoardShown.ORDERS:
        sets = [section for section in notice.sections if isinstance(section, OrderSet)]
        if any(each.orders for each in sets):
            yield _receipt(view, sets, variant, near)
        drawings = [section for section in notice.sections if isinstance(section, Drawing)]
        for drawing in dict.fromkeys(drawing.file for drawing in drawings[:MOST_FILES]):
            yield _file(next(each for each in drawings if each.file == drawing))


def _file(drawing: Drawing) -> Picture:
    if drawing.view.played is None:
        return Picture("position", _bare(drawing.view), file=drawing.file)
    return Picture("played", _drawn(drawing.view), file=drawing.file)


def _drawn(view: View) -> View:
    """Return what is drawn of a view, and nothing that tells whose it is: the same object for all
    readers who see the same."""
    return _without_reader(Same(view, BUT_READER))


@lru_cache(maxsize=4)
def _without_reader(same: Same) -> View:
    return replace(
        same.view, reader="", powers=(), contacts=(), sightings=(),
        homes=_NOBODY, due=_NOBODY, sites=_NOBODY, votes=_NOBODY, former=_NOBODY,
    )  # fmt: skip


def _bare(view: View) -> View:
    """Return the position alone, in the same way."""
    return _position(Same(_drawn(view), BUT_READER))


@lru_cache(maxsize=4)
def _position(same: Same) -> View:
    return replace(same.view, played=None, results=(), effects=())


def neighborhood(powers: Collection[str], view: View, game_map: Map) -> frozenset[str]:
    """Return the provinces where powers have something, as far as it is seen, and those beside."""
    had = {unit.at.province for unit in view.units if unit.power in powers}
    had |= {code for code, power in view.owners.items() if power in powers}
    return frozenset(had).union(*(game_map.contacts[code] for code in had))


def _receipt(view: View, sets: list[OrderSet], variant: Variant, near: frozenset[str]) -> Picture:
    """Return the position with the orders of the sets; the units that have none are open."""
    phase = view.turn.phase
    orders: list[Order] = [
        read_order(text, variant, phase, each.power) for each in sets for text, _ in each.orders
    ]
    results = tuple(Result(order, Fate.STANDS, _DRAWN) for order in orders)
    missing = {text.split()[-1].partition("/")[0] for each in sets for text in each.missing}
    mine = {each.power for each in sets}
    standing = (*view.units, *(gone.unit for gone in view.dislodged))
    places = {unit.at.province for unit in standing if unit.power in mine}
    shown = replace(_bare(view), results=results)
    return Picture("orders", shown, near, open=frozenset(missing & places))


def alternative(picture: Picture, view: View, variant: Variant) -> str:
    """Return in words what a picture shows to the reader of a view."""
    turn = picture.view.played or picture.view.turn
    title = f"{variant.calendar.title(turn)}, {turn.phase.word}"
    if picture.kind == "orders":
        count = counted(len(picture.view.results), "order")
        still = f"; no order yet for {joined(sorted(picture.open))}" if picture.open else ""
        return f"Map of {title}, with your orders as they were understood: {count}{still}."
    what = "the orders as they went" if picture.kind == "played" else "the position"
    own = [_held(view, power, variant) for power in view.powers]
    others = Counter([unit.power for unit in view.units])
    for power in view.powers:
        del others[power]
    if others:
        whose = counted(len(others), "other power" if own else "power")
        own.append(f"{whose} with {counted(others.total(), 'unit')}")
    return f"Map of {title}, {what}: {'; '.join(own) or 'no units'}."


def _held(view: View, power: str, variant: Variant) -> str:
    kinds = variant.map.kinds
    units = ", ".join(f"{kinds[u.kind].code} {u.at}" for u in view.units_of(power))
    return f"{view.names.get(power, power)} with {units or 'no units'}"
