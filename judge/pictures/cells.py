"""Boxes of a picture, and its ground in small squares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from judge.model.geometry import Spot

CELL = 8
"""How wide and high a cell is: how fine taken ground is told from free ground."""
BEYOND = 64
"""How many columns are told apart left of the picture; what lies further is not seen anyway."""


class Box(NamedTuple):
    """A rectangle of the picture."""

    left: float
    top: float
    right: float
    bottom: float

    def move_box(self, spot: Spot) -> Box:
        """Return the box moved by as much as the spot is from the origin."""
        x, y = spot
        return Box(self.left + x, self.top + y, self.right + x, self.bottom + y)

    def with_rim(self, by: float) -> Box:
        """Return the box with a rim around it."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def contains_spot(self, spot: tuple[float, float]) -> bool:
        """Say whether a spot lies in the box."""
        return self.left < spot[0] < self.right and self.top < spot[1] < self.bottom

    def contains_box(self, other: Box) -> bool:
        """Say whether another box lies in this one."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and other.right <= self.right
            and other.bottom <= self.bottom
        )

    def overlaps_box(self, other: Box) -> bool:
        """Say whether two boxes cover each other, be it in part."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


class Cells:
    """Some cells of a picture: for each row a number whose bits are the columns."""

    def __init__(self, rows: Mapping[int, int] | None = None) -> None:
        self.rows = dict(rows or {})

    def add_row_span(self, row: int, first: int, end: int) -> None:
        """Add the cells of a row from one column to before another."""
        self.rows[row] = self.rows.get(row, 0) | _mask_columns(first, end)

    def add_box(self, box: Box) -> None:
        """Add all cells that a box touches."""
        rows, first, end = _find_rows_and_columns(box)
        for row in rows:
            self.add_row_span(row, first, end)

    def contains_spot(self, x: float, y: float) -> bool:
        """Say whether the cell of a spot is among these."""
        column = int(x // CELL) + BEYOND
        return column >= 0 and bool(self.rows.get(int(y // CELL), 0) >> column & 1)

    def count_inside(self, box: Box) -> int:
        """Return how many cells of a box are among these."""
        rows, first, end = _find_rows_and_columns(box)
        bits, count, get = _mask_columns(first, end), 0, self.rows.get
        for row in rows:
            if there := get(row, 0) & bits:
                count += there.bit_count()
        return count

    def count_outside(self, box: Box, other_cells: Cells) -> tuple[int, int]:
        """Return how many cells of a box are not among these, and how many of those are others."""
        rows, first, end = _find_rows_and_columns(box)
        bits, count, more = _mask_columns(first, end), 0, 0
        for row in rows:
            out = bits & ~self.rows.get(row, 0)
            count += out.bit_count()
            more += (out & other_cells.rows.get(row, 0)).bit_count()
        return count, more


def _find_rows_and_columns(box: Box) -> tuple[range, int, int]:
    """Return the rows that a box touches, and of its columns the first and the one behind it."""
    rows = range(int(box.top // CELL), int(box.bottom // CELL) + 1)
    return rows, int(box.left // CELL), int(box.right // CELL) + 1


def _mask_columns(first: int, end: int) -> int:
    return (1 << max(end + BEYOND, 0)) - (1 << max(first + BEYOND, 0))
