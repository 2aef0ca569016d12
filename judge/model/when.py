"""Deadlines in words: always absolute, in the game's zone and in UTC; in English (LC_TIME is C)."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo


@lru_cache(maxsize=64)
def stamp(moment: datetime, zone: str) -> str:
    """Return the old judges' form in the zone: ``Tue Jan 06 2004 23:30:00 +0000``."""
    return f"{moment.astimezone(ZoneInfo(zone)):%a %b %d %Y %H:%M:%S %z}"


@lru_cache(maxsize=64)
def spoken(moment: datetime, zone: str, own: str = "") -> str:
    """Return the moment for people: weekday, date, time in the zone, and the same in UTC.

    A reader with a zone of their ``own`` is told the time there first.
    """
    local, games = (moment.astimezone(ZoneInfo(each)) for each in (own or zone, zone))
    utc, told = moment.astimezone(UTC), local
    text = f"{local:%A} {local.day} {local:%B %Y, %H:%M}"
    if local.utcoffset() == utc.utcoffset():
        return f"{text} UTC"
    text = f"{text} ({own or zone})"
    for other, name in ((games, f"({zone})"), (utc, "UTC")):
        if other is utc or other.utcoffset() not in (local.utcoffset(), utc.utcoffset()):
            day = "" if other.date() == told.date() else f"{other:%A} "
            text, told = f"{text} = {day}{other:%H:%M} {name}", other
    return text


def sent(moment: datetime) -> str:
    """Return a Date line of the old judges' histories, without its label."""
    utc = moment.astimezone(UTC)
    return f"{utc:%a %b} {utc.day:2d} {utc:%H:%M:%S %Y} ({int(utc.timestamp())})"
