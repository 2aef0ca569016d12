"""When the next deadline falls. Times go in and come out as UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from judge.game.clock.dates import resolve
from judge.game.state import Settings
from judge.model.turn import Turn

SHORTEST = timedelta(minutes=1)


def next_due(
    settings: Settings, turn: Turn, now: datetime, left: timedelta | None = None
) -> datetime:
    """Return the deadline of a turn that begins now, always later than now.

    It is the length of such a phase (or the time ``left`` of it) from now, put off to the fixed
    local time and to an allowed weekday. With a fixed time of day lengths count by the wall clock:
    the days on which the clocks change neither shorten nor lengthen a phase by a day.
    """
    zone = ZoneInfo(settings.zone)
    days = settings.days or frozenset(range(7))
    length = max(settings.lengths[turn.phase.value] if left is None else left, timedelta(0))
    if settings.at is None:
        due = (now + max(length, SHORTEST)).astimezone(zone)
        ahead = next(n for n in range(7) if (due.weekday() + n) % 7 in days)
        later = due.date() + timedelta(days=ahead)
        return resolve(later, due.time(), zone) if ahead else due.astimezone(UTC)
    earliest = now.astimezone(zone).replace(tzinfo=None) + length
    day = earliest.date()
    while True:
        fits = datetime.combine(day, settings.at) >= earliest and day.weekday() in days
        if fits and (due := resolve(day, settings.at, zone)) > now:
            return due
        day += timedelta(days=1)
