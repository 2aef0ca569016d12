"""Migrations make the tables that the code knows; writers do not run into each other."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, select, text
from sqlalchemy.exc import IntegrityError, OperationalError

from judge.store import schema
from judge.store.database import Database, config, upgrade


def test_migrations_and_tables_agree(database: Database) -> None:
    with database.writing() as tx:
        command.check(config(tx))


def test_migrations_can_be_taken_back(database: Database) -> None:
    with database.writing() as tx:
        command.downgrade(config(tx), "base")
        assert inspect(tx).get_table_names() == ["alembic_version"]
        command.upgrade(config(tx), "head")
        command.check(config(tx))


def test_upgrading_twice_changes_nothing(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/judge.db"
    upgrade(url)
    upgrade(url)
    database = Database(url)
    last = ScriptDirectory.from_config(config()).get_current_head()
    with database.reading() as tx:
        assert tx.execute(text("SELECT version_num FROM alembic_version")).scalars().all() == [last]
    database.close()


def test_sqlite_is_tuned(database: Database) -> None:
    with database.reading() as tx:
        found = {
            name: tx.execute(text(f"PRAGMA {name}")).scalar_one()
            for name in ("journal_mode", "foreign_keys", "synchronous", "busy_timeout")
        }
    assert found == {
        "journal_mode": "wal",
        "foreign_keys": 1,
        "synchronous": 2,
        "busy_timeout": 50,
    }


def test_a_failed_transaction_leaves_nothing(database: Database) -> None:
    with pytest.raises(RuntimeError), database.writing() as tx:
        tx.execute(schema.players.insert().values(address="france@example.org"))
        raise RuntimeError
    with database.reading() as tx:
        assert tx.execute(select(schema.players)).all() == []


def test_there_is_one_writer_and_readers_go_on(database: Database) -> None:
    with database.writing() as first:
        first.execute(schema.players.insert().values(address="france@example.org"))
        with pytest.raises(OperationalError, match="locked"), database.writing():
            pass
        with database.reading() as reader:
            assert reader.execute(select(schema.players)).all() == []


def test_references_are_kept(database: Database) -> None:
    with pytest.raises(IntegrityError), database.writing() as tx:
        tx.execute(schema.turns.insert().values(game_id=7, number=0, code="", parent=-1))
