"""What reaches a database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, event

from judge.store.database import Database


@contextmanager
def counted_statements(database: Database) -> Iterator[list[str]]:
    """Gather the SQL statements that a cursor gets meanwhile; on SQLite each BEGIN is one."""
    statements: list[str] = []

    def gather(tx: Connection, cursor: object, statement: str, *rest: object) -> None:
        statements.append(statement)

    event.listen(database.engine, "before_cursor_execute", gather)
    try:
        yield statements
    finally:
        event.remove(database.engine, "before_cursor_execute", gather)
