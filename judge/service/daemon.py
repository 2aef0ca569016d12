"""Puts the daemon together: what listens, what works, what sends, and how it stops."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from functools import partial

from apscheduler.schedulers.background import BackgroundScheduler
from sqlalchemy import Connection

from judge.game.proof.reaching import not_reached
from judge.post.http_in import Respond, Web
from judge.post.imap_in import Mailbox, Poller
from judge.post.incoming import Envelope
from judge.post.smtp_in import Listen, Receiver
from judge.service.clock import Clock, Watch, steady, utc_now
from judge.service.commit import commit
from judge.service.compose.pictures import with_its_pictures
from judge.service.crew import Crew
from judge.service.delivery import as_kept
from judge.service.due_turns import read_alone, run_due, send_digests, share_due
from judge.service.forgetting import cleanup
from judge.service.opening import open_beside, open_judge
from judge.service.operate.watching import State, watched
from judge.service.publishing import Publisher
from judge.service.reading import accept
from judge.service.sending import MailSender
from judge.service.settings import Config, ConfigError
from judge.service.threads import PATIENCE, Beats, Worker, all_done
from judge.service.transport import way_out
from judge.service.unsubscribing import answering
from judge.store import pulse
from judge.store.database import harmless
from judge.store.figures import figures
from judge.store.outbox import OutMail
from judge.store.together import Listener, Presence, alone_with, tell

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
        seconds: Callable[[], float] = steady,
        *,
        draws: bool = True,
        roles: Collection[str] = ROLES,
    ) -> None:
        self.config, self.roles = config, {*roles}
        self.judge = open_judge(config)
        if self.judge.database.lone and self.roles != {*ROLES}:
            raise ConfigError(
                "database.url: a SQLite file is for one judge that does everything; "
                "roles can be parted on PostgreSQL"
            )
        with self.judge.database.reading() as tx:
            last = pulse.last(tx)
        leap = timedelta(minutes=config.clock.leap_minutes)
        wrong = timedelta(minutes=config.clock.wrong_minutes)
        self.now = Clock(wall, seconds, leap, last)
        self.watch = Watch(self.judge, self.now, seconds, wrong)
        self.transport = way_out(config)
        self._finish = with_its_pictures if draws else as_kept
        receives = "receive" in self.roles
        self.receiver = self._receiver() if receives else None
        self.poller = self._poller() if receives else None
        self.web = self._web() if receives else None
        self.watched = self._watched()
        self.listener = Listener(self.judge.database, self._hear)
        self.presence = Presence(self.judge.database, self.wake)
        self._told = 0.0
        self.crew = Crew(partial(open_beside, config), config.service.most_processes)
        self.reading = Worker("reading", self._work)
        self.sender = MailSender(
            self.judge.database, self.transport, self.now, self._undelivered, self._finish
        )
        self.sending = Worker("sending", self.sender.send)
        site = config.site
        shows = site.folder if "clock" in self.roles else None
        self.publisher = Publisher(self.judge, shows, site.url) if shows else None
        self.publishing = Worker("publishing", self._publish)
        # What is due stands in the database: a beat that is missed loses nothing.
        self.scheduler = BackgroundScheduler(timezone=UTC)
        self.beats = Beats(self.scheduler, self.wake, config.clock.tick_seconds)
        self.cleaned_at = datetime.min.replace(tzinfo=UTC)

    def start(self) -> None:
        """Begin to work; returns once mail is taken."""
        if not self.judge.database.lone:
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
        self.wake()

    def stop(self) -> bool:
        """Stop taking mail, finish what is in hand, and let go of the database.

        After a few seconds that is left to the threads; return whether all have ended.
        """
        self.beats.stop()
        self.scheduler.shutdown(wait=False)
        parts = [self.reading.stop, self.publishing.stop]
        if "send" in self.roles:
            parts += [self.sender.stop, self.sending.stop]
        if not self.judge.database.lone:
            parts.append(self.listener.stop)
        ways_in = (self.receiver, self.web, self.watched, self.poller)
        parts += [part.stop for part in ways_in if part]
        ended = all_done(parts, PATIENCE)
        if ended:
            if not self.judge.database.lone:
                self.presence.stop()
            self.judge.database.close()
        return ended

    def whole(self) -> bool:
        """Say whether none of the threads has died."""
        threads: list[threading.Thread] = [self.reading, self.publishing, self.beats]
        if "send" in self.roles:
            threads.append(self.sending)
        if not self.judge.database.lone:
            threads.append(self.presence)
        return all(thread.is_alive() for thread in threads)

    def wake(self) -> None:
        """Look now for mail to read, turns that are due, and letters to send."""
        self.reading.wake()
        self.sending.wake()
        self.publishing.wake()

    def accept(self, raw: bytes, envelope: Envelope) -> None:
        """Take charge of a mail. When this raises, it was not taken."""
        accept(self.judge.database, raw, envelope, self.now())
        self._tell("work")

    def _tell(self, role: str) -> None:
        """Wake whoever has a role, here or elsewhere."""
        self._hear(role)
        tell(self.judge.database, role)

    def _hear(self, role: str) -> None:
        if role == "work" and role in self.roles:
            self.reading.wake()
        elif role == "send":
            self.sending.wake()
            self.publishing.wake()

    def _work(self) -> None:
        held = self.watch.holds()
        now, late = self.now(), timedelta(hours=self.config.clock.held_after)
        lone, over = self.judge.database.lone, self.reading.over
        if "clock" in self.roles and not (held or lone):
            self._keep_time(now)
        if "work" in self.roles and held:
            read_alone(self.judge, now, over)
        elif "work" in self.roles:
            if lone:
                run_due(self.judge, now, late, over, self.crew, self._ran)
            else:
                share_due(self.judge, now, late, over, self._ran)
        self._tell("send")
        if "clock" in self.roles and not held and now - self.cleaned_at >= timedelta(days=1):
            keep = timedelta(days=self.config.limits.mail_days)
            asked = timedelta(days=self.config.senders.confirm_days)
            cleanup(self.judge.database, now, keep, asked)
            self.cleaned_at = now

    def _ran(self) -> None:
        """Let letters go while there are more turns to run."""
        if time.monotonic() - self._told >= BEAT.total_seconds():
            self._told = time.monotonic()
            self._tell("send")

    def _keep_time(self, now: datetime) -> None:
        """Tell the other judges what time it is, if nobody else has done so just now."""
        with alone_with(self.judge.database, "clock") as ours:
            if not ours:
                return
            with self.judge.database.reading() as tx:
                last = pulse.last(tx)
            if last is None or abs(now - last) >= BEAT:
                pulse.beat(self.judge.database, now)
                send_digests(self.judge, now)
                self._tell("work")

    def _publish(self) -> None:
        if self.publisher is not None:
            self.publisher.publish(self.now())

    def _undelivered(self, tx: Connection, mail: OutMail, error: str) -> None:
        """Note whom a letter will never reach, and why, and tell the masters of their games."""
        with harmless(tx, "the masters could not be told of a letter that was not taken"):
            sender = self.judge.sender_of(tx, mail.recipient)
            memory = self.judge.memory_for(tx, sender, self.now())
            key = f"undelivered.{mail.message_id}"
            lost, keeper = mail.recipient, self.judge.keeper
            decision = not_reached(memory, lost, error, key, hard=True, keeper=keeper)
            commit(self.judge, tx, decision, self.now(), {})

    def _receiver(self) -> Receiver | None:
        inbound = self.config.inbound
        if inbound.kind not in ("smtp", "lmtp"):
            return None
        limit = self.config.limits.max_mail_bytes
        listen = Listen(inbound.kind, inbound.host, inbound.port, limit)
        try:
            return Receiver(listen, (self.config.judge.address,), self.accept)
        except OSError as trouble:
            where = f"{inbound.host}:{inbound.port}"
            raise ConfigError(f"inbound: no listening on {where}: {trouble.strerror}") from trouble

    def _web(self) -> Web | None:
        if not self.config.web.url:
            return None
        respond = answering(self.judge.database, self.judge.identity, self.accept)
        return _listening("web", self.config.web.listen, respond)

    def _watched(self) -> Web | None:
        where = self.config.metrics.listen
        return _listening("metrics", where, watched(self.state)) if where else None

    def state(self) -> State:
        """Return how the judge is just now."""
        now = self.now()
        with self.judge.database.reading() as tx:
            found = figures(tx, now)
        return State(found, now, self.now.leapt, held=self.watch.held, whole=self.whole())

    def _poller(self) -> Poller | None:
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
        return Poller(mailbox, self.accept)


def _listening(section: str, where: str, respond: Respond) -> Web:
    """Return a web server at a place that a section of the settings names."""
    host, _, port = where.rpartition(":")
    try:
        return Web(host.strip("[]"), int(port), respond)
    except (OSError, OverflowError) as trouble:
        raise ConfigError(f"{section}.listen: no listening on {where}: {trouble}") from trouble
