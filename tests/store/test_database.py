"""Migrations make the tables that the code knows; writers do not run into each other."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import insert, inspect, select, text, update
from sqlalchemy.exc import IntegrityError, OperationalError

from judge.store import schema
from judge.store.database import (
    Database,
    list_revisions,
    make_alembic_config,
    upgrade_schema,
)

pytestmark = pytest.mark.databases("sqlite", "postgresql")


def test_migrations_and_tables_agree(database: Database) -> None:
    with database.write_transaction() as tx:
        command.check(make_alembic_config(tx))


def test_migrations_can_be_taken_back(database: Database) -> None:
    with database.write_transaction() as tx:
        command.downgrade(make_alembic_config(tx), "base")
        assert inspect(tx).get_table_names() == ["alembic_version"]
        command.upgrade(make_alembic_config(tx), "head")
        command.check(make_alembic_config(tx))


def test_upgrading_again_changes_nothing(database: Database) -> None:
    upgrade_schema(database.engine.url.render_as_string(hide_password=False))
    scripts = ScriptDirectory.from_config(make_alembic_config()).walk_revisions()
    revisions = [script.revision for script in scripts][::-1]
    with database.read_transaction() as tx:
        there = tx.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
    assert there == revisions[-1:] and list_revisions() == revisions


def test_a_judge_that_begins_while_another_makes_the_tables_waits_for_them(
    database: Database,
) -> None:
    with database.write_transaction() as tx:
        command.downgrade(make_alembic_config(tx), "base")
    url = database.engine.url.render_as_string(hide_password=False)
    with ThreadPoolExecutor(1) as another, database.write_transaction() as tx:
        command.upgrade(make_alembic_config(tx), "head")
        late = another.submit(upgrade_schema, url)
        while not (database.is_single_judge or waits(database)):
            assert not late.done()
    assert late.result() is None
    with database.write_transaction() as tx:
        command.check(make_alembic_config(tx))


def waits(database: Database) -> bool:
    """Say whether somebody waits for somebody else."""
    query = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    with database.read_transaction() as tx:
        return bool(tx.execute(query).scalar_one())


@pytest.mark.databases("sqlite")
def test_sqlite_is_tuned(database: Database) -> None:
    with database.read_transaction() as tx:
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
    with pytest.raises(RuntimeError), database.write_transaction() as tx:
        tx.execute(schema.players.insert().values(address="france@example.org"))
        raise RuntimeError
    with database.read_transaction() as tx:
        assert tx.execute(select(schema.players)).all() == []


@pytest.mark.databases("sqlite")
def test_there_is_one_writer_and_readers_go_on(database: Database) -> None:
    with database.write_transaction() as first:
        first.execute(schema.players.insert().values(address="france@example.org"))
        with pytest.raises(OperationalError, match="locked"), database.write_transaction():
            pass
        with database.read_transaction() as reader:
            assert reader.execute(select(schema.players)).all() == []


@pytest.mark.databases("postgresql")
def test_writers_wait_only_for_the_same_rows(database: Database) -> None:
    c = schema.players.c
    with database.write_transaction() as tx:
        for name in ("france", "italy"):
            tx.execute(insert(schema.players).values(address=f"{name}@example.org"))
    proved = update(schema.players).values(proved=True)
    with database.write_transaction() as first:
        first.execute(proved.where(c.address == "france@example.org"))
        with database.write_transaction() as other:
            other.execute(proved.where(c.address == "italy@example.org"))
        with (
            pytest.raises(OperationalError, match="lock timeout"),
            database.write_transaction() as third,
        ):
            third.execute(proved.where(c.address == "france@example.org"))
    with database.read_transaction() as tx:
        assert set(tx.execute(select(c.proved)).scalars()) == {True}


@pytest.mark.databases("postgresql")
def test_a_reader_sees_one_moment_and_writes_nothing(database: Database) -> None:
    with database.read_transaction() as reader:
        assert reader.execute(select(schema.players)).all() == []
        with database.write_transaction() as tx:
            tx.execute(insert(schema.players).values(address="france@example.org"))
        assert reader.execute(select(schema.players)).all() == []
    with database.read_transaction() as reader, pytest.raises(OperationalError, match="read-only"):
        reader.execute(insert(schema.players).values(address="italy@example.org"))


def test_references_are_kept(database: Database) -> None:
    with pytest.raises(IntegrityError), database.write_transaction() as tx:
        tx.execute(schema.turns.insert().values(game_id=7, number=0, code="", parent=-1))


@pytest.mark.databases("postgresql")
def test_a_statement_that_is_read_often_is_parsed_once(database: Database) -> None:
    prepared = text("SELECT count(*) FROM pg_prepared_statements")
    for _ in range(10):
        with database.read_transaction() as tx:
            known = tx.execute(prepared).scalar_one()
    assert known == 1


SECRET = 'INSERT INTO "judge_secret"'
"""What differs from judge to judge."""


def test_tests_give_an_empty_database_what_its_migrations_make(tmp_path: Path) -> None:
    quick, slow = tmp_path / "quick.db", tmp_path / "slow.db"
    for _ in range(2):  # the first of a process is made by its migrations
        quick.unlink(missing_ok=True)
        upgrade_schema(f"sqlite:///{quick}")
    with closing(Database(f"sqlite:///{slow}")) as made, made.write_transaction() as tx:
        command.upgrade(make_alembic_config(tx), "head")
    dumps = []
    for path in (quick, slow):
        with closing(sqlite3.connect(path)) as connection:
            dumps.append([line for line in connection.iterdump() if SECRET not in line])
    assert dumps[0] == dumps[1]
