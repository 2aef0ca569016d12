"""When the judge was last at work: after an outage it knows how long that was."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

from sqlalchemy import Column, Connection, insert, select, update
from sqlalchemy.exc import OperationalError

from judge.store.columns import Instant, numbered_table
from judge.store.database import Database

pulse = numbered_table(
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


def record_beat(database: Database, now: datetime) -> datetime | None:
    """Note that the judge is at work, and return when it was before, if that is known."""
    with database.read_transaction() as tx:
        before = find_last_beat(tx)
    if before is None or abs(now - before) >= (
        _RARELY if database.is_single_judge else timedelta(0)
    ):
        # The next beat is soon: a database that is locked just now is no reason to do no work.
        was_paused = before and now - before >= _PAUSE
        with suppress(OperationalError), database.write_transaction() as tx:
            _save_pulse(
                tx, at=now, **({"before": before, "resumed": now} if before and was_paused else {})
            )
    return before


def read_shared_time(tx: Connection) -> tuple[datetime, datetime] | None:
    """Return what time it is for all judges, and when they were at work before, as ``beat`` has
    it while what a pause left over is worked off; None if nobody has told it yet."""
    row = tx.execute(select(pulse)).one_or_none()
    if row is None:
        return None
    late = row.resumed is not None and row.at - row.resumed < _RESUMING
    return row.at, row.before if late else row.at


def find_last_beat(tx: Connection) -> datetime | None:
    """Return when the judge was at work before, if that is known."""
    moment: datetime | None = tx.execute(_AT).scalar()
    return moment


def find_clock_confirmed_at(tx: Connection) -> datetime | None:
    """Return what the machine's clock showed when the keeper last said that it is right."""
    moment: datetime | None = tx.execute(select(pulse.c.confirmed_at)).scalar()
    return moment


def confirm_clock(tx: Connection, shown: datetime) -> None:
    """Note that the keeper says that the machine's clock, which shows this, is right."""
    _save_pulse(tx, at=shown, confirmed_at=shown)


def _save_pulse(tx: Connection, **values: datetime) -> None:
    if not tx.execute(update(pulse).values(values)).rowcount:
        tx.execute(insert(pulse).values(values))
