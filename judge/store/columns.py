"""What all tables are made of."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Integer,
    MetaData,
    Table,
    TypeDecorator,
)
from sqlalchemy.schema import SchemaItem

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Instant(TypeDecorator[datetime]):
    """A moment, kept as UTC whatever the database thinks of time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Refuse a time without a zone: it would be a guess."""
        if value is not None and value.tzinfo is None:
            raise ValueError(f"a time without a zone: {value}")
        return value.astimezone(UTC) if value else None

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give the zone back that SQLite forgets."""
        return value.replace(tzinfo=value.tzinfo or UTC) if value else None


def numbered_table(name: str, *parts: SchemaItem) -> Table:
    """Declare a table whose rows are numbered."""
    # SQLite numbers rows by itself only in a column that is an INTEGER and nothing else.
    number = BigInteger().with_variant(Integer, "sqlite")
    return Table(name, metadata, Column("id", number, primary_key=True), *parts)


def owner_column(table: str) -> Column[Any]:
    """Return the column that says whose a row is; it goes when that does."""
    return Column(
        f"{table.removesuffix('s')}_id",
        ForeignKey(f"{table}.id", ondelete="CASCADE"),
        nullable=False,
    )
