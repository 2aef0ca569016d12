"""When the judge was last at work: after an outage it knows how long that was."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

from sqlalchemy import Column, Connection, insert, select, update
from sqlalchemy.exc import OperationalError

from judge.store.columns import Instant, table
from judge.store.database import Database

pulse = table(
    "pulse",
    Column("at", Instant, nullable=False),
    Column("confirmed_at", Instant, nullable=True),
    Column("before", Instant),
    Column("resumed", Instant),
)
"""One row: when the judge was last at work, and when the keeper said that the clock is right.

``before`` is when it was last at work before it ``resumed`` its work after a pause."""

_AT = select(pulse.c.at)
_RARELY = timedelta(minutes=1)
_PAUSE, _RESUMING = timedelta(minutes=10), timedelta(hours=1)
"""How long nobody was at work in a pause, and in what time its work is done."""


def beat(database: Database, now: datetime) -> datetime | None:
    """Note that the judge is at work, and return when it was before, if that is known."""
    with database.reading() as tx:
        before = last(tx)
    if before is None or abs(now - before) >= (_RARELY if database.lone else timedelta(0)):
        # The next beat is soon: a database that is locked just now is no reason to do no work.
        rested = before and now - before >= _PAUSE
        with suppress(OperationalError), database.writing() as tx:
            _note(tx, at=now, **({"before": before, "resumed": now} if before and rested else {}))
    return before


def told(tx: Connection) -> tuple[datetime, datetime] | None:
    """Return what time it is for all judges, and when they were at work before, as ``beat`` has
    it while what a pause left over is worked off; None if nobody has told it yet."""
    row = tx.execute(select(pulse)).one_or_none()
    if row is None:
        return None
    late = row.resumed is not None and row.at - row.resumed < _RESUMING
    return row.at, row.before if late else row.at


def last(tx: Connection) -> datetime | None:
    """Return when the judge was at work before, if that is known."""
    moment: datetime | None = tx.execute(_AT).scalar()
    return moment


def confirmed(tx: Connection) -> datetime | None:
    """Return what the machine's clock showed when the keeper last said that it is right."""
    moment: datetime | None = tx.execute(select(pulse.c.confirmed_at)).scalar()
    return moment


def confirm(tx: Connection, shown: datetime) -> None:
    """Note that the keeper says that the machine's clock, which shows this, is right."""
    _note(tx, at=shown, confirmed_at=shown)


def _note(tx: Connection, **values: datetime) -> None:
    if not tx.execute(update(pulse).values(values)).rowcount:
        tx.execute(insert(pulse).values(values))
