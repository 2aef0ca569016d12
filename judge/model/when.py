"""Deadlines in words: always absolute, in the game's zone and in UTC; in English (LC_TIME is C)."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo


@lru_cache(maxsize=64)
def format_stamp(moment: datetime, zone: str) -> str:
    """Return the old judges' form in the zone: ``Tue Jan 06 2004 23:30:00 +0000``."""
    return f"{moment.astimezone(ZoneInfo(zone)):%a %b %d %Y %H:%M:%S %z}"


@lru_cache(maxsize=64)
def describe_moment(moment: datetime, zone: str, reader_zone: str = "") -> str:
    """Return the moment for people: weekday, date, time in the zone, and the same in UTC.

    A reader with a zone of their ``own`` is told the time there first.
    """
    local, games = (
        moment.astimezone(ZoneInfo(zone_name)) for zone_name in (reader_zone or zone, zone)
    )
    utc, last_told = moment.astimezone(UTC), local
    text = f"{local:%A} {local.day} {local:%B %Y, %H:%M}"
    if local.utcoffset() == utc.utcoffset():
        return f"{text} UTC"
    text = f"{text} ({reader_zone or zone})"
    for moment_there, name in ((games, f"({zone})"), (utc, "UTC")):
        if moment_there is utc or moment_there.utcoffset() not in (
            local.utcoffset(),
            utc.utcoffset(),
        ):
            day = "" if moment_there.date() == last_told.date() else f"{moment_there:%A} "
            text, last_told = f"{text} = {day}{moment_there:%H:%M} {name}", moment_there
    return text


def format_sent_date(moment: datetime) -> str:
    """Return a Date line of the old judges' histories, without its label."""
    utc = moment.astimezone(UTC)
    return f"{utc:%a %b} {utc.day:2d} {utc:%H:%M:%S %Y} ({int(utc.timestamp())})"
