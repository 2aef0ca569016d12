"""What is drawn by chance, drawn anew: ``python -m tests.draw_anew --runs 20``.

The normal run draws the same examples each time. Here each run has a seed of its own, for
Hypothesis and for the order of Python's sets. Each seed is printed; ``--runs 1 --seed N`` does what
that run did.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

from tests.again import print_runs, run_tests

HERE = Path(__file__).parent


def files_that_draw() -> list[str]:
    """Return the test files that have Hypothesis draw their examples."""
    return sorted(
        str(path)
        for path in HERE.rglob("test_*.py")
        if "from hypothesis" in path.read_text("utf-8")
    )


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m tests.draw_anew", description=__doc__)
    options.add_argument("--runs", type=int, default=20, help="how many runs")
    options.add_argument("--seed", type=int, help="the seed of the first; each other is one higher")
    options.add_argument("--jobs", type=int, default=2, help="how many processes share a run")
    options.add_argument("files", nargs="*", help="test files, else all that draw")
    asked = options.parse_args()
    first = random.SystemRandom().randrange(10**9) if asked.seed is None else asked.seed
    command = [sys.executable, "-m", "pytest", "-n", str(asked.jobs), "--hypothesis-profile=anew"]
    files = asked.files or files_that_draw()
    runs = (
        (
            f"seed {seed}",
            run_tests(
                [*command, f"--hypothesis-seed={seed}", *files], {"PYTHONHASHSEED": str(seed)}
            ),
        )
        for seed in range(first, first + asked.runs)
    )
    sys.exit(not print_runs(runs))


if __name__ == "__main__":
    main()
