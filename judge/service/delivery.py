"""One mail handed over, and what became of it written down."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection

from judge.post.smtp_out import DeliveryRefusedError, NoWayOutError, Transport
from judge.service.counting import count
from judge.store import destinations, outbox
from judge.store.database import Database
from judge.store.outbox import Leased, OutMail

_log = logging.getLogger(__name__)

Finish = Callable[[Database, OutMail], bytes]
"""Adds to a mail what is made only when it is sent, its pictures."""

OnDead = Callable[[Connection, OutMail, str], None]
"""Is told of a mail that will never arrive, and why, in the transaction that gives it up."""


class Outcome(NamedTuple):
    """What became of a mail; no ``trouble``: it was taken."""

    leased: Leased
    trouble: BaseException | None = None

    @property
    def no_way_out(self) -> bool:
        """Whether the mail server takes no mail at all."""
        return isinstance(self.trouble, NoWayOutError)


def as_kept(database: Database, mail: OutMail) -> bytes:
    """Return a mail as it waits, without pictures."""
    return mail.raw


def hand_over(database: Database, transport: Transport, leased: Leased, finish: Finish) -> Outcome:
    """Try to send a mail. No transaction is open meanwhile."""
    mail = leased.mail
    try:
        transport.send(mail.envelope_from, mail.recipient, finish(database, mail))
    except Exception as trouble:
        return Outcome(leased, trouble)
    return Outcome(leased)


def note(
    tx: Connection, outcomes: Iterable[Outcome], now: datetime, on_dead: OnDead | None
) -> None:
    """Write down what became of mails.

    Where the mail server takes none at all, nothing is held against any of them. A recipient who
    is refused for good is believed to be so once others were reached since.
    """
    outcomes = tuple(outcomes)
    taken = [each for each in outcomes if each.trouble is None]
    outbox.sent(tx, (each.leased for each in taken), now)
    destinations.reached(tx, {each.leased.mail.recipient for each in taken})
    outbox.give_back(tx, (each.leased for each in outcomes if each.no_way_out))
    count("judge_sendings_total", "sent", len(taken))
    for leased, trouble in outcomes:
        if trouble is not None and not isinstance(trouble, NoWayOutError):
            _note_refusal(tx, leased, trouble, now, on_dead)


def _note_refusal(
    tx: Connection, leased: Leased, trouble: BaseException, now: datetime, on_dead: OnDead | None
) -> None:
    mail = leased.mail
    refusal = trouble if isinstance(trouble, DeliveryRefusedError) else None
    reply = refusal.reply if refusal else repr(trouble)
    _log.warning(
        "mail %s not taken: %s", mail.message_id, reply, exc_info=None if refusal else trouble
    )
    permanent, own = False, True
    if refusal and refusal.about_mail:
        permanent = refusal.permanent
    elif refusal:
        own = False
        never = refusal.permanent
        before = destinations.failed(tx, mail.recipient, now, reply, permanent=never)
        permanent = before >= len(destinations.PAUSES) or (
            never and before > 0 and destinations.only_one(tx, mail.recipient, now)
        )
    dead = outbox.refused(tx, leased, now, reply, permanent=permanent, own=own)
    count("judge_sendings_total", "given up" if dead else "refused")
    if dead and on_dead is not None:
        on_dead(tx, mail, reply)
