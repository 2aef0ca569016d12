"""The database: one engine, transactions that read, transactions that write, migrations."""

from __future__ import annotations

import hashlib
import logging
import os
import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    Insert,
    Select,
    Table,
    UpdateBase,
    create_engine,
    event,
    insert,
    inspect,
    make_url,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import DBAPIConnection, ExceptionContext
from sqlalchemy.exc import InternalError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from judge.model.errors import JudgeError
from judge.resources import find_file

if TYPE_CHECKING:
    from alembic.config import Config

_log = logging.getLogger(__name__)


class DatabaseMissingError(JudgeError):
    """There is no database to be had at an address; the text says why."""


class StaleError(JudgeError):
    """Another judge has written meanwhile what this one read, or was to write: read it again."""


class Database:
    """Opens transactions. ``wait`` is how many seconds a writer waits for another.

    Errors do not quote what was to be written: that may be press, or a secret.

    On SQLite there is one writer at a time: a deferred transaction that turns to writing would
    fail at once whenever somebody else writes, so a writer takes the lock as it begins. Writers
    of this process queue up before that: SQLite lets those who wait sleep, and wakes nobody.
    On PostgreSQL writers wait only for who has the same rows. ``name`` is whom
    others know us by.
    """

    def __init__(self, url: str, wait: float = 10) -> None:
        where = add_driver(url)
        if where.get_backend_name() == "sqlite":
            self.engine = create_engine(where, hide_parameters=True)
            _configure_sqlite(self.engine, wait)
            self._reader = self._asker = self.engine
        else:
            options = f"-c lock_timeout={int(wait * 1000)} -c timezone=UTC"
            connect = {"options": options, **_ALIVE}
            # The connection used last knows the statements.
            self.engine = create_engine(
                where, hide_parameters=True, connect_args=connect, pool_use_lifo=True
            )
            event.listen(self.engine, "handle_error", _translate_error)
            self._reader = self.engine.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
            self._asker = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        who = f"{socket.gethostname()} {os.getpid()} {id(self)}"
        self.name = hashlib.sha256(who.encode()).hexdigest()[:16]
        self._wait = wait
        # Who listens to the engine is told by it which transactions write.
        self._writer = self.engine.execution_options(judge_writes=True)
        self._queue = threading.Lock()

    @property
    def is_single_judge(self) -> bool:
        """Say whether only one judge can work with it at a time."""
        return self.engine.dialect.name == "sqlite"

    @contextmanager
    def write_transaction(self) -> Iterator[Connection]:
        """Open a transaction that may write; it is committed at the end, or not at all."""
        with self.open_single_write() as tx:
            if self.is_single_judge:
                tx.exec_driver_sql("BEGIN IMMEDIATE")
            yield tx

    @contextmanager
    def open_single_write(self) -> Iterator[Connection]:
        """Open a connection for one statement alone that writes: it is committed on SQLite as it
        ends, else with the connection."""
        queued = self.is_single_judge and self._queue.acquire(timeout=self._wait)
        try:
            with self._writer.begin() as tx:
                yield tx
        finally:
            if queued:
                self._queue.release()

    @contextmanager
    def read_transaction(self) -> Iterator[Connection]:
        """Open a transaction that only reads, and sees one moment."""
        with self._reader.begin() as tx:  # a rollback would make the driver forget its statements
            if self.is_single_judge:
                tx.exec_driver_sql("BEGIN")
            yield tx

    @contextmanager
    def open_single_query(self) -> Iterator[Connection]:
        """Open a connection for one query alone, which sees one moment without a transaction."""
        with self._asker.begin() as tx:
            yield tx

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()


def add_driver(url: str) -> URL:
    """Return an address with the driver that the judge uses, where it names none."""
    where = make_url(url)
    plain = where.drivername == "postgresql"
    return where.set(drivername="postgresql+psycopg") if plain else where


_CLASH = "23505"
"""The code of PostgreSQL for a key that is there already."""


def _translate_error(trouble: ExceptionContext) -> None:
    """Say of an error of PostgreSQL what it is: another judge was first, or the server is out of
    order and must not be taken for a fault of what was to be written."""
    original = trouble.original_exception
    if getattr(original, "sqlstate", "") == _CLASH:
        raise StaleError("another judge was first") from original
    if isinstance(trouble.sqlalchemy_exception, InternalError):
        raise OperationalError(
            trouble.statement, None, original, hide_parameters=True
        ) from original


_ALIVE = {"keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3}
"""A server that has gone without a word is noticed after a minute."""


def _configure_sqlite(engine: Engine, wait: float) -> None:
    @event.listens_for(engine, "connect")
    def set_pragmas(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        # The driver's own transactions begin too late; ours are begun above.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {int(wait * 1000)}")
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA foreign_keys = ON")
        # An acknowledgement must outlive a power failure.
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.close()


def upgrade_schema(url: str) -> None:
    """Bring a database to the present schema, creating it if need be.

    Several judges may begin to do so at once: who comes too late finds it done when looking again.
    Raises DatabaseMissingError.
    """
    try:
        with closing(Database(url)) as database:
            try:
                _migrate_if_needed(database)
            except (SQLAlchemyError, DatabaseMissingError, StaleError):
                if database.is_single_judge:
                    raise
                _migrate_if_needed(database)
    except (SQLAlchemyError, ImportError) as trouble:
        raise DatabaseMissingError(str(getattr(trouble, "orig", None) or trouble)) from trouble


def _migrate_if_needed(database: Database) -> None:
    with database.write_transaction() as tx:
        if not is_schema_current(tx):
            run_migrations(tx)


def run_migrations(tx: Connection) -> None:
    """Take a database through all migrations that it lacks. Raises DatabaseMissingError."""
    from alembic import command  # takes long to load, and most starts need none of it
    from alembic.util import CommandError

    try:
        command.upgrade(make_alembic_config(tx), "head")
    except CommandError as trouble:
        raise DatabaseMissingError(str(trouble)) from trouble


def has_schema(tx: Connection) -> bool:
    """Say whether a database has tables of a judge, of whatever version."""
    return _find_revision(tx) is not None


def is_schema_current(tx: Connection) -> bool:
    """Say whether a database has the present schema, and not an earlier one.

    Raises DatabaseMissingError if it was last used by a newer judge.
    """
    there, ours = _find_revision(tx), list_revisions()
    if there is not None and there not in ours:
        raise DatabaseMissingError(
            f"is of a newer judge: its schema is {there}, this judge knows those up to {ours[-1]}. "
            "Nothing in it was changed; install the newer judge again"
        )
    return there == ours[-1]


def _find_revision(tx: Connection) -> str | None:
    if not inspect(tx).has_table("alembic_version"):
        return None
    return tx.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()


def list_revisions() -> list[str]:
    """Return the revisions of the schema, the newest last: the names of migrations begin so."""
    folder = find_file("migrations", "env.py").parent / "versions"
    return sorted(path.name.partition("_")[0] for path in folder.glob("*_*.py"))


_OTHERS = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()"
)


def has_other_connections(tx: Connection) -> bool:
    """Say whether a database of PostgreSQL's has connections of our user besides this one."""
    return bool(tx.exec_driver_sql(_OTHERS).scalar_one())


def make_alembic_config(tx: Connection | None = None) -> Config:
    """Return what Alembic needs to know, to work inside a transaction of ours."""
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", str(find_file("migrations", "env.py").parent))
    settings.attributes["connection"] = tx
    return settings


@contextmanager
def try_in_savepoint(tx: Connection, trouble: str) -> Iterator[None]:
    """Do something within a transaction that goes on without it if it fails.

    A database that cannot be used is raised all the same.
    """
    try:
        with tx.begin_nested():
            yield
    except (OperationalError, StaleError):
        raise
    except Exception:
        _log.exception(trouble)


def insert_row(tx: Connection, table: Table, row: Mapping[str, Any]) -> int:
    """Insert a row and return its key."""
    key = tx.execute(_insert(table), row).inserted_primary_key
    assert key is not None
    return int(key[0])


def insert_if_new_statement(tx: Connection, table: Table, *, keyed: bool = False) -> UpdateBase:
    """Return the statement that inserts a row, or nothing where that breaks a rule of uniqueness:
    where another judge may write the same at the same time. ``keyed``: it gives the row's key."""
    return _build_insert_if_new(table, tx.dialect.name, keyed)


def insert_rows(tx: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows, if there are any."""
    if rows:
        tx.execute(_insert(table), rows)


# A statement that is made once is also turned into SQL once.
_insert: Callable[[Table], Insert] = cache(insert)


def insert_if_new_from(
    dialect: str, table: Table, names: Sequence[str], row: Select[Any]
) -> UpdateBase:
    """Return the statement that inserts what a query finds, or nothing where that breaks a rule of
    uniqueness, and gives the row's key."""
    ours = sqlite.insert if dialect == "sqlite" else postgresql.insert
    made = ours(table).from_select(names, row).on_conflict_do_nothing()
    return made.returning(table.c.id)


@cache
def _build_insert_if_new(table: Table, dialect: str, keyed: bool) -> UpdateBase:
    ours = sqlite.insert if dialect == "sqlite" else postgresql.insert
    fresh = ours(table).on_conflict_do_nothing()
    return fresh.returning(table.c.id) if keyed else fresh
