"""Days as people say them in a sentence: which days of the calendar these are, or that they ask."""

from __future__ import annotations

import calendar
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from judge.game.clock.dates import parse_when
from judge.game.sentences.marks import DOUBT, Marker
from judge.language.said_as import load_phrases
from judge.library import load

TUESDAY = datetime(2026, 11, 3, 9, tzinfo=UTC)
"""Week by week: 3, 10, 17, 24 November are Tuesdays, and so are 1, 8, 15, 22 and 29 December."""
NEW_YEARS_EVE = datetime(2026, 12, 31, 9, tzinfo=UTC)  # a Thursday: 1 January 2027 is a Friday
LEAP_DAY_AHEAD = datetime(2028, 2, 14, 9, tzinfo=UTC)  # a Monday, and 29 February is a Tuesday
SUNDAY = datetime(2027, 5, 30, 20, tzinfo=UTC)


def _read(sentence: str, now: datetime) -> list[tuple[str, ...]]:
    """Return what the days of a sentence are, in each of the ways in which it is read."""
    marker = Marker(load_phrases(), load("standard"), {}, lambda word: "", frozenset(), {}, {}, now)
    whole = (marked for marked in marker.mark_names(sentence) if not marked.is_part)
    return [tuple(_write(text, now) for text in marked.values.get("date", ())) for marked in whole]


def _write(text: str, now: datetime) -> str:
    """Return a day that is typed as the calendar has it, with its time if it has one."""
    if text.startswith(DOUBT):
        return DOUBT
    moment = parse_when(text, ZoneInfo("UTC"), now, time(0))
    assert moment is not None, text
    return f"{moment:%Y-%m-%d}" + (f" {moment:%H:%M}" if moment.time() != time(0) else "")


@pytest.mark.parametrize(
    ("said", "days"),
    [
        # A number and a month: the next such day, in whatever order and however it is written.
        ("stop the clock until the 10th of January", "2027-01-10"),
        ("stop the clock until the 10th of January.", "2027-01-10"),
        ("until January the 10th please", "2027-01-10"),
        ("until January the tenth", "2027-01-10"),
        ("until the tenth of Jan", "2027-01-10"),
        ("until the tenth of january, please", "2027-01-10"),
        ("until 10 Jan 2027", "2027-01-10"),
        ("until Jan. 10", "2027-01-10"),
        ("until Jan 10th, 2027", "2027-01-10"),
        ("until the 10th Jan '27", "2027-01-10"),
        ("make it 2027-01-10", "2027-01-10"),
        ("make it 10.1.2027", "2027-01-10"),
        ("make it Sunday 10 January", "2027-01-10"),  # 1 January 2027 is a Friday
        ("make it the 10th of January, a Sunday", "2027-01-10"),
        ("the twenty-first of December", "2026-12-21"),
        ("by the 14th of May", "2027-05-14"),
        ("by 14 may", "2027-05-14"),
        ("not before the first of March", "2027-03-01"),
        ("on 2 November", "2027-11-02"),  # yesterday is gone
        ("on 3 November at 20:00", "2026-11-03 20:00"),
        # But a number: the next such day.
        ("until the 10th", "2026-11-10"),
        ("until the 2nd", "2026-12-02"),
        ("until the 31st", "2026-12-31"),  # November has no such day
        ("not before the third", "2026-11-03"),
        ("Wednesday the 4th", "2026-11-04"),
        # Days of the week. On a Tuesday "next Friday" may be this week's, or the one behind it.
        ("until Friday", "2026-11-06"),
        ("this Friday", "2026-11-06"),
        ("the coming Friday", "2026-11-06"),
        ("next Friday", "2026-11-13 or 2026-11-06"),
        ("next Tuesday", "2026-11-10"),
        ("next Tuesday evening 8pm CET", "2026-11-10 19:00"),  # an hour ahead of UTC
        ("next Monday", "2026-11-09"),
        ("Friday week", "2026-11-13"),
        ("a week on Friday", "2026-11-13"),
        ("a week from Friday", "2026-11-13"),
        ("two weeks on Friday", "2026-11-20"),
        ("a fortnight on Friday", "2026-11-20"),
        ("Friday next week", "2026-11-13"),
        ("next week on Friday", "2026-11-13"),
        ("Friday of next week", "2026-11-13"),
        ("the week after next, on Friday", "2026-11-20"),
        ("Friday after next", "2026-11-13 or 2026-11-20"),
        ("tomorrow", "2026-11-04"),
        ("tomorrow week", "2026-11-11"),
        ("a week tomorrow", "2026-11-11"),
        ("a week today", "2026-11-10"),
        ("the day after tomorrow", "2026-11-05"),
        ("tomorrow 8 pm Berlin time", "2026-11-04 19:00"),
        ("Friday at 20:00 UTC", "2026-11-06 20:00"),
        ("Friday evening at eight", "2026-11-06 20:00"),
        ("at 6 p.m. on Thursday, 12 November", "2026-11-12 18:00"),
        # Parts of the calendar, and days with a name.
        ("until the end of the month", "2026-11-30"),
        ("until the end of next month", "2026-12-31"),
        ("until the end of January", "2027-01-31"),
        ("until the end of the year", "2026-12-31"),
        ("the first Monday of next month", "2026-12-07"),
        ("the last Friday of the month", "2026-11-27"),
        ("the second Monday in January", "2027-01-11"),
        ("the 5th of next month", "2026-12-05"),
        ("not before Boxing Day", "2026-12-26"),
        ("two days before Christmas Eve", "2026-12-22"),
        ("until New Year's Eve at noon", "2026-12-31 12:00"),
        # Spans: a number has the month of what it reaches to, or follows what is before it.
        ("from the 12th until the 15th of November", "2026-11-12, 2026-11-15"),
        ("from the 28th to the 3rd of January", "2026-12-28, 2027-01-03"),
        ("from 28 to 3 January", "2026-12-28, 2027-01-03"),
        ("from Dec 28 until the 2nd", "2026-12-28, 2027-01-02"),
        ("from the 12th to the 15th", "2026-11-12, 2026-11-15"),
        ("from the 28th to the 5th", "2026-11-28, 2026-12-05"),
        ("Nov 10-14", "2026-11-10, 2026-11-14"),
        ("10-14 Nov", "2026-11-10, 2026-11-14"),
        ("over Christmas, Dec 24 to Jan 2", "2026-12-24, 2027-01-02"),
        ("on Dec 24th and 25th", "2026-12-24, 2026-12-25"),
        # Digits with a slash: either may be the month, if both can be.
        ("until 10/1", "2027-01-10 or 2027-10-01"),
        ("until 25/12", "2026-12-25"),
        ("until 12/25/2026", "2026-12-25"),
        ("until 01/02/2027", "2027-02-01 or 2027-01-02"),
        # In doubt: what is left over, or does not fit, would make another day of it.
        ("Monday the 4th", "?"),  # 4 November is a Wednesday
        ("make it Monday 10 January", "?"),
        ("make it Monday, January 10", "?"),
        ("until the 30th of February", "?"),
        ("until Friday the 10th of January", "?"),
        ("until 10 January 2025", "?"),
        ("away over Christmas until the 2nd", "?, ?"),
        ("after New Year, on the 10th", "?, ?"),
        ("in January, until the 10th", "?, ?"),
        ("until mid January", "?"),
        ("not before January", "?"),
        ("Friday in two weeks", "?"),
        ("Friday, January", "?"),
        ("the end of the week", "?"),
        ("the week of the 10th", "?"),
        ("Friday 8pm PST", "?"),  # no zone has that name
        ("last Friday", "?"),
        # Other words.
        ("may I see the map?", ""),
        ("May all of us move 3 units?", ""),
        ("A Mar - Spa", ""),
        ("the second vote", ""),
        ("before the second vote is over", ""),
        ("I am around 24/7", ""),
        ("we march on Paris with 2 armies", ""),
        ("in 1902 he held 10 centers", ""),
    ],
)
def test_days_said_on_a_tuesday_in_november(said: str, days: str) -> None:
    assert _shown(said, TUESDAY) == days


@pytest.mark.parametrize(
    ("now", "said", "days"),
    [
        (NEW_YEARS_EVE, "until tomorrow", "2027-01-01"),
        (NEW_YEARS_EVE, "until the 2nd", "2027-01-02"),
        (NEW_YEARS_EVE, "until Monday the 4th", "2027-01-04"),
        (NEW_YEARS_EVE, "until the end of the month", "2026-12-31"),
        (NEW_YEARS_EVE, "the end of next month", "2027-01-31"),
        (NEW_YEARS_EVE, "the end of the year", "2026-12-31"),
        (NEW_YEARS_EVE, "on 31 December at noon", "2026-12-31 12:00"),
        (NEW_YEARS_EVE, "on 30 December", "2027-12-30"),
        (NEW_YEARS_EVE, "next Friday", "2027-01-08 or 2027-01-01"),
        (LEAP_DAY_AHEAD, "until the 29th", "2028-02-29"),
        (LEAP_DAY_AHEAD, "until the 30th", "2028-03-30"),
        (LEAP_DAY_AHEAD, "the end of the month", "2028-02-29"),
        (LEAP_DAY_AHEAD, "on Tuesday 29 February", "2028-02-29"),
        (LEAP_DAY_AHEAD, "Tuesday the 29th", "2028-02-29"),
        (SUNDAY, "next Sunday", "2027-06-06"),
        (SUNDAY, "next Monday", "2027-05-31"),
        (SUNDAY, "tomorrow week", "2027-06-07"),
        (SUNDAY, "until the 31st", "2027-05-31"),
        (SUNDAY, "until Friday 4 June 9pm CET", "2027-06-04 19:00"),  # two hours ahead in summer
        (SUNDAY, "Friday next week", "2027-06-04"),
        (SUNDAY, "may the fourth", "2028-05-04"),
    ],
)
def test_days_said_at_other_times_of_the_year(now: datetime, said: str, days: str) -> None:
    assert _shown(said, now) == days


def _shown(said: str, now: datetime) -> str:
    return " or ".join(dict.fromkeys(", ".join(days) for days in _read(said, now)))


def _days_of_two_years() -> Iterator[date]:
    yield from (date(2027, 1, 1) + timedelta(days=ahead) for ahead in range(0, 731, 3))


def test_days_that_hang_on_today_are_as_the_calendar_has_them() -> None:
    """Through a leap year and another one, whatever day it is."""
    for today in _days_of_two_years():
        now = datetime.combine(today, time(9), UTC)
        last = calendar.monthrange(today.year, today.month)[1]
        assert _shown("until the end of the month", now) == f"{today.replace(day=last)}"
        assert _shown("a week tomorrow", now) == f"{today + timedelta(days=8)}"
        for weekday, name in enumerate(calendar.day_name):
            (coming,) = (
                day for n in range(1, 8) if (day := today + timedelta(days=n)).weekday() == weekday
            )
            assert _shown(f"until {name}", now) == f"{coming}"
            assert _shown(f"{name} week", now) == f"{coming + timedelta(days=7)}"
            ways = [date.fromisoformat(way) for way in _shown(f"next {name}", now).split(" or ")]
            same_week = coming.isocalendar()[:2] == today.isocalendar()[:2]
            assert ways == ([coming + timedelta(days=7), coming] if same_week else [coming])
            wrong = (coming + timedelta(days=1)).strftime("%d %B")
            assert _shown(f"until {name} {wrong}", now) == "?"
