"""Centers year by year: a table for plain text, and bars."""

from __future__ import annotations

from collections.abc import Iterator

from judge.model.growth import Growth

TALLEST = 24
"""The height of the highest bar in pixels."""
WIDTH = 72
PHONE = 42
"""How many characters of a table go beside the names of powers on a phone."""

Years = tuple[tuple[str, tuple[int, ...]], ...]


def split_growth_to_fit(section: Growth, room: int = PHONE) -> Iterator[Years]:
    """Yield as many years at a time as there is room for in characters."""
    fit = max(room // _cell_width(section), 1)
    for start in range(0, len(section.rows), fit):
        yield section.rows[start : start + fit]


def growth_table_lines(section: Growth) -> Iterator[str]:
    """Yield the lines of a table, a row for each power and as many years in a part as fit."""
    wide, cell = max(map(len, section.powers), default=0), _cell_width(section)
    for part, years in enumerate(split_growth_to_fit(section, WIDTH - wide)):
        if part:
            yield ""
        yield " " * wide + "".join(f"{year:>{cell}}" for year, _ in years)
        for number, power in enumerate(section.powers):
            counts = (str(counts[number] or "-") for _, counts in years)
            yield f"{power:<{wide}}" + "".join(f"{count:>{cell}}" for count in counts)


def _cell_width(section: Growth) -> int:
    return max((len(year) for year, _ in section.rows), default=0) + 2


def growth_bars(section: Growth) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """Yield each power with its centers year by year, and how high the bar of each is."""
    most = max((count for _, counts in section.rows for count in counts), default=0) or 1
    for number, power in enumerate(section.powers):
        counts = [counts[number] for _, counts in section.rows]
        yield power, [(count, -(-count * TALLEST // most)) for count in counts]
