"""What this process has done since it started, counted for those who watch it."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

_lock = threading.Lock()
_done: defaultdict[tuple[str, str], float] = defaultdict(float)


def count_event(event: str, how: str = "", by: float = 1) -> None:
    """Count something once more, or ``by`` so much; ``how`` it ended is a word of the judge's own,
    never a name or an address."""
    with _lock:
        _done[event, how] += by


@contextmanager
def measure_time(event: str) -> Iterator[None]:
    """Count something that is done meanwhile, and the seconds that it takes."""
    begun = time.perf_counter()
    try:
        yield
    finally:
        count_event(f"{event}_seconds_sum", by=time.perf_counter() - begun)
        count_event(f"{event}_seconds_count")


def read_counts() -> Mapping[tuple[str, str], float]:
    """Return what was counted, by what and how."""
    with _lock:
        return dict(_done)


def take_counts() -> Mapping[tuple[str, str], float]:
    """Return what was counted, and begin anew: whoever asked counts it."""
    with _lock:
        counts = dict(_done)
        _done.clear()
        return counts
