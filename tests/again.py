"""The tests again and again: ``python -m tests.again --runs 40``.

Each run is a line: green or red, its seconds, and what failed. ``--command`` says what is run, else
``make test``. The exit status is 1 if a run was red.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)


@dataclass(frozen=True)
class Run:
    """One run of a test command."""

    green: bool
    seconds: float
    failing: tuple[str, ...]
    output: str


def run_tests(command: Sequence[str], environment: Mapping[str, str]) -> Run:
    """Run a test command, and read from its output which tests failed."""
    start = time.monotonic()
    done = subprocess.run(
        command,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    seconds = time.monotonic() - start
    failing = tuple(dict.fromkeys(FAILED.findall(done.stdout)))
    return Run(done.returncode == 0, seconds, failing, done.stdout)


def print_runs(runs: Iterable[tuple[str, Run]]) -> bool:
    """Print each run as it ends, and then what failed how often; return if all were green."""
    numbers: Counter[bool] = Counter()
    failures: Counter[str] = Counter()
    for name, run in runs:
        numbers[run.green] += 1
        failures.update(run.failing)
        color = "green" if run.green else "RED"
        print(f"{name}  {color:5}  {run.seconds:6.0f} s  {', '.join(run.failing)}", flush=True)
        if not run.green and not run.failing:
            print(run.output[-3000:], flush=True)
    print(f"\n{numbers[True]} of {numbers.total()} runs green")
    for name, number in failures.most_common():
        print(f"{number:4}  {name}")
    return not numbers[False]


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m tests.again", description=__doc__)
    options.add_argument("--runs", type=int, default=40, help="how many runs")
    options.add_argument("--command", default="make test", help="what is run")
    asked = options.parse_args()
    command = shlex.split(asked.command)
    runs = ((f"{number:3}", run_tests(command, {})) for number in range(1, asked.runs + 1))
    sys.exit(not print_runs(runs))


if __name__ == "__main__":
    main()
