"""What a newcomer needs to order: the kinds of unit, and an example of each kind of order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from judge.engine.legality import check
from judge.game.notices import view_of
from judge.game.state import Play, Seat
from judge.hooks import Variant
from judge.language.writer import write
from judge.model.letter import Primer
from judge.model.order import Build, Order
from judge.model.position import Position, Unit
from judge.model.turn import Phase
from judge.views.project import as_known


def primer(game: Play, seat: Seat) -> tuple[Primer, ...]:
    """Return what a seat with units or centers is told of orders; nothing to a seat without.

    It is made from what the seat sees, and its examples are legal with its own units. Where
    builds come first the others are made with the units built in them.
    """
    variant, view = game.variant, view_of(game, seat)
    position = as_known(game.position, view, variant.map.provinces)
    builds = [order for power in seat.powers for order in _builds(power, position, variant)]
    mine = {code: u for code, u in position.units.items() if u.power in seat.powers}
    mine |= {order.unit.at.province: order.unit for order in builds}
    if not mine:
        return ()
    turn = position.turn
    while turn.phase is not Phase.MOVEMENT:
        turn = variant.calendar.next(turn)
    kinds = tuple((name.lower(), kind.code) for name, kind in variant.map.kinds.items())
    found = chain(
        (("build", order) for order in builds[:1]),
        _examples(tuple(mine.values()), replace(position, turn=turn), variant),
    )
    return (Primer(kinds, tuple((word, write(order, variant)) for word, order in found)),)


def _examples(
    units: tuple[Unit, ...], board: Position, variant: Variant
) -> Iterator[tuple[str, Order]]:
    """Yield a legal order of each type that has examples, with what it does.

    Kinds of unit that none has shown yet come first. The unit of one may be where or what it can
    only be later.
    """
    shown: set[str] = set()
    for order_type in variant.orders.values():
        for order in order_type.examples(sorted(units, key=lambda u: u.kind in shown), variant.map):
            unit = order.unit
            there = replace(board, units={**board.units, **_by_place(units), **_by_place([unit])})
            if check(variant, there, order) is None:
                shown.add(unit.kind)
                later = "" if unit in units else f", once the {unit.kind} is there"
                yield f"{order.verb}{later}", order
                break


def _by_place(units: Iterable[Unit]) -> dict[str, Unit]:
    return {unit.at.province: unit for unit in units}


def _builds(power: str, position: Position, variant: Variant) -> Iterator[Build]:
    """Yield as many builds as are due to a power where they come first, of one kind after another.

    A build that does not go with those before it is left out.
    """
    if position.turn.phase is not Phase.ADJUSTMENTS:
        return
    made: list[Build] = []
    kinds = list(variant.map.kinds)
    for number, code in enumerate(sorted(variant.rules.muster.sites(power, position))):
        for kind in (*kinds[number % len(kinds) :], *kinds[: number % len(kinds)]):
            place = next(iter(variant.map.places(kind, code)), None)
            build = Build(Unit(power, kind, place)) if place else None
            if build and check(variant, position, build, made) is None:
                made.append(build)
                yield build
                break
