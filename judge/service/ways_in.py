"""The ways into the judge: what listens for mails, for clicks and for questions how it is."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import NamedTuple

from judge.post.http_in import Respond, Web
from judge.post.imap_in import Mailbox, Poller
from judge.post.incoming import Accept
from judge.post.smtp_in import ListenSettings, Receiver
from judge.service.contacts import OutsideWatch
from judge.service.delivery import build_token_source
from judge.service.judge import Judge
from judge.service.operate.watching import JudgeHealth, health_responder
from judge.service.settings import Config, ConfigError
from judge.service.unsubscribing import unsubscribe_responder
from judge.store.mailboxes import find_first_message_to_read


class WaysIn(NamedTuple):
    """The servers of a judge, None where the settings have none: for mails, for mails in a mailbox,
    for clicks on links, and for programs that watch it. ``outside`` knows how it stands with what
    it reaches itself."""

    receiver: Receiver | None
    poller: Poller | None
    web: Web | None
    watched: Web | None
    outside: OutsideWatch

    def start(self) -> None:
        """Let all of them begin; returns once mail is taken."""
        for server in (self.receiver, self.web, self.watched):
            if server:
                server.start()
        if self.poller:
            threading.Thread(target=self.poller.run, name="imap", daemon=True).start()

    def list_stop_functions(self) -> list[Callable[[], object]]:
        """Return what stops each of them."""
        servers = (self.receiver, self.web, self.watched, self.poller)
        return [server.stop for server in servers if server]


def open_ways_in(
    config: Config,
    judge: Judge,
    accept: Accept,
    health: Callable[[], JudgeHealth],
    outside: OutsideWatch,
    *,
    receives: bool,
) -> WaysIn:
    """Return the ways in that the settings name; only who ``receives`` has some for mail.

    Raises ConfigError where one cannot be had.
    """
    return WaysIn(
        _build_receiver(config, accept) if receives else None,
        _build_poller(config, judge, accept, outside) if receives else None,
        _build_web_server(config, judge, accept) if receives else None,
        _build_metrics_server(config, health),
        outside,
    )


def _build_receiver(config: Config, accept: Accept) -> Receiver | None:
    inbound = config.inbound
    if inbound.kind not in ("smtp", "lmtp"):
        return None
    limit = config.limits.max_mail_bytes
    listen = ListenSettings(inbound.kind, inbound.host, inbound.port, limit)
    try:
        return Receiver(listen, (config.judge.address,), accept)
    except OSError as trouble:
        where = f"{inbound.host}:{inbound.port}"
        raise ConfigError(f"inbound: no listening on {where}: {trouble.strerror}") from trouble


def _build_poller(
    config: Config, judge: Judge, accept: Accept, outside: OutsideWatch
) -> Poller | None:
    if config.inbound.kind != "imap":
        return None
    mailbox = make_mailbox(config)

    def first_message(validity: int, next_uid: int) -> int:
        if config.imap.old_mail:
            return 0
        with judge.database.write_transaction() as tx:
            return find_first_message_to_read(tx, mailbox.name, validity, next_uid)

    return Poller(mailbox, accept, first_message, outside.mailbox.note_contact)


def make_mailbox(config: Config) -> Mailbox:
    """Return the mailbox that the settings name."""
    imap = config.imap
    return Mailbox(
        host=imap.host,
        port=imap.port,
        tls=imap.ssl and not imap.starttls,
        starttls=imap.starttls,
        user=imap.user,
        password=imap.password.get_secret_value(),
        tokens=build_token_source(config) if imap.oauth else None,
        folder=imap.folder,
        done=imap.done_folder,
        failed=imap.failed_folder,
        limit=config.limits.max_mail_bytes,
    )


def _build_web_server(config: Config, judge: Judge, accept: Accept) -> Web | None:
    if not config.web.url:
        return None
    respond = unsubscribe_responder(judge.database, judge.identity, accept)
    return _open_web_server("web", config.web.listen, respond)


def _build_metrics_server(config: Config, health: Callable[[], JudgeHealth]) -> Web | None:
    where = config.metrics.listen
    return _open_web_server("metrics", where, health_responder(health)) if where else None


def _open_web_server(section: str, where: str, respond: Respond) -> Web:
    """Return a web server at a place that a section of the settings names."""
    host, _, port = where.rpartition(":")
    try:
        return Web(host.strip("[]"), int(port), respond)
    except (OSError, OverflowError) as trouble:
        raise ConfigError(f"{section}.listen: no listening on {where}: {trouble}") from trouble
