"""The file for calendar programs that letters with a new deadline bear."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from icalendar import Calendar, Event

from tests.road.office import MASTER, Letter, Office, gather, player

DUE = datetime(2026, 11, 6, 9, tzinfo=UTC)


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    made = Office(tmp_path)
    gather(made)
    yield made
    made.close()


def event_of(letter: Letter) -> Event | None:
    """The one event of a letter's file, as the library reads it."""
    files = [part for part in letter.mail.walk() if part.get_content_type() == "text/calendar"]
    if not files:
        return None
    (part,) = files
    assert part.get_filename() == "deadline.ics"
    raw = part.get_payload(decode=True)
    assert isinstance(raw, bytes)
    made = Calendar.from_ical(raw)
    assert isinstance(made, Calendar)
    assert made["METHOD"] == "PUBLISH"
    (event,) = made.walk("VEVENT")
    assert isinstance(event, Event)
    return event


def shown(letters: list[Letter], calendar: dict[str, Event]) -> set[str]:
    """Put what the letters bring into a calendar as programs do; return to whom it came."""
    told = set()
    for letter in letters:
        if (event := event_of(letter)) is not None:
            told.add(letter.to)
            known = calendar.get(event["UID"])
            if known is None or known["SEQUENCE"] < event["SEQUENCE"]:
                calendar[event["UID"]] = event
    return told


def test_the_event_moves_and_does_not_double(office: Office) -> None:
    calendar: dict[str, Event] = {}
    starts = [letter for letter in office.sent if "Starting" in letter.subject]
    shown(starts, calendar)
    joined = [letter for letter in office.sent if letter.subject.endswith("New Player")]
    assert joined and shown(joined, {}) == set()  # of a game that has no deadline yet
    (event,) = calendar.values()
    assert (event["DTSTART"].dt, event["STATUS"]) == (DUE, "CONFIRMED")
    assert event["SUMMARY"] == "ruhr: orders for Spring of 1901"
    france = player("France")
    office.now += timedelta(hours=1)
    assert shown(office.answer(france, "A Par - Bur"), calendar) == set()
    office.now += timedelta(hours=1)
    letters = office.answer(MASTER, "SET DEADLINE +7d")
    assert france in shown(letters, calendar) and len(letters) == 8
    (event,) = calendar.values()
    assert event["DTSTART"].dt == DUE + timedelta(days=7)
    office.now += timedelta(hours=1)
    shown(office.answer(MASTER, "PAUSE"), calendar)
    (event,) = calendar.values()
    assert event["STATUS"] == "CANCELLED"
    office.now += timedelta(hours=1)
    shown(office.answer(MASTER, "RESUME"), calendar)
    (event,) = calendar.values()
    assert (event["DTSTART"].dt, event["STATUS"]) == (office.game().due_at, "CONFIRMED")


def test_who_wants_none_gets_none(office: Office) -> None:
    office.answer(player("France"), "SET CALENDAR OFF")
    office.now += timedelta(hours=1)
    letters = office.answer(MASTER, "SET DEADLINE +7d")
    assert {one.to for one in letters} - shown(letters, {}) == {player("France")}


def test_it_goes_beside_a_picture(tmp_path: Path) -> None:
    office = Office(tmp_path, draws=True)
    gather(office)
    (start,) = (one for one in office.sent if one.to == player("France") and "Start" in one.subject)
    kinds = [part.get_content_type() for part in start.mail.walk()]
    office.close()
    assert kinds == [
        "multipart/mixed", "multipart/alternative", "text/plain",
        "multipart/related", "text/html", "image/png", "text/calendar",
    ]  # fmt: skip


def test_what_somebody_wants_goes_with_them_to_a_new_address(office: Office) -> None:
    office.answer(player("France"), "SET CALENDAR OFF")
    office.answer(player("France"), "SET ADDRESS paris@example.net")
    office.answer("paris@example.net", "yes")
    office.now += timedelta(hours=1)
    letters = office.answer(MASTER, "SET DEADLINE +7d")
    assert {one.to for one in letters} - shown(letters, {}) == {"paris@example.net"}
