"""News and press that wait for one letter a day."""

from __future__ import annotations

from datetime import datetime
from itertools import groupby

from pydantic import TypeAdapter
from sqlalchemy import Column, Connection, Index, String, Text, bindparam, delete, select

from judge.game.clock.digest import Told, WaitingNews
from judge.store.codec import dump_json
from judge.store.columns import Instant, numbered_table
from judge.store.database import insert_row

digests = numbered_table(
    "digests",
    Column("game", String(64), nullable=False),
    Column("seat", String(16), nullable=False),
    Column("address", String(254), nullable=False),
    Column("due", Instant, nullable=False),
    Column("told", Text, nullable=False),
    Index(None, "due"),
)
"""What waits for the holder of a seat, and until when."""

_DUE = select(digests.c.id).where(digests.c.due <= bindparam("now")).limit(1)
_TOLD = TypeAdapter(tuple[Told, ...])


def add_waiting_news(tx: Connection, waiting: WaitingNews) -> None:
    """Keep what waits."""
    insert_row(tx, digests, {**waiting._asdict(), "told": dump_json(waiting.told)})


def has_due_digests(tx: Connection, now: datetime) -> bool:
    """Say whether anything has waited long enough."""
    return tx.execute(_DUE, {"now": now}).first() is not None


def take_due_digests(tx: Connection, now: datetime) -> tuple[tuple[WaitingNews, ...], ...]:
    """Return what has waited long enough, by seats, and keep it no more."""
    c = digests.c
    query = select(c.game, c.seat, c.address, c.due, c.told).where(c.due <= now)
    rows = [
        WaitingNews(*row)._replace(told=_TOLD.validate_json(row.told))
        for row in tx.execute(query.order_by(c.game, c.seat, c.address, c.id))
    ]
    if rows:
        tx.execute(delete(digests).where(c.due <= now))
    return tuple(tuple(group) for _, group in groupby(rows, lambda gathered: gathered[:3]))
