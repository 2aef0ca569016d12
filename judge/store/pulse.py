"""When the judge was last at work: after an outage it knows how long that was."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import OperationalError

from judge.store import schema as t
from judge.store.database import Database

_RARELY = timedelta(minutes=1)


def beat(database: Database, now: datetime) -> datetime | None:
    """Note that the judge is at work, and return when it was before, if that is known."""
    with database.reading() as tx:
        before = last(tx)
    if before is None or abs(now - before) >= _RARELY:
        # The next beat is soon: a database that is locked just now is no reason to do no work.
        with suppress(OperationalError), database.writing() as tx:
            _note(tx, at=now)
    return before


def last(tx: Connection) -> datetime | None:
    """Return when the judge was at work before, if that is known."""
    moment: datetime | None = tx.execute(select(t.pulse.c.at)).scalar()
    return moment


def confirmed(tx: Connection) -> datetime | None:
    """Return what the machine's clock showed when the keeper last said that it is right."""
    moment: datetime | None = tx.execute(select(t.pulse.c.confirmed_at)).scalar()
    return moment


def confirm(tx: Connection, shown: datetime) -> None:
    """Note that the keeper says that the machine's clock, which shows this, is right."""
    _note(tx, at=shown, confirmed_at=shown)


def _note(tx: Connection, **values: datetime) -> None:
    if not tx.execute(update(t.pulse).values(values)).rowcount:
        tx.execute(insert(t.pulse).values(values))
