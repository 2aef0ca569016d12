"""The passing of turns: when a game is ready, what processing it does, what a deadline does."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Literal

from judge.engine.adjudicate import adjudicate
from judge.engine.advance import advance
from judge.game.clock.missed_turns import rested
from judge.game.clock.outage import give_back
from judge.game.clock.schedule import due_of
from judge.game.clock.warnings import NOBODY, People, call_late, remind, reminders, waiting_for
from judge.game.effects import Effects, PressRecord
from judge.game.enter import starting
from judge.game.notices import held_seats, merged, notice_to, turn_key, with_heading
from judge.game.orders import plans
from judge.game.orders.accepting import order_sets, orders_due, seats_missing_orders
from judge.game.press.leaving import leave, leaves_at
from judge.game.procedure import procedure_of
from judge.game.proof.contact_addresses import new_contact_addresses
from judge.game.state import Play, Seat, Stage
from judge.game.votes.kinds import lasting
from judge.game.votes.public import close_votes
from judge.model.letter import News, Notice
from judge.model.letter_kind import RESULTS
from judge.model.position import apply
from judge.model.reason import Reason

Cause = Literal["early", "deadline", "master"]
"""Why a turn is processed: everything is there, time is up, or the master said so."""


def ready(game: Play) -> bool:
    """Say whether a turn may be processed now: before its deadline, or past it when the late come.

    Every player who has something to order must have ordered all of it, and before the deadline
    nobody may wait. Powers whose player resigned hold nobody up as long as somebody else has
    orders to give: what they lack is done by civil disorder. Where only they have to order, and in
    the turn in which they left, the deadline is kept, so that a replacement has time to come, and
    so it is in a turn to which the game was taken back: what was ordered then may be ordered
    otherwise now.
    """
    held = game.stage is Stage.HELD and game.late
    # Where nobody may know who has to order, an end before its time would tell.
    if game.settings.manual or not (game.shows_duties and (held or game.stage is Stage.ACTIVE)):
        return False
    past = held or game.late
    if not past and not game.settings.early:
        return False
    if any(seat.opened for seat in starting.vacancies(game)):
        return False
    busy = _busy(game)
    waits = bool(waits_of(game)) or game.restores > 0 or procedure_of(game).holds_turn(game)
    if not past and waits:
        return False
    return bool(busy) and not seats_missing_orders(game, busy)


def waits_of(game: Play) -> tuple[Seat, ...]:
    """Return the players whose WAIT keeps the turn from ending before its deadline."""
    heard = game.playing if game.settings.strictwait else _busy(game)
    return tuple(seat for seat in heard if seat.wait and starting.seat_survives(game, seat))


def _busy(game: Play) -> tuple[Seat, ...]:
    """Return the players who have something to order."""
    wants = orders_due(game)
    return tuple(seat for seat in game.playing if any(power in wants for power in seat.powers))


def cooling(game: Play, now: datetime) -> bool:
    """Say whether a turn that is ready is kept for a while, so that orders can still be changed."""
    if game.late or not game.settings.delay:
        return False
    return game.early_at is None or now < game.early_at


def run_ready(decision: Effects, now: datetime, *, turns: bool = True) -> Effects:
    """Return a mail's decision with the turns run that it made ready, or to be run soon.

    Without ``turns`` none is run at once.
    """
    games, notices = [], list(decision.notices)
    for game in decision.games:
        if isinstance(game, Play):
            is_ready = ready(game)
            if turns and is_ready and not cooling(game, now):
                game, results = process(game, now, "early")
                notices += results
            elif is_ready is (game.early_at is None):
                game = replace(game, early_at=now + game.settings.delay if is_ready else None)
                notices = [with_heading(notice, game) for notice in notices]
        games.append(game)
    return replace(decision, games=tuple(games), notices=merged(notices))


def process(game: Play, now: datetime, cause: Cause) -> tuple[Play, tuple[Notice, ...]]:
    """Carry out the current turn and begin the next, or end the game; tell every seat.

    The game's ``played`` is then the whole record, the beginning of the next turn included. A
    vote that is still open is closed first, and may end the game.
    """
    procedure, stood = procedure_of(game), game.stand
    game, closing = procedure.close(game)
    game, counted = close_votes(game, now) if game.stage is not Stage.ENDED else (game, ())
    closing += counted
    if game.stage is Stage.ENDED:
        return game, closing
    turn = game.position.turn
    record = adjudicate(game.variant, game.position, game.orders)
    more = advance(game.variant, record)
    position = apply(record.after, more)
    record = record._replace(effects=(*record.effects, *more), after=position)
    seats = rested(game, timely=cause != "master" or (game.due_at or now) < now)
    done = replace(
        game,
        stage=Stage.ENDED if position.ended else Stage.ACTIVE,
        seats=seats,
        position=position,
        number=game.number + 1,
        parent=game.number,
        restores=0,
        closed=stood,
        due_at=None,
        left=None,
        orders={},
        motions=lasting(game.motions),
        played=record,
        reminded_at=None,
        early_at=None,
        late=False,
    )
    if not position.ended and not game.settings.manual:
        done = replace(done, due_at=_deadline_after(game, done, now, cause))
    done, ahead = plans.begin(done)
    event, wants, key = f"{turn} Results", orders_due(done), f"{turn_key(game)}.results"
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
        notices.append(notice_to(done, seat, RESULTS, event, key, sections))
    done, opened = procedure.begin_turn(game, done)
    return done, (*closing, *notices, *opened)


def preview(game: Play, seat: Seat, now: datetime, key: str) -> Notice:
    """Return what processing now would do, for the master's eyes; nothing is changed."""
    done, _ = process(game, now, "master")
    event = f"{game.position.turn} Preview"
    sections = map(News, (Reason("preview"), *waiting_for(game)))
    return notice_to(replace(done, due_at=None), seat, RESULTS, event, key, sections)


def tick(
    game: Play,
    now: datetime,
    held_after: timedelta,
    since: datetime | None = None,
    people: People = NOBODY,
) -> Effects | None:
    """Do what time asks for: let press leave, remind, call late, process, or hold; None if it asks
    for nothing.

    A deadline that was missed by more than ``held_after`` does not fire: the judge was out of work,
    and gives time back. ``since`` is when it was at work before, if that is known. ``people``
    is what the holders of seats want.
    """
    games, notices, press = [game], list[Notice](), list[PressRecord]()
    keep = partial(_keep_time, held_after=held_after, since=since, people=people)
    for step in (leave, keep, leave):
        done = step(games[-1], now)
        if done is not None:
            games += [each for each in done.games if isinstance(each, Play)]
            notices += done.notices
            press += done.press
    return (
        Effects((games[-1],), notices=tuple(notices), press=tuple(press))
        if len(games) > 1
        else None
    )


def _keep_time(
    game: Play, now: datetime, held_after: timedelta, since: datetime | None, people: People
) -> Effects | None:
    if game.stage is not Stage.ACTIVE or game.due_at is None:
        return None
    unheard = not (game.late and game.settings.manual)
    if unheard and now - (closes_at(game) or now) > held_after:
        return give_back(game, now, since)
    procedure = procedure_of(game)
    end = procedure.closes_at(game)
    if end is not None and now >= end:
        closed, notices = procedure.close(game)
        return Effects((closed,), notices=notices)
    if game.early_at is not None and game.early_at <= now:
        early = process(game, now, "early") if ready(game) else (replace(game, early_at=None), ())
        return Effects((early[0],), notices=early[1])
    if now < game.due_at:
        return remind(game, now, people)
    late = seats_missing_orders(game, game.playing)
    end = closes_at(game)
    assert end is not None, "it has a deadline"
    if game.settings.manual:
        return None if game.late else call_late(game, late, "manual_due", now)
    if now < end:
        return None if game.late else call_late(game, late, "late_grace", now)
    waits = game.settings.nmr == "wait" and game.shows_duties
    if waits and seats_missing_orders(game, game.players):
        return call_late(replace(game, stage=Stage.HELD), late, "late_held", now)
    done, notices = process(game, now, "deadline")
    return Effects((done,), notices=notices)


def wakes_at(game: Play, people: People = NOBODY) -> datetime | None:
    """Return when ``tick`` will next have something to do for the game, as it now stands."""
    press = leaves_at(game)
    if game.stage is not Stage.ACTIVE or game.due_at is None:
        return press
    wakes: datetime | None = game.due_at
    if game.late:
        wakes = None if game.settings.manual else game.due_at + game.grace
    last = game.reminded_at or datetime.min.replace(tzinfo=UTC)
    players = () if game.late else game.playing
    ahead = (at for seat in players for at in reminders(game, seat, people) if at > last)
    times = (wakes, *ahead, game.early_at, procedure_of(game).closes_at(game), press)
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


def _deadline_after(game: Play, done: Play, now: datetime, cause: Cause) -> datetime:
    """Return the next deadline; after a deadline kept in time it counts from that deadline."""
    if cause == "deadline" and game.due_at is not None:
        due = due_of(done, game.due_at)
        if due - now > (due - game.due_at) / 2:
            return due
    return due_of(done, now)
