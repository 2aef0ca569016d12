"""Puts the daemon together: what listens, what works, what sends, and how it stops."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from judge.game.proof.reaching import handle_bounce
from judge.model.reason import Reason
from judge.post.incoming import Envelope
from judge.service.arrival import Admittance, store_incoming_mail
from judge.service.clock import Clock, ClockWatch, read_steady_seconds, read_utc_now
from judge.service.commit import commit_effects, tell_keeper
from judge.service.compose.pictures import put_pictures_into_mail
from judge.service.contacts import OutsideWatch
from judge.service.delivery import build_transport, take_pictures_out_of_mail
from judge.service.opening import open_upgraded_judge
from judge.service.operate.watching import JudgeHealth
from judge.service.publishing import Publisher
from judge.service.sending import MailSender
from judge.service.settings import Config, ConfigError
from judge.service.threads import PATIENCE, Beats, Worker, run_all_within
from judge.service.turn_runner import TurnRunner
from judge.service.ways_in import open_ways_in
from judge.store import pulse
from judge.store.database import try_in_savepoint
from judge.store.figures import count_waiting
from judge.store.outbox import OutMail
from judge.store.together import Company, notify_judges

ROLES = ("receive", "work", "send", "clock")
"""What judges on one database can part among them: taking mail in; reading it and running turns;
sending; saying what time it is, with all that is done once a day and the pages for strangers."""


class Daemon:
    """A judge at work: mail in, turns, mail out, pages, each in a thread of its own.

    Making one raises ConfigError where its settings cannot be had. ``wall`` and ``seconds`` are the
    machine's clocks; ``draws``: letters get their pictures. ``roles`` are those of ``ROLES`` that
    it has. ``dice`` returns so many random bits.
    """

    def __init__(
        self,
        config: Config,
        wall: Callable[[], datetime] = read_utc_now,
        seconds: Callable[[], float] = read_steady_seconds,
        *,
        draws: bool = True,
        roles: Collection[str] = ROLES,
        dice: Callable[[int], int] = secrets.randbits,
    ) -> None:
        self.config, self.roles = config, {*roles}
        self.judge = replace(open_upgraded_judge(config), dice=dice)
        if self.judge.database.is_single_judge and self.roles != {*ROLES}:
            raise ConfigError(
                "database.url: a SQLite file is for one judge that does everything; "
                "roles can be parted on PostgreSQL"
            )
        with self.judge.database.read_transaction() as tx:
            last = pulse.find_last_beat(tx)
        leap = timedelta(minutes=config.clock.leap_minutes)
        wrong = timedelta(minutes=config.clock.wrong_minutes)
        self.now = Clock(wall, seconds, leap, last)
        watch = ClockWatch(self.judge, self.now, seconds, wrong)
        self.turns = TurnRunner(
            self.judge, config, self.roles, self.now, watch, self._wake_role_everywhere
        )
        transport = build_transport(config)
        self.ways_in = open_ways_in(
            config,
            self.judge,
            self.accept_mail,
            self.measure_health,
            OutsideWatch(config, self.now),
            receives="receive" in self.roles,
        )
        self.company = Company(self.judge.database, self._wake_role_here, self.wake_workers)
        self.reading = Worker("reading", self._read_and_run_turns)
        self.sender = MailSender(
            self.judge.database,
            transport,
            self.now,
            self._report_undelivered,
            put_pictures_into_mail if draws else take_pictures_out_of_mail,
        )
        self.sender.report_server(self.ways_in.outside.relay.note_contact)
        self.sending = Worker("sending", self.sender.send_due_mails)
        self.publishing = Worker("publishing", self._make_site_publisher())
        # What is due stands in the database: a beat that is missed loses nothing.
        self.beats = Beats(self.wake_workers, config.clock.tick_seconds)

    def start(self) -> None:
        """Begin to work; returns once mail is taken."""
        self.company.join()
        self.reading.start()
        self.publishing.start()
        if "send" in self.roles:
            self.sending.start()
        self.ways_in.start()
        self.beats.start()
        self.wake_workers()

    def stop(self) -> bool:
        """Stop taking mail, finish what is in hand, and let go of the database.

        After a few seconds that is left to the threads; return whether all have ended.
        """
        self.beats.stop()
        parts = [self.reading.stop, self.publishing.stop, self.company.stop_listening]
        if "send" in self.roles:
            parts += [self.sender.stop, self.sending.stop]
        ended = run_all_within([*parts, *self.ways_in.list_stop_functions()], PATIENCE)
        if ended:
            self.company.leave()
            self.judge.database.close()
        return ended

    def are_threads_alive(self) -> bool:
        """Say whether none of the threads has died."""
        threads: list[threading.Thread] = [self.reading, self.publishing, self.beats]
        if "send" in self.roles:
            threads.append(self.sending)
        return self.company.is_alive() and all(thread.is_alive() for thread in threads)

    def wake_workers(self) -> None:
        """Look now for mail to read, turns that are due, and letters to send."""
        self.reading.wake()
        self.sending.wake()
        self.publishing.wake()

    def accept_mail(self, raw: bytes, envelope: Envelope) -> None:
        """Take charge of a mail. When this raises, it was not taken."""
        server, strangers = self.judge.admission.mail_server, self.judge.strangers
        admittance = Admittance(server, strangers, self.judge.keeper)
        store_incoming_mail(self.judge.database, raw, envelope, self.now(), admittance)
        self.ways_in.outside.note_mail()
        self._wake_role_everywhere("work")

    def _wake_role_everywhere(self, role: str) -> None:
        """Wake whoever has a role, here or elsewhere."""
        self._wake_role_here(role)
        notify_judges(self.judge.database, role)

    def _wake_role_here(self, role: str) -> None:
        if role == "work" and role in self.roles:
            self.reading.wake()
        elif role == "send":
            self.sending.wake()
            self.publishing.wake()

    def _read_and_run_turns(self) -> None:
        self._tell_keeper_of_lost_contacts()
        self.turns.read_and_run_turns(self.reading.is_stopping, self.reading.is_asked)

    def _tell_keeper_of_lost_contacts(self) -> None:
        """Write to the keeper of what cannot be reached, once for each time; what concerns the mail
        server itself leaves when that is well again."""
        now = self.now()
        for contact in self.ways_in.outside.take_lost_contacts():
            why = Reason("keeper_contact_lost", (contact.name, contact.trouble[:300]))
            key = f"lost.{contact.name}.{contact.since:%Y%m%d%H%M%S}"
            with self.judge.database.write_transaction() as tx:
                tell_keeper(self.judge, tx, "Contact Lost", key, why, now)
            self._wake_role_everywhere("send")

    def _make_site_publisher(self) -> Callable[[], None]:
        """Return what writes the pages for strangers; it does nothing where there are none."""
        site = self.config.site
        if site.folder is None or "clock" not in self.roles:
            return lambda: None
        publisher = Publisher(self.judge, site.folder, site.url)
        return lambda: publisher.publish_changes(self.now())

    def _report_undelivered(self, tx: Connection, mail: OutMail, error: str) -> None:
        """Note whom a letter will never reach, and why, and tell the masters of their games."""
        with try_in_savepoint(tx, "the masters could not be told of a letter that was not taken"):
            sender = self.judge.identify_address(tx, mail.recipient, self.now())
            memory = self.judge.make_memory(tx, sender, self.now())
            key = f"undelivered.{mail.message_id}"
            lost, keeper = mail.recipient, self.judge.keeper
            decision = handle_bounce(memory, lost, error, key, hard=True, keeper=keeper)
            commit_effects(self.judge, tx, decision, self.now())

    def measure_health(self) -> JudgeHealth:
        """Return how the judge is just now."""
        now = self.now()
        with self.judge.database.read_transaction() as tx:
            waiting = count_waiting(tx, now)
        return JudgeHealth(
            waiting,
            now,
            self.now.leapt,
            held=self.turns.watch.held,
            threads_alive=self.are_threads_alive(),
            outside=self.ways_in.outside.state,
        )
