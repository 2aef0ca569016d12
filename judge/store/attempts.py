"""Claims to seats by those who did not prove them: guesses are told by it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, func, select

from judge.game.effects import Attempt
from judge.store import schema as t
from judge.store.database import insert_rows

_WRONG = select(func.coalesce(func.sum(t.attempts.c.wrong), 0)).where(
    t.attempts.c.sender == bindparam("by"), t.attempts.c.at > bindparam("since")
)


def wrong_guesses_by_sender(tx: Connection, sender: str, since: datetime) -> int:
    """Return how many wrong passwords and secrets an address has given since then."""
    return int(tx.execute(_WRONG, {"by": sender, "since": since}).scalar_one())


def claims_on_seat(tx: Connection, game: str, seat: str, since: datetime) -> tuple[int, bool]:
    """Return how many wrong passwords and secrets were given for a seat since then, and whether
    its holder was told of any claim to it."""
    c = t.attempts.c
    wrong, told_count = func.coalesce(func.sum(c.wrong), 0), func.count().filter(c.told)
    query = select(wrong, told_count).where(c.game == game, c.seat == seat, c.at > since)
    row = tx.execute(query).one()
    return int(row[0]), bool(row[1])


def record_claims(tx: Connection, attempts: Iterable[Attempt], now: datetime) -> None:
    """Note claims."""
    insert_rows(tx, t.attempts, [{**attempt._asdict(), "at": now} for attempt in attempts])


def delete_old_claims(tx: Connection, before: datetime) -> None:
    """Drop what is too old to count."""
    tx.execute(delete(t.attempts).where(t.attempts.c.at <= before))
