"""Times and days as people say them, written as dates are: ``Friday evening at eight``."""

from __future__ import annotations

import re

from judge.language.word_lists import WordPattern, list_words, read_count

_HOUR = r"(?P<hour>\d\d?|%(numbers)s)(?:[:.](?P<minute>\d\d))?"
_PART = r"(?P<part>%(early_in_day)s|%(late_in_day)s)"
_SIGN = r"(?: ?(?:%(before_noon)s|%(after_noon)s|%(full_hour)s))"
_HOUR_FIRST = WordPattern(rf"\b{_HOUR}{_SIGN}? %(in_part_of_day)s {_PART}\b")
_PART_FIRST = WordPattern(
    rf"\b{_PART},? (?:(?P<at>%(at_hour)s) )?{_HOUR}(?(at){_SIGN}?|{_SIGN})(?![\w:])"
)
_DAY = r"(?P<{}>\d\d?)(?:%(ordinal)s|\.)?"
_TO = r" ?- ?"
_MONTH = r"(?P<month>[a-z]{3,9})\b\.?"
_MONTH_LAST = WordPattern(rf"\b{_DAY.format('first')}{_TO}{_DAY.format('last')} (?:of )?{_MONTH}")
_MONTH_FIRST = WordPattern(rf"\b{_MONTH} {_DAY.format('first')}{_TO}{_DAY.format('last')}(?![\w:])")


def write_out_times(text: str) -> str:
    """Return a sentence with hours of a part of the day as the time, and with a dash between two
    days of a month apart from these."""
    for pattern in (_PART_FIRST, _HOUR_FIRST):
        text = pattern.pattern.sub(_write_time, text)
    for pattern in (_MONTH_LAST, _MONTH_FIRST):
        text = pattern.pattern.sub(_write_days, text)
    return text


def _write_time(said: re.Match[str]) -> str:
    """Return the time of an hour that is told with its part of the day, of those of twelve."""
    word, part = said["hour"].lower(), said["part"].lower()
    hour = read_count(word)
    if not 1 <= hour <= 12 or (hour == 12 and part in list_words("late_in_day")):
        return said[0]
    later = 12 if part in list_words("late_in_day") else 0
    minute = said.groupdict().get("minute") or "00"
    day = f"{said['part']} " if part in list_words("today") else ""
    return f"{day}{hour % 12 + later:02}:{minute}"


def _write_days(said: re.Match[str]) -> str:
    """Return two days of a month with a dash between them as a word of its own."""
    month = said["month"].lower()
    is_month = any(name.startswith(month) for name in list_words("months"))
    return re.sub(r" ?- ?", " - ", said[0]) if is_month else said[0]
