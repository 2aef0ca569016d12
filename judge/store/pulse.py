"""When the judge was last at work: after an outage it knows how long that was."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import OperationalError

from judge.store import schema as t
from judge.store.database import Database

_RARELY = timedelta(minutes=1)


def beat(database: Database, now: datetime) -> datetime | None:
    """Note that the judge is at work, and return when it was before, if that is known."""
    with database.reading() as tx:
        last: datetime | None = tx.execute(select(t.pulse.c.at)).scalar()
    if last is None or now - last >= _RARELY:
        # The next beat is soon: a database that is locked just now is no reason to do no work.
        with suppress(OperationalError), database.writing() as tx:
            tx.execute(delete(t.pulse))
            tx.execute(insert(t.pulse).values(at=now))
    return last
