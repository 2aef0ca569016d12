"""What was sent of late because of mail from each address: floods are told by it."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, select

from judge.store import schema as t
from judge.store.database import insert_rows

_COUNT = select(
    *(func.coalesce(func.sum(t.answers.c[name]), 0) for name in ("answers", "letters", "bytes"))
).where(
    t.answers.c.address == bindparam("to"),
    t.answers.c.proved == bindparam("seated"),
    t.answers.c.sent_at > bindparam("since"),
)


class MailUsage(NamedTuple):
    """Answers to an address, press letters that it sent to others, and the bytes of all of them."""

    answers: int = 0
    letters: int = 0
    bytes: int = 0


def usage_since(tx: Connection, address: str, proved: bool, start: datetime) -> MailUsage:
    """Return what mail from an address has caused since then.

    What was caused by mail that was ``proved`` to come from the holder of a seat is counted by
    itself: nobody else can use it up.
    """
    row = tx.execute(_COUNT, {"to": address, "seated": proved, "since": start}).one()
    return MailUsage(*map(int, row))


def record_usage(
    tx: Connection, address: str, proved: bool, used: MailUsage, now: datetime
) -> None:
    """Note what mail from an address has caused."""
    row = {"address": address, "proved": proved, "sent_at": now, **used._asdict()}
    insert_rows(tx, t.answers, [row])


def delete_old_usage(tx: Connection, before: datetime) -> None:
    """Drop what is too old to count."""
    tx.execute(delete(t.answers).where(t.answers.c.sent_at <= before))
