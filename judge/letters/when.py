"""Deadlines in words: always absolute, in the game's zone and in UTC."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def stamp(moment: datetime, zone: str) -> str:
    """Return the old judges' form in the zone: ``Tue Jan 06 2004 23:30:00 +0000``."""
    local = moment.astimezone(ZoneInfo(zone))
    day, month = _DAYS[local.weekday()][:3], _MONTHS[local.month - 1][:3]
    return f"{day} {month} {local:%d %Y %H:%M:%S %z}"


def spoken(moment: datetime, zone: str) -> str:
    """Return the moment for people: weekday, date, time in the zone, and the same in UTC."""
    local, utc = moment.astimezone(ZoneInfo(zone)), moment.astimezone(UTC)
    text = f"{date(local)}, {local:%H:%M}"
    if local.utcoffset() == utc.utcoffset():
        return f"{text} UTC"
    day = "" if local.date() == utc.date() else f"{_DAYS[utc.weekday()]} "
    return f"{text} ({zone}) = {day}{utc:%H:%M} UTC"


def date(day: datetime) -> str:
    """Return the day with its weekday: ``Tuesday 6 January 2004``."""
    return f"{_DAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]} {day.year}"


def sent(moment: datetime) -> str:
    """Return a Date line of the old judges' histories, without its label."""
    utc = moment.astimezone(UTC)
    day, month = _DAYS[utc.weekday()][:3], _MONTHS[utc.month - 1][:3]
    return f"{day} {month} {utc.day:2d} {utc:%H:%M:%S %Y} ({int(utc.timestamp())})"
