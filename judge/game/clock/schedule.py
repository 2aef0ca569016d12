"""When the next deadline falls. Times go in and come out as UTC."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from zoneinfo import ZoneInfo

from judge.game.clock.dates import local_to_utc, write_duration
from judge.game.clock.digest import make_deadline_key
from judge.game.effects import Effects
from judge.game.game_settings import Settings
from judge.game.notices import announce_news
from judge.game.state import Play
from judge.model.reason import Reason
from judge.model.turn import Turn

SHORTEST = timedelta(minutes=1)


def schedule_deadline(
    settings: Settings, turn: Turn, now: datetime, time_left: timedelta | None = None
) -> datetime:
    """Return the deadline of a turn that begins now, always later than now.

    It is the length of such a phase (or the time ``left`` of it) from now, put off to the fixed
    local time, to an allowed weekday and past the dates that are skipped. With a fixed time of day
    lengths count by the wall clock: the days on which the clocks change neither shorten nor
    lengthen a phase by a day. A shortest length lets that time of day come before the whole length
    is over.
    """
    zone, phase = ZoneInfo(settings.zone), turn.phase.value
    length = max(settings.lengths[phase] if time_left is None else time_left, timedelta(0))
    if settings.at is None:
        due = (now + max(length, SHORTEST)).astimezone(zone)
        if _is_open_day(settings, due.date()):
            return due.astimezone(UTC)
        return next(_list_open_moments(settings, due.date(), due.time()))
    wall = now.astimezone(zone).replace(tzinfo=None)
    nominal = datetime.combine(wall.date(), settings.at)
    if local_to_utc(nominal.date(), settings.at, zone) == now:
        wall = nominal  # the clocks skipped the hour of this very deadline
    first = wall + min(settings.shortest.get(phase, length), length)
    if datetime.combine(first.date(), settings.at) < first:
        first += timedelta(days=1)
    later = (due for due in _list_open_moments(settings, first.date(), settings.at) if due > now)
    chosen = next(later)
    for due in later:
        if due.astimezone(zone).replace(tzinfo=None) > wall + length:
            return chosen
        chosen = due
    raise AssertionError("there are always more days")


def schedule_turn(game: Play, now: datetime, time_left: timedelta | None = None) -> datetime:
    """Return the deadline of a game's turn that begins now, as ``next_due`` and past the days on
    which players are away, as far as the longest such phase allows."""
    due = schedule_deadline(game.settings, game.position.turn, now, time_left)
    return move_past_absences(game, due, now)


def move_past_absences(game: Play, due: datetime, began: datetime | None) -> datetime:
    """Return a deadline put off past the days on which players are away, if the game does that.

    ``began`` is when the turn began, which bounds it.
    """
    settings, zone = game.settings, ZoneInfo(game.settings.zone)
    if settings.away != "move":
        return due
    local = due.astimezone(zone)
    away = replace(settings, skip=(*settings.skip, *game.absences))
    if _is_open_day(away, local.date()) or not _is_open_day(settings, local.date()):
        return due
    later = next(_list_open_moments(away, local.date(), local.time()))
    longest = settings.longest.get(game.position.turn.phase.value)
    if longest is None or began is None or later <= began + longest:
        return later
    return _find_last_open_moment(settings, due, began + longest) or due


def extend_deadline(game: Play, by: timedelta, began: datetime | None) -> datetime | Reason:
    """Return the deadline of a game put off by so much, to when deadlines may fall.

    ``began`` is when the turn began: no deadline is put off beyond the longest time that such a
    phase may take from then. A Reason says that there is no room, or no deadline.
    """
    if game.due_at is None:
        return Reason("no_deadline")
    turn, settings = game.position.turn, replace(game.settings, shortest={})
    due = move_past_absences(game, schedule_deadline(settings, turn, game.due_at, by), began)
    longest = settings.longest.get(turn.phase.value)
    if longest is None or began is None or due <= began + longest:
        return due
    return _find_last_open_moment(settings, game.due_at, began + longest) or Reason(
        "longest_phase", (write_duration(longest),)
    )


def _find_last_open_moment(
    settings: Settings, after: datetime, latest: datetime
) -> datetime | None:
    """Return the last moment at which a deadline may fall within these bounds."""
    end = latest.astimezone(ZoneInfo(settings.zone))
    first = after.astimezone(end.tzinfo).date()
    clock = settings.at or end.time()
    days = range((end.date() - first).days, -1, -1)
    on = (first + timedelta(days=ahead) for ahead in days)
    moments = (
        local_to_utc(day, clock, ZoneInfo(settings.zone))
        for day in on
        if _is_open_day(settings, day)
    )
    return next((due for due in moments if after < due <= latest), None)


def _is_open_day(settings: Settings, day: date) -> bool:
    """Say whether deadlines may fall on a day."""
    skipped = any(first <= day <= last for first, last in settings.skip)
    return day.weekday() in (settings.days or range(7)) and not skipped


def _list_open_moments(settings: Settings, first: date, clock: time) -> Iterator[datetime]:
    """Yield that time of each day on which deadlines may fall."""
    days = (first + timedelta(days=ahead) for ahead in count())
    return (
        local_to_utc(d, clock, ZoneInfo(settings.zone)) for d in days if _is_open_day(settings, d)
    )


LEAST = timedelta(days=1)
"""So much time there is again, or all of a shorter phase: answers were wanting, too."""


def give_back_time(game: Play, now: datetime, since: datetime | None) -> Effects:
    """Put a deadline off by as long as the judge was out of work, and tell everybody.

    ``since`` is when it was last at work, None if that is not known. What was left of the turn
    then is left again.
    """
    assert game.due_at is not None, "there was a deadline"
    usual = game.settings.lengths[game.position.turn.phase.value]
    time_left = max(game.due_at - since if since else timedelta(0), min(usual, LEAST))
    due = schedule_turn(game, now, time_left)
    key = f"{make_deadline_key(game, now)}.given_back"
    game = replace(game, due_at=due, reminded_at=None, late=False)
    return Effects(
        (game,), notices=announce_news(game, "Deadline Changed", key, Reason("time_given_back"))
    )
