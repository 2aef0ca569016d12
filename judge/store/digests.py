"""News and press that wait for one letter a day."""

from __future__ import annotations

from datetime import datetime
from itertools import groupby

from pydantic import TypeAdapter
from sqlalchemy import Column, Connection, Index, String, Text, bindparam, delete, select

from judge.game.clock.digest import Gathered, Told
from judge.store.codec import dump
from judge.store.columns import Instant, table
from judge.store.database import insert_one

digests = table(
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


def keep(tx: Connection, waiting: Gathered) -> None:
    """Keep what waits."""
    insert_one(tx, digests, {**waiting._asdict(), "told": dump(waiting.told)})


def are_due(tx: Connection, now: datetime) -> bool:
    """Say whether anything has waited long enough."""
    return tx.execute(_DUE, {"now": now}).first() is not None


def take(tx: Connection, now: datetime) -> tuple[tuple[Gathered, ...], ...]:
    """Return what has waited long enough, by seats, and keep it no more."""
    c = digests.c
    query = select(c.game, c.seat, c.address, c.due, c.told).where(c.due <= now)
    rows = [
        Gathered(*row)._replace(told=_TOLD.validate_json(row.told))
        for row in tx.execute(query.order_by(c.game, c.seat, c.address, c.id))
    ]
    if rows:
        tx.execute(delete(digests).where(c.due <= now))
    return tuple(tuple(group) for _, group in groupby(rows, lambda each: each[:3]))
