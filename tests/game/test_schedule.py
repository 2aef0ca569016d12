from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.game.clock.schedule import extend_deadline, move_past_absences, schedule_deadline
from judge.game.game_settings import Settings
from judge.game.state import Play
from judge.model.reason import Reason
from judge.model.turn import Phase, Turn
from tests.game.conftest import Club

MOVES = Turn(1901, "spring", Phase.MOVEMENT)
DAY = timedelta(days=1)


def moves(**settings: object) -> Settings:
    length = settings.pop("length", 3 * DAY)
    return Settings(lengths={"M": length, "R": DAY, "B": DAY}, **settings)  # type: ignore[arg-type] # a table of settings


def utc(text: str) -> datetime:
    return datetime.strptime(text, "%Y-%m-%d %H:%M").replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("why", "settings", "now", "due"),
    [
        ("length alone", moves(), "2026-06-01 10:00", "2026-06-04 10:00"),
        (
            "up to the time of day",
            moves(zone="Europe/Berlin", at=time(21)),
            "2026-06-01 10:00",
            "2026-06-04 19:00",
        ),
        (
            "a turn begun at the deadline is not a day longer",
            moves(zone="Europe/Berlin", at=time(21)),
            "2026-06-01 19:00",
            "2026-06-04 19:00",
        ),
        (
            "the clocks go forward: 71 hours by the sun, three days by the wall",
            moves(zone="Europe/Berlin", at=time(21)),
            "2026-03-27 20:00",
            "2026-03-30 19:00",
        ),
        (
            "the clocks go back: 73 hours",
            moves(zone="Europe/Berlin", at=time(21)),
            "2026-10-23 19:00",
            "2026-10-26 20:00",
        ),
        (
            "a time that the clocks skip moves forward",
            moves(zone="Europe/Berlin", at=time(2, 30), length=DAY),
            "2026-03-28 01:00",
            "2026-03-29 01:30",
        ),
        (
            "of a time that comes twice the later is meant",
            moves(zone="Europe/Berlin", at=time(2, 30), length=DAY),
            "2026-10-24 00:00",
            "2026-10-25 01:30",
        ),
        (
            "no deadlines at the weekend",
            moves(days=frozenset(range(5))),
            "2026-06-03 10:00",
            "2026-06-08 10:00",
        ),
        (
            "Monday by the game's zone, though Sunday by UTC",
            moves(zone="Pacific/Auckland", at=time(8), days=frozenset({0}), length=DAY),
            "2026-06-01 12:00",
            "2026-06-07 20:00",
        ),
        ("no length at all", moves(length=timedelta(0)), "2026-06-01 10:00", "2026-06-01 10:01"),
        (
            "no length: the next time of day",
            moves(length=timedelta(0), at=time(10)),
            "2026-06-01 10:00",
            "2026-06-02 10:00",
        ),
    ],
)
def test_deadlines(why: str, settings: Settings, now: str, due: str) -> None:
    assert schedule_deadline(settings, MOVES, utc(now)) == utc(due)


ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu")


@given(
    zone=st.sampled_from(ZONES),
    at=st.none() | st.times().map(lambda t: t.replace(second=0, microsecond=0)),
    days=st.frozensets(st.integers(0, 6), min_size=1),
    minutes=st.integers(0, 20_000),
    now=st.datetimes(datetime(2020, 1, 1), datetime(2035, 1, 1)).map(
        lambda t: t.replace(tzinfo=UTC)
    ),
)
def test_a_deadline_is_later_and_on_an_allowed_day(
    zone: str, at: time | None, days: frozenset[int], minutes: int, now: datetime
) -> None:
    length = timedelta(minutes=minutes)
    due = schedule_deadline(moves(zone=zone, at=at, days=days, length=length), MOVES, now)
    local = due.astimezone(ZoneInfo(zone))
    assert now < due
    assert local.weekday() in days
    assert due - now < length + timedelta(days=9)
    if at is not None and local.time() != at:
        naive = datetime.combine(local.date(), at)
        back = naive.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC).astimezone(ZoneInfo(zone))
        assert back.replace(tzinfo=None) != naive, "another time of day only where the clocks skip"


@pytest.mark.parametrize(
    ("why", "settings", "now", "due"),
    [
        (
            "Christmas is skipped, and the weekend after it",
            moves(
                at=time(18),
                days=frozenset(range(5)),
                skip=((date(2026, 12, 24), date(2027, 1, 1)),),
            ),
            "2026-12-22 18:00",
            "2027-01-04 18:00",
        ),
        (
            "a day skipped without a time of day",
            moves(skip=((date(2026, 6, 4), date(2026, 6, 4)),)),
            "2026-06-01 10:00",
            "2026-06-05 10:00",
        ),
        (
            "an hour after the deadline: not four days, if the next hour leaves enough time",
            moves(at=time(18), shortest={"M": 2 * DAY}),
            "2026-06-01 19:00",
            "2026-06-04 18:00",
        ),
        (
            "the shortest is kept where no hour falls between",
            moves(at=time(18), days=frozenset({0}), shortest={"M": 2 * DAY}),
            "2026-06-06 19:00",
            "2026-06-15 18:00",
        ),
        (
            "the last hour within the length",
            moves(at=time(18), shortest={"M": DAY}),
            "2026-06-01 18:00",
            "2026-06-04 18:00",
        ),
    ],
)
def test_dates_skipped_and_shortest_lengths(
    why: str, settings: Settings, now: str, due: str
) -> None:
    assert schedule_deadline(settings, MOVES, utc(now)) == utc(due)


@pytest.mark.parametrize(
    ("why", "settings", "by", "due"),
    [
        ("by a day", moves(), DAY, "2026-06-05 18:00"),
        ("to the next hour", moves(at=time(18)), timedelta(hours=2), "2026-06-05 18:00"),
        (
            "past a weekend",
            moves(days=frozenset(range(5))),
            2 * DAY,
            "2026-06-08 18:00",
        ),
        ("up to the longest", moves(longest={"M": 5 * DAY}), 9 * DAY, "2026-06-06 18:00"),
        (
            "to the last hour within the longest",
            moves(at=time(18), longest={"M": 5 * DAY - timedelta(hours=1)}),
            9 * DAY,
            "2026-06-05 18:00",
        ),
        ("no further", moves(longest={"M": 3 * DAY}), DAY, ""),
    ],
)
def test_deadlines_put_off(
    running: Club, why: str, settings: Settings, by: timedelta, due: str
) -> None:
    game = running.game
    assert isinstance(game, Play)
    game = replace(game, settings=settings, due_at=utc("2026-06-04 18:00"))
    later = extend_deadline(game, by, utc("2026-06-01 18:00"))
    assert later == (utc(due) if due else Reason("longest_phase", ("3 days",)))


@pytest.mark.parametrize(
    ("why", "longest", "due"),
    [
        ("past the days away", {}, "2026-06-09 18:00"),
        ("up to the longest", {"M": 6 * DAY}, "2026-06-07 18:00"),
        ("not before it would be without", {"M": 2 * DAY}, "2026-06-04 18:00"),
    ],
)
def test_a_deadline_is_put_off_past_days_away(
    running: Club, why: str, longest: dict[str, timedelta], due: str
) -> None:
    game, away = running.game, ((date(2026, 6, 4), date(2026, 6, 8)),)
    assert isinstance(game, Play)
    settings = replace(moves(at=time(18), longest=longest), away="move")
    seats = tuple(replace(seat, absences=away) for seat in game.seats)
    game = replace(game, settings=settings, seats=seats)
    began = utc("2026-06-01 18:00")
    assert move_past_absences(game, utc("2026-06-04 18:00"), began) == utc(due)
