"""The fields of a class that need no word in the store: a row keeps them as the class has them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import fields
from functools import cached_property
from typing import Any, get_type_hints

from pydantic import TypeAdapter
from sqlalchemy import Row, Table

COLUMN = "fields"
"""The column of JSON with all fields that have no column of their own: no query asks for them."""


class RowFields:
    """The fields of a dataclass in the rows of a table, but for those that are kept ``apart``.

    A field with a column of its name stands there, any other one in ``fields``. A row that was
    written before a field was added gives it the default of the class. ``values_in`` a row are
    for the constructor of the class.
    """

    def __init__(self, kind: type, table: Table, apart: Collection[str]) -> None:
        self._kind = kind
        self._names = tuple(item.name for item in fields(kind) if item.name not in apart)
        self._asked = tuple(name for name in self._names if name in table.c)

    @cached_property
    def _adapters(self) -> Mapping[str, TypeAdapter[Any]]:
        """What reads and writes each field; made when the first row is, as it takes time."""
        types = get_type_hints(self._kind)
        return {name: TypeAdapter(types[name]) for name in self._names}

    def make_row(self, value: object) -> dict[str, Any]:
        """Return the fields of a value by columns; those that its class lacks are left out."""
        row = {
            name: adapter.dump_python(getattr(value, name), mode="json")
            for name, adapter in self._adapters.items()
            if hasattr(value, name)
        }
        return {name: row.pop(name) for name in self._asked if name in row} | {COLUMN: row}

    def read_row(self, row: Row[Any]) -> dict[str, Any]:
        """Return what ``row_of`` has put into a row."""
        stored = getattr(row, COLUMN) | {name: getattr(row, name) for name in self._asked}
        return {
            name: self._adapters[name].validate_python(value)
            for name, value in stored.items()
            if name in self._adapters
        }
