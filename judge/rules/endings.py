"""When a game is over."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from judge.model.position import Ended
from judge.model.sheet import PhaseRecord
from judge.model.turn import Calendar


@dataclass(frozen=True)
class CenterVictory:
    """A power that alone holds the most centers, and at least ``win``, wins at a count (STD-6)."""

    win: int
    calendar: Calendar

    def verdict(self, record: PhaseRecord) -> Ended | None:
        """Look at the owners once the season's moves and retreats are done."""
        if record.after.dislodged or not self.calendar.counts(record.after.turn):
            return None
        ranking = Counter(record.after.owners.values()).most_common(2)
        if not ranking or ranking[0][1] < self.win:
            return None
        if len(ranking) == 2 and ranking[1][1] == ranking[0][1]:
            return None
        return Ended("victory", (ranking[0][0],))
