"""Copies of the whole database, taken while the judge works, and put back when it does not."""

from __future__ import annotations

import os
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from sqlalchemy import URL, Connection, inspect, make_url
from sqlalchemy.exc import SQLAlchemyError

from judge.service.settings import Config, ConfigError
from judge.service.setup import (
    find_sqlite_file,
    lock_out_other_judges,
    prepare_database,
    set_private_umask,
)
from judge.store.database import (
    Database,
    DatabaseMissingError,
    has_other_connections,
    is_schema_current,
)
from judge.store.ownership import give_to_folder_owner


def back_up_database(config: Config, target: Path) -> None:
    """Write a copy of the database, as it is at one moment, to a file that is not there yet.

    Raises ConfigError. A file is whole once it bears its name.
    """
    if target.exists():
        raise ConfigError(f"{target} is there already; name another file")
    if not target.parent.is_dir():
        raise ConfigError(f"{target}: there is no folder {target.parent}")
    source = find_sqlite_file(config)
    with set_private_umask(), _explain_file_errors(target), _open_part_file(target) as part:
        if source is None:
            _run_postgres_tool(config, ["pg_dump", "--format=custom", f"--file={part}"])
        else:
            copy_sqlite_file(source, part)
            check_database_file(part)
            _merge_wal_file(part)
        _sync_to_disk(part)
        part.rename(target)


def restore_database(config: Config, source: Path, now: datetime) -> Path | None:
    """Put a copy in the place of the database, and bring it up to date; return the file in which
    what was there is kept, if there was anything.

    Raises ConfigError, while a judge works on the database, too; nothing is changed then.
    """
    if not source.is_file():
        raise ConfigError(f"{source}: there is no such file")
    let_others_in = lock_out_other_judges(config)
    target = find_sqlite_file(config)
    try:
        if target is None:
            return _restore_server(config, source, now)
        with set_private_umask(), _explain_file_errors(source):
            before = _replace_database_file(target, source, now)
        prepare_database(config)
    finally:
        let_others_in()
    return before


def _restore_server(config: Config, source: Path, now: datetime) -> Path | None:
    """Put a dump in the place of all that a server's database has; return where that is kept."""
    _run_postgres_tool(config, ["pg_restore", "--list", str(source)])
    with _open_server_transaction(config) as tx:
        if has_other_connections(tx):
            raise ConfigError("another judge is at work on database.url; stop all its units first")
        filled = bool(inspect(tx).get_table_names())
    before = config.judge.data / f"judge.dump.{now:%Y%m%d-%H%M%S}" if filled else None
    if before:
        with set_private_umask():
            before.parent.mkdir(parents=True, exist_ok=True)
        back_up_database(config, before)
        give_to_folder_owner(before)
    try:
        _load_dump(config, source)
        prepare_database(config)
    except ConfigError:
        if before:
            _load_dump(config, before)
            before.unlink()
        raise
    return before


def _load_dump(config: Config, dump: Path) -> None:
    """Let a server's database have what a dump has: a table that this does not know would stand in
    the way of the migration that makes it."""
    with _open_server_transaction(config) as tx:
        for name in inspect(tx).get_table_names():
            quoted = tx.dialect.identifier_preparer.quote(name)
            tx.exec_driver_sql(f"DROP TABLE {quoted} CASCADE")
    _run_postgres_tool(config, ["pg_restore", "--single-transaction", "--no-owner", str(dump)])


@contextmanager
def _open_server_transaction(config: Config) -> Iterator[Connection]:
    """Open a transaction on a server's database. Raises ConfigError."""
    try:
        with closing(Database(config.database_url)) as database, database.write_transaction() as tx:
            yield tx
    except SQLAlchemyError as trouble:
        reason = getattr(trouble, "orig", None) or trouble
        raise ConfigError(f"database.url: {reason}") from trouble


def _replace_database_file(target: Path, source: Path, now: datetime) -> Path | None:
    """Put a copy of a database in the place of another; return where that is kept from now on."""
    before = None
    target.parent.mkdir(parents=True, exist_ok=True)
    with _open_part_file(target) as part:
        copy_sqlite_file(source, part)
        check_database_file(part)
        give_to_folder_owner(part)
        _sync_to_disk(part)
        if target.exists():
            before = target.with_name(f"{target.name}.{now:%Y%m%d-%H%M%S}")
            copy_sqlite_file(target, before)  # with what stands in the file of its log
            give_to_folder_owner(before)
        for log in ("-wal", "-shm"):
            Path(f"{target}{log}").unlink(missing_ok=True)
        part.replace(target)
    return before


def check_database_file(path: Path) -> None:
    """Raise ConfigError if a file is no sound database of a judge, or one of a newer judge."""
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            (sound,) = database.execute("PRAGMA quick_check").fetchone()
            database.execute("SELECT version_num FROM alembic_version, games LIMIT 1")
        if sound != "ok":
            raise ConfigError(f"{path}: is damaged: {sound}")
        with closing(Database(f"sqlite:///{path}")) as copy, copy.read_transaction() as tx:
            is_schema_current(tx)
    except sqlite3.Error as trouble:
        raise ConfigError(f"{path}: is no database of a judge: {trouble}") from trouble
    except DatabaseMissingError as trouble:
        raise ConfigError(f"{path}: {trouble}") from trouble


def copy_sqlite_file(source: Path, target: Path) -> None:
    """Copy a SQLite database that others may be writing to; one file is made, or made anew."""
    target.unlink(missing_ok=True)
    with (
        closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as old,
        closing(sqlite3.connect(target)) as new,
    ):
        old.backup(new)
    _merge_wal_file(target)


def _merge_wal_file(path: Path) -> None:
    """Make one file of a SQLite database that nobody uses, to be read where nothing is written."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = DELETE")


@contextmanager
def _open_part_file(target: Path) -> Iterator[Path]:
    """Name a file to be written until it is whole; what has not got its own name then goes."""
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)


def _sync_to_disk(path: Path) -> None:
    """Wait until a file would outlive a power failure."""
    with path.open("rb") as written:
        os.fsync(written.fileno())


def _run_postgres_tool(config: Config, command: Sequence[str]) -> None:
    """Run a program of PostgreSQL's on the database. Its password is not among the words."""
    url = make_url(config.database_url)
    where = (url.username, None, url.host, url.port, url.database, url.query)
    bare = URL.create("postgresql", *where).render_as_string()
    around = {**os.environ, **({"PGPASSWORD": str(url.password)} if url.password else {})}
    try:
        result = subprocess.run(
            [command[0], f"--dbname={bare}", *command[1:]],
            env=around,
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        raise ConfigError(f"there is no {command[0]}; install PostgreSQL's programs") from None
    if result.returncode:
        raise ConfigError(f"{command[0]}: {result.stderr.strip()}")


@contextmanager
def _explain_file_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as trouble:
        raise ConfigError(f"{path}: {trouble}") from trouble
    except OSError as trouble:
        raise ConfigError(f"{trouble.filename or path}: {trouble.strerror}") from trouble
