"""Spans of days as people type them, and in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from judge.game.clock.dates import parse_duration, parse_when
from judge.language.word_lists import WordPattern

Span = tuple[date, date]
"""The first and the last of some days."""

_TO = WordPattern(r"\s+(?:%(through)s|-)\s+|\s*[\u2013\u2014]\s*")
_SINCE = WordPattern(r"^%(since)s\s+")
_UNTIL = WordPattern(r"^%(until_day)s\s+")
_DAYS = re.compile(r"([a-z. ]*\d{1,2})-(\d{1,2}[a-z. ]*)")
_DAY = WordPattern(r"\d{1,2}(?:%(ordinal)s|\.)?")
_MONTH = re.compile(r"[a-z]{3,}\.?")
_NOON = time(12)
LONGEST = timedelta(days=180)


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
    if first is None or last is None or not first <= last <= first + LONGEST:
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
