"""The passing of turns: when a game is ready, what processing it does, what a deadline does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Literal

from judge.engine.adjudicate import adjudicate
from judge.engine.advance import advance
from judge.game.clock import dates
from judge.game.clock.conduct import rested
from judge.game.clock.schedule import next_due
from judge.game.decision import Decision, PressRecord
from judge.game.notices import (
    announce,
    display_name,
    held_seats,
    merged,
    notice_to,
)
from judge.game.orders import plans
from judge.game.orders.accepting import order_sets, orders_due, seats_missing_orders
from judge.game.press.leaving import leave, leaves_at
from judge.game.procedure import procedure_of
from judge.game.seats import starting
from judge.game.seats.contact_addresses import new_contact_addresses
from judge.game.state import Play, Role, Seat, Stage
from judge.model.letter import News, Notice
from judge.model.position import apply
from judge.model.reason import Reason

REASONS = ("late_grace", "late_grace_you", "late_held", "late_held_you", "manual_due",
           "manual_due_you")  # fmt: skip
"""The codes that are handed on or put together here."""

Cause = Literal["early", "deadline", "master"]
"""Why a turn is processed: everything is there, time is up, or the master said so."""


def ready(game: Play) -> bool:
    """Say whether a turn may be processed now: before its deadline, or past it when the late come.

    Every player who has something to order must have ordered all of it, and before the deadline
    nobody may wait. Powers whose player resigned hold nobody up as long as somebody else has
    orders to give: what they lack is done by civil disorder. Where only they have to order, and in
    the turn in which they left, the deadline is kept, so that a replacement has time to come.
    """
    held = game.stage is Stage.HELD and game.late
    # Where nobody may know who has to order, an end before its time would tell.
    if game.settings.manual or not (game.shows_duties and (held or game.stage is Stage.ACTIVE)):
        return False
    past = held or game.late
    if any(seat.opened for seat in starting.vacancies(game)):
        return False
    waits = any(seat.wait and starting.seat_survives(game, seat) for seat in game.playing)
    if not past and (waits or not game.settings.early or procedure_of(game).holds_turn(game)):
        return False
    wants = orders_due(game)
    busy = [seat for seat in game.playing if any(power in wants for power in seat.powers)]
    return bool(busy) and not seats_missing_orders(game, busy)


def run_ready(decision: Decision, now: datetime) -> Decision:
    """Return a mail's decision with the turns run that it made ready."""
    games, notices = [], list(decision.notices)
    for game in decision.games:
        if isinstance(game, Play) and ready(game):
            game, results = process(game, now, "early")
            notices += results
        games.append(game)
    return replace(decision, games=tuple(games), notices=merged(notices))


def process(game: Play, now: datetime, cause: Cause) -> tuple[Play, tuple[Notice, ...]]:
    """Carry out the current turn and begin the next, or end the game; tell every seat.

    The game's ``played`` is then the whole record, the beginning of the next turn included. A
    vote that is still open is closed first, and may end the game.
    """
    procedure = procedure_of(game)
    game, closing = procedure.close(game)
    if game.stage is Stage.ENDED:
        return game, closing
    turn = game.position.turn
    record = adjudicate(game.variant, game.position, game.orders)
    more = advance(game.variant, record)
    position = apply(record.after, more)
    record = replace(record, effects=(*record.effects, *more), after=position)
    seats = rested(game, timely=cause != "master" or (game.due_at or now) < now)
    done = replace(
        game,
        stage=Stage.ENDED if position.ended else Stage.ACTIVE,
        seats=seats,
        position=position,
        number=game.number + 1,
        due_at=None,
        left=None,
        orders={},
        motions=(),
        played=record,
        reminded_at=None,
        late=False,
    )
    if not position.ended and not game.settings.manual:
        done = replace(done, due_at=_deadline_after(game, done, now, cause))
    done, ahead = plans.begin(done)
    event, wants = f"{turn} Results", orders_due(done)
    announced = tuple(News(why) for why in game.disclosure.announced(record.before, position))
    notices = []
    for seat in held_seats(done):
        sections = (
            *announced,
            *procedure.results_sections(game, done, seat),
            *filter(None, [ahead.get(seat.name)]),
            *order_sets(done, seat, wants),
            *new_contact_addresses(game, done, seat),
        )
        notices.append(notice_to(done, seat, "results", event, f"{turn}.results", sections))
    done, opened = procedure.begin_turn(game, done)
    return done, (*closing, *notices, *opened)


def preview(game: Play, seat: Seat, now: datetime, key: str) -> Notice:
    """Return what processing now would do, for the master's eyes; nothing is changed."""
    done, _ = process(game, now, "master")
    event = f"{game.position.turn} Preview"
    sections = map(News, (Reason("preview"), *_waiting_for(game)))
    return notice_to(replace(done, due_at=None), seat, "results", event, key, sections)


def tick(game: Play, now: datetime, held_after: timedelta) -> Decision | None:
    """Do what time asks for: let press leave, remind, call late, process, or hold; None if it asks
    for nothing.

    A deadline that was missed by more than ``held_after`` (the judge was out of work) does not
    fire: the game is held and its masters decide.
    """
    games, notices, press = [game], list[Notice](), list[PressRecord]()
    for step in (leave, partial(_keep_time, held_after=held_after), leave):
        done = step(games[-1], now)
        if done is not None:
            games += [each for each in done.games if isinstance(each, Play)]
            notices += done.notices
            press += done.press
    return Decision((games[-1],), tuple(notices), tuple(press)) if len(games) > 1 else None


def _keep_time(game: Play, now: datetime, held_after: timedelta) -> Decision | None:
    if game.stage is not Stage.ACTIVE or game.due_at is None:
        return None
    procedure = procedure_of(game)
    end = procedure.closes_at(game)
    if end is not None and now >= end:
        closed, notices = procedure.close(game)
        return Decision((closed,), notices)
    if now < game.due_at:
        return _remind(game, now)
    late = seats_missing_orders(game, game.playing)
    end = closes_at(game)
    assert end is not None, "it has a deadline"
    if now - end > held_after:
        return _hold(game, now)
    if game.settings.manual:
        return None if game.late else _call_late(game, late, "manual_due", now)
    if now < end:
        return None if game.late else _call_late(game, late, "late_grace", now)
    waits = game.settings.nmr == "wait" and game.shows_duties
    if waits and seats_missing_orders(game, game.players):
        return _call_late(replace(game, stage=Stage.HELD), late, "late_held", now)
    done, notices = process(game, now, "deadline")
    return Decision((done,), notices)


def wakes_at(game: Play) -> datetime | None:
    """Return when ``tick`` will next have something to do for the game, as it now stands."""
    press = leaves_at(game)
    if game.stage is not Stage.ACTIVE or game.due_at is None:
        return press
    wakes: datetime | None = game.due_at
    if game.late:
        wakes = None if game.settings.manual else game.due_at + game.grace
    last = game.reminded_at or datetime.min.replace(tzinfo=UTC)
    ahead = () if game.late else (at for at in _reminders(game) if at > last)
    times = (wakes, *ahead, procedure_of(game).closes_at(game), press)
    return min((moment for moment in times if moment is not None), default=None)


def closes_at(game: Play) -> datetime | None:
    """Return until when mail counts for the turn, as far as orders are in: the deadline, or the end
    of the time of grace while somebody is late.

    Where nobody may know, the time does not tell whether any are late.
    """
    if game.due_at is None:
        return None
    grace = not game.shows_duties or seats_missing_orders(game, game.playing)
    return game.due_at + (game.grace if grace else timedelta(0))


def deadline_key(game: Play, now: datetime) -> str:
    """Return words that tell what is done now about this deadline from all else in the game.

    Nothing that others did goes into them.
    """
    due = game.due_at.strftime("%Y%m%d%H%M") if game.due_at else "open"
    return f"{game.position.turn}.{due}.{now:%Y%m%d%H%M%S}"


def _deadline_after(game: Play, done: Play, now: datetime, cause: Cause) -> datetime:
    """Return the next deadline; after a deadline kept in time it counts from that deadline."""
    if cause == "deadline" and game.due_at is not None:
        due = next_due(done.settings, done.position.turn, game.due_at)
        if due - now > (due - game.due_at) / 2:
            return due
    return next_due(done.settings, done.position.turn, now)


def _remind(game: Play, now: datetime) -> Decision | None:
    """Remind the players who lack orders, once for all reminders that have fallen due."""
    last = game.reminded_at or datetime.min.replace(tzinfo=UTC)
    if not any(last < at <= now for at in _reminders(game)):
        return None
    late = [seat for seat in seats_missing_orders(game, game.players) if seat.reminders]
    game = replace(game, reminded_at=now)
    key, why = f"{deadline_key(game, now)}.reminder", Reason("reminder")
    return Decision((game,), _with_sets(game, late, "reminder", "Reminder", key, why))


def _reminders(game: Play) -> Iterator[datetime]:
    """Yield when players are reminded of the deadline.

    Never before half of a phase's usual length is over: short phases need no reminder at once.
    """
    assert game.due_at is not None, "reminders are of a deadline"
    usual = game.settings.lengths[game.position.turn.phase.value]
    for ahead in game.settings.reminders:
        yield game.due_at - min(ahead, usual / 2)


def _call_late(game: Play, late: tuple[Seat, ...], code: str, now: datetime) -> Decision:
    """Tell everybody that the deadline is past, and those who are late what they lack."""
    called = {seat.name for seat in late}
    seats = (replace(s, opened=False, tardy=s.tardy or s.name in called) for s in game.seats)
    game = replace(game, late=True, seats=tuple(seats))
    key = f"{deadline_key(game, now)}.{code}"
    about = (dates.words(game.grace),) if code == "late_grace" else ()
    others = [seat for seat in held_seats(game) if seat.name not in called]
    masters = [seat for seat in others if seat.role is Role.MASTER]
    rest = [seat for seat in others if seat.role is not Role.MASTER and game.shows_duties]
    why, event = Reason(code, about), "Late Notice"
    notices = announce(game, event, key, why, *_waiting_for(game), kind="late", to=masters)
    notices += announce(game, event, key, why, kind="late", to=rest)
    yours = Reason(f"{code}_you", about)
    return Decision((game,), notices + _with_sets(game, late, "late", event, key, yours))


def _waiting_for(game: Play) -> tuple[Reason, ...]:
    """Name to the master the powers whose orders are missing."""
    seats = seats_missing_orders(game, game.players)
    names = tuple(display_name(game, seat) for seat in seats)
    return (Reason("waiting_for", names),) if names else ()


def _with_sets(
    game: Play, seats: Iterable[Seat], kind: str, event: str, key: str, why: Reason
) -> tuple[Notice, ...]:
    """Return notices that restate to each seat what it has ordered and what it lacks."""
    return tuple(
        notice_to(game, seat, kind, event, key, (News(why), *order_sets(game, seat)))
        for seat in seats
        if seat.address
    )


def _hold(game: Play, now: datetime) -> Decision:
    """Hold a game whose deadline passed while the judge was not working; tell its masters."""
    held = replace(game, stage=Stage.HELD, late=False)
    key = f"{deadline_key(game, now)}.held_overdue"
    news = (Reason("held_overdue"), *_waiting_for(held))
    return Decision((held,), announce(held, "Game Held", key, *news, kind="alarm", to=held.masters))
