"""What the daemon does with mails and turns whenever it is woken.

Of what is due the mail of each deadline is read first, then it falls. What is kept for a while only
is thrown away once its time is over.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from functools import partial
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from judge.game.clock.digest import build_digest
from judge.game.effects import Effects
from judge.game.limits import SPAN
from judge.service.clock import Clock, ClockWatch
from judge.service.commit import Known, commit_effects
from judge.service.crew import Crew
from judge.service.judge import Judge
from judge.service.opening import open_worker_judge
from judge.service.settings import Config
from judge.service.tournaments import run_tournaments
from judge.service.turn import DueTurn, run_turn
from judge.service.waiting import Over, never_stop, read_waiting_mail, try_game_lock
from judge.store import digests, inbox, outbox, persons, pictures, pulse, queries, usage
from judge.store.database import Database
from judge.store.together import try_exclusive_lock


def delete_expired_data(
    database: Database, now: datetime, keep: timedelta, asked: timedelta, most: int
) -> None:
    """Throw away the bytes of mail received and sent longer ago than ``keep``, with their pictures,
    and what was asked longer ago than ``asked``; of what strangers wrote, all but the newest bytes,
    so ``most``.

    Games, orders and press are kept for ever; answers only as long as they count.
    """
    with database.write_transaction() as tx:
        usage.delete_old_usage(tx, now - SPAN)
        persons.delete_old_questions(tx, now - asked)
        inbox.purge_bodies(tx, now - keep)
        inbox.purge_bodies_of_strangers(tx, most)
        outbox.purge_bodies(tx, now - keep)
        waits = outbox.find_oldest_waiting_since(tx) or now
        pictures.purge_old_pictures(tx, min(now - keep, waits) - pictures.KEPT)


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


CLEANED = timedelta(hours=1)
"""How often what is too old is thrown away."""

BEAT = timedelta(seconds=1)
"""How often the time is told at most."""


class TurnRunner:
    """Reads the mails that wait and runs the turns that are due, as far as its roles go.

    ``wake`` wakes whoever has a role, here or elsewhere.
    """

    def __init__(
        self,
        judge: Judge,
        config: Config,
        roles: Collection[str],
        now: Clock,
        watch: ClockWatch,
        wake: Callable[[str], None],
    ) -> None:
        self._judge, self._config, self._roles = judge, config, roles
        self._now, self.watch, self._wake = now, watch, wake
        self._crew = Crew(partial(open_worker_judge, config), config.service.most_processes)
        self._told = 0.0
        self._cleaned_at = datetime.min.replace(tzinfo=UTC)

    def read_and_run_turns(
        self, over: Callable[[], bool], is_asked: Callable[[], bool] = never_stop
    ) -> None:
        """Do all that there is to do now, until it is ``over``; robots let go what ``is_asked`` for
        meanwhile.
        """
        held = self.watch.must_hold_turns()
        now, late = self._now(), timedelta(hours=self._config.clock.held_after)
        lone = self._judge.database.is_single_judge
        if "clock" in self._roles and not (held or lone):
            self._tell_shared_time(now)
        if "work" in self._roles and held:
            read_mail_only(self._judge, now, over)
        elif "work" in self._roles:
            signals = Signals(over, is_asked, self._let_letters_go)
            if lone:
                run_due_turns(self._judge, now, late, signals, self._crew)
            else:
                share_due_turns(self._judge, now, late, signals)
        self._wake("send")
        if "clock" in self._roles and not held and now - self._cleaned_at >= CLEANED:
            keep = timedelta(days=self._config.limits.mail_days)
            asked = timedelta(days=self._config.senders.confirm_days)
            most = self._judge.strangers.stranger_bytes_kept
            delete_expired_data(self._judge.database, now, keep, asked, most)
            self._cleaned_at = now

    def _let_letters_go(self) -> None:
        """Let letters go while there are more turns to run."""
        if time.monotonic() - self._told >= BEAT.total_seconds():
            self._told = time.monotonic()
            self._wake("send")

    def _tell_shared_time(self, now: datetime) -> None:
        """Tell the other judges what time it is, if nobody else has done so just now."""
        with try_exclusive_lock(self._judge.database, "clock") as ours:
            if not ours:
                return
            with self._judge.database.read_transaction() as tx:
                last = pulse.find_last_beat(tx)
            if last is None or abs(now - last) >= BEAT:
                pulse.record_beat(self._judge.database, now)
                send_digests(self._judge, now)
                run_tournaments(self._judge, now)
                self._wake("work")
