"""Dates and durations as people type them, and durations in words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

_UNITS = {
    **dict.fromkeys(("week", "weeks", "wk", "w"), timedelta(weeks=1)),
    **dict.fromkeys(("day", "days", "d"), timedelta(days=1)),
    **dict.fromkeys(("hour", "hours", "hr", "hrs", "h"), timedelta(hours=1)),
    **dict.fromkeys(("minute", "minutes", "min", "mins", "m"), timedelta(minutes=1)),
}
_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "half": 0.5,
}  # fmt: skip
_MONTH_NAMES = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_FILLERS = {"at", "on", "the", "of", "o'clock", "by", "to"}
_FORMS = (
    r"(?P<year>\d{4})-(?P<month>\d\d?)-(?P<day>\d\d?)",
    r"(?P<day>\d\d?)\.(?P<month>\d\d?)\.(?P<year>\d{4})?",
    r"(?P<day>\d\d?)(?:st|nd|rd|th|\.)?",
)
NAMES = (
    *(name.title() for name in (*DAYS, *_MONTH_NAMES)),
    "today", "tonight", "tomorrow", "noon", "midnight",
)  # fmt: skip
"""The words of dates, in full."""
LENGTHS = ("weeks", "days", "hours", "minutes")
"""The units of durations, in full."""
FARTHEST = timedelta(days=3650)


def parse_duration(text: str) -> timedelta | None:
    """Return the duration that ``3 days``, ``36h``, ``1d12h``, ``a week`` or ``0`` names.

    None where the words name none, or one of more than ten years.
    """
    words = text.casefold().replace(",", " ").replace(" and ", " ").strip(" .")
    if words == "0":
        return timedelta(0)
    words = re.sub(r"\bhalf an?\b", "half", words)
    total = timedelta(0)
    end = 0
    for part in re.finditer(r"\s*(\d+(?:\.\d+)?|[a-z]+)\s*([a-z]+)\s*", words):
        if part.start() != end:
            return None
        end = part.end()
        number = _NUMBERS.get(part[1]) if part[1].isalpha() else float(part[1])
        unit = _UNITS.get(part[2])
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
    if word in {"noon", "midday", "midnight"}:
        return time(0) if word == "midnight" else time(12)
    parts = re.fullmatch(r"(\d{1,2})(?::(\d\d)(?::\d\d)?)?(am|pm|h|uhr)?", word)
    if not parts or not (parts[2] or parts[3]):
        return None
    hour, minute = int(parts[1]), int(parts[2] or 0)
    if parts[3] in ("am", "pm"):
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if parts[3] == "pm" else 0)
    return time(hour, minute) if hour < 24 and minute < 60 else None


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
    words = re.sub(r"\s+\(.*", "", words)
    if match := re.fullmatch(r"(.*:\d\d) ?([+-])(\d\d):?(\d\d)", words):
        offset = timedelta(hours=int(match[3]), minutes=int(match[4]))
        moment = parse_when(match[1], ZoneInfo("UTC"), now)
        return moment and (moment - offset if match[2] == "+" else moment + offset)
    if match := re.fullmatch(r"(.*\S)\s+(?:utc|gmt|z)|(.*\d)z", words):
        words, zone = match[1] or match[2], ZoneInfo("UTC")
    return _DateReader(now.astimezone(zone).date(), usual).read_moment(words, zone, now)


def find_first_unknown_word(text: str) -> str:
    """Return the first word of a date or of a duration that is none of theirs, "" if all are."""
    date_read = _DateReader(date.min, None)
    for word in text.replace(",", " ").split():
        low = word.casefold()
        known = low in {*_FILLERS, *_UNITS, *_NUMBERS, "in", "and"} or parse_time(low)
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
        text = re.sub(r"(\d)\s+(am|pm|h|uhr)\b", r"\1\2", text)
        text = re.sub(r"(\d{4}-\d\d-\d\d)t(\d)", r"\1 \2", text)
        seen_time = False
        for word in text.replace(",", " ").split():
            clock = parse_time(word)
            if clock is not None and not seen_time:
                self.clock, seen_time = clock, True
            elif word not in _FILLERS and not self.read_word(word):
                return None
        try:
            return self.build_moment(zone, now)
        except (ValueError, OverflowError):
            return None

    def read_word(self, word: str) -> bool:
        """Read one word; say whether it made sense."""
        if word in {"today", "tonight", "tomorrow"} and self.fixed is None:
            self.fixed = self.today + timedelta(days=word == "tomorrow")
            return True
        for form in _FORMS:
            match = re.fullmatch(form, word)
            if match and self.day is None:
                for part, number in match.groupdict().items():
                    setattr(self, part, int(number) if number else None)
                return True
        name = word.rstrip(".")
        weekday = _find_abbreviated(name, DAYS)
        if weekday is not None and self.weekday is None:
            self.weekday = weekday
            return True
        month = _find_abbreviated(name, _MONTH_NAMES)
        if month is not None and self.month is None:
            self.month = month + 1
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


def _find_abbreviated(word: str, names: tuple[str, ...]) -> int | None:
    """Return the number of the one name that the word begins (three letters at least)."""
    if len(word) < 3:
        return None
    return next((i for i, name in enumerate(names) if name.startswith(word)), None)
