"""Puts the daemon together: what listens, what works, what sends, and how it stops."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from functools import partial

from apscheduler.schedulers.background import BackgroundScheduler
from sqlalchemy import Connection

from judge.game.proof.reaching import effects_of_bounce
from judge.post.http_in import Respond, Web
from judge.post.imap_in import Mailbox, Poller
from judge.post.incoming import Envelope
from judge.post.smtp_in import ListenSettings, Receiver
from judge.service.clock import Clock, ClockWatch, steady_seconds, utc_now
from judge.service.commit import commit_effects
from judge.service.compose.pictures import mail_with_pictures
from judge.service.crew import Crew
from judge.service.delivery import mail_without_pictures
from judge.service.due_turns import read_mail_only, run_due_turns, send_digests, share_due_turns
from judge.service.forgetting import delete_expired_data
from judge.service.opening import open_judge, open_worker_judge
from judge.service.operate.watching import JudgeHealth, health_responder
from judge.service.publishing import Publisher
from judge.service.reading import store_incoming_mail
from judge.service.sending import MailSender
from judge.service.settings import Config, ConfigError
from judge.service.threads import PATIENCE, Beats, Worker, run_all_within
from judge.service.transport import build_transport
from judge.service.unsubscribing import unsubscribe_responder
from judge.store import pulse
from judge.store.database import savepoint_logging_errors
from judge.store.figures import count_waiting
from judge.store.outbox import OutMail
from judge.store.together import NewsListener, Presence, notify_judges, try_exclusive_lock

ROLES = ("receive", "work", "send", "clock")
"""What judges on one database can part among them: taking mail in; reading it and running turns;
sending; saying what time it is, with all that is done once a day and the pages for strangers."""


BEAT = timedelta(seconds=1)
"""How often the time is told at most."""


class Daemon:
    """A judge at work: mail in, turns, mail out, pages, each in a thread of its own.

    Making one raises ConfigError where its settings cannot be had. ``wall`` and ``seconds`` are the
    machine's clocks; ``draws``: letters get their pictures. ``roles`` are those of ``ROLES`` that
    it has.
    """

    def __init__(
        self,
        config: Config,
        wall: Callable[[], datetime] = utc_now,
        seconds: Callable[[], float] = steady_seconds,
        *,
        draws: bool = True,
        roles: Collection[str] = ROLES,
    ) -> None:
        self.config, self.roles = config, {*roles}
        self.judge = open_judge(config)
        if self.judge.database.is_single_judge and self.roles != {*ROLES}:
            raise ConfigError(
                "database.url: a SQLite file is for one judge that does everything; "
                "roles can be parted on PostgreSQL"
            )
        with self.judge.database.read_transaction() as tx:
            last = pulse.last_beat(tx)
        leap = timedelta(minutes=config.clock.leap_minutes)
        wrong = timedelta(minutes=config.clock.wrong_minutes)
        self.now = Clock(wall, seconds, leap, last)
        self.watch = ClockWatch(self.judge, self.now, seconds, wrong)
        self.transport = build_transport(config)
        self._finish = mail_with_pictures if draws else mail_without_pictures
        receives = "receive" in self.roles
        self.receiver = self._build_receiver() if receives else None
        self.poller = self._build_poller() if receives else None
        self.web = self._build_web_server() if receives else None
        self.watched = self._build_metrics_server()
        self.listener = NewsListener(self.judge.database, self._wake_role_here)
        self.presence = Presence(self.judge.database, self.wake_workers)
        self._told = 0.0
        self.crew = Crew(partial(open_worker_judge, config), config.service.most_processes)
        self.reading = Worker("reading", self._read_and_run_turns)
        self.sender = MailSender(
            self.judge.database, self.transport, self.now, self._report_undelivered, self._finish
        )
        self.sending = Worker("sending", self.sender.send_due_mails)
        site = config.site
        shows = site.folder if "clock" in self.roles else None
        self.publisher = Publisher(self.judge, shows, site.url) if shows else None
        self.publishing = Worker("publishing", self._publish_site)
        # What is due stands in the database: a beat that is missed loses nothing.
        self.scheduler = BackgroundScheduler(timezone=UTC)
        self.beats = Beats(self.scheduler, self.wake_workers, config.clock.tick_seconds)
        self.cleaned_at = datetime.min.replace(tzinfo=UTC)

    def start(self) -> None:
        """Begin to work; returns once mail is taken."""
        if not self.judge.database.is_single_judge:
            self.presence.start()
            self.listener.start()
        self.reading.start()
        self.publishing.start()
        if "send" in self.roles:
            self.sending.start()
        if self.receiver:
            self.receiver.start()
        for server in (self.web, self.watched):
            if server:
                server.start()
        if self.poller:
            threading.Thread(target=self.poller.run, name="imap", daemon=True).start()
        self.scheduler.start()
        self.beats.start()
        self.wake_workers()

    def stop(self) -> bool:
        """Stop taking mail, finish what is in hand, and let go of the database.

        After a few seconds that is left to the threads; return whether all have ended.
        """
        self.beats.stop()
        self.scheduler.shutdown(wait=False)
        parts = [self.reading.stop, self.publishing.stop]
        if "send" in self.roles:
            parts += [self.sender.stop, self.sending.stop]
        if not self.judge.database.is_single_judge:
            parts.append(self.listener.stop)
        ways_in = (self.receiver, self.web, self.watched, self.poller)
        parts += [part.stop for part in ways_in if part]
        ended = run_all_within(parts, PATIENCE)
        if ended:
            if not self.judge.database.is_single_judge:
                self.presence.stop()
            self.judge.database.close()
        return ended

    def are_threads_alive(self) -> bool:
        """Say whether none of the threads has died."""
        threads: list[threading.Thread] = [self.reading, self.publishing, self.beats]
        if "send" in self.roles:
            threads.append(self.sending)
        if not self.judge.database.is_single_judge:
            threads.append(self.presence)
        return all(thread.is_alive() for thread in threads)

    def wake_workers(self) -> None:
        """Look now for mail to read, turns that are due, and letters to send."""
        self.reading.wake()
        self.sending.wake()
        self.publishing.wake()

    def accept_mail(self, raw: bytes, envelope: Envelope) -> None:
        """Take charge of a mail. When this raises, it was not taken."""
        store_incoming_mail(self.judge.database, raw, envelope, self.now())
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
        held = self.watch.must_hold_turns()
        now, late = self.now(), timedelta(hours=self.config.clock.held_after)
        lone, over = self.judge.database.is_single_judge, self.reading.is_stopping
        if "clock" in self.roles and not (held or lone):
            self._tell_shared_time(now)
        if "work" in self.roles and held:
            read_mail_only(self.judge, now, over)
        elif "work" in self.roles:
            if lone:
                run_due_turns(self.judge, now, late, over, self.crew, self._let_letters_go)
            else:
                share_due_turns(self.judge, now, late, over, self._let_letters_go)
        self._wake_role_everywhere("send")
        if "clock" in self.roles and not held and now - self.cleaned_at >= timedelta(days=1):
            keep = timedelta(days=self.config.limits.mail_days)
            asked = timedelta(days=self.config.senders.confirm_days)
            delete_expired_data(self.judge.database, now, keep, asked)
            self.cleaned_at = now

    def _let_letters_go(self) -> None:
        """Let letters go while there are more turns to run."""
        if time.monotonic() - self._told >= BEAT.total_seconds():
            self._told = time.monotonic()
            self._wake_role_everywhere("send")

    def _tell_shared_time(self, now: datetime) -> None:
        """Tell the other judges what time it is, if nobody else has done so just now."""
        with try_exclusive_lock(self.judge.database, "clock") as ours:
            if not ours:
                return
            with self.judge.database.read_transaction() as tx:
                last = pulse.last_beat(tx)
            if last is None or abs(now - last) >= BEAT:
                pulse.record_beat(self.judge.database, now)
                send_digests(self.judge, now)
                self._wake_role_everywhere("work")

    def _publish_site(self) -> None:
        if self.publisher is not None:
            self.publisher.publish_changes(self.now())

    def _report_undelivered(self, tx: Connection, mail: OutMail, error: str) -> None:
        """Note whom a letter will never reach, and why, and tell the masters of their games."""
        with savepoint_logging_errors(
            tx, "the masters could not be told of a letter that was not taken"
        ):
            sender = self.judge.sender_from_address(tx, mail.recipient)
            memory = self.judge.memory_for_sender(tx, sender, self.now())
            key = f"undelivered.{mail.message_id}"
            lost, keeper = mail.recipient, self.judge.keeper
            decision = effects_of_bounce(memory, lost, error, key, hard=True, keeper=keeper)
            commit_effects(self.judge, tx, decision, self.now(), {})

    def _build_receiver(self) -> Receiver | None:
        inbound = self.config.inbound
        if inbound.kind not in ("smtp", "lmtp"):
            return None
        limit = self.config.limits.max_mail_bytes
        listen = ListenSettings(inbound.kind, inbound.host, inbound.port, limit)
        try:
            return Receiver(listen, (self.config.judge.address,), self.accept_mail)
        except OSError as trouble:
            where = f"{inbound.host}:{inbound.port}"
            raise ConfigError(f"inbound: no listening on {where}: {trouble.strerror}") from trouble

    def _build_web_server(self) -> Web | None:
        if not self.config.web.url:
            return None
        respond = unsubscribe_responder(self.judge.database, self.judge.identity, self.accept_mail)
        return _open_web_server("web", self.config.web.listen, respond)

    def _build_metrics_server(self) -> Web | None:
        where = self.config.metrics.listen
        return (
            _open_web_server("metrics", where, health_responder(self.current_health))
            if where
            else None
        )

    def current_health(self) -> JudgeHealth:
        """Return how the judge is just now."""
        now = self.now()
        with self.judge.database.read_transaction() as tx:
            waiting = count_waiting(tx, now)
        return JudgeHealth(
            waiting,
            now,
            self.now.leapt,
            held=self.watch.held,
            threads_alive=self.are_threads_alive(),
        )

    def _build_poller(self) -> Poller | None:
        imap = self.config.imap
        if self.config.inbound.kind != "imap":
            return None
        mailbox = Mailbox(
            host=imap.host,
            port=imap.port,
            tls=imap.ssl,
            user=imap.user,
            password=imap.password.get_secret_value(),
            folder=imap.folder,
            done=imap.done_folder,
            failed=imap.failed_folder,
            limit=self.config.limits.max_mail_bytes,
        )
        return Poller(mailbox, self.accept_mail)


def _open_web_server(section: str, where: str, respond: Respond) -> Web:
    """Return a web server at a place that a section of the settings names."""
    host, _, port = where.rpartition(":")
    try:
        return Web(host.strip("[]"), int(port), respond)
    except (OSError, OverflowError) as trouble:
        raise ConfigError(f"{section}.listen: no listening on {where}: {trouble}") from trouble
