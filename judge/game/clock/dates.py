"""Dates, durations and spans of days as people type them, and durations and spans in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from judge.language.word_lists import WordPattern, list_words

_UNITS = {
    "weeks": timedelta(weeks=1),
    "days": timedelta(days=1),
    "hours": timedelta(hours=1),
    "minutes": timedelta(minutes=1),
}
"""How long the units are, by the lists of their words."""
_FORMS = (
    re.compile(r"(?P<year>\d{4})-(?P<month>\d\d?)-(?P<day>\d\d?)"),
    re.compile(r"(?P<day>\d\d?)\.(?P<month>\d\d?)\.(?P<year>\d{4})?"),
)
_DAY = WordPattern(r"(?P<day>\d\d?)(?:%(ordinal)s|\.)?")
_HALF = WordPattern(r"\b%(half)s\b")
_CLOCK = WordPattern(
    r"(\d{1,2})(?::(\d\d)(?::\d\d)?)?(?:(?P<am>%(before_noon)s)|(?P<pm>%(after_noon)s)|%(hour_sign)s)?"
)
_CLOCK_APART = WordPattern(r"(\d)\s+(%(before_noon)s|%(after_noon)s|%(hour_sign)s)\b")
_UNIVERSAL = WordPattern(r"(.*\S)\s+%(universal_time)s|(.*\d)z")
FARTHEST = timedelta(days=3650)


def list_weekdays() -> tuple[str, ...]:
    """Return the days of the week in full, in small letters, from Monday on."""
    return list_words("weekdays")[:7]


def list_date_names() -> tuple[str, ...]:
    """Return the words of dates, in full."""
    names = (*list_words("weekdays"), *list_words("months"))
    plain = ("today", "tomorrow", "noon", "midnight")
    return (*map(str.title, names), *(word for name in plain for word in list_words(name)))


def list_length_names() -> tuple[str, ...]:
    """Return the units of durations, each once, as it stands first among its words."""
    return tuple(list_words(unit)[0] for unit in _UNITS)


@cache
def _collect_lengths_by_word() -> Mapping[str, timedelta]:
    return {word: length for unit, length in _UNITS.items() for word in list_words(unit)}


@cache
def _collect_numbers_by_word() -> Mapping[str, int]:
    numbers = {word: number for number, word in enumerate(list_words("numbers"), 1)}
    return numbers | dict.fromkeys(list_words("a_single"), 1)


def read_number_word(word: str) -> int:
    """Return the number that a word names, 0 if it names none: ``two``."""
    return _collect_numbers_by_word().get(word, 0)


def parse_duration(text: str) -> timedelta | None:
    """Return the duration that ``3 days``, ``36h``, ``1d12h``, ``a week`` or ``0`` names.

    None where the words name none, or one of more than ten years.
    """
    words = text.casefold().replace(",", " ").replace(" and ", " ").strip(" .")
    if words == "0":
        return timedelta(0)
    words = _HALF.pattern.sub("0.5", words)
    lengths, numbers = _collect_lengths_by_word(), _collect_numbers_by_word()
    total = timedelta(0)
    end = 0
    for part in re.finditer(r"\s*(\d+(?:\.\d+)?|[a-z]+)\s*([a-z]+)\s*", words):
        if part.start() != end:
            return None
        end = part.end()
        number = numbers.get(part[1]) if part[1].isalpha() else float(part[1])
        unit = lengths.get(part[2])
        if number is None or unit is None or number > 100_000:
            return None
        total += number * unit
    return total if end and end == len(words) and total <= FARTHEST else None


def write_duration(length: timedelta) -> str:
    """Return a duration in words that ``parse_duration`` reads back: ``1 day 12 hours``."""
    minutes = int(length.total_seconds()) // 60
    parts = []
    for name, size in (("day", 1440), ("hour", 60), ("minute", 1)):
        count, minutes = divmod(minutes, size)
        if count:
            parts.append(f"{count} {name}{'s' if count > 1 else ''}")
    return " ".join(parts) or "0"


def write_moment(moment: datetime, zone: str) -> str:
    """Return a moment in words: ``Friday 4 December 2026, 20:00 (Europe/Berlin)``."""
    local = moment.astimezone(ZoneInfo(zone))
    return f"{local:%A} {local.day} {local:%B %Y, %H:%M} ({zone})"


def parse_time(text: str) -> time | None:
    """Return the time of day that ``18:00``, ``6pm``, ``6:30 pm``, ``18h`` or ``noon`` names."""
    word = re.sub(r"[\s.]", "", text.casefold())
    if word in list_words("midnight"):
        return time(0)
    if word in list_words("noon"):
        return time(12)
    parts = _CLOCK.pattern.fullmatch(word)
    if not parts or word.isdecimal():
        return None
    hour, minute = int(parts[1]), int(parts[2] or 0)
    if parts["am"] or parts["pm"]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if parts["pm"] else 0)
    return time(hour, minute) if hour < 24 and minute < 60 else None


_NAMED_ZONE = re.compile(r"\s+\((?:[\w/+:-]+|[^()]*\btime)\)(?:\W*\Z|\s*=.*)")
"""What stands in brackets behind a date: a zone, as in letters, and nothing on which it hangs."""


def parse_when(
    text: str, zone: ZoneInfo, now: datetime, usual: time | None = None
) -> datetime | None:
    """Return the moment (UTC) that a date means in that zone, or None if it means none.

    Reads ``2026-12-01 18:00``, ``Tue Dec 1 18:00``, ``1.12.2026 18:00``, ``friday 6pm``,
    ``tomorrow 18:00``, ``+24h``, ``in 2 days``, and deadlines as letters write them; ``UTC`` or
    an offset (``+0100``) at the end is heeded. A date without a year is the next one; a date
    without a time falls on ``usual``. A weekday that does not fit its date is not forgiven.
    """
    words = text.strip().casefold()
    ahead = re.fullmatch(r"(\+|in\b)?\s*(.+)", words)
    length = parse_duration(ahead[2]) if ahead else None
    if length is not None or (ahead and ahead[1]):
        return now + length if length else None
    words = _NAMED_ZONE.sub("", words)
    if match := re.fullmatch(r"(.*:\d\d) ?([+-])(\d\d):?(\d\d)", words):
        offset = timedelta(hours=int(match[3]), minutes=int(match[4]))
        moment = parse_when(match[1], ZoneInfo("UTC"), now)
        return moment and (moment - offset if match[2] == "+" else moment + offset)
    if match := _UNIVERSAL.pattern.fullmatch(words):
        words, zone = match[1] or match[2], ZoneInfo("UTC")
    return _DateReader(now.astimezone(zone).date(), usual).read_moment(words, zone, now)


def find_first_unknown_word(text: str) -> str:
    """Return the first word of a date or of a duration that is none of theirs, "" if all are."""
    date_read = _DateReader(date.min, None)
    others = {*list_words("date_fillers"), *list_words("length_fillers"), *list_words("half")}
    others |= {*_collect_lengths_by_word(), *_collect_numbers_by_word()}
    for word in text.replace(",", " ").split():
        low = word.casefold()
        known = low in others or parse_time(low)
        if low[:1].isalpha() and not known and not date_read.read_word(low):
            return word
    return ""


def local_to_utc(day: date, clock: time, zone: ZoneInfo) -> datetime:
    """Return a local time as UTC: one that the clocks skip moves forward by what they skip, of
    one that comes twice the later is meant."""
    local = datetime.combine(day, clock.replace(fold=1), tzinfo=zone)
    moment = local.astimezone(UTC)
    if moment.astimezone(zone).replace(tzinfo=None) != local.replace(tzinfo=None):
        moment = local.replace(fold=0).astimezone(UTC)
    return moment


@dataclass
class _DateReader:
    """A date being read word by word."""

    today: date
    clock: time | None
    day: int | None = None
    month: int | None = None
    year: int | None = None
    weekday: int | None = None
    fixed: date | None = None

    def read_moment(self, text: str, zone: ZoneInfo, now: datetime) -> datetime | None:
        text = _CLOCK_APART.pattern.sub(r"\1\2", text)
        text = re.sub(r"(\d{4}-\d\d-\d\d)t(\d)", r"\1 \2", text)
        seen_time = False
        for word in text.replace(",", " ").split():
            clock = parse_time(word)
            if clock is not None and not seen_time:
                self.clock, seen_time = clock, True
            elif word not in list_words("date_fillers") and not self.read_word(word):
                return None
        try:
            return self.build_moment(zone, now)
        except (ValueError, OverflowError):
            return None

    def read_word(self, word: str) -> bool:
        """Read one word; say whether it made sense."""
        is_tomorrow = word in list_words("tomorrow")
        if (is_tomorrow or word in list_words("today")) and self.fixed is None:
            self.fixed = self.today + timedelta(days=is_tomorrow)
            return True
        for form in (*_FORMS, _DAY.pattern):
            match = form.fullmatch(word)
            if match and self.day is None:
                for part, number in match.groupdict().items():
                    setattr(self, part, int(number) if number else None)
                return True
        name = word.rstrip(".")
        weekday = _find_abbreviated(name, "weekdays")
        if weekday is not None and self.weekday is None:
            self.weekday = weekday % 7
            return True
        month = _find_abbreviated(name, "months")
        if month is not None and self.month is None:
            self.month = month % 12 + 1
            return True
        if re.fullmatch(r"\d{4}", word) and self.year is None:
            self.year = int(word)
            return True
        return False

    def build_moment(self, zone: ZoneInfo, now: datetime) -> datetime | None:
        """Return the moment read so far; ValueError where no calendar has such a day."""
        if self.clock is None:
            return None
        day = self.resolve_date(self.clock, zone, now)
        if day is None or self.weekday not in (None, day.weekday()):
            return None
        return local_to_utc(day, self.clock, zone)

    def resolve_date(self, clock: time, zone: ZoneInfo, now: datetime) -> date | None:
        """Return the date read so far, the next one that fits where it has no year."""
        named = (self.day, self.month, self.year)
        if self.fixed is not None:
            return self.fixed if (*named, self.weekday) == (None,) * 4 else None
        if named == (None,) * 3:
            week = (self.today + timedelta(days=ahead) for ahead in range(8))
            days = (day for day in week if self.weekday in (None, day.weekday()))
        elif self.day is None or self.month is None:
            return None
        elif self.year is not None:
            return date(self.year, self.month, self.day)
        else:
            years = range(self.today.year, self.today.year + 5)
            leap = (self.month, self.day) == (2, 29)
            days = (date(y, self.month, self.day) for y in years if not (leap and y % 4))
        return next((day for day in days if local_to_utc(day, clock, zone) > now), None)


def _find_abbreviated(word: str, name: str) -> int | None:
    """Return which word of a list a word begins, by three letters at least; None if it begins
    none."""
    if len(word) < 3:
        return None
    full_words = enumerate(list_words(name))
    return next((number for number, full in full_words if full.startswith(word)), None)


Span = tuple[date, date]
"""The first and the last of some days."""

_TO = WordPattern(r"\s+(?:%(through)s|-)\s+|\s*[\u2013\u2014]\s*")
_SINCE = WordPattern(r"^%(since)s\s+")
_UNTIL = WordPattern(r"^%(until_day)s\s+")
_DAYS = re.compile(r"([a-z. ]*\d{1,2})-(\d{1,2}[a-z. ]*)")
_MONTH = re.compile(r"[a-z]{3,}\.?")
_NOON = time(12)
LONGEST_SPAN = timedelta(days=180)


def parse_spans(text: str, today: date) -> tuple[Span, ...] | None:
    """Return the spans of a list, ``Dec 24 to Jan 2; Apr 5``, in order, or None if one is none."""
    pieces = [piece for piece in re.split(r"\s*(?:[;&]|,(?!\s*\d{4}\b)|\band\b)\s*", text) if piece]
    spans = [parse_span(piece, today) for piece in pieces]
    return tuple(sorted(filter(None, spans))) if spans and None not in spans else None


def parse_span(text: str, today: date) -> Span | None:
    """Return the first and the last day that ``Nov 10 to Nov 14``, ``10 - 14 Nov``, ``Nov 10-14``,
    ``2026-12-24``, ``today to Friday`` or ``until Friday`` name; None where they name none.

    A date without a year is the next one, today included.
    """
    words = _SINCE.pattern.sub("", " ".join(text.casefold().split()))
    if not words:
        return None
    until = _UNTIL.pattern.match(words := re.sub(r"(?<!\d)\.$", "", words))
    first_text, *rest = ("today", words[until.end() :]) if until else _part_days(words, today)
    last_text = rest[0] if rest else ""
    if _DAY.pattern.fullmatch(first_text):
        first_text = f"{first_text} {' '.join(_MONTH.findall(last_text))}"
    elif _DAY.pattern.fullmatch(last_text):
        last_text = f"{last_text} {' '.join(_MONTH.findall(first_text))}"
    first = _parse_day(first_text, today)
    last = _parse_day(last_text, first) if first and rest else first
    if first is None or last is None or not first <= last <= first + LONGEST_SPAN:
        return None
    return first, last


def _part_days(words: str, today: date) -> Sequence[str]:
    """Return the words of the first and of the last day, or those of the only one."""
    short = _DAYS.fullmatch(words)
    parts = short.groups() if short else _TO.pattern.split(words, maxsplit=1)
    return parts if len(parts) > 1 else _part_two_days(words, today) or parts


def _part_two_days(words: str, today: date) -> tuple[str, str] | None:
    """Return the two days of ``Nov 10 Nov 14``, None if that is one day, or none."""
    if _parse_day(words, today) is not None:
        return None
    parts = words.split()
    pairs = ((" ".join(parts[:at]), " ".join(parts[at:])) for at in range(1, len(parts)))
    return next((p for p in pairs if all(_parse_day(text, today) for text in p)), None)


def write_span(span: Span) -> str:
    """Return a span in words that ``parse_span`` reads back: ``24 Dec 2026 to 2 Jan 2027``."""
    first, last = (f"{day.day} {day:%b %Y}" for day in span)
    return first if span[0] == span[1] else f"{first} to {last}"


def _parse_day(text: str, today: date) -> date | None:
    begins = datetime.combine(today, time(0), UTC)
    moment = None if parse_duration(text) else parse_when(text, ZoneInfo("UTC"), begins, _NOON)
    return moment.date() if moment else None
