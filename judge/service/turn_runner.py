"""What the daemon does with mails and turns whenever it is woken."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from functools import partial

from judge.service.clock import Clock, ClockWatch
from judge.service.crew import Crew
from judge.service.due_turns import (
    Signals,
    read_mail_only,
    run_due_turns,
    send_digests,
    share_due_turns,
)
from judge.service.forgetting import delete_expired_data
from judge.service.judge import Judge
from judge.service.opening import open_worker_judge
from judge.service.settings import Config
from judge.service.tournaments import run_tournaments
from judge.service.waiting import never_stop
from judge.store import pulse
from judge.store.together import try_exclusive_lock

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
