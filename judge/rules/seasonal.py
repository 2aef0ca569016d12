"""Spaces that units may enter and leave in some seasons only."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from judge.model.map import Location
from judge.model.position import Position
from judge.model.reason import Reason
from judge.tables import SeasonTable


class Gate(NamedTuple):
    """The seasons in which a space may be entered, and those in which it may be left."""

    enter: frozenset[str]
    leave: frozenset[str]


@dataclass(frozen=True)
class Seasonal:
    """Moves and retreats, by convoy too, keep to the seasons of each space."""

    gates: Mapping[str, Gate]

    @classmethod
    def of(cls, rows: Iterable[SeasonTable]) -> Seasonal:
        """Return the rule for the rows of a file's ``[[seasons]]``."""
        return cls({row.space: Gate(*map(frozenset, row.gate)) for row in rows})

    def cache_key(self, position: Position) -> Hashable:
        """Return the season."""
        return position.turn.season

    def closed(
        self, origin: Location, target: Location, kind: str, position: Position
    ) -> Reason | None:
        """Name the space that is closed."""
        season = position.turn.season
        into, out = self.gates.get(target.province), self.gates.get(origin.province)
        if into is not None and season not in into.enter:
            return Reason("closed_season", (Location(target.province), season))
        if out is not None and season not in out.leave:
            return Reason("closed_season", (Location(origin.province), season))
        return None
