"""How a game begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judge.model.map import Map
from judge.model.position import Position, Unit
from judge.model.turn import Turn


@dataclass(frozen=True)
class FixedStart:
    """Each power begins with the units and home centers that the variant's file gives it."""

    turn: Turn
    units: Mapping[str, tuple[Unit, ...]]

    def deal(self, game_map: Map, powers: Sequence[str], seed: int) -> Position:
        """Return the position of the file; it has no chance in it."""
        homes = {power.name: power.homes for power in game_map.powers.values()}
        return Position(
            turn=self.turn,
            units={u.at.province: u for units in self.units.values() for u in units},
            owners={code: power for power, codes in homes.items() for code in codes},
            homes=homes,
        )

    def sides(self, powers: Sequence[str], seed: int) -> tuple[tuple[str, ...], ...]:
        """Return every power alone."""
        return tuple((power,) for power in powers)
