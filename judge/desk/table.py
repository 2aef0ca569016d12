"""What the desk answers: a sentence, and rows below it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

Cell = str | int | bool | datetime | None

_MOST_COLUMNS = 5
_EMPTY = "-"


class DeskTable(NamedTuple):
    """``title`` is a sentence that says what was done or is shown; ``text`` stands below all."""

    title: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()
    text: str = ""

    def write_plain_text(self) -> str:
        """Return it for a terminal, its columns below each other."""
        lines = [self.title]
        if self.rows:
            cells = [self.columns, *([_format_cell(cell) for cell in row] for row in self.rows)]
            lines += ["", *_align_columns(cells)]
        return "\n".join([*lines, *(["", self.text] if self.text else [])])

    def write_markdown(self) -> str:
        """Return it for a letter: what others wrote in it is no Markdown.

        Of more columns than a small screen has room for, each row is written out.
        """
        parts = [_escape_markdown(self.title)]
        if len(self.columns) > _MOST_COLUMNS:
            parts.append("\n".join(map(self._write_row_out, self.rows)))
        elif self.rows:
            cells = [self.columns, ["---"] * len(self.columns)]
            cells += [[_escape_markdown(_format_cell(cell)) for cell in row] for row in self.rows]
            parts.append("\n".join(f"| {' | '.join(row)} |" for row in cells))
        if self.text:
            parts.append("\n".join(f"    {line}" for line in self.text.splitlines()))
        return "\n\n".join(parts)

    def _write_row_out(self, row: Sequence[Cell]) -> str:
        first, *rest = map(_format_cell, row)
        told = [f"{name} {cell}" for name, cell in zip(self.columns[1:], rest, strict=True)
                if cell != _EMPTY]  # fmt: skip
        return f"- **{_escape_markdown(first)}**: {_escape_markdown(', '.join(told))}"

    def list_json_values(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        rows = [
            dict(zip(self.columns, map(_make_json_value, row), strict=True)) for row in self.rows
        ]
        return {"title": self.title, "rows": rows, "text": self.text}


def build_table(
    title: str, columns: str, rows: Iterable[Sequence[Cell]], text: str = ""
) -> DeskTable:
    """Return a table; ``columns`` are words."""
    return DeskTable(title, tuple(columns.split()), tuple(tuple(row) for row in rows), text)


def format_moment(when: datetime | None) -> str:
    """Return a moment in words."""
    return f"{when.astimezone(UTC):%Y-%m-%d %H:%M} UTC" if when else _EMPTY


def _format_cell(cell: Cell) -> str:
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, datetime):
        return format_moment(cell)
    return _EMPTY if cell in (None, "") else " ".join(str(cell).split())


def _escape_markdown(text: str) -> str:
    return re.sub(r"[\\`*_\[\]<>!|&#~]", r"\\\g<0>", text)


def _make_json_value(cell: Cell) -> str | int | bool | None:
    return cell.astimezone(UTC).isoformat() if isinstance(cell, datetime) else cell


def _align_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(f"{cell:<{width}}" for cell, width in zip(row, wide, strict=True)).rstrip()
        for row in rows
    ]
