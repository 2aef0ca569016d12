"""What addresses did of late: the mail that theirs caused, and claims to seats without proof."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, func, select

from judge.game.effects import Attempt
from judge.game.limits import MailUsage
from judge.store import schema as t
from judge.store.database import insert_rows

USAGE = select(
    *(func.coalesce(func.sum(t.answers.c[name]), 0).label(name) for name in MailUsage._fields)
).where(
    t.answers.c.address == bindparam("to"),
    t.answers.c.proved == bindparam("seated"),
    t.answers.c.sent_at > bindparam("since"),
)
"""What mail from an address has caused since then."""

LONG = 100
"""Milliseconds from which on it counts how long it took to read a mail."""

_WRONG = select(func.coalesce(func.sum(t.attempts.c.wrong), 0)).where(
    t.attempts.c.sender == bindparam("by"), t.attempts.c.at > bindparam("since")
)


def sum_up_usage(tx: Connection, address: str, proved: bool, start: datetime) -> MailUsage:
    """Return what mail from an address has caused since then.

    What was caused by mail that was ``proved`` to come from the holder of a seat is counted by
    itself: nobody else can use it up.
    """
    row = tx.execute(USAGE, {"to": address, "seated": proved, "since": start}).one()
    return MailUsage(*map(int, row))


def record_usage(
    tx: Connection, address: str, proved: bool, used: MailUsage, now: datetime
) -> None:
    """Note what mail from an address has caused."""
    row = {"address": address, "proved": proved, "sent_at": now, **used._asdict()}
    insert_rows(tx, t.answers, [row])


def record_work(tx: Connection, address: str, proved: bool, seconds: float, now: datetime) -> None:
    """Note how long it took to read a mail, if that was long."""
    work = int(1000 * seconds)
    if work >= LONG:
        record_usage(tx, address, proved, MailUsage(work=work), now)


def count_wrong_guesses_by_sender(tx: Connection, sender: str, since: datetime) -> int:
    """Return how many wrong passwords and secrets an address has given since then."""
    return int(tx.execute(_WRONG, {"by": sender, "since": since}).scalar_one())


def count_claims_on_seat(tx: Connection, game: str, seat: str, since: datetime) -> tuple[int, bool]:
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


def delete_old_usage(tx: Connection, before: datetime) -> None:
    """Drop what is too old to count, claims too."""
    tx.execute(delete(t.answers).where(t.answers.c.sent_at <= before))
    tx.execute(delete(t.attempts).where(t.attempts.c.at <= before))
