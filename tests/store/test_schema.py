"""The tables that the code names are those that the migrations make."""

from __future__ import annotations

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from judge.store import schema
from judge.store.database import Database

pytestmark = [
    pytest.mark.databases("sqlite", "postgresql"),
    # An index of an expression cannot be read back from a database: what it holds is not compared.
    pytest.mark.filterwarnings("ignore:.*expression-based index"),
]


def test_the_tables_are_those_that_the_migrations_make(database: Database) -> None:
    with database.read_transaction() as tx:
        context = MigrationContext.configure(tx, opts={"compare_type": False})
        assert compare_metadata(context, schema.games.metadata) == []
