"""Where the databases of tests live: SQLite's in files, PostgreSQL's on a server of their own.

The server is started once by each process that runs tests, listens on a socket in a temporary
folder and nowhere else, and dies with the process.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import tempfile
from itertools import count
from pathlib import Path
from typing import Any, ClassVar, Protocol

from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url, text, update
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

from judge.store import database
from judge.store.database import Database, add_driver, upgrade_schema
from judge.store.judge_secret import judge_secret
from tests.needs import needs
from tests.waiting import WAIT, wait_until


class OneForAll(SQLiteDialect_pysqlite):
    """SQLite's: a statement that was compiled for one database serves all others, too.

    Without it each test compiles anew what it asks of its own database.
    """

    supports_statement_cache = True
    compiled: ClassVar[dict[Any, Any]] = {}

    def __eq__(self, other: object) -> bool:
        return type(other) is OneForAll

    def __hash__(self) -> int:
        return hash(OneForAll)

    @classmethod
    def engine_created(cls, engine: Engine) -> None:
        engine.update_execution_options(compiled_cache=cls.compiled)


registry.register("sqlite", __name__, "OneForAll")


class QuickUpgrade:
    """Gives an empty database of SQLite at once what all migrations, run one after the other, have
    made of the first one. Any other database is taken through its migrations."""

    def __init__(self) -> None:
        self._lines: tuple[str, ...] = ()

    def __call__(self, tx: Connection) -> None:
        if tx.dialect.name != "sqlite" or inspect(tx).get_table_names():
            _run_migrations(tx)
        elif self._lines:
            for line in self._lines:
                tx.exec_driver_sql(line)
            tx.execute(update(judge_secret).values(secret=secrets.token_hex(16)))
        else:
            _run_migrations(tx)
            self._lines = tuple(tx.connection.dbapi_connection.iterdump())[1:-1]  # type: ignore[union-attr]  # SQLite's


_run_migrations = database.run_migrations
database.run_migrations = QuickUpgrade()


class Databases(Protocol):
    """Makes databases; a database is known by its address."""

    def make(self, folder: Path) -> str:
        """Return a new database of the present schema."""

    def copy(self, url: str, folder: Path) -> str:
        """Return a copy of a database that nobody uses at the moment."""

    def drop(self, url: str) -> None:
        """Let go of a database that is not needed any more."""


class Files:
    """SQLite's: the database of a folder is a file in it."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._made = ""

    def make(self, folder: Path) -> str:
        if not self._made:
            self._made = f"sqlite:///{self._folder.name}/judge.db"
            upgrade_schema(self._made)
        return self.copy(self._made, folder)

    def copy(self, url: str, folder: Path) -> str:
        shutil.copy(url.removeprefix("sqlite:///"), folder / "judge.db")
        return f"sqlite:///{folder}/judge.db"

    def drop(self, url: str) -> None:
        """Leave the file to its folder."""


FILES = Files()


def hasten(database: Database) -> None:
    """Let one of SQLite's not wait for the disk: what it keeps outlives processes all the same."""
    if database.is_single_judge:

        @event.listens_for(database.engine, "connect")
        def connected(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
            connection.execute("PRAGMA synchronous = OFF")  # type: ignore[attr-defined]  # SQLite's


class Server:
    """PostgreSQL's: whose data are gone when it stops, and not flushed to the disk before.

    ``lasting``: what is committed outlives its processes all the same.
    """

    def __init__(self, *, lasting: bool = False) -> None:
        initdb = needs("initdb", "postgresql")
        self.folder = Path(tempfile.mkdtemp(prefix="pg", dir=_find_quick_folder()))
        self._names = count(1)
        self._kept = ""
        as_whom: list[str] = []
        if os.geteuid() == 0:  # it refuses to run as root
            shutil.chown(self.folder, "postgres", "postgres")
            as_whom = ["--reuid=postgres", "--regid=postgres", "--clear-groups"]
        self._run_by = run = [needs("setpriv", "util-linux"), *as_whom]
        data = self.folder / "data"
        subprocess.run(
            [*run, initdb, "--pgdata", data, "--auth=trust", "--username=judge", "--no-sync",
             "--encoding=UTF8", "--locale=C"],
            check=True, capture_output=True, cwd=self.folder,
        )  # fmt: skip
        settings = {
            "listen_addresses": "", "unix_socket_directories": str(self.folder), "fsync": "off",
            "synchronous_commit": "on" if lasting else "off", "full_page_writes": "off",
            "max_connections": "200",
            "autovacuum": "off", "shared_buffers": "32MB", "max_wal_size": "4GB",
        }  # fmt: skip
        given = [word for pair in settings.items() for word in ("-c", "=".join(pair))]
        server = Path(initdb).resolve().parent / "postgres"
        self._command = [*run, "--pdeathsig=INT", str(server), "-D", str(data), *given]
        self.log = self.folder / "log"
        self._admin = create_engine(
            add_driver(self.url("postgres")), poolclass=NullPool, isolation_level="AUTOCOMMIT"
        )
        self.start()

    def start(self) -> None:
        """Let it run, and return when it can be used."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self._command, stdout=log, stderr=log, cwd=self.folder)
        self._await()

    def halt(self) -> None:
        """End it at once, with all connections."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(WAIT)

    def url(self, name: str) -> str:
        """Return the address of the database of that name."""
        return f"postgresql://judge@/{name}?host={self.folder}"

    def make(self, folder: Path) -> str:
        if not self._kept:
            self._kept = self._create("template0")
            upgrade_schema(self._kept)
        return self.copy(self._kept, folder)

    def copy(self, url: str, folder: Path) -> str:
        return self._create(_name(url))

    def drop(self, url: str) -> None:
        self._run(f"DROP DATABASE {_name(url)} WITH (FORCE)")

    def fill(self, size: int) -> None:
        """Let those of its processes that live now write no file beyond so many bytes."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        for child in children.read_text().split():
            subprocess.run(
                [*self._run_by, "prlimit", f"--pid={child}", f"--fsize={size}:"],
                check=False, capture_output=True, cwd=self.folder,
            )  # fmt: skip

    def stop(self) -> None:
        """Stop the server and remove its data."""
        self.halt()
        shutil.rmtree(self.folder)

    def _create(self, template: str) -> str:
        name = f"test{next(self._names)}"
        self._run(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        return self.url(name)

    def _run(self, statement: str) -> None:
        with self._admin.connect() as connection:
            connection.execute(text(statement))

    def _await(self) -> None:
        wait_until(self._answers, self.log.read_text)

    def _answers(self) -> bool:
        try:
            self._run("SELECT 1")
        except OperationalError:
            assert self.process.poll() is None, self.log.read_text()
            return False
        return True


def _find_quick_folder() -> str:
    """Return a folder in memory if there is one with room: a database is hundreds of files.

    Its name is short, as that of a socket must be.
    """
    memory = "/dev/shm"
    if os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > _ROOM:
        return memory
    return "/tmp"


_ROOM = 1 << 31


def _name(url: str) -> str:
    return str(make_url(url).database)
