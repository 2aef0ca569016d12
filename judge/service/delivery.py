"""How letters leave: by which transport; a mail handed over, and what became of it written down."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection

from judge.post.signing import SigningTransport
from judge.post.smtp_out import (
    DeliveryRefusedError,
    FolderTransport,
    NoWayOutError,
    SmtpTransport,
    Transport,
)
from judge.post.tokens import PrintedTokens, RefreshedTokens, TokenSource
from judge.service.counting import count_event
from judge.service.settings import Config, ConfigError
from judge.store import outbox
from judge.store.database import Database
from judge.store.outbox import LeasedMail, OutMail


def build_transport(config: Config) -> Transport:
    """Return how letters leave. Raises ConfigError if they cannot be signed as they should be."""
    out = config.outbound
    if out.kind == "folder":
        return FolderTransport(out.folder)
    way = SmtpTransport(
        *(out.host, out.port, out.starttls, out.user, out.password.get_secret_value()),
        tls=out.tls,
        tokens=build_token_source(config) if out.oauth else None,
    )
    if out.dkim_key is None:
        return way
    domain = config.judge.address.rpartition("@")[2]
    try:
        signing = SigningTransport(way, domain, out.dkim_selector, out.dkim_key.read_bytes())
        signing.build_dkim_signature(b"From: a@example.org\r\n\r\n")
    except OSError as trouble:
        message = f"outbound.dkim_key: {out.dkim_key}: {trouble.strerror}"
        message += _explain_credential(out.dkim_key)
        raise ConfigError(message) from trouble
    except ValueError as trouble:
        raise ConfigError(f"outbound.dkim_key: {out.dkim_key}: {trouble}") from trouble
    return signing


def build_token_source(config: Config) -> TokenSource:
    """Return where tokens of OAuth 2 come from."""
    oauth = config.oauth
    if oauth.command:
        return PrintedTokens(oauth.command)
    client = oauth.client_id, oauth.client_secret.get_secret_value()
    return RefreshedTokens(oauth.url, client, oauth.refresh_token.get_secret_value())


def _explain_credential(key: Path) -> str:
    """Say, under a unit that hands on some files, how it hands on that of the key."""
    name = key.name
    return (
        f'; under a unit write dkim_key = "{name}", '
        f"and give the unit LoadCredential={name}:/etc/judge/{name}"
    ) * ("CREDENTIALS_DIRECTORY" in os.environ)


_log = logging.getLogger(__name__)

Finish = Callable[[Database, OutMail], bytes]
"""Adds to a mail what is made only when it is sent, its pictures."""

OnDead = Callable[[Connection, OutMail, str], None]
"""Is told of a mail that will never arrive, and why, in the transaction that gives it up."""


class SendOutcome(NamedTuple):
    """What became of a mail; no ``trouble``: it was taken.

    ``is_other_welcome``: the server took another recipient when it refused this one.
    ``is_in_doubt``: what was said of this mail may have been meant for all.
    """

    leased: LeasedMail
    trouble: BaseException | None = None
    is_other_welcome: bool = False
    is_in_doubt: bool = False

    @property
    def is_server_closed(self) -> bool:
        """Whether the mail server takes no mail at all."""
        return isinstance(self.trouble, NoWayOutError)


def take_pictures_out_of_mail(database: Database, mail: OutMail) -> bytes:
    """Return a mail as it waits, without pictures."""
    return mail.raw


def try_send_mail(
    database: Database, transport: Transport, leased: LeasedMail, finish: Finish, witness: str = ""
) -> SendOutcome:
    """Try to send a mail. No transaction is open meanwhile.

    If its recipient is refused, the server is asked whether it takes mail for the witness.
    """
    mail = leased.mail
    try:
        transport.send_mail(mail.envelope_from, mail.recipient, finish(database, mail))
    except DeliveryRefusedError as refusal:
        asks = witness and not (refusal.about_mail or refusal.is_cut_off)
        welcome = bool(asks) and transport.is_recipient_welcome(mail.envelope_from, witness)
        return SendOutcome(leased, refusal, welcome)
    except Exception as trouble:
        return SendOutcome(leased, trouble)
    return SendOutcome(leased)


def record_outcomes(
    tx: Connection, outcomes: Iterable[SendOutcome], now: datetime, on_dead: OnDead | None
) -> None:
    """Write down what became of mails.

    Where the mail server takes none at all, or may have meant all by what it said of one, nothing
    is held against any of them. Who is refused for good is given up at the second time.
    """
    outcomes = tuple(outcomes)
    sent_outcomes = [outcome for outcome in outcomes if outcome.trouble is None]
    outbox.mark_sent(tx, (outcome.leased for outcome in sent_outcomes), now)
    outbox.mark_reached(tx, {outcome.leased.mail.recipient for outcome in sent_outcomes})
    outbox.release_leases(tx, (outcome.leased for outcome in outcomes if outcome.is_server_closed))
    count_event("judge_sendings_total", "sent", len(sent_outcomes))
    for leased, *_ in sent_outcomes:
        took = (now - leased.made).total_seconds()
        _log.info("%s: handed over, %.0f s after it was written", _describe_letter(leased), took)
    for outcome in outcomes:
        if outcome.is_in_doubt:
            _record_doubt(tx, outcome, now)
        elif outcome.trouble is not None and not outcome.is_server_closed:
            _record_refusal(tx, outcome.leased, outcome.trouble, now, on_dead)


def _describe_letter(leased: LeasedMail) -> str:
    """Return which letter it is, and which game and seat it is for, as the log has it."""
    place = f"{leased.mail.game} {leased.mail.seat}".strip() or "no game"
    return f"letter {leased.id}, {place}, try {leased.attempts + 1}"


def _record_doubt(tx: Connection, outcome: SendOutcome, now: datetime) -> None:
    """Let a mail, or its recipient, be tried again soon."""
    leased, refusal = outcome.leased, outcome.trouble
    assert isinstance(refusal, DeliveryRefusedError)
    _log.warning("%s: not taken, for now: %s", _describe_letter(leased), refusal.reply)
    outbox.defer_mail(tx, leased, now + outbox.DOUBT * refusal.about_mail, refusal.reply)
    if not refusal.about_mail:
        outbox.defer_recipient(tx, leased.mail.recipient, now, refusal.reply)
    count_event("judge_sendings_total", "refused")


def _record_refusal(
    tx: Connection,
    leased: LeasedMail,
    trouble: BaseException,
    now: datetime,
    on_dead: OnDead | None,
) -> None:
    mail = leased.mail
    refusal = trouble if isinstance(trouble, DeliveryRefusedError) else None
    reply = refusal.reply if refusal else repr(trouble)
    named = _describe_letter(leased)
    _log.warning("%s: not taken: %s", named, reply, exc_info=None if refusal else trouble)
    permanent, own_pause = False, True
    if refusal and refusal.about_mail:
        permanent = refusal.permanent and leased.attempts > 0
    elif refusal:
        own_pause = False
        never = refusal.permanent
        before = outbox.record_failure(tx, mail.recipient, now, reply, permanent=never)
        permanent = before >= len(outbox.PAUSES) or (never and before > 0)
    dead = outbox.record_refusal(tx, leased, now, reply, permanent=permanent, own_pause=own_pause)
    count_event("judge_sendings_total", "given up" if dead else "refused")
    if dead and on_dead is not None:
        on_dead(tx, mail, reply)
