"""What a newcomer needs to order: the kinds of unit, and an example of each kind of order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from judge.engine.legality import check_order
from judge.game.notices import view_of
from judge.game.state import Play, Seat
from judge.hooks import Variant
from judge.language.writer import write_order
from judge.model.letter import Primer
from judge.model.order import Build, Order
from judge.model.position import Position, Unit
from judge.model.turn import Phase
from judge.views.project import position_known_to_reader


def build_primer(game: Play, seat: Seat) -> tuple[Primer, ...]:
    """Return what a seat with units or centers is told of orders; nothing to a seat without.

    It is made from what the seat sees, and its examples are legal with its own units. Where
    builds come first the others are made with the units built in them.
    """
    variant, view = game.variant, view_of(game, seat)
    position = position_known_to_reader(game.position, view, variant.map.provinces)
    builds = [order for power in seat.powers for order in _due_builds(power, position, variant)]
    own_units = {code: u for code, u in position.units.items() if u.power in seat.powers}
    own_units |= {order.unit.at.province: order.unit for order in builds}
    if not own_units:
        return ()
    turn = position.turn
    while turn.phase is not Phase.MOVEMENT:
        turn = variant.calendar.next_turn(turn)
    kinds = tuple((name.lower(), kind.code) for name, kind in variant.map.kinds.items())
    examples = chain(
        (("build", order) for order in builds[:1]),
        _example_orders(tuple(own_units.values()), replace(position, turn=turn), variant),
    )
    return (Primer(kinds, tuple((word, write_order(order, variant)) for word, order in examples)),)


def _example_orders(
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
            there = replace(
                board,
                units={**board.units, **_units_by_province(units), **_units_by_province([unit])},
            )
            if check_order(variant, there, order) is None:
                shown.add(unit.kind)
                later = "" if unit in units else f", once the {unit.kind} is there"
                yield f"{order.verb}{later}", order
                break


def _units_by_province(units: Iterable[Unit]) -> dict[str, Unit]:
    return {unit.at.province: unit for unit in units}


def _due_builds(power: str, position: Position, variant: Variant) -> Iterator[Build]:
    """Yield as many builds as are due to a power where they come first, of one kind after another.

    A build that does not go with those before it is left out.
    """
    if position.turn.phase is not Phase.ADJUSTMENTS:
        return
    builds: list[Build] = []
    kinds = list(variant.map.kinds)
    for number, code in enumerate(sorted(variant.rules.muster.build_sites(power, position))):
        for kind in (*kinds[number % len(kinds) :], *kinds[: number % len(kinds)]):
            place = next(iter(variant.map.places_for_kind(kind, code)), None)
            build = Build(Unit(power, kind, place)) if place else None
            if build and check_order(variant, position, build, builds) is None:
                builds.append(build)
                yield build
                break
