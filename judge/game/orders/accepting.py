"""Orders on their way in: completed, checked, kept, and restated.

What is refused is refused for the sender's own unit or for the map; whether a unit that they do
not see stands where they say is neither confirmed nor denied.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from judge.engine.advance import Wanted, wanted
from judge.engine.legality import check
from judge.game.notices import view_of
from judge.game.orders.alternatives import MOST, instead
from judge.game.orders.remarks import remarks
from judge.game.orders.turn_meant import turn_in_words
from judge.game.state import Play, Seat
from judge.language.fill_in import complete
from judge.language.lexicon import lexicon
from judge.language.reader import read_line
from judge.language.statement import Line, Ordered, Unread
from judge.language.suggestions import RESPELLED
from judge.language.writer import write, write_unit
from judge.model.letter import OrderSet
from judge.model.order import Build, Hold, HoldAll, Move, Order, Remove, Waive
from judge.model.position import Position, Unit
from judge.model.reason import Reason
from judge.model.transcript import Heard
from judge.views.project import as_known


class Taken(NamedTuple):
    """What became of a line with an order. ``order`` is the one kept, if it is for one unit."""

    game: Play
    heard: Heard
    order: Order | None = None


def accept_order(
    game: Play, seat: Seat, statement: Ordered | Unread, given: Sequence[Order]
) -> Taken:
    """Keep the order in a line if it can be carried out; else say why, with suggestions.

    ``given`` are the orders kept from the same mail before: of those the earlier count, while an
    order of an earlier mail gives way.
    """
    if isinstance(statement, Unread):
        if not {*seat.powers} & orders_due(game).keys():
            nothing = Reason("nothing_due", turn_in_words(game))
            return Taken(game, Heard(statement.line.text, "refused", nothing))
        if statement.why.code == "which_unit":
            meant = _of_those_waiting(game, seat, statement.line)
            return Taken(game, Heard(statement.line.text, "refused", statement.why, meant))
        return _guessed(game, seat, statement, given)
    text = statement.line.text
    if isinstance(statement.order, HoldAll):
        return _hold_all(game, seat, statement, statement.order)
    whole = _complete(game, seat, statement)
    if isinstance(whole, Reason):
        return Taken(game, Heard(text, "refused", whole))
    as_seen = _as_seen(game, seat)
    if why := check(game.variant, as_seen, whole.order):
        choices = instead(game.variant, as_seen, whole.order, why)
        return Taken(game, Heard(text, "refused", why, choices))
    return _keep(game, whole, text, given)


def unordered(game: Play, unit: Unit) -> Play:
    """Return the game without the orders for a unit."""
    kept = game.orders.get(unit.power, ())
    kept = tuple(order for order in kept if order.unit.at.province != unit.at.province)
    return replace(game, orders={**game.orders, unit.power: kept})


def orders_due(game: Play) -> Mapping[str, Wanted]:
    """Return what each power has to order in the current phase; powers without are absent."""
    if game.position.ended:
        return {}
    wants = wanted(game.variant, game.position)
    return {p: w for p, w in wants.items() if w.units or w.builds or w.removals}


def still_missing(game: Play, power: str, want: Wanted | None) -> tuple[str, ...]:
    """Return what a power still has to order: its units as text, ``BUILD`` or ``REMOVE``."""
    if want is None:
        return ()
    kept = game.orders.get(power, ())
    ordered = {order.unit.at.province for order in kept}
    kinds = game.variant.map.kinds
    units = [f"{kinds[u.kind].code} {u.at}" for u in want.units if u.at.province not in ordered]
    builds = max(want.builds - len(kept), 0)
    removals = max(want.removals - len(kept), 0)
    return (*units, *["BUILD"] * builds, *["REMOVE"] * removals)


def seats_missing_orders(game: Play, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Return those of the seats that have not ordered everything they have to."""
    wants = orders_due(game)
    return tuple(
        seat for seat in seats if any(still_missing(game, p, wants.get(p)) for p in seat.powers)
    )


def order_sets(
    game: Play, seat: Seat, wants: Mapping[str, Wanted] | None = None
) -> tuple[OrderSet, ...]:
    """Restate the orders of each power of a seat, and what is missing.

    Powers that have nothing to order are left out. ``wants`` is what is owed, where that is known.
    """
    wants = orders_due(game) if wants is None else wants
    powers = [p for p in seat.powers if p in wants or game.orders.get(p)]
    return tuple(_order_set(game, seat, power, wants.get(power)) for power in powers)


def _order_set(game: Play, seat: Seat, power: str, want: Wanted | None) -> OrderSet:
    kept = game.orders.get(power, ())
    own = [order for each in seat.powers for order in game.orders.get(each, ())]
    as_seen = _as_seen(game, seat) if kept else game.position
    lines = tuple((write(o, game.variant), remarks(game.variant, own, o, as_seen)) for o in kept)
    return OrderSet(power, lines, still_missing(game, power, want), seat.wait)


def _hold_all(game: Play, seat: Seat, statement: Ordered, meant: HoldAll) -> Taken:
    """Order the units of the sender that are meant, of the one power if one is named, to hold."""
    text, power = statement.line.text, statement.power
    if power and power not in seat.powers:
        return Taken(game, Heard(text, "refused", Reason("not_your_power", (power,))))
    powers = (power,) if power else seat.powers
    units = [unit for each in powers for unit in game.position.units_of(each)]
    if kind := meant.unit.kind:
        units = [unit for unit in units if unit.kind == kind]
    if not units:
        return Taken(game, Heard(text, "refused", Reason("no_units_left")))
    but = {unit.at.province for unit in meant.but}
    if meant.rest:
        but |= {order.unit.at.province for each in powers for order in game.orders.get(each, ())}
    gone: list[Order] = []
    for order in (Hold(unit) for unit in units if unit.at.province not in but):
        kept = game.orders.get(order.unit.power, ())
        same = (old for old in kept if old.unit.at.province == order.unit.at.province)
        gone += (old for old in same if old != order)
        orders = {**game.orders, order.unit.power: _replacing(kept, order)}
        game = replace(game, orders=orders)
    notes = tuple(write(old, game.variant) for old in gone)
    why = Reason("replaces_all", notes) if notes else None
    return Taken(game, Heard(text, "noted" if why else "taken", why))


def _complete(game: Play, seat: Seat, statement: Ordered) -> Ordered | Reason:
    seen = view_of(game, seat)
    return complete(statement, seen.units, seen.dislodged, seat.powers, game.variant, seen.homes)


def _of_those_waiting(game: Play, seat: Seat, line: Line) -> tuple[str, ...]:
    """Return the orders that a line without a unit may be for the sender's that wait for one."""
    wants, variant = orders_due(game), game.variant
    units = [unit for power in seat.powers if power in wants for unit in wants[power].units]
    lines = [line._replace(text=f"{write_unit(unit, variant.map)} {line.text}") for unit in units]
    said = [one for each in lines for one in read_line(each, variant, game.position.turn.phase)]
    taken = [accept_order(game, seat, one, ()) for one in said if isinstance(one, Ordered)]
    return tuple(write(each.order, variant) for each in taken if each.order is not None)[:MOST]


def _for_own_units(game: Play, seat: Seat, statement: Unread) -> tuple[str, ...]:
    """Return the orders that a line may be in which the place of a unit of the sender's is
    misspelled more than other words may be."""
    line, variant, as_seen = statement.line, game.variant, _as_seen(game, seat)
    if statement.why.code != "unknown_word" or line.number > RESPELLED:
        return ()
    typed, phase = str(statement.why.about[0]), game.position.turn.phase
    like = lexicon(variant.map).beginning_like(typed)
    at = [unit.at.province for power in seat.powers for unit in game.position.units_of(power)]
    lines = [line._replace(text=line.text.replace(typed, to, 1)) for to in at if to in like]
    said = [one for each in lines for one in read_line(each, variant, phase)]
    whole = [_complete(game, seat, one) for one in said if isinstance(one, Ordered)]
    orders = [one.order for one in whole if isinstance(one, Ordered)]
    return tuple(write(o, variant) for o in orders if not check(variant, as_seen, o))[:MOST]


def _guessed(game: Play, seat: Seat, statement: Unread, given: Sequence[Order]) -> Taken:
    """Take the one legal reading of a misspelled line; offer several; else say what is wrong."""
    text, as_seen = statement.line.text, _as_seen(game, seat)
    legal: dict[str, Ordered] = {}
    other: dict[Reason, Ordered] = {}
    for guess in statement.guesses:
        whole = _complete(game, seat, guess)
        if isinstance(whole, Reason):
            continue
        if why := check(game.variant, as_seen, whole.order):
            other.setdefault(why, whole)
        else:
            legal.setdefault(write(whole.order, game.variant), whole)
    for text_of, whole in tuple(legal.items()):
        order = whole.order  # nobody misspells a word into "via convoy"
        if isinstance(order, Move) and order.via_convoy:
            plain = write(replace(order, via_convoy=False), game.variant)
            if plain in legal:
                del legal[text_of]
    if len(legal) == 1:
        ((canonical, whole),) = legal.items()
        taken = _keep(game, whole, text, given)
        power = whole.order.unit.power
        if {*game.orders.get(power, ())} <= {*taken.game.orders.get(power, ())}:
            return taken
        return Taken(game, Heard(text, "refused", Reason("guess_waits"), (canonical,), whole.notes))
    if len(other) == 1 and not legal:
        ((why, whole),) = other.items()
        choices = instead(game.variant, as_seen, whole.order, why)
        return Taken(game, Heard(text, "refused", why, choices, whole.notes))
    choices = tuple(legal)[:MOST] or _for_own_units(game, seat, statement)
    choices = choices or statement.hints[:MOST]
    return Taken(game, Heard(text, "refused", statement.why, choices))


def _keep(game: Play, whole: Ordered, text: str, given: Sequence[Order]) -> Taken:
    """Put a legal order into the set of its power."""
    order, power = whole.order, whole.order.unit.power
    kept = game.orders.get(power, ())
    if isinstance(order, Build | Remove | Waive):
        mine = [other for other in given if other.unit.power == power]
        listed = _listed(game, kept, order, mine)
        if isinstance(listed, Reason):
            return Taken(game, Heard(text, "refused", listed))
        gone = [old for old in kept if old not in listed]
    else:
        space = order.unit.at.province
        listed = _replacing(kept, order)
        earlier = [old for old in given if old.unit.at.province == space and old in kept]
        gone = [old for old in earlier if old != order][:1]
    game = replace(game, orders={**game.orders, power: listed})
    replaced = (Reason("replaces", (write(old, game.variant),)) for old in gone)
    notes = (*whole.notes, *replaced)
    heard = Heard(text, "noted", notes[0], more=notes[1:]) if notes else Heard(text, "taken")
    return Taken(game, heard, order)


def _replacing(kept: tuple[Order, ...], order: Order) -> tuple[Order, ...]:
    """Return the list with the order in the place of an earlier one for the same space."""
    space = order.unit.at.province
    if all(old.unit.at.province != space for old in kept):
        return (*kept, order)
    return tuple(order if old.unit.at.province == space else old for old in kept)


def _listed(
    game: Play, kept: tuple[Order, ...], order: Order, given: Sequence[Order]
) -> tuple[Order, ...] | Reason:
    """Return the adjustments of a power with one more.

    No more are kept than are due. Within one mail the earlier ones count; an adjustment of an
    earlier mail makes room for a new one. The same order sent again is no second one.
    """
    if isinstance(order, Waive):
        if kept.count(order) > given.count(order):
            return kept
        listed = [*kept, order]
    else:
        listed = list(_replacing(kept, order))
    want = orders_due(game).get(order.unit.power)
    due = want.builds or want.removals if want else 0
    spare = list(given)
    for old in kept:
        if old in spare:
            spare.remove(old)
        elif len(listed) > due:
            listed.remove(old)
    if len(listed) > due:
        return Reason("surplus", (str(due),))
    return _buildable(game, tuple(listed), order, given)


def _buildable(
    game: Play, listed: tuple[Order, ...], order: Order, given: Sequence[Order]
) -> tuple[Order, ...] | Reason:
    """Return the list if the builds in it go together, without earlier mails' that would not."""
    if not isinstance(order, Build):
        return listed
    others = [old for old in listed if isinstance(old, Build) and old != order]
    while why := check(game.variant, game.position, order, others):
        older = [old for old in others if old.unit.kind == order.unit.kind and old not in given]
        if not older:
            return why
        others.remove(older[0])
    return tuple(old for old in listed if old in (order, *others) or not isinstance(old, Build))


def _as_seen(game: Play, seat: Seat) -> Position:
    """Return the position as the player knows it, by which alone their orders are checked."""
    return as_known(game.position, view_of(game, seat), game.variant.map.provinces)
