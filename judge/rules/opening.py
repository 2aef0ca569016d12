"""How a game begins, with fewer players too: powers held together, powers that nobody plays.

Two kinds of fact carry a scenario through the game: ``side`` maps a power to the first of the
powers that its player holds, ``unplayed`` names a power that nobody plays.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from judge.model.map import Map
from judge.model.position import Fact, Position, Unit
from judge.model.turn import Turn
from judge.tables import ScenarioTable

SIDE, UNPLAYED = "side", "unplayed"


def collect_unplayed_powers(position: Position) -> frozenset[str]:
    """Return the powers that nobody plays."""
    return frozenset(fact.about for fact in position.facts if fact.rule == UNPLAYED)


def collect_powers_by_side(position: Position) -> Mapping[str, tuple[str, ...]]:
    """Return the powers of each player by the first of them; unplayed powers are in none.

    A power of which no fact speaks is a player of its own.
    """
    first = {fact.about: fact.value for fact in position.facts if fact.rule == SIDE}
    nobodys = collect_unplayed_powers(position)
    together: dict[str, tuple[str, ...]] = {}
    for power in dict.fromkeys((*position.homes, *position.owners.values())):
        if power not in nobodys:
            side = first.get(power, power)
            together[side] = (*together.get(side, ()), power)
    return together


@dataclass(frozen=True)
class FixedStart:
    """Each power begins with the units and home centers that the variant's file gives it.

    A scenario may leave out some, and say who plays which powers. ``drawn``: they are put
    together by lot, as many to each player as the file's lists say. ``owners`` has the centers of
    powers that do not begin with those of their homes.
    """

    turn: Turn
    units: Mapping[str, tuple[Unit, ...]]
    scenario: ScenarioTable
    drawn: bool = False
    owners: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def list_powers_of_players(
        self, powers: Sequence[str], seed: int
    ) -> tuple[tuple[str, ...], ...]:
        """Return the lists of the file and every other played power alone."""
        lots = [power for power in powers if power not in self.scenario.unplayed]
        together = {power for side in self.scenario.sides for power in side}
        fixed = (*self.scenario.sides, *((power,) for power in lots if power not in together))
        if not self.drawn:
            return fixed
        random.Random(f"sides {seed}").shuffle(lots)
        return tuple(tuple(lots.pop() for _ in side) for side in fixed)

    def deal_position(self, game_map: Map, powers: Sequence[str], seed: int) -> Position:
        """Return the position of the file, without the dropped centers; the lot decides facts."""
        drop = self.scenario.drop
        facts = {Fact(UNPLAYED, power) for power in self.scenario.unplayed}
        for side in self.list_powers_of_players(tuple(game_map.powers), seed):
            facts |= {Fact(SIDE, power, side[0]) for power in side if len(side) > 1}
        homes = {
            power.name: tuple(home for home in power.homes if home not in drop)
            for power in game_map.powers.values()
        }
        owned = {**homes, **self.owners}
        units = (unit for units in self.units.values() for unit in units)
        return Position(
            turn=self.turn,
            units={unit.at.province: unit for unit in units if unit.at.province not in drop},
            owners={code: power for power, codes in owned.items() for code in codes},
            homes=homes,
            facts=frozenset(facts),
            lost=frozenset(drop),
        )
