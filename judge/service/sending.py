"""Sends by several connections at once, so that whoever is slow holds up nobody else."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from datetime import datetime

from judge.post.smtp_out import Transport
from judge.service.connections import Connections, MailServerWatch
from judge.service.delivery import (
    Finish,
    OnDead,
    SendOutcome,
    record_outcomes,
    take_pictures_out_of_mail,
)
from judge.store import outbox
from judge.store.database import Database
from judge.store.outbox import Exclusions, LeasedMail

CONNECTIONS = 4
PER_DOMAIN = 3
"""Connections at once, and those of them that may be busy with one domain; one with a recipient."""

_AT_HAND = 100
"""Mails that are leased at once."""

_LOOK = 0.2
"""Seconds after which the outbox is looked at again though nothing has come back."""

_TOGETHER, _SOON = 16, 0.1
"""Mails that came back are written down together: as soon as they are so many, or after so many
seconds."""

PATIENCE = 8
"""Seconds that mails in hand are given when the judge stops."""


class MailSender:
    """What waits in the outbox, and the threads that hand it over.

    ``now`` is the wall clock, ``clock`` one that is never set.

    Whoever dies between sending and marking leaves a mail that is sent again.
    """

    connections = CONNECTIONS
    """How many there are at most: by one alone mails go in the order in which they wait."""

    def __init__(
        self,
        database: Database,
        transport: Transport,
        now: Callable[[], datetime],
        on_dead: OnDead | None = None,
        finish: Finish = take_pictures_out_of_mail,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._database, self._now, self._on_dead = database, now, on_dead
        self._threads = Connections(database, transport, finish)
        self._server = MailServerWatch(clock)
        self._sending = threading.Lock()
        self._at_hand: list[LeasedMail] = []
        self._under_way: dict[int, LeasedMail] = {}
        self._come_back: list[SendOutcome] = []
        self._looked = self._noted = -_LOOK
        self._over = threading.Event()

    def send_due_mails(self) -> None:
        """Send all that is due and can go now; return when nothing is left."""
        with self._sending:
            while not self._over.is_set():
                self._dispatch_mails()
                if self._is_time_to_record():
                    self._record_outcomes()
                elif self._under_way:
                    self._collect_outcomes(_SOON if self._come_back else _LOOK)
                else:
                    break

    def stop(self) -> None:
        """Give mails in hand a few seconds; what is not sent by then is sent another time."""
        self._over.set()
        until = time.monotonic() + PATIENCE
        with self._sending:
            while self._under_way and time.monotonic() < until:
                self._collect_outcomes(_LOOK)
            self._record_outcomes()
            if self._at_hand:
                with self._database.write_transaction() as tx:
                    outbox.release_leases(tx, self._at_hand)
                self._at_hand.clear()
        self.dismiss_threads()

    def report_server(self, note: Callable[[str], None]) -> None:
        """Have it noted whether the mail server takes mail: "", or what the trouble is."""
        self._server.note = note

    def dismiss_threads(self) -> None:
        """Let the threads end; what is in hand is not written down."""
        self._threads.dismiss_threads()

    def _dispatch_mails(self) -> None:
        """Let every free connection have a mail, if one may go."""
        if not self._server.may_be_tried():
            return
        looked = False
        while len(self._under_way) < (1 if self._server.is_away else self.connections):
            leased = self._find_next_sendable()
            if leased is None:
                # Those in hand are enough to look after for a while.
                busy = self._at_hand or self._under_way
                if looked or (busy and time.monotonic() < self._looked + _LOOK):
                    return
                looked = True
                self._lease_more()
                continue
            self._at_hand.remove(leased)
            self._under_way[leased.id] = leased
            wanted = min(self.connections, len(self._under_way))
            witness = self._server.find_witness(leased.mail.recipient)
            self._threads.hand_over(leased, wanted, witness)

    def _find_next_sendable(self) -> LeasedMail | None:
        busy, full = self._find_busy_recipients()
        for leased in self._at_hand:
            to = leased.mail.recipient
            if to not in busy and _find_domain_of_address(to) != full:
                return leased
        return None

    def _find_busy_recipients(self) -> tuple[set[str], str]:
        """Return to whom nothing may go now, and the domain that takes no more at once, if any."""
        busy = {leased.mail.recipient for leased in self._under_way.values()}
        full = (
            domain
            for domain, many in Counter(map(_find_domain_of_address, busy)).items()
            if many >= PER_DOMAIN
        )
        failing = {outcome.leased.mail.recipient for outcome in self._come_back if outcome.trouble}
        return busy | failing, next(full, "")

    def _lease_more(self) -> None:
        now, self._looked = self._now(), time.monotonic()
        busy, full = self._find_busy_recipients()
        known = busy | {leased.mail.recipient for leased in self._at_hand}
        most = 1 if self._server.is_away else _AT_HAND
        in_vain = self._server.tried_in_vain if self._server.is_away else frozenset[str]()
        with self._database.write_transaction() as tx:
            exclusions = Exclusions(self._collect_held_mail_ids(), known | in_vain, full)
            leased = outbox.lease_due_mails(tx, now, self._database.name, most, exclusions)
            if in_vain and not leased:
                self._server.begin_new_round()
                exclusions = exclusions._replace(recipients=known)
                leased = outbox.lease_due_mails(tx, now, self._database.name, most, exclusions)
        self._at_hand += leased
        if len(leased) == most:  # there may be more
            self._looked -= _LOOK

    def _collect_held_mail_ids(self) -> set[int]:
        back = (outcome.leased for outcome in self._come_back)
        return {leased.id for leased in (*self._at_hand, *self._under_way.values(), *back)}

    def _collect_outcomes(self, seconds: float) -> None:
        """Wait for a mail that comes back, sent or not, and take all that have."""
        outcomes = self._threads.await_outcomes(seconds)
        for outcome in outcomes:
            del self._under_way[outcome.leased.id]
        self._come_back += self._server.learn_from_outcomes(outcomes)

    def _is_time_to_record(self) -> bool:
        """Say whether what has come back is to be written down now."""
        many = len(self._come_back)
        rest = not self._under_way or time.monotonic() >= self._noted + _SOON
        return many >= _TOGETHER or bool(many and rest)

    def _record_outcomes(self) -> None:
        """Write down what has come back, in one transaction; if it fails, another time."""
        if not self._come_back:
            return
        failing = {outcome.leased.mail.recipient for outcome in self._come_back if outcome.trouble}
        waits = [
            leased
            for leased in self._at_hand
            if self._server.is_away or leased.mail.recipient in failing
        ]
        with self._database.write_transaction() as tx:
            record_outcomes(tx, self._come_back, self._now(), self._on_dead)
            outbox.release_leases(tx, waits)
        self._at_hand = [leased for leased in self._at_hand if leased not in waits]
        self._come_back.clear()
        self._noted = time.monotonic()


def _find_domain_of_address(address: str) -> str:
    return address.rpartition("@")[2].lower()
