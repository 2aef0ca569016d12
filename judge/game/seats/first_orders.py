"""What a newcomer needs to order: the kinds of unit, and an example of each kind of order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from judge.engine.legality import check
from judge.game.notices import view_of
from judge.game.state import Play, Seat
from judge.hooks import Variant
from judge.language.writer import write
from judge.model.letter import Primer
from judge.model.map import Location
from judge.model.order import Build, Convoy, Hold, Move, Order, Support
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
    board = replace(position, turn=turn, units={**position.units, **mine})
    units = tuple(mine.values())
    found: list[tuple[str, Order | None]] = [
        ("build", builds[0] if builds else None),
        ("hold", Hold(units[0])),
        ("move", _first(_moves(units, variant), board, variant)),
        ("support", _first(_supports(units, variant), board, variant)),
        ("convoy, once the fleet is at sea", _convoy(units, board, variant)),
    ]
    kinds = tuple((name.lower(), kind.code) for name, kind in variant.map.kinds.items())
    examples = ((word, write(order, variant)) for word, order in found if order is not None)
    return (Primer(kinds, tuple(examples)),)


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


def _first(orders: Iterator[Order], board: Position, variant: Variant) -> Order | None:
    return next((order for order in orders if check(variant, board, order) is None), None)


def _moves(units: tuple[Unit, ...], variant: Variant) -> Iterator[Order]:
    for unit in units:
        for to in variant.map.neighbors(unit.kind, unit.at):
            yield Move(unit, to)


def _supports(units: tuple[Unit, ...], variant: Variant) -> Iterator[Order]:
    """Yield supports of own moves, then of own units where they stand."""
    pairs = [(one, other) for one in units for other in units if one != other]
    for one, other in pairs:
        for to in variant.map.neighbors(other.kind, other.at):
            if to.province != one.at.province:
                yield Support(one, other, Location(to.province))
    for one, other in pairs:
        yield Support(one, other, None)


def _convoy(units: tuple[Unit, ...], board: Position, variant: Variant) -> Order | None:
    """Return a convoy by an own unit from the sea that it can go to first."""
    game_map = variant.map
    armies = [unit for unit in units if game_map.kinds[unit.kind].convoyed]
    for fleet in (unit for unit in units if game_map.kinds[unit.kind].convoys):
        for at in (fleet.at, *game_map.neighbors(fleet.kind, fleet.at)):
            sailed = fleet._replace(at=at)
            there = {code: u for code, u in board.units.items() if u != fleet}
            later = replace(board, units={**there, at.province: sailed})
            if game_map.provinces[at.province].terrain != "sea":
                continue
            shores = sorted(game_map.contacts[at.province])
            for army in armies:
                if army.at.province not in shores or army == fleet:
                    continue
                goals = [
                    Location(code)
                    for code in shores
                    if code != army.at.province and game_map.stands(army.kind, Location(code))
                ]
                orders: Iterator[Order] = (Convoy(sailed, army, to) for to in goals)
                if (order := _first(orders, later, variant)) is not None:
                    return order
    return None
