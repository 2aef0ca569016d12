"""What every mail and turn asks is found by an index: it costs the same with a million games.

All questions that a judge asks in a few days are taken down, and the database tells how it would
answer each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta

import pytest
from sqlalchemy import Connection, event

from judge.store import persons
from judge.store.database import Database
from tests.road.office import MASTER, Office, player

pytestmark = pytest.mark.databases("sqlite", "postgresql")

SMALL = {
    "CONSTANT",
    "alembic_version",
    "blocks",
    "destinations",
    "judge_secret",
    "present",
    "pulse",
}
"""Tables that hold few rows however many games there are."""


@contextmanager
def taken_down(database: Database) -> Iterator[dict[str, object]]:
    asked: dict[str, object] = {}

    def note(tx: object, cursor: object, statement: str, values: object, *_: object) -> None:
        if statement.startswith(("SELECT", "UPDATE", "DELETE")) and "pg_" not in statement:
            asked.setdefault(statement, values)

    event.listen(database.engine, "before_cursor_execute", note)
    yield asked
    event.remove(database.engine, "before_cursor_execute", note)


def looked_through(tx: Connection, statement: str, values: object) -> set[str]:
    """Return the tables of which an answer looks through all rows.

    What stands in brackets in the question is no table: its own look at one is told beside it.
    """
    lone = tx.dialect.name == "sqlite"
    how = "EXPLAIN QUERY PLAN" if lone else "EXPLAIN"
    values = values[0] if isinstance(values, list) else values
    assert isinstance(values, tuple | Mapping)
    plan = "\n".join(str(row[-1]) for row in tx.exec_driver_sql(f"{how} {statement}", values))
    alias = dict(re.findall(r"\b(\w+) AS (\w+)", statement))
    named = {new: old for old, new in alias.items()}
    scan = r"^SCAN (\w+)" if lone else r"Seq Scan on (\w+)"
    in_brackets = set(re.findall(r"\) AS (\w+)", statement))
    tables = {named.get(table, table) for table in re.findall(scan, plan, re.M)}
    return tables - SMALL - in_brackets


def test_no_question_looks_through_all_there_is(office: Office) -> None:
    with taken_down(office.judge.database) as asked:
        office.answer(player("France"), "A Par - Bur\nPRESS TO Germny\nHello.\nENDPRESS")
        office.answer(player("France"), "1\nSTATUS\nLIST\nHISTORY\nLEDGER\nMY DATA\nSHOW SETTINGS")
        office.write("new@example.net", "JOIN ruhr\nHELP")
        office.write("fan@example.net", "HALL\nHALL standard\nRATINGS standard\nRATING\nRESULTS")
        office.write("fan@example.net", "STATISTICS\nSTATISTICS standard\nTOURNAMENTS\nLIST ENDED")
        office.answer(MASTER, "CREATE saar\nSET GRACE 2 HOURS")
        office.run()
        with office.judge.database.read_transaction() as tx:
            assert persons.list_standby_addresses(tx) == ()
        office.now += timedelta(days=20)
        office.run()
    assert len(asked) > 50
    database = office.judge.database
    with database.engine.connect() as tx:
        if not database.is_single_judge:  # of few rows it would look through all in any case
            tx.exec_driver_sql("SET enable_seqscan = off")
        found = {statement: looked_through(tx, *pair) for statement, *pair in (
            (one, one, values) for one, values in asked.items())}  # fmt: skip
    assert {statement: tables for statement, tables in found.items() if tables} == {}
