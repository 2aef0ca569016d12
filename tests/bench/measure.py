"""Measuring: warm-up, runs, and a table that holds each figure against its limit."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

RUNS = 9


@dataclass(frozen=True)
class Measured:
    """What was measured, in the figures of all runs.

    ``limit`` is the least if ``more`` is better, else the most; None: nothing is asked.
    """

    name: str
    figures: Sequence[float]
    unit: str
    limit: float | None = None
    more: bool = False
    counted: str = ""
    """What the figures count, in a line."""

    @property
    def median(self) -> float:
        return median(self.figures)

    @property
    def best(self) -> float:
        return max(self.figures) if self.more else min(self.figures)

    @property
    def verdict(self) -> str:
        if self.limit is None:
            return ""
        kept = self.median >= self.limit if self.more else self.median <= self.limit
        return "ok" if kept else "OVER"

    def lines(self) -> Iterator[str]:
        asked = ""
        if self.limit is not None:
            asked = f"{'at least' if self.more else 'at most'} {self._said(self.limit)}"
        yield (
            f"{self.name:<46}{self._said(self.median):>12}{self._said(self.best):>12}"
            f"  {asked:<20}{self.verdict}".rstrip()
        )
        if self.counted:
            yield f"    {self.counted}"

    def _said(self, figure: float) -> str:
        places = 0 if figure >= 1000 else 1
        return f"{figure:,.{places}f} {self.unit}"


HEAD = f"{'':<46}{'median':>12}{'best':>12}  limit"


def per_second(work: Callable[[], int], runs: int = RUNS) -> list[float]:
    """How many things a second of one core does, of which ``work`` does some and says how many.

    The processor's time is counted, not the clock's: other programs on the machine matter less.
    """
    work()
    figures = []
    for _ in range(runs):
        gc.collect()
        start = time.process_time()
        done = work()
        figures.append(done / (time.process_time() - start))
    return figures


def times(name: str, ours: Measured, theirs: Measured, limit: float, counted: str = "") -> Measured:
    """Return how many times the one figure is the other; for rates the limit is the least."""
    return Measured(name, [ours.median / theirs.median], "x", limit, ours.more, counted)


class Watch:
    """Milliseconds of one thing after the other: on the clock, waits for the disk included, or on
    another one; ``work`` are those of the processor."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self.clock = clock
        self.figures: list[float] = []
        self.work: list[float] = []

    def time(self, work: Callable[[], object]) -> None:
        start, begun = self.clock(), time.process_time()
        work()
        self.work.append((time.process_time() - begun) * 1000)
        self.figures.append((self.clock() - start) * 1000)
