"""One test of many rows: where a row takes less time than a test of its own would."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVarTuple

Row = TypeVarTuple("Row")


def check_each(rows: Iterable[tuple[*Row]], check: Callable[[*Row], None]) -> None:
    """Run a check on every row; all rows that fail are told together."""
    failed: list[Exception] = []
    for row in rows:
        try:
            check(*row)
        except Exception as error:
            error.add_note(f"in the row {row!r}"[:500])
            failed.append(error)
    if failed:
        raise ExceptionGroup(f"{len(failed)} rows", failed)
