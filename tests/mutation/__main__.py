"""What no test notices: ``python -m tests.mutation --sample 500 --jobs 2``.

Changes one thing in a copy of the judge's code, and runs the tests that reach it, the quickest,
those that reach most of what stands around it and those about little else in turns, until one
fails. What fails none has survived, and so has what no test reaches. The first run learns which
tests reach which statements. What a run has learned and tried is kept in ``.mutation`` while the
judge does not change: one that was ended by ``--minutes`` is taken up again, and after new tests
only those mutants are tried again that no test had noticed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import takewhile
from pathlib import Path

import pytest

from tests.intervals import wilson_interval
from tests.mutation.mutants import ROOT, Mutant, Source, read_source, unchanged
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
DATA = ("grammar", "templates", "maps", "migrations")


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    options.add_argument("--sample", type=int, default=500, help="how many mutants; 0: all")
    options.add_argument("--seed", type=int, default=1, help="which ones")
    options.add_argument("--jobs", type=int, default=2, help="how many processes share the work")
    options.add_argument("--budget", type=float, default=60, help="seconds of tests for a mutant")
    options.add_argument("--minutes", type=float, default=600, help="go on another time after them")
    options.add_argument("--controls", type=int, default=3, help="how many changes of nothing")
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
    controls = [unchanged(mutant) for mutant in mutants if mutant.scope][: asked.controls]
    looked_at = "-".join(asked.folders).replace("/", ".")
    state = ROOT / ".mutation" / f"{fingerprint_of('judge', *DATA)}-{looked_at}"
    kept, left_out = Path(f"{state}.ends"), Path(f"{state}.left_out")
    tests_now = " ".join([fingerprint_of("tests"), *asked.tests])
    ends = read_ends(kept, tests_now)
    until = time.monotonic() + 60 * asked.minutes

    def work(runner: Runner) -> None:
        reach = learn(runner, state, asked.jobs, until)
        waiting = [mutant for mutant in [*controls, *mutants] if mutant.name not in ends]
        for mutant, end in runner.try_mutants(waiting, reach, asked.jobs, asked.budget, until):
            ends[mutant.name] = end
            kept.write_text(json.dumps([tests_now, ends], indent=0))
            if end != KILLED and mutant not in controls:
                show(mutant, end)

    folders = [str(ROOT / "tests" / name) for name in asked.tests]
    ended = pytest.main(
        ["-q", "--capture=sys", "-p", "no:cacheprovider",
         "-o", "tmp_path_retention_policy=none", *folders],
        plugins=[Runner(work, [source.path for source in sources], left_out)],
    )  # fmt: skip
    if ended:
        raise SystemExit(ended)
    # A sample stands in an order by chance, so that its first ones are a sample, too. Those behind
    # the first that waits are not: what was kept from before new tests had been noticed.
    tried = list(takewhile(lambda mutant: mutant.name in ends, mutants))
    print_table({mutant: ends[mutant.name] for mutant in tried})
    wrong = [each.place for each in controls if ends.get(each.name) in (KILLED, HUNG)]
    print(f"changes of nothing that a test took for one: {len(wrong)} of {len(controls)}", *wrong)
    if left_out.exists():
        print(
            "left out, since they failed where nothing was changed:", left_out.read_text(), sep="\n"
        )
    print(f"seed {asked.seed}, the first {len(tried)} of {len(mutants)}: {describe(tried, ends)}")


def choose(sources: Sequence[Source], number: int, seed: int) -> list[Mutant]:
    """Return a sample of all mutants that are not known to be no change at all."""
    every = [mutant for source in sources for mutant in source.mutants]
    same = {tuple(row) for row in equivalent()}
    if number and number < len(every):
        every = random.Random(seed).sample(every, number)
    return [
        each
        for each in every
        if not each.changes_a_message and (each.source.path, each.before, each.after) not in same
    ]


def equivalent() -> list[tuple[str, str, str]]:
    """Return what equivalent.toml lists: the file, the line, and what it was changed to."""
    listed = tomllib.loads((HERE / "equivalent.toml").read_text(encoding="utf-8"))
    assert all(row["why"] for row in listed.get("mutant", ()))
    return [(row["file"], row["before"], row["after"]) for row in listed.get("mutant", ())]


def fingerprint_of(*folders: str) -> str:
    """Return a name for the state of all files in some folders."""
    return fingerprint(
        path
        for folder in folders
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    )


def read_ends(kept: Path, tests_now: str) -> dict[str, str]:
    """Return what came of mutants by their names; when other tests are run, of those noticed."""
    if not kept.exists():
        return {}
    tests_then, ends = json.loads(kept.read_text())
    if tests_then == tests_now:
        return dict(ends)
    return {name: end for name, end in ends.items() if end in (KILLED, HUNG)}


def learn(runner: Runner, kept: Path, jobs: int, until: float) -> Reach:
    """Return which tests reach which statements; learn what is not known of the files yet."""
    start = time.monotonic()
    known = {trial.test for trial in read_trials(kept)}
    for trials in runner.learn(known, jobs, until):
        write_trials(kept, trials)
    trials = read_trials(kept)
    reaching = sum(bool(trial.lines) for trial in trials)
    print(
        f"{reaching} of {len(trials)} tests reach something"
        f" (learned in {time.monotonic() - start:.0f} s)",
        flush=True,
    )
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


def describe(mutants: Sequence[Mutant], ends: Mapping[str, str]) -> str:
    """Return how many of the mutants a test has noticed, and how sure that is of all."""
    if not mutants:
        return "none is tried"
    dead = sum(ends[mutant.name] in (KILLED, HUNG) for mutant in mutants)
    low, high = wilson_interval(dead, len(mutants))
    rate = dead / len(mutants)
    return (
        f"{dead} of {len(mutants)} noticed, {100 * rate:.1f} %"
        f" (95 %: {100 * low:.0f} to {100 * high:.0f} %)"
    )


if __name__ == "__main__":
    main()
