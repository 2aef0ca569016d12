"""The most centers that a player could ever control: what his units could still reach."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge.model.map import Location, Map
from judge.model.position import Position, Unit
from judge.rules.motions import survives
from judge.rules.scenario import sides
from judge.variants.gd.ruins import ruins

Node = tuple[Location, bool]
"""A place, and whether the unit is there aboard ships."""


def bounds(position: Position, board: Map, enough: int) -> Mapping[str, int] | None:
    """Return each player's bound, or None as soon as one is ``enough``.

    It counts the centers he controls and those that his units, or units built in his open home
    centers, could reach over spaces that still exist, in any number of seasons, by any convoy.
    Without a player who has a center or a unit there is nothing to say.
    """
    gone = ruins(position)
    centres = frozenset(board.centres) - position.lost
    found: dict[str, int] = {}
    for side, powers in sides(position).items():
        mine = {code for code, owner in position.owners.items() if owner in powers}
        known: set[Node] = set()
        for unit in _units(position, board, powers):
            reached = known if board.kinds[unit.kind].convoyed else set[Node]()
            _travel(unit, board, gone, reached)
            mine |= {at.province for at, aboard in reached if not aboard} & centres
            if len(mine) >= enough:
                return None
        if any(survives(power, position) for power in powers):
            found[side] = len(mine)
    return found or None


def _units(position: Position, board: Map, powers: tuple[str, ...]) -> Iterator[Unit]:
    """Yield a side's units where they are or were, and those it could build."""
    standing = [*position.units.values(), *(each.unit for each in position.dislodged)]
    yield from (unit for unit in standing if unit.power in powers)
    for power in powers:
        for home in position.homes.get(power, ()):
            if position.owners.get(home) == power:
                for kind in board.kinds:
                    yield from (Unit(power, kind, at) for at in board.places(kind, home))


def _travel(unit: Unit, board: Map, gone: frozenset[str], reached: set[Node]) -> None:
    """Add to ``reached`` all that a unit can get to."""
    start = (unit.at, False)
    if start in reached:
        return
    reached.add(start)
    if "move" not in board.kinds[unit.kind].orders:
        return
    frontier = [start]
    while frontier:
        for node in _steps(unit.kind, *frontier.pop(), board):
            if node[0].province not in gone and node not in reached:
                reached.add(node)
                frontier.append(node)


def _steps(kind: str, at: Location, aboard: bool, board: Map) -> Iterator[Node]:
    if not aboard:
        yield from ((to, False) for to in board.neighbours(kind, at))
    if not board.kinds[kind].convoyed:
        return
    for near in board.contacts[at.province]:
        if board.provinces[near].terrain == "sea":
            yield (Location(near), True)
        elif aboard:
            yield from ((to, False) for to in board.places(kind, near))
