"""Does what is due: reads the mail of each deadline, then lets it fall."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from heapq import heapify, heappop, heappush

from sqlalchemy.exc import OperationalError

from judge.game.clock.digest import digest
from judge.game.clock.turns import closes_at, tick
from judge.game.decision import Decision
from judge.game.state import Play
from judge.service.counting import timed
from judge.service.failed_turns import turn_failed
from judge.service.judge import Judge
from judge.service.logs import about
from judge.service.waiting import Over, lane_of, never, read_waiting
from judge.store import digests, failures, pulse, queries
from judge.store.repository import StaleError
from judge.store.wishes import addresses_of, wishes_of

_log = logging.getLogger(__name__)


def run_due(judge: Judge, now: datetime, held_after: timedelta, over: Over = never) -> None:
    """Bring everything up to date, unless it is ``over`` before, as a judge who is alone."""
    since = pulse.beat(judge.database, now)
    run_turns(judge, now, held_after, (now, since), over)
    if not over():
        send_digests(judge, now)


def share_due(judge: Judge, now: datetime, held_after: timedelta, over: Over) -> None:
    """Do what is to be done, as one of several judges; one who has the clock tells all of them by
    what time turns are due."""
    with judge.database.reading() as tx:
        told = pulse.told(tx)
    if told is None:
        read_waiting(judge, now, over=over)
    else:
        run_turns(judge, now, held_after, told, over)


def run_turns(
    judge: Judge,
    now: datetime,
    held_after: timedelta,
    told: tuple[datetime, datetime | None],
    over: Over,
) -> None:
    """Read the mail that waits, and run the turns that are due by the first time ``told``; the
    second is when a judge was at work before.

    Mail received by the end of a game's deadline (its grace included) is read before that
    deadline falls, mail received later after it, so an order is on one side of the deadline or
    the other, whenever this is called.
    """
    by, since = told
    with judge.database.reading() as tx:
        ends = [(min(due or by, by), name, due) for name, due in queries.awaiting(tx, by)]
    heapify(ends)
    while ends:
        end, name, due = heappop(ends)
        with lane_of(judge, name) as ours, about(game=name):
            if not ours:  # whoever has it sees to it
                continue
            read_waiting(judge, now, until=end, lane=name.lower(), over=over)
            if over():
                return
            later = run_turn(judge, end, name, due, by, held_after, since)
            if later is not None:
                heappush(ends, (later, name, due))
    read_waiting(judge, now, over=over)


def read_alone(judge: Judge, now: datetime, over: Over = never) -> None:
    """Read mail while no turn may be run: what came before the first deadline that has passed."""
    with judge.database.reading() as tx:
        ends = [due for _, due in queries.awaiting(tx, now) if due is not None]
    read_waiting(judge, now, min(ends, default=None), turns=False, over=over)


def send_digests(judge: Judge, now: datetime) -> None:
    """Write the letters of those who want one a day, as far as it is time."""
    with judge.database.reading() as tx:
        if not digests.are_due(tx, now):
            return
    with judge.database.writing() as tx:
        for waiting in digests.take(tx, now):
            game = judge.games.load(tx, waiting[0].game)
            notice = digest(game, waiting) if game else None
            if game and notice:
                judge.commit(tx, Decision((), (notice,)), now, {game.name: game}, at_once=True)


def run_turn(
    judge: Judge,
    end: datetime,
    name: str,
    due: datetime | None,
    now: datetime,
    held_after: timedelta,
    since: datetime | None,
) -> datetime | None:
    """Let time pass for one game whose mail is read up to an ``end``; return when its deadline
    ``due`` ends if that is later, and past: nothing is done then.

    A database that cannot be used is no fault of the game: it is looked at again later. If anything
    else goes wrong, that is counted.
    """
    try:
        while True:
            try:
                return _turn(judge, end, name, due, now, held_after, since)
            except StaleError:  # somebody else changed the game meanwhile
                continue
    except OperationalError:
        _log.exception("the turn of %s waits for the database", name)
    except Exception:
        with judge.database.writing() as tx:
            turn_failed(judge, tx, name, now)
    return None


def _turn(
    judge: Judge,
    end: datetime,
    name: str,
    due: datetime | None,
    now: datetime,
    held_after: timedelta,
    since: datetime | None,
) -> datetime | None:
    with judge.database.reading() as tx:
        game = judge.games.load(tx, name) if queries.waits(tx, name, now) else None
        if not isinstance(game, Play):
            return None
        closes = (closes_at(game) or end) if game.due_at == due else end
        if end < closes <= now:
            return closes
        people = wishes_of(tx, addresses_of(game))
        decision = tick(game, now, held_after, since, people)
        if decision is None:
            return None
        letters = judge.letters_ahead(tx, decision, now)
    # Who writes meanwhile need not wait until all is decided and put into words.
    with judge.database.writing() as tx:
        judge.commit(tx, decision, now, {}, letters=letters)
        failures.clear(tx, name)
    return None
