"""A new judge: its settings file and its empty database."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from jinja2 import Environment, StrictUndefined
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from judge.resources import find_file
from judge.service.settings import Config, ConfigError, parse_settings
from judge.store.database import Database, DatabaseMissingError, is_schema_current, upgrade_schema
from judge.store.ownership import give_to_folder_owner


def sample_settings(mode: str, address: str, code: str, data: str, database: str = "") -> str:
    """Return a commented settings file for mail that comes in by smtp, lmtp or imap; games are in
    the database of that address, or in a SQLite file in the data folder."""
    text = find_file("templates", "setup/judge.toml.j2").read_text(encoding="utf-8")
    environment = Environment(undefined=StrictUndefined, keep_trailing_newline=True)
    return environment.from_string(text).render(
        mode=mode, address=address, code=code, data=data, database=database
    )


def create_judge(path: Path, text: str) -> Config:
    """Make the data folder and the database, write the settings file, and return the settings.

    Raises ConfigError if the text is not fit to run with; no settings are written then.
    """
    config = parse_settings(text, path)
    prepare_database(config)
    with private_umask():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return config


def prepare_database(config: Config) -> None:
    """Make the data folder and the database, or bring it up to date. Raises ConfigError."""
    try:
        with private_umask():
            config.judge.data.mkdir(parents=True, exist_ok=True)
            upgrade_schema(config.database_url)
    except OSError as trouble:
        raise ConfigError(f"judge.data: {config.judge.data}: {trouble.strerror}") from trouble
    except DatabaseMissingError as trouble:
        raise ConfigError(f"{_name_of_database(config)}: {trouble}") from trouble


@contextmanager
def open_existing_database(config: Config) -> Iterator[Database]:
    """Open the database that is there, beside a judge that may be at work; close it in the end.

    Raises ConfigError if there is none, or none of this judge's version, or if it is locked.
    """
    path = sqlite_file(config)
    if path is not None and not path.is_file():
        raise ConfigError(f"{path}: there is no database; 'judge init' or 'judge serve' makes one")
    try:
        with closing(Database(config.database_url)) as database:
            with database.read_transaction() as tx:
                if not is_schema_current(tx):
                    raise DatabaseMissingError(
                        "is empty or of an earlier judge; "
                        "'judge serve' brings it up to date as it starts"
                    )
            yield database
    except (DatabaseMissingError, SQLAlchemyError) as trouble:
        reason = getattr(trouble, "orig", None) or trouble
        raise ConfigError(f"{_name_of_database(config)}: {reason}") from trouble


def lock_out_other_judges(config: Config) -> Callable[[], None]:
    """Let no other judge work on a SQLite database, from whatever folder, until this process ends
    or what is returned is called.

    Raises ConfigError if one does, or if that cannot be known. Other databases sort that out by
    themselves, and where there can be none, opening it says so.
    """
    path = sqlite_file(config)
    if path is None:
        return lambda: None
    beside = Path(f"{path.resolve()}-lock")
    try:
        with private_umask():
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = os.open(beside, os.O_RDWR | os.O_CREAT, 0o600)
        give_to_folder_owner(beside)
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise ConfigError(f"another judge is at work on {path}") from None
    except OSError as trouble:
        if not path.exists():
            return lambda: None
        raise ConfigError(
            f"{beside}: {trouble.strerror}: it must be a file of the judge's user, or be removed"
        ) from None
    return partial(os.close, lock)


def sqlite_file(config: Config) -> Path | None:
    """Return the file of the database, None if it is none of SQLite's."""
    try:
        url = make_url(config.database_url)
    except ArgumentError:
        return None
    return Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None


def url_without_password(url: str) -> str:
    """Return the address of a database as it may be shown: without its password."""
    return make_url(url).render_as_string(hide_password=True)


def _name_of_database(config: Config) -> str:
    """Return what messages call the database."""
    return "database.url" if config.database.url else f"{config.judge.data / 'judge.db'}"


@contextmanager
def private_umask() -> Iterator[None]:
    """Make new files and folders for their user alone: addresses and press are nobody else's."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)
