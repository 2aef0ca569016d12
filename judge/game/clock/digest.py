"""News and press that wait for one letter a day, for those who want it so."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from judge.game.clock.dates import resolve
from judge.game.notices import notice_to
from judge.game.person.person import Person
from judge.game.state import Game
from judge.model.letter import News, Notice, PressText
from judge.model.letter_kind import NEWS

Told = News | PressText
"""What can wait."""

_BEFORE = timedelta(hours=6)
"""Nothing waits until there are fewer hours to the deadline."""


class Gathered(NamedTuple):
    """What waits for the holder of a seat, and until when."""

    game: str
    seat: str
    address: str
    due: datetime
    told: tuple[Told, ...]


def gathered(notice: Notice, person: Person, now: datetime) -> Gathered | None:
    """Return a notice as what waits, None if it goes at once: all but news and press, press whose
    answer goes to its writer, and what would come too late to be of use for the present turn."""
    told = tuple(each for each in notice.sections if isinstance(each, News | PressText))
    heading, to = notice.heading, notice.to
    plain = notice.kind.may_wait and len(told) == len(notice.sections)
    plain = plain and not any(isinstance(each, PressText) and each.direct for each in told)
    if person.digest is None or heading is None or not (plain and to.seat):
        return None
    zone = ZoneInfo(person.zone or heading.zone)
    day = now.astimezone(zone).date()
    days = (day + timedelta(days=ahead) for ahead in (0, 1))
    due = next(at for one in days if (at := resolve(one, person.digest, zone)) > now)
    ends = heading.closes or heading.due
    if heading.late or (ends is not None and due > ends - _BEFORE):
        return None
    return Gathered(heading.game, to.seat, to.address, due, told)


def digest(game: Game, waiting: Sequence[Gathered]) -> Notice | None:
    """Return the letter of all that waits for a seat; None if its holder is another by now."""
    first = waiting[0]
    seat = game.seat(first.seat)
    if seat is None or seat.address != first.address:
        return None
    told = [each for one in waiting for each in one.told]
    key = f"digest.{first.due:%Y%m%d%H%M}"
    return notice_to(game, seat, NEWS, "News of the Day", key, dict.fromkeys(told))
