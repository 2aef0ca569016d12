"""What players are told before a deadline, and after one that some have missed; and news and press
that wait for one letter a day, for those who want it so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from judge.game.clock.dates import local_to_utc
from judge.game.command import LineContext, RunningMasterCommand
from judge.game.effects import Effects
from judge.game.notices import announce_news, build_notice_to, list_held_seats, name_seat
from judge.game.orders.accepting import list_seats_missing_orders, restate_orders
from judge.game.person.person import ANYBODY, Person
from judge.game.state import Game, Play, Role, Seat
from judge.model.letter import News, Notice, PressText
from judge.model.letter_kind import LATE, NEWS, REMINDER, LetterKind
from judge.model.reason import Reason
from judge.model.when import describe_moment

People = Mapping[str, Person]
"""What people want, by their addresses in small letters; who wants nothing is absent."""

NOBODY: People = {}

_APART = timedelta(hours=12)
"""How long after a REMIND there is no other, in phases that are twice as long or more."""

_TO_LATE_PLAYERS = {
    Reason("late_grace"): Reason("late_grace_you"),
    Reason("late_held"): Reason("late_held_you"),
    Reason("manual_due"): Reason("manual_due_you"),
}
"""What those are told who are late, by what all others are told of the deadline."""


class Remind(RunningMasterCommand):
    """REMIND: have those who lack orders reminded now; once in half a day."""

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Remind them, as far as they want reminders, unless a master did so not long ago.

        The ledger has when that was: a deadline that is moved makes no room for more.
        """
        missing, zone = name_missing_powers(game), game.settings.zone
        if not missing:
            return Reason("all_ordered")
        done = Reason("reminded")
        ledger = context.list_ledger_of_game(game.name)
        last = max((entry.at for entry in ledger if done in entry.remark), default=None)
        apart = min(_APART, game.settings.lengths[game.position.turn.phase.value] / 2)
        if last is not None and context.now < last + apart:
            moments = (last, last + apart)
            return Reason("reminded_before", tuple(describe_moment(at, zone) for at in moments))
        notices = _remind_late_seats(
            game, game.held_player_seats, context.key, Reason("master_reminds")
        )
        return Effects(remark=done, notices=notices, sections=tuple(map(News, missing)))


def remind_players(game: Play, now: datetime, people: People) -> Effects | None:
    """Remind the players who lack orders, once for all their reminders that have fallen due."""
    last = game.reminded_at or datetime.min.replace(tzinfo=UTC)
    due = [
        s
        for s in game.held_player_seats
        if any(last < moment <= now for moment in list_reminder_times(game, s, people))
    ]
    if not due:
        return None
    key = f"{make_deadline_key(game, now)}.reminder"
    notices = _remind_late_seats(game, due, key, Reason("reminder"))
    return Effects((replace(game, reminded_at=now),), notices=notices)


def list_reminder_times(game: Play, seat: Seat, people: People) -> Iterator[datetime]:
    """Yield when a player is reminded of the deadline: as they want it, or as the game does.

    Never before half of a phase's usual length is over: short phases need no reminder at once.
    """
    assert game.due_at is not None, "reminders are of a deadline"
    usual = game.settings.lengths[game.position.turn.phase.value]
    own_reminders = people.get(seat.address.lower(), ANYBODY).reminders
    for ahead in game.settings.reminders if own_reminders is None else own_reminders:
        yield game.due_at - min(ahead, usual / 2)


def announce_missed_deadline(
    game: Play, late: tuple[Seat, ...], why: Reason, now: datetime
) -> Effects:
    """Tell everybody that the deadline is past, and those who are late what they lack.

    ``why`` is ``late_grace``, ``late_held`` or ``manual_due``.
    """
    called = {seat.name for seat in late}
    seats = (replace(s, opened=False, tardy=s.tardy or s.name in called) for s in game.seats)
    game = replace(game, late=True, seats=tuple(seats))
    key = f"{make_deadline_key(game, now)}.{why.code}"
    other_seats = [seat for seat in list_held_seats(game) if seat.name not in called]
    masters = [seat for seat in other_seats if seat.role is Role.MASTER]
    rest = [seat for seat in other_seats if seat.role is not Role.MASTER and game.shows_duties]
    event = "Late Notice"
    notices = announce_news(
        game, event, key, why, *name_missing_powers(game), kind=LATE, to=masters
    )
    notices += announce_news(game, event, key, why, kind=LATE, to=rest)
    yours = _TO_LATE_PLAYERS[why]
    return Effects(
        (game,), notices=notices + _build_notices_with_orders(game, late, LATE, event, key, yours)
    )


def name_missing_powers(game: Play) -> tuple[Reason, ...]:
    """Name to the master the powers whose orders are missing."""
    seats = list_seats_missing_orders(game, game.players)
    names = tuple(name_seat(seat) for seat in seats)
    return (Reason("waiting_for", names),) if names else ()


def make_deadline_key(game: Play, now: datetime) -> str:
    """Return words that tell what is done now about this deadline from all else in the game.

    Nothing that others did goes into them.
    """
    due = game.due_at.strftime("%Y%m%d%H%M") if game.due_at else "open"
    return f"{game.position.turn}.{due}.{now:%Y%m%d%H%M%S}"


def _remind_late_seats(
    game: Play, seats: Iterable[Seat], key: str, why: Reason
) -> tuple[Notice, ...]:
    """Return the reminders of those of some seats that lack orders, and want reminders."""
    late = [seat for seat in list_seats_missing_orders(game, seats) if seat.reminders]
    event = f"{game.position.turn} Reminder"
    return _build_notices_with_orders(game, late, REMINDER, event, key, why)


def _build_notices_with_orders(
    game: Play, seats: Iterable[Seat], kind: LetterKind, event: str, key: str, why: Reason
) -> tuple[Notice, ...]:
    """Return notices that restate to each seat what it has ordered and what it lacks."""
    return tuple(
        build_notice_to(game, seat, kind, event, key, (News(why), *restate_orders(game, seat)))
        for seat in seats
        if seat.address
    )


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
