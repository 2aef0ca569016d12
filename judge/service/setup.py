"""A new judge: its settings file and its empty database."""

from __future__ import annotations

import fcntl
import os
import tomllib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from jinja2 import Environment, StrictUndefined
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from judge.resources import find_file
from judge.service.sections import ImapSection, OutboundSection
from judge.service.settings import Config, ConfigError, parse_settings
from judge.store.database import (
    Database,
    DatabaseMissingError,
    has_schema,
    is_schema_current,
    upgrade_schema,
)
from judge.store.ownership import give_to_folder_owner

EXAMPLE = "judge@example.org"
"""The address in settings that nobody has edited."""

IMPLICIT_TLS = 465
"""The port at which TLS begins at once (RFC 8314)."""


def write_sample_settings(mode: str, address: str, code: str, data: str, database: str = "") -> str:
    """Return a commented settings file for mail that comes in by smtp, lmtp or imap; games are in
    the database of that address, or in a SQLite file in the data folder."""
    text = find_file("templates", "setup/judge.toml.j2").read_text(encoding="utf-8")
    environment = Environment(undefined=StrictUndefined, keep_trailing_newline=True)
    return environment.from_string(text).render(
        mode=mode, address=address, code=code, data=data, database=database
    )


def refuse_unready_settings(config: Config, text: str) -> None:
    """Raise ConfigError if settings are not such that a judge can be at work with them: as they
    were written by ``judge init`` with nothing filled in, or with a user and no password.

    ``text`` is the settings file.
    """
    if wrong := "\n".join(_find_unready_settings(config, text)):
        raise ConfigError(wrong)


def _find_unready_settings(config: Config, text: str) -> Iterator[str]:
    inbound, imap, out, oauth = config.inbound, config.imap, config.outbound, config.oauth
    given_elsewhere = any(name.startswith("JUDGE_") and "__" in name for name in os.environ)
    mode, address = inbound.kind, config.judge.address
    if address == EXAMPLE and mode != "none" and not given_elsewhere:
        data = tomllib.loads(text).get("judge", {}).get("data", "")
        if text == write_sample_settings(mode, EXAMPLE, config.judge.code, data):
            yield f"judge.address: is still {EXAMPLE}: read the settings through, and edit them"
    used: list[tuple[str, ImapSection | OutboundSection]] = []
    used += [("imap", imap)] if mode == "imap" else []
    used += [("outbound", out)] if out.kind == "smtp" else []
    for table, section in used:
        if section.host == f"{'imap' if table == 'imap' else 'smtp'}.example.org":
            yield f"{table}.host: is still {section.host}: name the server of your mailbox"
        if section.oauth:
            if not oauth.command and not (oauth.url and oauth.refresh_token.get_secret_value()):
                yield f"{table}.oauth: is on, and oauth has no url and refresh_token, or command"
        elif section.user and not section.password.get_secret_value():
            yield (
                f"{table}.password: is needed for {section.user}: "
                f"as credential {table}.password, or JUDGE_{table.upper()}__PASSWORD"
            )
    if out.kind == "smtp" and out.port == IMPLICIT_TLS and not out.tls:
        yield f"outbound.tls: has to be true at port {IMPLICIT_TLS} (RFC 8314)"


def refuse_missing_database(config: Config) -> None:
    """Raise ConfigError if there is no database, or an empty one: a path or a name that is mistyped
    makes no new judge. Where that cannot be known, opening it says why."""
    path = find_sqlite_file(config)
    if (
        path is not None
        and not path.is_file()
        and (not config.database.url or path.parent.is_dir())
    ):
        raise ConfigError(
            f"{path}: there is no database; if that is the right place, "
            "'judge init --only-database' makes one there"
        )
    try:
        with closing(Database(config.database_url)) as database, database.read_transaction() as tx:
            empty = not has_schema(tx)
    except (SQLAlchemyError, ImportError):
        return
    if empty:
        raise ConfigError(
            f"{_name_of_database(config)}: the database there has no tables of a judge; if it is "
            "the right one, 'judge init --only-database' makes them"
        )


def create_judge(path: Path, text: str) -> Config:
    """Make the data folder and the database, write the settings file, and return the settings.

    Raises ConfigError if the text is not fit to run with; no settings are written then.
    """
    config = parse_settings(text, path)
    prepare_database(config)
    with set_private_umask():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return config


def prepare_database(config: Config) -> None:
    """Make the data folder and the database, or bring it up to date. Raises ConfigError."""
    try:
        with set_private_umask():
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
    path = find_sqlite_file(config)
    if path is not None and not path.is_file():
        raise ConfigError(f"{path}: there is no database; 'judge init' makes one")
    try:
        with closing(Database(config.database_url)) as database:
            with database.read_transaction() as tx:
                if not has_schema(tx):
                    raise DatabaseMissingError(
                        "has no tables of a judge; 'judge init --only-database' makes them"
                    )
                if not is_schema_current(tx):
                    raise DatabaseMissingError(
                        "is of an earlier judge; 'judge serve' brings it up to date as it starts"
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
    path = find_sqlite_file(config)
    if path is None:
        return lambda: None
    beside = Path(f"{path.resolve()}-lock")
    try:
        with set_private_umask():
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


def find_sqlite_file(config: Config) -> Path | None:
    """Return the file of the database, None if it is none of SQLite's."""
    try:
        url = make_url(config.database_url)
    except ArgumentError:
        return None
    return Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None


def hide_password(url: str) -> str:
    """Return the address of a database as it may be shown: without its password."""
    return make_url(url).render_as_string(hide_password=True)


def _name_of_database(config: Config) -> str:
    """Return what messages call the database."""
    return "database.url" if config.database.url else f"{config.judge.data / 'judge.db'}"


@contextmanager
def set_private_umask() -> Iterator[None]:
    """Make new files and folders for their user alone: addresses and press are nobody else's."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)
