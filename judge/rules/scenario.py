"""Games for fewer players: powers held together, powers that nobody plays, centers that are none.

Two kinds of fact carry this through the game: ``side`` maps a power to the first of the powers that
its player holds, ``unplayed`` names a power that nobody plays.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from judge.hooks import AdjustmentRules, Opening, Spec
from judge.model.map import Location, Map
from judge.model.position import Fact, Position
from judge.model.sheet import OpenBoard
from judge.tables import ScenarioTable

SIDE, UNPLAYED = "side", "unplayed"


def sides(position: Position) -> Mapping[str, tuple[str, ...]]:
    """Return the powers of each player by the first of them; unplayed powers are in none.

    A power of which no fact speaks is a player of its own.
    """
    first = {fact.about: fact.value for fact in position.facts if fact.rule == SIDE}
    dead = {fact.about for fact in position.facts if fact.rule == UNPLAYED}
    found: dict[str, tuple[str, ...]] = {}
    for power in (*position.homes, *(p for p in position.owners.values())):
        together = found.get(first.get(power, power), ())
        if power not in dead and power not in together:
            found[first.get(power, power)] = (*together, power)
    return found


@dataclass(frozen=True)
class Scenario:
    """An opening in which players hold ``together`` several powers, or none holds some.

    ``drawn``: the powers are put together by lot, as many to each as the fixed lists say.
    """

    opening: Opening
    together: tuple[tuple[str, ...], ...] = ()
    unplayed: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    drawn: bool = False

    @classmethod
    def of(cls, opening: Opening, table: ScenarioTable, spec: Spec) -> Scenario:
        """Return the opening that a file's ``[scenario]`` makes of another."""
        return cls(
            opening=opening,
            together=table.sides,
            unplayed=table.unplayed,
            drop=table.drop,
            drawn=spec.options.get("powers") == "draw",
        )

    def sides(self, powers: Sequence[str], seed: int) -> tuple[tuple[str, ...], ...]:
        """Return the lists of the file and every other played power alone."""
        grouped = {power for side in self.together for power in side}
        alone = [power for power in powers if power not in grouped and power not in self.unplayed]
        found = (*self.together, *((power,) for power in alone))
        if not self.drawn:
            return found
        lots = [power for power in powers if power not in self.unplayed]
        random.Random(f"sides {seed}").shuffle(lots)
        return tuple(tuple(lots.pop() for _ in side) for side in found)

    def deal(self, game_map: Map, powers: Sequence[str], seed: int) -> Position:
        """Return the other opening's position without the dropped centers, with its facts."""
        start = self.opening.deal(game_map, powers, seed)
        facts = {Fact(UNPLAYED, power) for power in self.unplayed}
        for side in self.sides(tuple(game_map.powers), seed):
            facts |= {Fact(SIDE, power, side[0]) for power in side if len(side) > 1}
        kept = {
            power: tuple(h for h in homes if h not in self.drop)
            for power, homes in start.homes.items()
        }
        return replace(
            start,
            units={at: unit for at, unit in start.units.items() if at not in self.drop},
            owners={code: power for code, power in start.owners.items() if code not in self.drop},
            homes=kept,
            facts=start.facts | facts,
            lost=start.lost | set(self.drop),
        )


@dataclass(frozen=True)
class PlayedMuster:
    """Powers that nobody plays neither build nor remove."""

    muster: AdjustmentRules

    def allowance(self, power: str, position: Position) -> int:
        """Return what is due to a power that somebody plays, else nothing."""
        return 0 if position.has(Fact(UNPLAYED, power)) else self.muster.allowance(power, position)

    def sites(self, power: str, position: Position, board: OpenBoard) -> frozenset[Location]:
        """Return where units may be built now."""
        return self.muster.sites(power, position, board)
