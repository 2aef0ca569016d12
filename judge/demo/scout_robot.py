"""Civilizations for a demonstration: robots that know of the world what their letters show them.

One of them is bent on conquest; the others defend themselves less and less.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace

from judge.demo.audit import visible_spaces
from judge.demo.robots import Robot
from judge.engine.context import compile_board
from judge.hooks import Variant
from judge.model.map import Location
from judge.model.order import Hold, Move, Order, Support
from judge.model.position import Position, Unit

Reach = Callable[[str, Location], tuple[Location, ...]]


class ScoutRobot(Robot):
    """Goes for the nearest center that is not its own, as far as it sees; some only hold."""

    def __init__(self, variant: Variant, dice: random.Random, zeal: float) -> None:
        super().__init__(variant, dice)
        self.zeal = zeal

    def moves(self, units: tuple[Unit, ...], position: Position) -> Iterator[Order]:
        """Order each unit: to the nearest prey that no other goes for, or in support of one."""
        board = compile_board(self.variant, position)
        moves: list[Move] = []
        aims: set[str] = set()
        for unit in units:
            near = {place.province for place in board.reach(unit.kind, unit.at)}
            if self.dice.random() > self.zeal or not near:
                yield Hold(unit)
                continue
            attacks = [move for move in moves if move.to.province in position.units]
            helped = next((move for move in attacks if move.to.province in near), None)
            if helped is not None:
                yield Support(unit, helped.unit, helped.to)
                continue
            taken = {move.to.province for move in moves}
            way = self._way(unit, position, taken, aims, board.reach)
            if way is None:
                yield Hold(unit)
                continue
            step, aim = way
            if aim not in position.units:
                aims.add(aim)
            moves.append(Move(unit, step))
            yield moves[-1]

    def _way(
        self, unit: Unit, position: Position, taken: set[str], aims: set[str], reach: Reach
    ) -> tuple[Location, str] | None:
        """Return the first step to the nearest center of others or of nobody, and that center."""
        mine = {code for code, other in position.units.items() if other.power == unit.power}
        waiting = deque(
            (place, place) for place in reach(unit.kind, unit.at) if place.province not in taken
        )
        visited = {unit.at}
        while waiting:
            place, first = waiting.popleft()
            if place in visited or (place == first and place.province in mine):
                continue
            visited.add(place)
            code = place.province
            if (
                self.variant.map.provinces[code].center
                and position.owners.get(code) != unit.power
                and code not in aims
            ):
                return first, code
            waiting.extend((to, first) for to in reach(unit.kind, place))
        return None


def seen_by(power: str, position: Position, variant: Variant) -> Position:
    """Return the position as its player knows it: what they see now and nothing else."""
    spaces, owners = visible_spaces(power, position, variant.map)
    return replace(
        position,
        units={code: unit for code, unit in position.units.items() if code in spaces},
        owners={code: owner for code, owner in position.owners.items() if code in owners},
    )
