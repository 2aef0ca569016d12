"""Spaces that units may enter and leave in some seasons only."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from judge.model.map import Location
from judge.model.position import Position
from judge.model.reason import Reason
from judge.tables import SeasonTable


@dataclass(frozen=True)
class Seasonal:
    """Moves and retreats, by convoy too, keep to the seasons of each space."""

    spaces: Mapping[str, SeasonTable]

    def cache_key(self, position: Position) -> Hashable:
        """Return the season."""
        return position.turn.season

    def closed(
        self, origin: Location, target: Location, kind: str, position: Position
    ) -> Reason | None:
        """Name the space that is closed."""
        season = position.turn.season
        into, out = self.spaces.get(target.province), self.spaces.get(origin.province)
        if into is not None and season not in (into.enter or into.open):
            return Reason("closed_season", (Location(target.province), season))
        if out is not None and season not in (out.leave or out.open):
            return Reason("closed_season", (Location(origin.province), season))
        return None
