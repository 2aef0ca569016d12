"""What no test notices: ``python -m tests.mutation --sample 500 --jobs 2``.

Changes one thing in a copy of the judge's code, and runs the tests that reach it, the quickest
first, until one fails. What fails none has survived, and so has what no test reaches. The first run
learns which tests reach which lines; that is kept in ``.mutation`` while no file changes.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.mutation.mutants import ROOT, Mutant, Source, read_source
from tests.mutation.reach import Reach, fingerprint, read_trials, write_trials
from tests.mutation.runner import HUNG, KILLED, SURVIVED, UNREACHED, Runner

QUICK = (
    "game",
    "letters",
    "club",
    "store",
    "service",
    "gd",
    "ww4",
    "civ",
    "road",
    "secrecy",
    "language",
)
HERE = Path(__file__).parent


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    options.add_argument("--sample", type=int, default=500, help="how many mutants; 0: all")
    options.add_argument("--seed", type=int, default=1, help="which ones")
    options.add_argument("--jobs", type=int, default=2, help="how many processes share the work")
    options.add_argument("--budget", type=float, default=60, help="seconds of tests for a mutant")
    options.add_argument("--tests", nargs="*", default=QUICK, help="folders of tests")
    options.add_argument("folders", nargs="*", default=["judge/game", "judge/store"])
    asked = options.parse_args()
    if "PYTHONHASHSEED" not in os.environ:
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, "-m", "tests.mutation", *sys.argv[1:]])
    sources = [
        read_source(path)
        for folder in asked.folders
        for path in sorted((ROOT / folder).rglob("*.py"))
    ]
    mutants = choose(sources, asked.sample, asked.seed)
    ends: dict[Mutant, str] = {}

    def work(runner: Runner) -> None:
        reach = learned(runner, asked.folders, asked.tests, sources, asked.jobs)
        start = time.monotonic()
        for mutant, end in runner.try_mutants(mutants, reach, asked.jobs, asked.budget):
            ends[mutant] = end
            if end in (SURVIVED, UNREACHED):
                show(mutant, end)
        print(f"\n{len(ends)} mutants in {time.monotonic() - start:.0f} s", flush=True)

    folders = [str(ROOT / "tests" / name) for name in asked.tests]
    pytest.main(
        ["-q", "--capture=sys", "-p", "no:cacheprovider",
         "-o", "tmp_path_retention_policy=none", *folders],
        plugins=[Runner(work)],
    )  # fmt: skip
    print_table(ends)


def choose(sources: Sequence[Source], number: int, seed: int) -> list[Mutant]:
    """Return a sample of all mutants that are not known to be no change at all."""
    every = [mutant for source in sources for mutant in source.mutants]
    same = {tuple(row) for row in equivalent()}
    if number and number < len(every):
        every = random.Random(seed).sample(every, number)
    return [each for each in every if (each.source.path, each.before, each.after) not in same]


def equivalent() -> list[tuple[str, str, str]]:
    """Return what equivalent.toml lists: the file, the line, and what it was changed to."""
    listed = tomllib.loads((HERE / "equivalent.toml").read_text(encoding="utf-8"))
    assert all(row["why"] for row in listed.get("mutant", ()))
    return [(row["file"], row["before"], row["after"]) for row in listed.get("mutant", ())]


def learned(
    runner: Runner,
    folders: Sequence[str],
    tests: Sequence[str],
    sources: Sequence[Source],
    jobs: int,
) -> Reach:
    """Return which tests reach which lines, from the last time if no file has changed."""
    data = ("grammar", "templates", "maps", "migrations")
    files = [path for folder in ("judge", "tests") for path in (ROOT / folder).rglob("*.py")]
    files += (ROOT / "tests/letters").rglob("*.txt")
    files += [path for folder in data for path in (ROOT / folder).rglob("*") if path.is_file()]
    name = f"{fingerprint(files)}-{'-'.join([*folders, *tests]).replace('/', '.')}"
    kept = ROOT / ".mutation" / name
    if not kept.exists():
        start = time.monotonic()
        write_trials(kept, runner.learn([source.path for source in sources], jobs))
        print(f"learned what the tests reach in {time.monotonic() - start:.0f} s", flush=True)
    trials = read_trials(kept)
    print(f"{len(trials)} tests reach something", flush=True)
    return Reach(trials)


def show(mutant: Mutant, end: str) -> None:
    """Print a mutant that no test has noticed."""
    print(f"\n{mutant.place}  {end}  ({mutant.operator})")
    print(f"  - {mutant.before}\n  + {mutant.after}", flush=True)


def print_table(ends: dict[Mutant, str]) -> None:
    """Print for each room how many mutants were noticed."""
    rooms: dict[str, Counter[str]] = defaultdict(Counter)
    for mutant, end in ends.items():
        room = Path(mutant.source.path).parent.as_posix()
        rooms[room][end] += 1
        rooms["all"][end] += 1
    print(f"\n{'room':28} {'mutants':>8} {'killed':>8} {'survived':>9} {'not reached':>12}")
    for room in sorted(rooms, key=lambda room: (room == "all", room)):
        numbers = rooms[room]
        dead = numbers[KILLED] + numbers[HUNG]
        print(
            f"{room:28} {numbers.total():8} {dead:8} {numbers[SURVIVED]:9} {numbers[UNREACHED]:12}"
            f" {100 * dead / numbers.total():6.1f} %"
        )
    if rooms["all"][HUNG]:
        print(f"{rooms['all'][HUNG]} of those killed took too long or too much")


if __name__ == "__main__":
    main()
