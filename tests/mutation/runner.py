"""Runs tests on mutants: in forks of one process that has imported and collected everything."""

from __future__ import annotations

import gc
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FunctionType

import pytest

from tests.mutation.mutants import ROOT, Mutant
from tests.mutation.reach import Reach, Tracer, Trial, trial_of

KILLED, SURVIVED, HUNG, UNFIT, UNREACHED = "killed", "survived", "hung", "unfit", "not reached"
ENDS = {1: KILLED, 0: SURVIVED, 3: UNFIT}
MEMORY = 3 << 30
UPPER_ROOMS = ("judge.game", "judge.store", "judge.letters", "judge.service", "judge.post")
"""Where values are remembered that code of game and store has made."""


class Runner:
    """A plugin that does its work in the place of pytest's loop over the tests."""

    def __init__(self, work: Callable[[Runner], None]) -> None:
        self.work = work
        self.items: dict[str, pytest.Item] = {}
        self.failed = False

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {
            item.nodeid: item for item in session.items if not any(item.iter_markers("xdist_group"))
        }
        gc.collect()
        gc.unfreeze()
        self._functions = _functions_of("judge")
        gc.freeze()
        self.work(self)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed

    def learn(self, files: Sequence[str], jobs: int) -> list[Trial]:
        """Run each test once, and return those that passed with the lines they reached."""
        by_file: dict[str, list[pytest.Item]] = {}
        for name, item in self.items.items():
            by_file.setdefault(name.partition("::")[0], []).append(item)
        tracer = Tracer(files)
        trials = []

        def told(items: list[pytest.Item], out: int) -> int:
            with os.fdopen(out, "w") as lines:
                for item in items:
                    start = time.process_time()
                    with tracer.noting():
                        fine = self._passes(item, None)
                    spent = time.process_time() - start
                    noted = tracer.noted()
                    if fine and noted:
                        lines.write(json.dumps([item.nodeid, round(spent, 4), noted]) + "\n")
            return 0

        with tempfile.TemporaryDirectory() as folder:
            parts = []

            def begin() -> Iterator[Callable[[], int]]:
                for number, items in enumerate(by_file.values()):
                    part = Path(folder) / f"{number}"
                    parts.append(part)
                    out = part.open("w")
                    yield lambda items=items, out=out: told(items, os.dup(out.fileno()))

            for _ in in_forks(begin(), jobs, 1800):
                pass
            for part in parts:
                trials += [trial_of(json.loads(line)) for line in part.open(encoding="utf-8")]
        return trials

    def try_mutants(
        self, mutants: Iterable[Mutant], reach: Reach, jobs: int, budget: float
    ) -> Iterator[tuple[Mutant, str]]:
        """Yield each mutant with what came of it."""
        tried: list[Mutant] = []
        unfit: list[Mutant] = []

        def begin() -> Iterator[Callable[[], int]]:
            for mutant in mutants:
                tests = within(reach, reach.tests_of(mutant), budget)
                if not tests:
                    yield lambda: 4
                elif mutant.scope is None:
                    yield lambda mutant=mutant, tests=tests: try_anew(mutant, tests, budget)
                else:
                    yield lambda mutant=mutant, tests=tests: self._try(mutant, tests, budget)
                tried.append(mutant)

        mutants = list(mutants)
        for number, end in in_forks(begin(), jobs, 20 * budget):
            mutant = mutants[number]
            if end == 3:
                unfit.append(mutant)
            else:
                yield mutant, {**ENDS, 4: UNREACHED}.get(end, HUNG)
        # A function whose closure changes cannot be exchanged where it is.
        again = (
            lambda mutant=mutant: try_anew(
                mutant, within(reach, reach.tests_of(mutant), budget), budget
            )
            for mutant in unfit
        )
        for number, end in in_forks(again, jobs, 20 * budget):
            yield unfit[number], ENDS.get(end, HUNG)

    def _try(self, mutant: Mutant, tests: Sequence[str], budget: float) -> int:
        limit_cpu(budget)
        if not self._exchange(mutant):
            return 3
        for thing in gc.get_objects():
            if isinstance(thing, _lru_cache_wrapper) and str(thing.__module__).startswith(
                UPPER_ROOMS
            ):
                thing.cache_clear()
        items = [self.items[test] for test in tests if test in self.items]
        for item, following in zip(items, [*items[1:], None], strict=True):
            if not self._passes(item, following):
                return 1
        return 0

    def _passes(self, item: pytest.Item, following: pytest.Item | None) -> bool:
        self.failed = False
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        return not self.failed

    def _exchange(self, mutant: Mutant) -> bool:
        """Give the functions of the mutant's scope its code; return whether all could take it."""
        name, line = mutant.scope or ("", 0)
        whole = mutant.compiled()
        (outer,) = (
            code
            for code in codes_in(whole)
            if (code.co_qualname, code.co_firstlineno) == (name, line)
        )
        fine = False
        for code in (outer, *codes_in(outer)):
            key = (code.co_filename, code.co_qualname, code.co_firstlineno)
            for function in self._functions.get(key, ()):
                if len(function.__code__.co_freevars) != len(code.co_freevars):
                    return False
                function.__code__ = code
                fine |= code is outer
        return fine


def _functions_of(package: str) -> dict[tuple[str, str, int], list[FunctionType]]:
    """Return all functions of a package that there are, by their code's place."""
    found: dict[tuple[str, str, int], list[FunctionType]] = {}
    within_it = str(ROOT / package)
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename.startswith(within_it):
            code = thing.__code__
            key = (code.co_filename, code.co_qualname, code.co_firstlineno)
            found.setdefault(key, []).append(thing)
    return found


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """Yield all code within a code."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from codes_in(constant)


def within(reach: Reach, tests: Iterable[str], budget: float) -> list[str]:
    """Return the first tests that take no more than so many seconds together."""
    chosen, spent = [], 0.0
    for test in tests:
        spent += reach.seconds[test]
        if spent > budget:
            break
        chosen.append(test)
    return chosen


def limit_cpu(budget: float) -> None:
    """Let this process end when it takes much longer than its tests did when they passed."""
    most = int(3 * budget) + 10
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 5))
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


def try_anew(mutant: Mutant, tests: Sequence[str], budget: float) -> int:
    """Run tests in a new process that imports the mutant; return how it ends."""
    with tempfile.TemporaryDirectory() as folder:
        changed, listed = Path(folder) / "mutant.py", Path(folder) / "tests"
        changed.write_text(mutant.text(), encoding="utf-8")
        listed.write_text("".join(f"{test}\n" for test in tests), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-x", "-p", "tests.mutation.importing"]
        ended = subprocess.run(
            [*command, "-p", "no:cacheprovider", "-o", "tmp_path_retention_policy=none",
             f"@{listed}"],
            cwd=ROOT,
            env={
                **os.environ,
                "MUTANT_OF": str(ROOT / mutant.source.path),
                "MUTANT": str(changed),
                "PYTHONPATH": str(ROOT),
            },
            preexec_fn=lambda: limit_cpu(budget),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )  # fmt: skip
    # Whatever keeps the tests from being collected is noticed, too.
    return int(ended.returncode != 0)


def in_forks(
    works: Iterable[Callable[[], int]], jobs: int, seconds: float
) -> Iterator[tuple[int, int]]:
    """Do each work in a fork; yield its number and its end, below zero if it was killed."""
    running: dict[int, tuple[int, float]] = {}
    numbered = enumerate(works)
    while True:
        while len(running) < jobs and (now := next(numbered, None)):
            number, work = now
            running[_fork(work)] = number, time.monotonic() + seconds
        if not running:
            return
        process, status = os.waitpid(-1, os.WNOHANG)
        if process in running:
            number, _ = running.pop(process)
            yield number, os.waitstatus_to_exitcode(status)
            continue
        for process, (_, until) in running.items():
            if time.monotonic() > until:
                os.killpg(process, 9)
        time.sleep(0.005)


def _fork(work: Callable[[], int]) -> int:
    process = os.fork()
    if process:
        return process
    end = 2
    try:
        os.setpgid(0, 0)
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        end = work()
    except BaseException:
        end = 1
    finally:
        os._exit(end)
