"""How many answers each address has had of late: floods are told by it."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from judge.store import schema as t

_COUNT = (
    select(func.count())
    .select_from(t.answers)
    .where(
        t.answers.c.address == bindparam("to"),
        t.answers.c.proved == bindparam("seated"),
        t.answers.c.sent_at > bindparam("since"),
    )
)


def since(tx: Connection, address: str, proved: bool, start: datetime) -> int:
    """Return how many answers an address has had since then.

    Answers to mail that was ``proved`` to come from the holder of a seat are counted by
    themselves: nobody else can use them up.
    """
    count = tx.execute(_COUNT, {"to": address, "seated": proved, "since": start}).scalar_one()
    return int(count)


def note(tx: Connection, address: str, proved: bool, number: int, now: datetime) -> None:
    """Note that an address gets so many answers."""
    row = {"address": address, "proved": proved, "sent_at": now}
    tx.execute(insert(t.answers), [row] * number)


def forget(tx: Connection, before: datetime) -> None:
    """Drop what is too old to count."""
    tx.execute(delete(t.answers).where(t.answers.c.sent_at <= before))
