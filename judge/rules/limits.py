"""Games that end though nobody wins: after so many years, or when no center is taken any more."""

from __future__ import annotations

from dataclasses import dataclass

from judge.hooks import NOTHING, Settlement
from judge.model.position import Ended, Fact, Forgotten, Noted, Position
from judge.model.sheet import PhaseRecord
from judge.model.turn import Calendar
from judge.rules.aftermath import are_centers_counted
from judge.rules.opening import unplayed_powers

QUIET = "quiet"
"""About the centers; the value is the turn in which one of them last changed its owner."""


@dataclass(frozen=True)
class LastCapture:
    """Notes when a center last changed its owner; the first count is taken for such a time."""

    calendar: Calendar

    def settle_phase(self, record: PhaseRecord) -> Settlement:
        """Compare the owners when they have been counted."""
        after = record.after
        if not are_centers_counted(after, self.calendar):
            return NOTHING
        old = tuple(fact for fact in after.facts if fact.rule == QUIET)
        if old and after.owners == record.before.owners:
            return NOTHING
        now = Noted(Fact(QUIET, "centers", str(after.turn)))
        return Settlement(effects=(*map(Forgotten, old), now))


@dataclass(frozen=True)
class StallLimit:
    """So many ``years`` after a center last changed its owner all who own one draw."""

    years: int
    calendar: Calendar

    def find_ending(self, record: PhaseRecord) -> Ended | None:
        """Look how long ago that was when owners have been counted."""
        after = record.after
        if not are_centers_counted(after, self.calendar):
            return None
        since = [int(fact.value[1:-1]) for fact in after.facts if fact.rule == QUIET]
        cycle = self.calendar.cycles_before
        over = any(cycle(after.turn.year) - cycle(year) >= self.years for year in since)
        return Ended("stalled", played_center_owners(after)) if over else None


@dataclass(frozen=True)
class YearLimit:
    """When owners are counted last in the last of so many ``years``, all who own a center draw."""

    years: int
    calendar: Calendar

    def find_ending(self, record: PhaseRecord) -> Ended | None:
        """Look at the year."""
        after, calendar = record.after, self.calendar
        last = [step.season for step in calendar.steps if step.counts][-1]
        if after.turn.season != last or not are_centers_counted(after, calendar):
            return None
        over = calendar.cycles_before(after.turn.year) + 1 >= self.years
        return Ended("expired", played_center_owners(after)) if over else None


def played_center_owners(position: Position) -> tuple[str, ...]:
    """Return the powers that own a center and are played, sorted."""
    return tuple(sorted({*position.owners.values()} - unplayed_powers(position)))
