"""News and press that wait for one letter a day, for those who want it so."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from judge.game.clock.dates import local_to_utc
from judge.game.notices import build_notice_to
from judge.game.person.person import Person
from judge.game.state import Game
from judge.model.letter import News, Notice, PressText
from judge.model.letter_kind import NEWS

Told = News | PressText
"""What can wait."""

_BEFORE = timedelta(hours=6)
"""Nothing waits until there are fewer hours to the deadline."""


class WaitingNews(NamedTuple):
    """What waits for the holder of a seat, and until when."""

    game: str
    seat: str
    address: str
    due: datetime
    told: tuple[Told, ...]


def gather_for_digest(notice: Notice, person: Person, now: datetime) -> WaitingNews | None:
    """Return a notice as what waits, None if it goes at once: all but news and press, press whose
    answer goes to its writer, and what would come too late to be of use for the present turn."""
    sections = tuple(
        section for section in notice.sections if isinstance(section, News | PressText)
    )
    heading, to = notice.heading, notice.to
    plain = notice.kind.may_wait and len(sections) == len(notice.sections)
    plain = plain and not any(
        isinstance(section, PressText) and section.direct for section in sections
    )
    if person.digest is None or heading is None or not (plain and to.seat):
        return None
    zone = ZoneInfo(person.zone or heading.zone)
    day = now.astimezone(zone).date()
    days = (day + timedelta(days=ahead) for ahead in (0, 1))
    due = next(
        moment
        for digest_day in days
        if (moment := local_to_utc(digest_day, person.digest, zone)) > now
    )
    ends = heading.closes or heading.due
    if heading.late or (ends is not None and due > ends - _BEFORE):
        return None
    return WaitingNews(heading.game, to.seat, to.address, due, sections)


def build_digest(game: Game, waiting: Sequence[WaitingNews]) -> Notice | None:
    """Return the letter of all that waits for a seat; None if its holder is another by now."""
    first = waiting[0]
    seat = game.find_seat_named(first.seat)
    if seat is None or seat.address != first.address:
        return None
    sections = [section for item in waiting for section in item.told]
    key = f"digest.{first.due:%Y%m%d%H%M}"
    return build_notice_to(game, seat, NEWS, "News of the Day", key, dict.fromkeys(sections))
