"""How a game begins, with fewer players too: powers held together, powers that nobody plays.

Two kinds of fact carry a scenario through the game: ``side`` maps a power to the first of the
powers that its player holds, ``unplayed`` names a power that nobody plays.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from judge.hooks import Opening
from judge.model.map import Map
from judge.model.position import Fact, Position, Unit
from judge.model.turn import Turn
from judge.tables import ScenarioTable

SIDE, UNPLAYED = "side", "unplayed"


def sides(position: Position) -> Mapping[str, tuple[str, ...]]:
    """Return the powers of each player by the first of them; unplayed powers are in none.

    A power of which no fact speaks is a player of its own.
    """
    first = {fact.about: fact.value for fact in position.facts if fact.rule == SIDE}
    unplayed = {fact.about for fact in position.facts if fact.rule == UNPLAYED}
    together: dict[str, tuple[str, ...]] = {}
    for power in dict.fromkeys((*position.homes, *position.owners.values())):
        if power not in unplayed:
            side = first.get(power, power)
            together[side] = (*together.get(side, ()), power)
    return together


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


@dataclass(frozen=True)
class Scenario:
    """An opening in which players hold several powers together, or none holds some.

    ``drawn``: the powers are put together by lot, as many to each as the file's lists say.
    """

    opening: Opening
    table: ScenarioTable
    drawn: bool = False

    def sides(self, powers: Sequence[str], seed: int) -> tuple[tuple[str, ...], ...]:
        """Return the lists of the file and every other played power alone."""
        lots = [power for power in powers if power not in self.table.unplayed]
        together = {power for side in self.table.sides for power in side}
        fixed = (*self.table.sides, *((power,) for power in lots if power not in together))
        if not self.drawn:
            return fixed
        random.Random(f"sides {seed}").shuffle(lots)
        return tuple(tuple(lots.pop() for _ in side) for side in fixed)

    def deal(self, game_map: Map, powers: Sequence[str], seed: int) -> Position:
        """Return the other opening's position without the dropped centers, with its facts."""
        start, drop = self.opening.deal(game_map, powers, seed), self.table.drop
        facts = {Fact(UNPLAYED, power) for power in self.table.unplayed}
        for side in self.sides(tuple(game_map.powers), seed):
            facts |= {Fact(SIDE, power, side[0]) for power in side if len(side) > 1}
        return replace(
            start,
            units={at: unit for at, unit in start.units.items() if at not in drop},
            owners={code: power for code, power in start.owners.items() if code not in drop},
            homes={
                power: tuple(home for home in homes if home not in drop)
                for power, homes in start.homes.items()
            },
            facts=start.facts | facts,
            lost=start.lost | set(drop),
        )
