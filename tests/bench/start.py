"""How long the program takes before it does anything."""

from __future__ import annotations

import resource
import subprocess
import sys

from tests.bench.measure import RUNS, Measured, Watch


def start() -> Measured:
    """Measure the processor time of ``judge --help``, a new process each time."""
    watch = Watch(_spent_by_children)
    command = [sys.executable, "-m", "judge", "--help"]
    for _ in range(RUNS):
        watch.time(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL))
    counted = "cold: a process of its own each time; processor time"
    return Measured("judge --help", watch.figures, "ms", limit=150, counted=counted)


def _spent_by_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
