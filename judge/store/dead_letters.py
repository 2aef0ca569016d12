"""Letters that were given up: they are kept, and can be sent again."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, select, update

from judge.store import schema as t
from judge.store.outbox import DEAD, WAITING

_BATCH = 500
"""Databases take only so many values in one statement."""


class DeadLetter(NamedTuple):
    """A letter given up: ``error`` is what the mail server said at last.

    ``whole``: it can be sent again; of old ones the bytes are thrown away.
    """

    id: int
    message_id: str
    recipient: str
    game: str
    created_at: datetime
    attempts: int
    error: str
    whole: bool


def dead(tx: Connection) -> tuple[DeadLetter, ...]:
    """Return the letters given up, the oldest first."""
    c = t.outbox.c
    known = (c[name] for name in DeadLetter._fields[:-1])
    query = select(*known, func.length(c.raw) > 0).where(c.state == DEAD).order_by(c.id)
    return tuple(DeadLetter._make(row) for row in tx.execute(query))


def send_again(tx: Connection, ids: Collection[int], now: datetime) -> int:
    """Let letters given up wait as if they had never been tried, and their recipients with them;
    return how many there were."""
    c, revived = t.outbox.c, 0
    numbers = sorted(ids)
    for first in range(0, len(numbers), _BATCH):
        which = c.id.in_(numbers[first : first + _BATCH])
        mine = which & (c.state == DEAD) & (func.length(c.raw) > 0)
        people = select(c.recipient).where(mine)
        tx.execute(delete(t.destinations).where(t.destinations.c.recipient.in_(people)))
        fresh = {"state": WAITING, "attempts": 0, "next_try": now}
        revived += tx.execute(update(t.outbox).where(mine).values(fresh)).rowcount
    return revived
