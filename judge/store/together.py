"""How several judges share one database: what only one of them may do, and who wakes whom.

All that is special to PostgreSQL is here and in ``database``: advisory locks, LISTEN and NOTIFY.
Engines that speak its language and lack these have rows in place of the first, and look again at
every beat in place of the others.
"""

from __future__ import annotations

import hashlib
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Protocol, cast

from sqlalchemy import Column, Connection, String, delete, func, select, update
from sqlalchemy.exc import DBAPIError

from judge.store.columns import Instant, table
from judge.store.database import Database, if_new

LEASE = timedelta(minutes=5)
"""For how long a row keeps others out if whoever wrote it is gone."""

_CHANNEL = "judge"
_log = logging.getLogger(__name__)

leases = table(
    "leases",
    Column("name", String(64), nullable=False, unique=True),
    Column("holder", String(16), nullable=False),
    Column("until", Instant, nullable=False),
)
"""What is in somebody's hands, where the engine has no locks that go with their holder."""


@contextmanager
def alone_with(database: Database, name: str) -> Iterator[bool]:
    """Try to be the only one who works on something; say whether nobody else does.

    It ends with the block, or with the death of its process. What it guards is kept from being
    done twice by the rows themselves: by it nothing is begun in vain, and mails keep their order.
    """
    if database.lone:
        yield True
    elif database.special:
        with database.engine.connect() as tx:
            key = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], signed=True)
            yield bool(tx.execute(select(func.pg_try_advisory_xact_lock(key))).scalar_one())
    else:
        holder = database.name
        row = hashlib.sha256(name.encode()).hexdigest()
        with database.writing() as tx:
            mine = _leased(tx, row, holder)
        try:
            yield mine
        finally:
            with database.writing() as tx:
                tx.execute(delete(leases).where(leases.c.name == row, leases.c.holder == holder))


def _leased(tx: Connection, key: str, holder: str) -> bool:
    c = leases.c
    now = tx.execute(select(func.current_timestamp())).scalar_one()
    row = {"name": key, "holder": holder, "until": now + LEASE}
    if tx.execute(if_new(tx, leases), row).rowcount:
        return True
    ended = update(leases).where(c.name == key, c.until <= now).values(row)
    return tx.execute(ended).rowcount == 1


def tell(database: Database, news: str) -> None:
    """Let the others that listen know what there is to do; who misses it looks at the next beat."""
    if database.special:
        with database.engine.connect() as tx:
            tx.execute(select(func.pg_notify(_CHANNEL, f"{news} {database.name}")))
            tx.commit()


class _Notify(Protocol):
    payload: str


class Listener(threading.Thread):
    """Passes on what other judges tell, until it is stopped; a lost connection is made again."""

    def __init__(self, database: Database, heard: Callable[[str], None], pause: float = 5) -> None:
        super().__init__(name="listening", daemon=True)
        self._database, self._heard, self._pause = database, heard, pause
        self._over = threading.Event()

    def stop(self) -> None:
        """End it."""
        self._over.set()
        self.join()

    def run(self) -> None:
        """Listen."""
        while not self._over.is_set():
            try:
                self._listen()
            except DBAPIError:
                _log.warning("other judges are not heard; it is tried again")
            except Exception:
                _log.exception("other judges are not heard; it is tried again")
            self._over.wait(self._pause)

    def _listen(self) -> None:
        engine = self._database.engine.execution_options(isolation_level="AUTOCOMMIT")
        with engine.connect() as tx:
            tx.exec_driver_sql(f"LISTEN {_CHANNEL}")
            driver = cast(Any, tx.connection.driver_connection)
            try:
                while not self._over.is_set():
                    for notify in driver.notifies(timeout=1):
                        news, by = cast(_Notify, notify).payload.split()
                        if by != self._database.name:
                            self._heard(news)
            finally:
                tx.invalidate()
