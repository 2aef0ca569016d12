"""Values of settings, spans of days, lengths and times: each word, and both sides of each bound."""

from __future__ import annotations

from datetime import date, time, timedelta

import pytest

from judge.game import setting_values as values
from judge.game.clock.absence import join_spans
from judge.game.clock.dates import LONGEST_SPAN, parse_duration, parse_span, parse_spans, parse_time
from judge.game.game_settings import SETTINGS

TODAY = date(2026, 11, 21)  # a Saturday


@pytest.mark.parametrize("word", ["on", "yes", "true", "", "ON", "Yes"])
def test_words_that_switch_on(word: str) -> None:
    assert values.read_switch(word) is True


@pytest.mark.parametrize("word", ["off", "no", "none", "false", "OFF"])
def test_words_that_switch_off(word: str) -> None:
    assert values.read_switch(word) is False
    assert values.read_masters_words(word) == "" and values.read_length(word) == timedelta(0)
    assert values.read_reminders(word) == () and values.read_spans(word, TODAY) == ()
    assert values.read_count(word) == 0 and values.read_percentage(word) == 0


@pytest.mark.parametrize("word", ["maybe", "onn", "0", "1", "of"])
def test_what_is_no_switch(word: str) -> None:
    assert values.read_switch(word) is None


@pytest.mark.parametrize(
    ("text", "meant", "turns"),
    [
        ("disorder", "disorder", None), ("CD", "disorder", None),
        ("Civil Disorder", "disorder", None), ("wait", "wait", None), ("robot", "robot", 1),
        ("robots", "robot", 1), ("robot after 1", "robot", 1), ("robot 2", "robot after 2", 2),
        ("robots after 3 turns", "robot after 3", 3), ("robot from 9 times", "robot after 9", 9),
        ("robot after 2 turn", "robot after 2", 2), ("robot after 2 time", "robot after 2", 2),
    ],
)  # fmt: skip
def test_what_follows_on_missing_orders(text: str, meant: str, turns: int | None) -> None:
    assert values.read_missing_orders(text) == meant
    assert values.count_turns_before_robot(meant) == turns


@pytest.mark.parametrize("text", ["robot after 0", "robot after 10", "robot after", "waits", ""])
def test_what_follows_on_missing_orders_is_not_guessed(text: str) -> None:
    assert values.read_missing_orders(text) is None


def test_words_of_a_master_have_an_end() -> None:
    assert values.read_masters_words("x" * 500) == "x" * 500
    assert values.read_masters_words("x" * 501) is None
    assert values.read_masters_words(" two\n\tlines\x00 ") == "two lines"
    assert values.write_masters_words("") == "none" and values.write_masters_words("so") == "so"


@pytest.mark.parametrize("text", ["off", "none", "any", "Any Time"])
def test_any_time_of_day(text: str) -> None:
    assert values.read_clock(text) == "off" and values.write_clock(None) == "any time"


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("18:00", time(18)), ("6pm", time(18)), ("6 PM", time(18)), ("6:30 a.m.", time(6, 30)),
        ("12am", time(0)), ("12pm", time(12)), ("1am", time(1)), ("18h", time(18)),
        ("18 Uhr", time(18)), ("23:59", time(23, 59)), ("0:00", time(0)), ("noon", time(12)),
        ("midday", time(12)), ("midnight", time(0)), ("18:00:59", time(18)),
        ("24:00", None), ("18:60", None), ("13pm", None), ("0am", None), ("18", None),
        ("18:0", None), ("118:00", None), ("18:00x", None), ("", None),
    ],
)  # fmt: skip
def test_times_of_day(text: str, clock: time | None) -> None:
    assert parse_time(text) == clock


UNITS = {
    timedelta(weeks=1): ("week", "weeks", "wk", "w"), timedelta(days=1): ("day", "days", "d"),
    timedelta(hours=1): ("hour", "hours", "hr", "hrs", "h"),
    timedelta(minutes=1): ("minute", "minutes", "min", "mins", "m"),
}  # fmt: skip
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@pytest.mark.parametrize(("unit", "word"), [(u, w) for u, words in UNITS.items() for w in words])
def test_every_unit_of_time(unit: timedelta, word: str) -> None:
    assert parse_duration(f"3 {word}") == 3 * unit == parse_duration(f"3{word.upper()}.")
    assert parse_duration(f"half a {word}") == unit / 2


@pytest.mark.parametrize(("number", "word"), [*enumerate(NUMBERS, 1)])
def test_every_number_in_words(number: int, word: str) -> None:
    assert parse_duration(f"{word} days") == timedelta(days=number)


def test_lengths_of_time_have_an_end() -> None:
    assert parse_duration("a day") == parse_duration("an day") == timedelta(days=1)
    assert parse_duration("3650 days") == timedelta(days=3650)
    assert parse_duration("3650 days 1 minute") is None
    assert parse_duration("100000 minutes") == timedelta(minutes=100_000)
    assert parse_duration("100001 minutes") is None
    assert parse_duration("2 days, 3 hours and 4 minutes") == timedelta(days=2, hours=3, minutes=4)
    assert parse_duration("2 days 3") is None and parse_duration("umpteen days") is None


def test_lengths_by_phase_in_words() -> None:
    day, hour = timedelta(days=1), timedelta(hours=1)
    lengths = values.read_lengths("2 days")
    assert lengths is not None and {*lengths.values()} == {2 * day} and len(lengths) == 3
    assert values.read_lengths("off") == {} and values.read_lengths("soon") is None
    assert values.write_lengths(lengths, "none") == "2 days"
    assert values.write_lengths({}, "none") == "none"
    mixed = values.write_lengths({"M": day, "R": hour}, "none")
    assert mixed == "movement 1 day, retreat 1 hour, adjustment none"


def test_reminders_are_few_and_the_first_one_first() -> None:
    hours = [timedelta(hours=n) for n in (24, 6, 3, 2, 1)]
    assert values.read_reminders("1h, 24h; 3h & 6h, 2h") == tuple(hours)
    assert values.read_reminders("1h, 24h, 3h, 6h, 2h, 4h") is None
    assert values.read_reminders("6h, 6 hours") == (timedelta(hours=6),)
    assert values.read_reminders("6h, soon") is None
    assert values.write_reminders(tuple(hours[:2])) == "1 day, 6 hours"
    assert values.write_reminders(()) == "0"


@pytest.mark.parametrize(
    ("text", "count"),
    [("0", 0), ("7", 7), ("999", 999), ("1000", None), ("-1", None), ("\u0663", None)],
)
def test_counts(text: str, count: int | None) -> None:
    assert values.read_count(text) == count


@pytest.mark.parametrize(
    ("text", "percentage"),
    [("0", 0), ("90", 90), ("90 %", 90), ("100%", 100), ("any", 0), ("101", None), ("0100", None),
     ("x", None), ("9.5", None)],
)  # fmt: skip
def test_percentages(text: str, percentage: int | None) -> None:
    assert values.read_percentage(text) == percentage
    assert values.write_percentage(90) == "90 %" and values.write_percentage(0) == "any"


WEEK = frozenset(range(7))


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("all", WEEK), ("any", WEEK), ("daily", WEEK), ("weekdays", WEEK - {5, 6}),
        ("workdays", WEEK - {5, 6}), ("weekends", {5, 6}), ("weekend", {5, 6}),
        ("Mon-Fri", {*range(5)}),
        ("mon - wed", {0, 1, 2}), ("sat-mon", {5, 6, 0}), ("mon, wed; fri", {0, 2, 4}),
        ("monday and sunday", {0, 6}), ("all but sunday", WEEK - {6}), ("but sun", WEEK - {6}),
        ("weekdays except fri", {0, 1, 2, 3}), ("tuesdays", {1}), ("tu.", {1}), ("mon-mon", {0}),
        ("t", None), ("someday", None), ("mon-wed-fri", None), ("mon but mon", None),
        ("all but x", None),
    ],
)  # fmt: skip
def test_weekdays(text: str, days: set[int] | None) -> None:
    found = values.read_days(text)
    assert found == (days and frozenset(days))
    if found:
        assert values.read_days(values.write_days(found)) == found


def test_weekdays_in_words() -> None:
    assert values.write_days(WEEK) == "all"
    assert values.write_days(frozenset({0, 1, 2})) == "Monday-Wednesday"
    assert values.write_days(frozenset({5, 6})) == "Saturday, Sunday"
    assert values.write_days(frozenset({0, 2, 4})) == "Monday, Wednesday, Friday"


def days(month: int, first: int, last: int, year: int = 2026) -> tuple[date, date]:
    return date(year, month, first), date(year, month, last)


@pytest.mark.parametrize(
    ("text", "span"),
    [
        *((f"Dec 10 {word} Dec 14", days(12, 10, 14))
          for word in ("to", "until", "till", "through", "thru", "-")),
        *((f"Dec 10{dash}Dec 14", days(12, 10, 14)) for dash in "\u2013\u2014"),
        *((f"{word} Dec 10 to Dec 14", days(12, 10, 14)) for word in ("from", "on", "since")),
        *((f"{word} Dec 14", (TODAY, date(2026, 12, 14))) for word in ("to", "until", "till")),
        ("Dec 10-14", days(12, 10, 14)), ("10-14 Dec", days(12, 10, 14)),
        ("10 - 14 Dec", days(12, 10, 14)), ("10th to 14th of Dec.", days(12, 10, 14)),
        ("Dec 10 Dec 14", days(12, 10, 14)), ("Dec 10", days(12, 10, 10)),
        ("2026-12-24", days(12, 24, 24)), ("today to Friday", (TODAY, date(2026, 11, 27))),
        ("Nov 21", (TODAY, TODAY)), ("Nov 20", days(11, 20, 20, 2027)),
        ("Dec 24 to Jan 2", (date(2026, 12, 24), date(2027, 1, 2))),
        ("Dec 14 2026 to Dec 10 2026", None), ("soon", None), ("3 days", None), ("", None),
    ],
)  # fmt: skip
def test_spans_of_days(text: str, span: tuple[date, date] | None) -> None:
    assert parse_span(text, TODAY) == span


def test_nobody_is_away_for_longer_than_half_a_year() -> None:
    longest, longer = TODAY + LONGEST_SPAN, TODAY + LONGEST_SPAN + timedelta(days=1)
    assert LONGEST_SPAN.days == 180
    assert parse_span(f"{TODAY} to {longest}", TODAY) == (TODAY, longest)
    assert parse_span(f"{TODAY} to {longer}", TODAY) is None


def test_lists_of_spans() -> None:
    christmas, easter = (date(2026, 12, 24), date(2027, 1, 2)), days(4, 5, 5, 2027)
    for text in ("Apr 5; Dec 24 to Jan 2", "Dec 24 to Jan 2 & Apr 5", "Dec 24 to Jan 2 and Apr 5"):
        assert parse_spans(text, TODAY) == (christmas, easter)
        assert values.read_spans(text, TODAY) == (christmas, easter)
    assert parse_spans("Dec 24, 2026", TODAY) == (days(12, 24, 24),)
    assert parse_spans("Dec 24 and soon", TODAY) is None and parse_spans("", TODAY) is None
    assert values.read_spans("0", TODAY) == () and values.write_spans(()) == "none"
    assert values.write_spans((christmas, easter)) == "24 Dec 2026 to 2 Jan 2027; 5 Apr 2027"


def test_absences_that_touch_are_one() -> None:
    one, other, apart = days(12, 1, 3), days(12, 4, 5), days(12, 7, 7)
    assert join_spans([apart, other, one]) == (days(12, 1, 5), apart)
    assert join_spans([days(12, 1, 9), days(12, 2, 3)]) == (days(12, 1, 9),)
    assert join_spans([]) == ()


def test_zones_are_named_in_full_or_by_their_city() -> None:
    assert values.read_zone("europe/berlin") == "Europe/Berlin" == values.read_zone("Berlin")
    assert values.read_zone("New York") == "America/New_York" and values.read_zone("utc") == "UTC"
    assert values.read_zone("Nowhere") is None


@pytest.mark.parametrize(("typed", "shown"), [("Public", "public"), ("on", "on"), ("off", "off")])
def test_who_may_read_pages_is_shown_as_it_is_set(typed: str, shown: str) -> None:
    row = SETTINGS["pages"]
    assert row.write(row.read(typed)) == shown
