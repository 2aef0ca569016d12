from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.game.clock import dates
from tests.texts import any_text

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)  # a Saturday, 13:00 in Berlin


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("2026-12-01 18:00", "2026-12-01 17:00"),
        ("2026-12-01T18:00", "2026-12-01 17:00"),
        ("2026-12-01T18:00Z", "2026-12-01 18:00"),
        ("2026-12-01 18:00 UTC", "2026-12-01 18:00"),
        ("Tue Dec 1 18:00", "2026-12-01 17:00"),
        ("Tuesday, 1 December 2026 at 6pm", "2026-12-01 17:00"),
        ("1 Dec 18:00", "2026-12-01 17:00"),
        ("Dec 1st 6:30 pm", "2026-12-01 17:30"),
        ("1.12.2026 18:00", "2026-12-01 17:00"),
        ("1.12. 18:00", "2026-12-01 17:00"),
        ("1 Jan 10:00", "2027-01-01 09:00"),
        ("29 Feb 12:00", "2028-02-29 11:00"),
        ("tomorrow 18:00", "2026-11-22 17:00"),
        ("today 18:00", "2026-11-21 17:00"),
        ("friday 18h", "2026-11-27 17:00"),
        ("sat noon", "2026-11-28 11:00"),
        ("11:00", "2026-11-22 10:00"),
        ("15:00", "2026-11-21 14:00"),
        ("+24h", "2026-11-22 12:00"),
        ("24 hours", "2026-11-22 12:00"),
        ("1.12. 18 Uhr", "2026-12-01 17:00"),
        ("Tue Dec 01 2026 21:00:00 +0000", "2026-12-01 21:00"),
        ("2026-12-01T18:00:00-05:00", "2026-12-01 23:00"),
        ("Tuesday 1 December 2026, 21:00 (Europe/Berlin) = 20:00 UTC", "2026-12-01 20:00"),
        ("in 2 days", "2026-11-23 12:00"),
    ],
)
def test_dates_as_people_type_them(typed: str, meant: str) -> None:
    found = dates.parse_when(typed, BERLIN, NOW)
    assert found is not None
    assert found.astimezone(UTC).strftime("%Y-%m-%d %H:%M") == meant


@pytest.mark.parametrize(
    "typed",
    ["", "soon", "30 Feb 10:00", "Mon Dec 1 18:00", "1 Dec", "12/1 18:00", "25:00", "+soon", "Dec",
     "1 2 3 18:00", "tomorrow 1 Dec 18:00", "2026-13-01 10:00", "in 99999999999 days"],
)  # fmt: skip
def test_what_is_no_date_is_not_guessed(typed: str) -> None:
    assert dates.parse_when(typed, BERLIN, NOW) is None


def test_a_date_without_a_time_falls_on_the_usual_one() -> None:
    found = dates.parse_when("1 Dec", BERLIN, NOW, time(21))
    assert found == datetime(2026, 12, 1, 20, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "hours"),
    [("3 days", 72), ("36h", 36), ("90 min", 1.5), ("1d12h", 36), ("a week", 168), ("0", 0),
     ("two days and 3 hours", 51), ("half an hour", 0.5), ("1.5 hours", 1.5), ("1 day, 2 h", 26)],
)  # fmt: skip
def test_durations(typed: str, hours: float) -> None:
    assert dates.parse_duration(typed) == timedelta(hours=hours)


@pytest.mark.parametrize("typed", ["", "soon", "3", "days", "-3 days", "3 d x", "9999999 weeks"])
def test_what_is_no_duration(typed: str) -> None:
    assert dates.parse_duration(typed) is None


@given(st.integers(min_value=0, max_value=5_000_000).map(lambda n: timedelta(minutes=n)))
def test_a_duration_in_words_is_read_back(length: timedelta) -> None:
    assert dates.parse_duration(dates.write_duration(length)) == length


@given(any_text(40))
def test_no_text_breaks_the_readers(typed: str) -> None:
    dates.parse_when(typed, BERLIN, NOW)
    dates.parse_duration(typed)
    dates.parse_time(typed)
