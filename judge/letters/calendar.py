"""A game's deadline as a file for calendar programs: one event that moves from turn to turn."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

_BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
_LENGTH = timedelta(minutes=15)


def build_deadline_calendar(
    game: str, title: str, due: datetime, domain: str, now: datetime, *, canceled: bool = False
) -> str:
    """Return the event of a game's deadline; programs that know an earlier one move it.

    Its number rises with the time, and tells nothing else.
    """
    from icalendar import Calendar, Event  # takes as long to load as a letter to write

    event = Event()
    event.add("uid", f"{game}@{domain}")
    event.add("dtstamp", now)
    event.add("sequence", max(int((now - _BEGAN).total_seconds()), 0))
    event.add("dtstart", due.astimezone(UTC))
    event.add("duration", _LENGTH)
    event.add("summary", f"{game}: {title}")
    event.add("status", "CANCELLED" if canceled else "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    made = Calendar()
    made.add("prodid", f"-//{domain}//Diplomacy judge//EN")
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made.add_component(event)
    return str(made.to_ical(), "utf-8")
