"""Games that end though nobody wins: after so many years, or when no center is taken any more."""

from __future__ import annotations

from dataclasses import dataclass

from judge.hooks import NOTHING, Settlement
from judge.model.position import Ended, Fact, Forgotten, Noted, Position
from judge.model.sheet import PhaseRecord
from judge.model.turn import Calendar
from judge.rules.aftermath import counted
from judge.rules.opening import unplayed

QUIET = "quiet"
"""About the centers; the value is the turn in which one of them last changed its owner."""


@dataclass(frozen=True)
class LastCapture:
    """Notes when a center last changed its owner; the first count is taken for such a time."""

    calendar: Calendar

    def apply_after(self, record: PhaseRecord) -> Settlement:
        """Compare the owners when they have been counted."""
        after = record.after
        if not counted(after, self.calendar):
            return NOTHING
        old = tuple(fact for fact in after.facts if fact.rule == QUIET)
        if old and after.owners == record.before.owners:
            return NOTHING
        now = Noted(Fact(QUIET, "centers", str(after.turn)))
        return Settlement(effects=(*map(Forgotten, old), now))


@dataclass(frozen=True)
class Stalled:
    """So many ``years`` after a center last changed its owner all who own one draw."""

    years: int
    calendar: Calendar

    def verdict(self, record: PhaseRecord) -> Ended | None:
        """Look how long ago that was when owners have been counted."""
        after = record.after
        if not counted(after, self.calendar):
            return None
        since = [int(fact.value[1:-1]) for fact in after.facts if fact.rule == QUIET]
        cycle = self.calendar.cycle
        over = any(cycle(after.turn.year) - cycle(year) >= self.years for year in since)
        return Ended("stalled", owners(after)) if over else None


@dataclass(frozen=True)
class Expired:
    """When owners are counted last in the last of so many ``years``, all who own a center draw."""

    years: int
    calendar: Calendar

    def verdict(self, record: PhaseRecord) -> Ended | None:
        """Look at the year."""
        after, calendar = record.after, self.calendar
        last = [step.season for step in calendar.steps if step.counts][-1]
        if after.turn.season != last or not counted(after, calendar):
            return None
        over = calendar.cycle(after.turn.year) + 1 >= self.years
        return Ended("expired", owners(after)) if over else None


def owners(position: Position) -> tuple[str, ...]:
    """Return the powers that own a center and are played, sorted."""
    return tuple(sorted({*position.owners.values()} - unplayed(position)))
