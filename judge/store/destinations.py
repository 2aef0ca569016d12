"""Recipients who take no letters at present: all their letters wait together."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlalchemy import (
    Column,
    Connection,
    Integer,
    String,
    Text,
    bindparam,
    delete,
    select,
    update,
)

from judge.store.columns import Instant, numbered_table
from judge.store.database import insert_if_new_statement

destinations = numbered_table(
    "destinations",
    Column("recipient", String(254), nullable=False, unique=True),
    Column("failures", Integer, nullable=False),
    Column("since", Instant, nullable=False),
    Column("next_try", Instant, nullable=False),
    Column("error", Text, nullable=False),
)
"""Recipients to whom letters do not get through at present."""

_REACHED = delete(destinations).where(
    destinations.c.recipient.in_(bindparam("recipients", expanding=True))
)

PAUSES = (
    *(timedelta(minutes=m) for m in (1, 5, 15, 60)),
    *(timedelta(hours=h) for h in (4, 12, 24, 24, 24)),
)
"""How long to wait after each failure; after the last one letters are given up."""


DOUBT = timedelta(seconds=10)
"""How long to wait before a refusal for good is believed, or one that may be meant for all."""


def record_failure(
    tx: Connection, recipient: str, now: datetime, error: str, *, permanent: bool = False
) -> int:
    """Let the letters to somebody wait; return how often in a row they were not taken before."""
    c = destinations.c
    this_recipient = c.recipient == recipient
    _insert_if_new(tx, recipient, now, error)
    count: int = tx.execute(select(c.failures).where(this_recipient)).scalar_one()
    wait = DOUBT if permanent and not count else pause_after_failures(count)
    values = {"failures": count + 1, "next_try": now + wait, "error": error}
    tx.execute(update(destinations).where(this_recipient).values(values))
    return count


def defer_recipient(tx: Connection, recipient: str, now: datetime, error: str) -> None:
    """Let the letters to somebody wait for a moment, and hold nothing against them."""
    _insert_if_new(tx, recipient, now, error)
    this_recipient = destinations.c.recipient == recipient
    values = {"next_try": now + DOUBT, "error": error}
    tx.execute(update(destinations).where(this_recipient).values(values))


def _insert_if_new(tx: Connection, recipient: str, now: datetime, error: str) -> None:
    row = {"recipient": recipient, "since": now, "failures": 0, "next_try": now, "error": error}
    tx.execute(insert_if_new_statement(tx, destinations), row)


def pause_after_failures(failures: int) -> timedelta:
    """Return how long to wait after so many failures and one more."""
    return PAUSES[min(failures, len(PAUSES) - 1)]


def mark_reached(tx: Connection, recipients: Iterable[str]) -> None:
    """Note to whom letters were taken: their others wait no longer."""
    tx.execute(_REACHED, {"recipients": [*recipients]})
