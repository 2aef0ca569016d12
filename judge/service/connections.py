"""The connections by which letters leave, and whether the mail server takes any."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Sequence

from judge.post.smtp_out import Transport
from judge.service.delivery import Finish, SendOutcome, try_send_mail
from judge.store.database import Database
from judge.store.outbox import LeasedMail, OutMail

_log = logging.getLogger(__name__)

PAUSES = (1, 2, 5, 10, 20)
"""Seconds until a mail server that takes nothing is tried again."""

IDLE = 8
"""Seconds after which a connection is closed that has nothing to send."""


class Connections:
    """Threads that hand mails over, each by a connection of its own."""

    def __init__(self, database: Database, transport: Transport, finish: Finish) -> None:
        self._database, self._transport, self._finish = database, transport, finish
        self._finishing = threading.Lock()
        self._tasks: queue.SimpleQueue[LeasedMail | None] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[SendOutcome] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []

    def hand_over(self, leased: LeasedMail, wanted: int) -> None:
        """Have a mail sent; one more thread begins if there are fewer than are wanted."""
        if len(self._threads) < wanted:
            thread = threading.Thread(target=self._send_tasks, name="sending", daemon=True)
            self._threads.append(thread)
            thread.start()
        self._tasks.put(leased)

    def await_outcomes(self, seconds: float) -> list[SendOutcome]:
        """Wait for a mail that comes back, sent or not, and return all that have.

        What killed a thread is raised here.
        """
        outcomes = []
        try:
            outcomes.append(self._done.get(timeout=seconds))
            while True:
                outcomes.append(self._done.get_nowait())
        except queue.Empty:
            pass
        for outcome in outcomes:
            if outcome.trouble and not isinstance(outcome.trouble, Exception):
                raise outcome.trouble
        return outcomes

    def dismiss_threads(self) -> None:
        """Let the threads end."""
        for _ in self._threads:
            self._tasks.put(None)
        self._threads.clear()

    def _send_tasks(self) -> None:
        while True:
            try:
                leased = self._tasks.get(timeout=IDLE)
            except queue.Empty:
                self._transport.close_connection()
                continue
            if leased is None:
                self._transport.close_connection()
                return
            try:
                outcome = try_send_mail(
                    self._database, self._transport, leased, self._finish_serially
                )
            except BaseException as death:
                self._done.put(SendOutcome(leased, death))
                return
            self._done.put(outcome)

    def _finish_serially(self, database: Database, mail: OutMail) -> bytes:
        """Finish a mail; what several need is made once."""
        with self._finishing:
            return self._finish(database, mail)


class MailServerWatch:
    """Notices when the mail server goes away, and when it is there again."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._failures, self._again = 0, 0.0

    @property
    def is_away(self) -> bool:
        """Whether it took no mail at last."""
        return self._failures > 0

    def may_be_tried(self) -> bool:
        """Say whether it is time to try it: always, as long as it takes mail."""
        return self._clock() >= self._again

    def learn_from_outcomes(self, outcomes: Sequence[SendOutcome]) -> None:
        """Learn how it is from what became of mails."""
        away = [outcome for outcome in outcomes if outcome.is_server_closed]
        if len(away) < len(outcomes):
            if self._failures:
                _log.warning("letters go out again")
            self._failures = 0
        if away:
            if not self._failures:
                _log.error("letters cannot leave, they wait: %s", away[0].trouble)
            self._again = self._clock() + PAUSES[min(self._failures, len(PAUSES) - 1)]
            self._failures += 1
