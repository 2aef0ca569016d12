"""Runs tests on mutants: in forks of one process that has imported and collected everything."""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import _lru_cache_wrapper
from importlib import import_module
from itertools import pairwise
from mmap import mmap
from pathlib import Path
from types import CodeType, FunctionType

import pytest

from tests.mutation.mutants import ROOT, Mutant, unchanged
from tests.mutation.reach import Probes, Reach, Trial, read_trials, write_trials

KILLED, SURVIVED, HUNG, UNREACHED = "killed", "survived", "hung", "not reached"
UNFIT, UNTRIED = "unfit", "could not be tried"
ENDS = {1: KILLED, 0: SURVIVED, 3: UNFIT, 4: UNREACHED, 5: UNTRIED, 2: UNTRIED}
MEMORY = 3 << 30
CodeKey = tuple[str, str, int]
UPPER_ROOMS = ("judge.game", "judge.store", "judge.letters", "judge.service", "judge.post")
"""Where values are remembered that code of game and store has made."""


class Runner:
    """A plugin that does its work in the place of pytest's loop over the tests.

    All ``files`` are imported before: functions that come later would keep their own code. In the
    file ``left_out`` stand the tests that failed where nothing was changed.
    """

    def __init__(
        self, work: Callable[[Runner], None], files: Sequence[str], left_out: Path
    ) -> None:
        self.work = work
        self.files = files
        self.left_out = left_out
        self.items: dict[str, pytest.Item] = {}
        self.failed = False

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {
            item.nodeid: item for item in session.items if not any(item.iter_markers("xdist_group"))
        }
        for file in self.files:
            import_module(".".join(Path(file).with_suffix("").parts).removesuffix(".__init__"))
        gc.collect()
        gc.unfreeze()
        self._functions = _functions_of("judge")
        # Once, and not in each fork: to look at all objects copies all of their memory there.
        self._caches = [
            thing
            for thing in gc.get_objects()
            if isinstance(thing, _lru_cache_wrapper)
            and str(thing.__module__).startswith(UPPER_ROOMS)
        ]
        gc.freeze()
        self.work(self)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed

    def learn(self, known: Container[str], jobs: int, until: float) -> Iterator[list[Trial]]:
        """Run each test once that is not known, a file of tests after the other.

        Yields the tests of a file that passed, with the lines that they reached; ends after a
        point in time.
        """
        by_file: dict[str, list[pytest.Item]] = {}
        for name, item in self.items.items():
            if name not in known:
                by_file.setdefault(name.partition("::")[0], []).append(item)
        probes = Probes(self.files)
        before = [change for code in probes.modules() for change in self._put_code(code)]

        def run_all(items: list[pytest.Item], out: Path) -> int:
            passed = []
            for item in items:
                for cache in self._caches:  # what one test has kept, the next would not reach
                    cache.cache_clear()
                start = time.process_time()
                with probes.noting():
                    fine = self._passes(item, None)
                if fine:
                    spent = round(time.process_time() - start, 4)
                    passed.append(Trial(item.nodeid, spent, probes.noted()))
            write_trials(out, passed)
            return 0

        with tempfile.TemporaryDirectory() as folder:
            parts = []

            def begin() -> Iterator[Callable[[], int]]:
                for number, items in enumerate(by_file.values()):
                    if time.monotonic() < until:
                        parts.append(Path(folder) / f"{number}")
                        yield lambda items=items, out=parts[-1]: run_all(items, out)

            for number, _ in in_forks(begin(), jobs, 1800):
                yield read_trials(parts[number])
        for function, code in before:
            function.__code__ = code

    def try_mutants(
        self, mutants: Sequence[Mutant], reach: Reach, jobs: int, budget: float, until: float
    ) -> Iterator[tuple[Mutant, str]]:
        """Yield each mutant with what came of it; begin none after a point in time."""
        unfit: list[Mutant] = []

        def begin() -> Iterator[Callable[[], int]]:
            for mutant in mutants:
                if time.monotonic() > until:
                    return
                if tests := within(reach, reach.tests_of(mutant), budget):
                    yield lambda mutant=mutant, tests=tests: self._try(mutant, tests, budget)
                elif tests := within(reach, reach.tests_after_import(mutant), budget):
                    yield lambda mutant=mutant, tests=tests: try_anew(mutant, tests, budget)
                else:
                    yield lambda: 4

        for number, end in in_forks(begin(), jobs, 60 * budget):
            mutant = mutants[number]
            if end == 3:
                unfit.append(mutant)
            else:
                yield mutant, ENDS.get(end, HUNG)
        # A function whose closure changes cannot be exchanged where it is.
        again = (
            lambda mutant=mutant: try_anew(
                mutant, within(reach, reach.tests_of(mutant), budget), budget
            )
            for mutant in unfit
        )
        for number, end in in_forks(again, jobs, 60 * budget):
            yield unfit[number], ENDS.get(end, HUNG)

    def _try(self, mutant: Mutant, tests: Sequence[str], budget: float) -> int:
        """Run tests with the mutant; one that fails counts if it passes without the change.

        One that fails behind the same tests without it, too, is left out, and noted.
        """
        items = [self.items[test] for test in tests if test in self.items]
        plain = unchanged(mutant)
        if not self._exchange(plain):
            return 3
        while True:
            end, begun = self._run_in_fork(mutant, items, budget)
            if end == 0:
                return 0
            if not begun:
                return 5
            if self._run_in_fork(plain, items[:begun], budget)[0] == 0:
                return min(end, 1)
            with self.left_out.open("a", encoding="utf-8") as out:
                print(mutant.place, items.pop(begun - 1).nodeid, file=out)

    def _run_in_fork(
        self, mutant: Mutant, items: Sequence[pytest.Item], budget: float
    ) -> tuple[int, int]:
        """Run tests with a mutant in a fork until one fails; return how the fork ended, and how
        many of them had begun."""
        begun = mmap(-1, 8)

        def run_all() -> int:
            limit_cpu(budget)
            self._exchange(mutant)
            for cache in self._caches:
                cache.cache_clear()
            for number, (item, following) in enumerate(pairwise([*items, None]), 1):
                begun[:] = number.to_bytes(8)
                assert item is not None
                if not self._passes(item, following):
                    return 1
            return 0

        ((_, end),) = in_forks([run_all], 1, 10 * budget)
        return end, int.from_bytes(begun[:])

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
        codes = (outer, *codes_in(outer))
        keys = [_key(code) for code in codes if self._functions.get(_key(code))]
        told_apart = len(keys) == len(set(keys))
        same_closures = all(
            len(function.__code__.co_freevars) == len(code.co_freevars)
            for code in codes
            for function in self._functions.get(_key(code), ())
        )
        if told_apart and same_closures and _key(outer) in keys:
            self._put_code(outer)
            return True
        return False

    def _put_code(self, outer: CodeType) -> list[tuple[FunctionType, CodeType]]:
        """Give all functions in a code what it holds of them; return them with what they had."""
        codes = (outer, *codes_in(outer))
        times = Counter(map(_key, codes))
        before = []
        for code in codes:
            # Lambdas of one line are not told apart.
            if times[_key(code)] == 1:
                for function in self._functions.get(_key(code), ()):
                    before.append((function, function.__code__))
                    function.__code__ = code
        return before


def _key(code: CodeType) -> CodeKey:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _functions_of(package: str) -> dict[CodeKey, list[FunctionType]]:
    """Return all functions of a package that there are, by their code's place."""
    found: dict[CodeKey, list[FunctionType]] = {}
    within_it = str(ROOT / package)
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename.startswith(within_it):
            found.setdefault(_key(thing.__code__), []).append(thing)
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
    """Run tests in a new process that imports the mutant; return how it ends.

    That it fails counts if the tests that had begun pass without the change. If they could not
    even be collected, this is noticed, too.
    """
    end, begun = run_anew(mutant, tests, budget, mutant.text())
    if end == 0:
        return 0
    plain = (ROOT / mutant.source.path).read_text("utf-8")
    passed = run_anew(mutant, tests[: begun or 1], budget, plain)[0] == 0
    return min(end, 1) if passed else 5


def run_anew(mutant: Mutant, tests: Sequence[str], budget: float, text: str) -> tuple[int, int]:
    """Run tests in a new process that has a text in the place of the mutant's module.

    Returns how it ended, and how many of the tests had begun.
    """
    with tempfile.TemporaryDirectory() as folder:
        changed, listed = Path(folder) / "mutant.py", Path(folder) / "tests"
        begun = Path(folder) / "begun"
        begun.touch()
        changed.write_text(text, encoding="utf-8")
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
                "MUTANT_BEGUN": str(begun),
                "PYTHONPATH": str(ROOT),
            },
            preexec_fn=lambda: limit_cpu(budget),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )  # fmt: skip
        return ended.returncode, len(begun.read_bytes())


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
        end = 2
    finally:
        os._exit(end)
