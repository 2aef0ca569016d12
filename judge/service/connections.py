"""The connections by which letters leave, and whether the mail server takes any."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Iterable

from judge.post.smtp_out import DeliveryRefusedError, NoWayOutError, Transport
from judge.service.delivery import Finish, SendOutcome, try_send_mail
from judge.store.database import Database
from judge.store.outbox import LeasedMail, OutMail

_log = logging.getLogger(__name__)

PAUSES = (1, 2, 5, 10, 20)
"""Seconds until a mail server that takes nothing is tried again."""

EVERYBODY = 3
"""When so many recipients, or mails, are refused and none is taken meanwhile, all are refused."""

_REMEMBERED = 10_000
"""Refusals of which it is remembered when they were."""

IDLE = 8
"""Seconds after which a connection is closed that has nothing to send."""


class Connections:
    """Threads that hand mails over, each by a connection of its own."""

    def __init__(self, database: Database, transport: Transport, finish: Finish) -> None:
        self._database, self._transport, self._finish = database, transport, finish
        self._tasks: queue.SimpleQueue[tuple[LeasedMail, str] | None] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[SendOutcome] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []

    def hand_over(self, leased: LeasedMail, wanted: int, witness: str) -> None:
        """Have a mail sent; one more thread begins if there are fewer than are wanted.

        If its recipient is refused, the server is asked whether it takes mail for the witness.
        """
        if len(self._threads) < wanted:
            thread = threading.Thread(target=self._send_tasks, name="sending", daemon=True)
            self._threads.append(thread)
            thread.start()
        self._tasks.put((leased, witness))

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
                task = self._tasks.get(timeout=IDLE)
            except queue.Empty:
                self._transport.close_connection()
                continue
            if task is None:
                self._transport.close_connection()
                return
            leased, witness = task
            try:
                outcome = try_send_mail(
                    self._database, self._transport, leased, self._finish, witness
                )
            except BaseException as death:
                self._done.put(SendOutcome(leased, death))
                return
            self._done.put(outcome)


class MailServerWatch:
    """Notices when the mail server goes away, or refuses everybody, and when that is over.

    Of a refusal alone nobody can say whether it is meant for its recipient, for its mail, or for
    all. It counts against them once the server took other mail after it and refuses them again,
    or takes another recipient at that moment. Until then it is in doubt.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._failures, self._again = 0, 0.0
        self.note: Callable[[str], None] = lambda trouble: None
        """Is told "" when it has taken a mail, and why where it takes none."""
        self._taken = 0
        self._refused_at: dict[str, int] = {}
        """How many mails had been taken when a recipient, or a mail, was refused last."""
        self._in_vain: set[str] = set()
        self._in_doubt: set[str] = set()
        """Recipients and mails that were refused since the last mail was taken."""
        self._reached: tuple[str, ...] = ()

    @property
    def is_away(self) -> bool:
        """Whether it took no mail at last."""
        return self._failures > 0

    @property
    def tried_in_vain(self) -> frozenset[str]:
        """Recipients whose mail was not taken since the last that was."""
        return frozenset(self._in_vain)

    def begin_new_round(self) -> None:
        """Let those be tried again who were tried in vain."""
        self._in_vain.clear()

    def may_be_tried(self) -> bool:
        """Say whether it is time to try it: always, as long as it takes mail."""
        return self._clock() >= self._again

    def find_witness(self, recipient: str) -> str:
        """Return somebody else to whom a mail was taken lately, "" if there is none."""
        return next((other for other in self._reached if other != recipient), "")

    def learn_from_outcomes(self, outcomes: Iterable[SendOutcome]) -> list[SendOutcome]:
        """Learn how it is from what became of mails, and return them with what is in doubt."""
        return [self._learn_from_outcome(outcome) for outcome in outcomes]

    def _learn_from_outcome(self, outcome: SendOutcome) -> SendOutcome:
        recipient, trouble = outcome.leased.mail.recipient, outcome.trouble
        if trouble is None:
            self._note_taken(outcome.leased.mail)
        elif isinstance(trouble, NoWayOutError):
            self._in_vain.add(recipient)
            self._note_closed(trouble)
        elif isinstance(trouble, DeliveryRefusedError) and not outcome.is_other_welcome:
            self._in_vain.add(recipient)
            refused = outcome.leased.mail.message_id if trouble.about_mail else recipient
            self._in_doubt.add(refused)
            before = self._refused_at.get(refused, self._taken)
            self._refused_at[refused] = self._taken
            if len(self._refused_at) > _REMEMBERED:
                del self._refused_at[next(iter(self._refused_at))]
            if before == self._taken:
                if self.is_away or len(self._in_doubt) >= EVERYBODY:
                    self._note_closed(trouble)
                return outcome._replace(is_in_doubt=True)
        return outcome

    def _note_taken(self, mail: OutMail) -> None:
        if self._failures:
            _log.warning("letters go out again")
        self._failures, self._again = 0, 0.0
        self.note("")
        self._taken += 1
        self._in_vain.clear()
        self._in_doubt.clear()
        for known in (mail.recipient, mail.message_id):
            self._refused_at.pop(known, None)
        others = (other for other in self._reached if other != mail.recipient)
        self._reached = (mail.recipient, next(others, ""))

    def _note_closed(self, trouble: Exception) -> None:
        self.note(str(trouble))
        if not self._failures:
            _log.error("letters cannot leave, they wait: %s", trouble)
        if self._clock() >= self._again:
            self._again = self._clock() + PAUSES[min(self._failures, len(PAUSES) - 1)]
            self._failures += 1
