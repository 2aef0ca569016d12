"""How several judges share one database: what only one of them may do, and who wakes whom.

A judge says every few seconds that it is at work. What it has in its hands is nobody else's as
long as it does; the time is the database's, by which all of them go.

All that is special to PostgreSQL is here and in ``database``: advisory locks, LISTEN and NOTIFY.
"""

from __future__ import annotations

import hashlib
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any, Protocol, cast

from sqlalchemy import (
    BindParameter,
    Column,
    Connection,
    Select,
    String,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import DBAPIError

from judge.store.columns import Instant, numbered_table
from judge.store.database import Database

_PRESENT = timedelta(seconds=10)
"""For how long others believe that a judge is at work that said so."""

_SAYS_SO = 2.0
"""Seconds after which it says so again."""

_CHANNEL = "judge"
_log = logging.getLogger(__name__)

present = numbered_table(
    "present",
    Column("name", String(16), nullable=False, unique=True),
    Column("until", Instant, nullable=False),
)
"""Judges that are at work, by their names; who is alone with a database is not among them."""


def select_other_judges(name: str | BindParameter[str]) -> Select[tuple[str]]:
    """Return the query for the judges at work but the one of that name."""
    c = present.c
    return select(c.name).where(c.name != name, c.until > func.current_timestamp())


def has_judge_at_work(tx: Connection) -> bool:
    """Say whether a judge is at work that is not alone with its database."""
    return tx.execute(select_other_judges("").limit(1)).first() is not None


@contextmanager
def try_exclusive_lock(database: Database, name: str) -> Iterator[bool]:
    """Try to be the only one who works on something; say whether nobody else does.

    It ends with the block, or with the death of its process. What it guards is kept from being
    done twice by the rows themselves: by it nothing is begun in vain, and mails keep their order.
    """
    if database.is_single_judge:
        yield True
    else:
        with database.engine.begin() as tx:
            key = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], signed=True)
            yield bool(tx.execute(select(func.pg_try_advisory_xact_lock(key))).scalar_one())


class Presence(threading.Thread):
    """Says that a judge is at work, until it is stopped; ``heard`` is called when another one has
    gone: there may be work that it has left."""

    def __init__(self, database: Database, on_gone: Callable[[], object]) -> None:
        super().__init__(name="present", daemon=True)
        self._database, self._heard = database, on_gone
        self._there: set[str] = set()
        self._over = threading.Event()

    def start(self) -> None:
        """Say so once, and go on by itself."""
        with self._database.write_transaction() as tx:
            tx.execute(delete(present).where(present.c.until <= func.current_timestamp()))
        self._announce_presence()
        super().start()

    def stop(self) -> None:
        """End it: nothing is in this judge's hands any more."""
        self._over.set()
        self.join()
        with suppress(DBAPIError), self._database.write_transaction() as tx:
            tx.execute(delete(present).where(present.c.name == self._database.name))

    def run(self) -> None:
        """Say so again and again."""
        while not self._over.wait(_SAYS_SO):
            try:
                self._announce_presence()
            except DBAPIError:
                _log.warning("other judges cannot be told that this one is at work")
            except Exception:
                _log.exception("other judges cannot be told that this one is at work")

    def _announce_presence(self) -> None:
        name = self._database.name
        with self._database.write_transaction() as tx:
            now = tx.execute(select(func.current_timestamp())).scalar_one()
            row = {"name": name, "until": now + _PRESENT}
            if not tx.execute(update(present).where(present.c.name == name), row).rowcount:
                tx.execute(insert(present), row)
            there = {*tx.scalars(select_other_judges(name))}
        gone, self._there = self._there - there, there
        if gone:
            self._heard()


def notify_judges(database: Database, news: str) -> None:
    """Let the others that listen know what there is to do; who misses it looks at the next beat."""
    if not database.is_single_judge:
        with database.engine.begin() as tx:
            tx.execute(select(func.pg_notify(_CHANNEL, f"{news} {database.name}")))


class Company:
    """The judges on one database: they hear of each other, if there may be several.

    ``on_news`` is called with what others tell, ``on_gone`` when one of them has gone.
    """

    def __init__(
        self, database: Database, on_news: Callable[[str], None], on_gone: Callable[[], object]
    ) -> None:
        self._lone = database.is_single_judge
        self._presence = Presence(database, on_gone)
        self._listener = NewsListener(database, on_news)

    def join(self) -> None:
        """Say that this judge is at work, and listen."""
        if not self._lone:
            self._presence.start()
            self._listener.start()

    def stop_listening(self) -> None:
        """Hear no more."""
        if not self._lone:
            self._listener.stop()

    def leave(self) -> None:
        """Say that nothing is in this judge's hands any more."""
        if not self._lone:
            self._presence.stop()

    def is_alive(self) -> bool:
        """Say whether the others are told that this judge is at work."""
        return self._lone or self._presence.is_alive()


class _Notify(Protocol):
    payload: str


class NewsListener(threading.Thread):
    """Passes on what other judges tell, until it is stopped; a lost connection is made again."""

    def __init__(
        self, database: Database, on_news: Callable[[str], None], pause: float = 5
    ) -> None:
        super().__init__(name="listening", daemon=True)
        self._database, self._heard, self._pause = database, on_news, pause
        self._over = threading.Event()

    def stop(self) -> None:
        """End it."""
        self._over.set()
        self.join()

    def run(self) -> None:
        """Listen."""
        while not self._over.is_set():
            try:
                self._listen_for_news()
            except DBAPIError:
                _log.warning("other judges are not heard; it is tried again")
            except Exception:
                _log.exception("other judges are not heard; it is tried again")
            self._over.wait(self._pause)

    def _listen_for_news(self) -> None:
        engine = self._database.engine.execution_options(isolation_level="AUTOCOMMIT")
        with engine.connect() as tx:
            tx.exec_driver_sql(f"LISTEN {_CHANNEL}")
            driver = cast(Any, tx.connection.driver_connection)  # psycopg's own
            try:
                while not self._over.is_set():
                    for notify in driver.notifies(timeout=1):
                        news, by = cast(_Notify, notify).payload.split()
                        if by != self._database.name:
                            self._heard(news)
            finally:
                tx.invalidate()
