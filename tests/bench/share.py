"""Holds processes to a share of a core, so that more of them fit on a machine than it has cores."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

_LOOK = 0.005
"""Seconds after which it is looked again how much each has had."""

_SAVED = 0.05
"""Seconds of processor time that a process that was not given its share may take later."""


@contextmanager
def held_to(share: float, processes: Sequence[int]) -> Iterator[None]:
    """Let each process take no more than that part of the time of one core: whoever has had more
    is stopped until it is below its share again."""
    over = threading.Event()
    holding = threading.Thread(target=_hold, args=(share, processes, over), daemon=True)
    holding.start()
    try:
        yield
    finally:
        over.set()
        holding.join()


def _hold(share: float, processes: Sequence[int], over: threading.Event) -> None:
    due = {process: taken(process) + _SAVED for process in processes}
    last = time.monotonic()
    while not over.wait(_LOOK):
        now = time.monotonic()
        for process in processes:
            had = taken(process)
            due[process] = min(due[process] + share * (now - last), had + _SAVED)
            os.kill(process, signal.SIGSTOP if had > due[process] else signal.SIGCONT)
        last = now
    for process in processes:
        os.kill(process, signal.SIGCONT)


def taken(process: int) -> float:
    """Return the seconds of processor time that a process has had, by its own clock."""
    return time.clock_gettime(~process << 3 | 2)  # CPUCLOCK_SCHED, as clock_getcpuclockid(3) has it
