"""How values of settings are typed, and how they are shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, time, timedelta
from functools import lru_cache
from typing import Any, NamedTuple
from zoneinfo import available_timezones

from judge.game.clock import dates
from judge.game.clock.dates import parse_spans, write_span
from judge.hooks import GameSettings
from judge.language.word_lists import WordPattern, find_list, list_words
from judge.model.turn import Phase

MOST_REMINDERS = 5
MOST_LETTERS = 500
"""So long are the words of a master about a game at most."""


class SettingRow(NamedTuple):
    """All that is said of a setting beside its default and its explanation.

    ``read`` returns the value of a text, "off" for None, or None if it is no value; it gets today's
    date, too, if it ``needs_today``. ``write`` returns a value in words. ``examples`` are shown for
    a text that is no value. ``name`` is how it is SET if its field is called otherwise, ``aliases``
    are other names for it. ``of_press``: SET PRESS with its name switches it on. The master alone
    changes it; ``personal``: who is not the master sets something of their own by that name.
    ``stays``: once somebody has joined, it is not switched off any more.
    ``field``: that of the settings at which the row stands.
    """

    read: Callable[..., Any]
    write: Callable[[Any], str]
    examples: str
    name: str = ""
    aliases: tuple[str, ...] = ()
    needs_today: bool = False
    of_press: bool = False
    personal: bool = False
    stays: bool = False
    field: str = ""

    def read_setting(self, settings: GameSettings) -> Any:
        """Return the value that a game's settings have."""
        return getattr(settings, self.field)

    def read_value(self, text: str, today: date) -> Any:
        """Return the value of a text, "off" for None, or None if it is no value."""
        return self.read(text, today) if self.needs_today else self.read(text)


def make_switch_row(words: str = "on, off") -> SettingRow:
    """Return the row of a setting that is on or off, as it is said in two words."""
    on, _, off = words.partition(", ")
    return SettingRow(read_switch, lambda value: on if value else off, words)


def make_choice_row(
    words: Mapping[str, str], examples: str, shown: Mapping[str, str] | None = None
) -> SettingRow:
    """Return the row of a setting that is one of some words, each with what it means; a few may be
    ``shown`` otherwise."""
    return SettingRow(
        lambda text: words.get(text.casefold()),
        lambda value: (shown or {}).get(value, value),
        examples,
    )


def make_phase_lengths_row(name: str, examples: str, otherwise: str = "0") -> SettingRow:
    """Return the row of lengths by the kinds of phases, ``otherwise`` where there is none."""
    return SettingRow(
        read_lengths, lambda lengths: write_lengths(lengths, otherwise), examples, name
    )


_ROBOT_AFTER = WordPattern(r"%(robot)s (?:%(robot_after)s )?(\d)(?: %(counted_turns)s)?")

_MISSING_ORDERS = {"civil_disorder": "disorder", "waiting": "wait", "robot": "robot"}


def read_missing_orders(text: str) -> str | None:
    """Return what follows on missing orders: ``disorder``, ``wait``, ``robot after 2``."""
    if kind := find_list(text, _MISSING_ORDERS):
        return _MISSING_ORDERS[kind]
    after = _ROBOT_AFTER.pattern.fullmatch(text)
    if after is None or after[1] == "0":
        return None
    return "robot" if after[1] == "1" else f"robot after {after[1]}"


def count_turns_before_robot(nmr: str) -> int | None:
    """Return after how many turns missed in a row a robot plays, None where none does."""
    kind, _, turns = nmr.partition(" after ")
    return int(turns or 1) if kind == "robot" else None


def read_switch(text: str) -> bool | None:
    """Return whether a word says yes."""
    if says_off(text):
        return False
    return True if not text or find_list(text, ["switched_on"]) else None


def says_off(text: str) -> bool:
    """Say whether a word switches something off."""
    return find_list(text, ["switched_off"]) is not None


def read_masters_words(text: str) -> str | None:
    """Return a sentence or two of somebody's own, in one line; "" for a word that says no."""
    words = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return None if len(words) > MOST_LETTERS else "" if says_off(words) else words


def write_masters_words(words: str) -> str:
    """Return somebody's words, or that there are none."""
    return words or "none"


def read_clock(text: str) -> time | str | None:
    """Return a time of day, or "off" for any."""
    if says_off(text) or find_list(text, ["any_time"]):
        return "off"
    return dates.parse_time(text)


def write_clock(clock: time | None) -> str:
    """Return a time of day in words."""
    return clock.strftime("%H:%M") if clock else "any time"


def read_length(text: str) -> timedelta | None:
    """Return a length of time."""
    return timedelta(0) if says_off(text) else dates.parse_duration(text)


def read_lengths(text: str) -> Mapping[str, timedelta] | None:
    """Return one length of time for all kinds of phases."""
    length = read_length(text)
    return length if length is None else {phase.value: length for phase in Phase if length}


def write_lengths(lengths: Mapping[str, timedelta], otherwise: str) -> str:
    """Return lengths of time by the kinds of phases, of which some may have none, in words."""
    words = {
        p: dates.write_duration(lengths[p.value]) if p.value in lengths else otherwise
        for p in Phase
    }
    if len(set(words.values())) == 1:
        return words[Phase.MOVEMENT]
    return ", ".join(f"{phase.display_name.lower()} {length}" for phase, length in words.items())


def read_reminders(text: str) -> tuple[timedelta, ...] | None:
    """Return how long before the deadline each reminder goes, the first one first."""
    parts = ["0"] if says_off(text) else re.split(r"\s*[,;&]\s*", text.strip(" ,;"))
    read = {dates.parse_duration(part) for part in parts}
    lengths = sorted((length for length in read if length), reverse=True)
    return None if None in read or len(lengths) > MOST_REMINDERS else tuple(lengths)


def write_reminders(lengths: tuple[timedelta, ...]) -> str:
    """Return how long before the deadline reminders go, in words."""
    return ", ".join(map(dates.write_duration, lengths)) or "0"


def read_spans(text: str, today: date) -> tuple[tuple[date, date], ...] | None:
    """Return spans of days, of which some may be none."""
    return () if text == "0" or says_off(text) else parse_spans(text, today)


def write_spans(spans: tuple[tuple[date, date], ...]) -> str:
    """Return spans of days in words."""
    return "; ".join(map(write_span, spans)) or "none"


def read_zone(text: str) -> str | None:
    """Return the zone of a name; that of a city may leave out its part of the world."""
    return _collect_zones_by_name().get(text.replace(" ", "_").casefold())


@lru_cache(maxsize=1)
def _collect_zones_by_name() -> Mapping[str, str]:
    """Return the zones by their names, and by those of cities that one of them alone has."""
    zones = {zone.casefold(): zone for zone in available_timezones()}
    cities: dict[str, list[str]] = {}
    for name, zone in zones.items():
        cities.setdefault(name.partition("/")[2], []).append(zone)
    return {city: found[0] for city, found in cities.items() if len(found) == 1} | zones


def read_count(text: str) -> int | None:
    """Return a number of at most three digits."""
    word = "0" if says_off(text) else text
    return int(word) if re.fullmatch(r"[0-9]{1,3}", word) else None


def read_percentage(text: str) -> int | None:
    """Return a percentage."""
    none = says_off(text) or find_list(text, ["any_share"])
    word = "0" if none else text.rstrip(" %")
    return int(word) if word.isdecimal() and len(word) < 4 and int(word) <= 100 else None


def write_percentage(percentage: int) -> str:
    """Return a percentage in words."""
    return f"{percentage} %" if percentage else "any"


_LEFT_OUT = WordPattern(r"%(days_left_out)s")
_DAYS = {"every_day": range(7), "work_days": range(5), "weekend_days": range(5, 7)}


def read_days(text: str) -> frozenset[int] | None:
    """Return the weekdays of ``Mon-Fri``, ``mon, wed, fri``, ``weekdays`` or ``all``."""
    plain = re.sub(r"\s*-\s*", "-", text.casefold())
    wanted, *unwanted = _LEFT_OUT.pattern.split(plain, maxsplit=1)
    days = _read_day_list(wanted) if wanted.strip() else frozenset(range(7))
    without = _read_day_list(unwanted[0]) if unwanted else frozenset()
    if days is None or without is None:
        return None
    return (days - without) or None


def _read_day_list(text: str) -> frozenset[int] | None:
    days: set[int] = set()
    for word in re.split(r"[\s,;]+|\band\b", text.strip()):
        if together := find_list(word, _DAYS):
            days |= {*_DAYS[together]}
        elif word:
            ends = [_read_day(part) for part in word.split("-")]
            first, last = ends[0], ends[-1]
            if first is None or last is None or len(ends) > 2:
                return None
            days |= {(first + n) % 7 for n in range((last - first) % 7 + 1)}
    return frozenset(days)


def _read_day(word: str) -> int | None:
    stem = word.rstrip(".")
    if len(stem) < 2:
        return None
    return next(
        (
            number % 7
            for number, day in enumerate(list_words("weekdays"))
            if day.startswith(stem) or day + "s" == stem
        ),
        None,
    )


def write_days(days: frozenset[int]) -> str:
    """Return weekdays in words."""
    if len(days) == 7:
        return "all"
    numbers = sorted(days)
    names = [dates.list_weekdays()[day].capitalize() for day in numbers]
    if len(days) > 2 and numbers[-1] - numbers[0] == len(days) - 1:
        return f"{names[0]}-{names[-1]}"
    return ", ".join(names)
