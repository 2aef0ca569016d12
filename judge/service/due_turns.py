"""Does what is due: reads the mail of each deadline, then lets it fall."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from judge.game.clock.digest import build_digest
from judge.game.effects import Effects
from judge.service.commit import Known, commit_effects
from judge.service.crew import Crew
from judge.service.judge import Judge
from judge.service.tournaments import run_tournaments
from judge.service.turn import DueTurn, run_turn
from judge.service.waiting import Over, never_stop, read_waiting_mail, try_game_lock
from judge.store import digests, inbox, pulse, queries


class Signals(NamedTuple):
    """What passes between this work and whoever has it done.

    ``over`` says whether to stop, ``is_asked`` whether there is something else to do meanwhile;
    ``after_turn`` is called after each turn: there may be letters to send.
    """

    over: Over = never_stop
    is_asked: Over = never_stop
    after_turn: Callable[[], None] = lambda: None


UNDISTURBED = Signals()


def run_due_turns(
    judge: Judge,
    now: datetime,
    held_after: timedelta,
    signals: Signals = UNDISTURBED,
    crew: Crew | None = None,
) -> None:
    """Bring everything up to date, unless it is over before, as a judge who is alone but for the
    ``crew``.

    Mail received by the end of a game's deadline (its grace included) is read before that
    deadline falls, mail received later after it, so an order is on one side of the deadline or
    the other, whenever this is called. Robots think last, those of one game at a time, and no
    more of them as soon as something else is asked for: then call this again.
    """
    over, is_asked, after_turn = signals
    since = pulse.record_beat(judge.database, now)
    crew = crew or Crew(lambda: judge, 1)
    ends = _build_heap_of_due_games(judge, now)
    while ends:
        end = ends[0][0]
        read_waiting_mail(judge, now, until=end, over=over)
        if over():
            return
        with judge.database.read_transaction() as tx:
            rules = inbox.QueueRules(now, judge.strangers)
            unread = inbox.find_oldest_received_at(tx, rules)
        turns = []
        while ends and (ends[0][0] == end or unread is None or ends[0][0] < unread):
            turns.append(DueTurn(*heappop(ends), now, held_after, since))
        for turn, later in crew.run_turns(judge, turns, over):
            after_turn()
            if later is not None:
                heappush(ends, (later, turn.game, turn.due))
    read_waiting_mail(judge, now, over=over)
    if not over():
        run_tournaments(judge, now, over, after_turn)
        send_digests(judge, now)
    for game in _list_games_awaiting_robots(judge, now):
        if over():
            return
        run_turn(judge, DueTurn(now, game.name, game.due, now, held_after, since))
        after_turn()
        if is_asked():
            return


def share_due_turns(
    judge: Judge,
    now: datetime,
    held_after: timedelta,
    signals: Signals = UNDISTURBED,
) -> None:
    """Do what is to be done, as one of several judges; one who has the clock tells all of them by
    what time turns are due. Mail and deadlines are kept apart as ``run_due`` does, for each game.
    """
    over, is_asked, after_turn = signals
    with judge.database.read_transaction() as tx:
        shared_time = pulse.read_shared_time(tx)
    by, since = shared_time or (now, None)
    ends = _build_heap_of_due_games(judge, by) if shared_time else []
    while ends:
        end, name, due = heappop(ends)
        with try_game_lock(judge, name) as ours:
            if not ours:  # whoever has it sees to it
                continue
            read_waiting_mail(judge, now, until=end, lane=name.lower(), over=over)
            if over():
                return
            later = run_turn(judge, DueTurn(end, name, due, by, held_after, since))
            after_turn()
            if later is not None:
                heappush(ends, (later, name, due))
    read_waiting_mail(judge, now, over=over)
    for game in _list_games_awaiting_robots(judge, by):
        if over():
            return
        with try_game_lock(judge, game.name) as ours:
            if not ours:
                continue
            run_turn(judge, DueTurn(by, game.name, game.due, by, held_after, since))
            after_turn()
        if is_asked():
            return


def _list_games_awaiting_robots(judge: Judge, by: datetime) -> list[queries.AwaitingRobots]:
    """Return the games whose robots have not thought of the present turn, if it is not over yet."""
    with judge.database.read_transaction() as tx:
        waiting = queries.list_games_awaiting_robots(tx)
    return [game for game in waiting if game.due is None or game.due > by]


def _build_heap_of_due_games(
    judge: Judge, by: datetime
) -> list[tuple[datetime, str, datetime | None]]:
    """Return the games that time asks something of by then, as a heap: until when their mail is
    read before, their names, their deadlines."""
    with judge.database.read_transaction() as tx:
        thinking = {game.name for game in queries.list_games_awaiting_robots(tx)}
        ends = [
            (min(due or by, by), name, due)
            for name, due in queries.list_games_due(tx, by)
            if name not in thinking or (due is not None and due <= by)
        ]
    heapify(ends)
    return ends


def read_mail_only(judge: Judge, now: datetime, over: Over = never_stop) -> None:
    """Read mail while no turn may be run: what came before the first deadline that has passed."""
    with judge.database.read_transaction() as tx:
        ends = [due for _, due in queries.list_games_due(tx, now) if due is not None]
    read_waiting_mail(judge, now, min(ends, default=None), turns=False, over=over)


def send_digests(judge: Judge, now: datetime) -> None:
    """Write the letters of those who want one a day, as far as it is time."""
    with judge.database.read_transaction() as tx:
        if not digests.has_due_digests(tx, now):
            return
    with judge.database.write_transaction() as tx:
        for waiting in digests.take_due_digests(tx, now):
            game = judge.games.load_game(tx, waiting[0].game)
            notice = build_digest(game, waiting) if game else None
            if game and notice:
                commit_effects(
                    judge,
                    tx,
                    Effects(notices=(notice,)),
                    now,
                    Known({game.name: game}),
                    at_once=True,
                )
