"""Sends what waits in the outbox."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import Connection

from judge.post.smtp_out import DeliveryRefusedError, Transport
from judge.store import outbox
from judge.store.database import Database
from judge.store.outbox import OutMail

_log = logging.getLogger(__name__)
_LEASE = timedelta(minutes=30)


def as_kept(database: Database, mail: OutMail) -> bytes:
    """Return a mail as it waits, without pictures."""
    return mail.raw


def send_due(
    database: Database,
    now: datetime,
    transport: Transport,
    on_dead: Callable[[Connection, OutMail, str], None] | None = None,
    most: int = 20,
    finish: Callable[[Database, OutMail], bytes] = as_kept,
) -> int:
    """Send up to ``most`` mails that are due and return how many were tried.

    ``on_dead`` is told of a mail that will never arrive, and why, in the transaction that gives it
    up. No transaction is open while a mail is being sent. Whoever dies between sending and marking
    leaves a mail that is sent again when its lease has run out. ``finish`` adds what is made
    only when a mail is sent, its pictures.
    """
    token = secrets.token_hex(8)
    with database.writing() as tx:
        batch = outbox.lease(tx, now, token, now + _LEASE, most)
    for leased in batch:
        mail = leased.mail
        try:
            transport.send(mail.envelope_from, mail.recipient, finish(database, mail))
        except Exception as error:
            reply, permanent = repr(error), False
            if isinstance(error, DeliveryRefusedError):
                reply, permanent = error.reply, error.permanent
            _log.warning("mail %s not taken: %s", mail.message_id, reply, exc_info=error)
            with database.writing() as tx:
                dead = outbox.refused(tx, leased, now, reply, permanent=permanent)
                if dead and on_dead is not None:
                    on_dead(tx, mail, reply)
        else:
            with database.writing() as tx:
                outbox.sent(tx, leased)
    return len(batch)
