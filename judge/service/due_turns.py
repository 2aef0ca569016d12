"""Does what is due: reads the mail of each deadline, then lets it fall."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from heapq import heapify, heappop, heappush

from judge.game.clock.digest import digest
from judge.game.effects import Effects
from judge.service.commit import commit
from judge.service.crew import Crew
from judge.service.judge import Judge
from judge.service.turn import Due, run_turn
from judge.service.waiting import Over, lane_of, never, read_waiting
from judge.store import digests, inbox, pulse, queries


def run_due(
    judge: Judge,
    now: datetime,
    held_after: timedelta,
    over: Over = never,
    crew: Crew | None = None,
    ran: Callable[[], None] = lambda: None,
) -> None:
    """Bring everything up to date, unless it is ``over`` before, as a judge who is alone but for
    the ``crew``. ``ran`` is called after each turn: there may be letters to send.

    Mail received by the end of a game's deadline (its grace included) is read before that
    deadline falls, mail received later after it, so an order is on one side of the deadline or
    the other, whenever this is called.
    """
    since = pulse.beat(judge.database, now)
    crew = crew or Crew(lambda: judge, 1)
    ends = _ends(judge, now)
    while ends:
        end = ends[0][0]
        read_waiting(judge, now, until=end, over=over)
        if over():
            return
        with judge.database.reading() as tx:
            unread = inbox.oldest(tx)
        turns = []
        while ends and (ends[0][0] == end or unread is None or ends[0][0] < unread):
            turns.append(Due(*heappop(ends), now, held_after, since))
        for turn, later in crew.run(judge, turns, over):
            ran()
            if later is not None:
                heappush(ends, (later, turn.game, turn.due))
    read_waiting(judge, now, over=over)
    if not over():
        send_digests(judge, now)


def share_due(
    judge: Judge, now: datetime, held_after: timedelta, over: Over, ran: Callable[[], None]
) -> None:
    """Do what is to be done, as one of several judges; one who has the clock tells all of them by
    what time turns are due. Mail and deadlines are kept apart as ``run_due`` does, for each game.
    """
    with judge.database.reading() as tx:
        told = pulse.told(tx)
    by, since = told or (now, None)
    ends = _ends(judge, by) if told else []
    while ends:
        end, name, due = heappop(ends)
        with lane_of(judge, name) as ours:
            if not ours:  # whoever has it sees to it
                continue
            read_waiting(judge, now, until=end, lane=name.lower(), over=over)
            if over():
                return
            later = run_turn(judge, Due(end, name, due, by, held_after, since))
            ran()
            if later is not None:
                heappush(ends, (later, name, due))
    read_waiting(judge, now, over=over)


def _ends(judge: Judge, by: datetime) -> list[tuple[datetime, str, datetime | None]]:
    """Return the games that time asks something of by then, as a heap: until when their mail is
    read before, their names, their deadlines."""
    with judge.database.reading() as tx:
        ends = [(min(due or by, by), name, due) for name, due in queries.awaiting(tx, by)]
    heapify(ends)
    return ends


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
                commit(judge, tx, Effects(notices=(notice,)), now, {game.name: game}, at_once=True)
