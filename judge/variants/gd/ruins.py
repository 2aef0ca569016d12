"""Destroyed spaces: closed for ever, and what they cut off disappears."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from judge.hooks import Settlement
from judge.model.map import Location, Map
from judge.model.paths import list_distances_from
from judge.model.position import CenterLost, Effect, Fact, Forgotten, Noted, Position
from judge.model.reason import Reason
from judge.model.sheet import PhaseRecord
from judge.model.turn import LETTERS, Calendar, Phase, Turn

RUIN = "gd.ruin"
"""The fact of a destroyed space."""
CUT_OFF = "gd.cut_off"
"""The fact of a cut-off center; its value is the season at whose end the center disappears."""


def collect_destroyed_spaces(position: Position) -> frozenset[str]:
    """Return the destroyed spaces."""
    return frozenset(fact.about for fact in position.facts if fact.rule == RUIN)


class Ruins:
    """Nothing moves or retreats into a destroyed space, by convoy neither (GD XII.11)."""

    def make_cache_key(self, position: Position) -> Hashable:
        """Return the destroyed spaces."""
        return collect_destroyed_spaces(position)

    def check_step(
        self, origin: Location, target: Location, kind: str, position: Position
    ) -> Reason | None:
        """Name the destroyed space."""
        if Fact(RUIN, target.province) in position.facts:
            return Reason("ruined", (Location(target.province),))
        return None


def list_isolated_centers(game_map: Map, position: Position) -> tuple[str, ...]:
    """Return the centers from which no other center can be reached over any border (GD V.3)."""
    gone = collect_destroyed_spaces(position)
    centers = [code for code in game_map.centers if code not in position.lost | gone]

    def is_connected(center: str) -> bool:
        around = list_distances_from([center], lambda code: game_map.contacts[code] - gone)
        return any(code != center and code in centers for code, _ in around)

    return tuple(center for center in centers if not is_connected(center))


@dataclass(frozen=True)
class Isolation:
    """A cut-off center disappears at the end of the season after the one that cut it off (GD V.3).

    That is before the owners of that season are counted.
    """

    calendar: Calendar

    def settle_phase(self, record: PhaseRecord) -> Settlement:
        """Note what was cut off now, and remove what was cut off a season ago."""
        after = record.after
        marked = [fact for fact in after.facts if fact.rule == CUT_OFF]
        effects: list[Effect] = []
        if marked and not after.dislodged and after.turn.phase is not Phase.ADJUSTMENTS:
            for fact in sorted(marked):
                if fact.about in after.lost:
                    effects.append(Forgotten(fact))
                elif fact.value == write_season_code(after.turn):
                    effects += [Forgotten(fact), CenterLost(fact.about)]
        if any(isinstance(e, Noted) and e.fact.rule == RUIN for e in record.effects):
            noticed = {fact.about for fact in marked}
            due = write_season_code(self._find_turn_in_next_season(after.turn))
            new = [
                code
                for code in list_isolated_centers(record.board.map, after)
                if code not in noticed
            ]
            effects += [Noted(Fact(CUT_OFF, code, due)) for code in new]
        return Settlement(effects=tuple(effects))

    def _find_turn_in_next_season(self, turn: Turn) -> Turn:
        """Return a turn of the next season."""
        ahead = self.calendar.find_next_turn(turn)
        while ahead.season == turn.season:
            ahead = self.calendar.find_next_turn(ahead)
        return ahead


def write_season_code(turn: Turn) -> str:
    """Return a season and its year in short: ``S2103``."""
    return f"{LETTERS[turn.season]}{turn.year}"
