"""Which test reaches which statement: learned by running each test once, and kept."""

from __future__ import annotations

import ast
import builtins
import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from types import CodeType

from tests.mutation.mutants import ROOT, Mutant, is_text

PROBE = "__reached__"
MOST_LINES = 100_000
AROUND = 12

Lines = dict[str, list[int]]
"""Lines by file."""


@dataclass(frozen=True)
class Trial:
    """A test that passed: the seconds of CPU it took, and the lines it reached."""

    test: str
    seconds: float
    lines: Lines


class Probes:
    """Notes the statements that run within the functions of some files."""

    def __init__(self, files: Iterable[str]) -> None:
        self.files = dict(enumerate(files))
        self.reached: set[int] = set()

    def modules(self) -> Iterator[CodeType]:
        """Yield the code of each file, with a probe before each statement of its functions."""
        for number, file in self.files.items():
            tree = ast.parse((ROOT / file).read_text("utf-8"))
            for node in list(ast.walk(tree)):
                if not isinstance(node, ast.Module | ast.ClassDef):
                    _put_probes(node, number)
            yield compile(tree, str(ROOT / file), "exec", dont_inherit=True)

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Note what runs meanwhile, in all threads."""
        self.reached = set()
        setattr(builtins, PROBE, self.reached.add)
        yield

    def noted(self) -> Lines:
        """Return the lines on which statements began that ran."""
        found: dict[str, list[int]] = defaultdict(list)
        for each in sorted(self.reached):
            number, line = divmod(each, MOST_LINES)
            found[self.files[number]].append(line)
        return dict(found)


def _put_probes(node: ast.AST, number: int) -> None:
    for name in ("body", "orelse", "finalbody"):
        statements = getattr(node, name, None)
        if not isinstance(statements, list):
            continue
        held: list[ast.stmt] = []
        for statement in statements:
            if not is_text(statement):
                place = number * MOST_LINES + statement.lineno
                call = ast.Call(ast.Name(PROBE, ast.Load()), [ast.Constant(place)], [])
                held.append(ast.copy_location(ast.Expr(call), statement))
                ast.fix_missing_locations(held[-1])
            held.append(statement)
        setattr(node, name, held)


class Reach:
    """The tests by the statements that they reach: the quickest, those that reach most of what
    stands around, and those that reach least in all, in turns."""

    def __init__(self, trials: Iterable[Trial]) -> None:
        self.seconds: dict[str, float] = {}
        self._tests: dict[tuple[str, int], list[str]] = defaultdict(list)
        self._of_file: dict[str, list[str]] = defaultdict(list)
        self._lines: dict[tuple[str, str], list[int]] = {}
        self._counts: dict[str, int] = {}
        for trial in sorted(trials, key=lambda trial: (trial.seconds, trial.test)):
            self.seconds[trial.test] = trial.seconds
            self._counts[trial.test] = sum(map(len, trial.lines.values()))
            for file, lines in trial.lines.items():
                self._of_file[file].append(trial.test)
                self._lines[file, trial.test] = lines
                for line in lines:
                    self._tests[file, line].append(trial.test)
        self._importers = _find_importers(self._of_file)

    def tests_of(self, mutant: Mutant) -> list[str]:
        """Return the tests in which a mutant runs; none if it runs at import at most."""
        if mutant.scope is None:
            return []
        file, line = mutant.source.path, mutant.statement.lineno
        return self._mix(self._tests[file, line], file, range(line - AROUND, line + AROUND))

    def tests_after_import(self, mutant: Mutant) -> list[str]:
        """Return the tests that may notice what ran at import.

        They are those of the mutant's file, and then those of the files that import it: a table or
        a class of values has no statement that runs later.
        """
        file = mutant.source.path
        first = self._mix(self._of_file[file], file, range(MOST_LINES))
        importing = {
            test for importer in self._importers[file] for test in self._of_file[importer]
        } - set(first)
        return [*first, *sorted(importing, key=lambda test: (self.seconds[test], test))]

    def _mix(self, tests: list[str], file: str, around: range) -> list[str]:
        """Return tests, the quickest first, mixed with those that reach most lines around and with
        those that reach least in all: they are about little else."""

        def count_reached(test: str) -> int:
            return sum(line in around for line in self._lines[file, test])

        thorough = sorted(tests, key=count_reached, reverse=True)
        narrow = sorted(tests, key=self._counts.__getitem__)
        return list(dict.fromkeys(chain.from_iterable(zip(thorough, narrow, tests, strict=True))))


def _find_importers(files: Iterable[str]) -> Mapping[str, set[str]]:
    """Return for each file which of the others import from it."""
    found: dict[str, set[str]] = defaultdict(set)
    for file in sorted(files):
        for node in ast.walk(ast.parse((ROOT / file).read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                inner = [f"{node.module}.{alias.name}" for alias in node.names]
                for module in (node.module, *inner):
                    path = module.replace(".", "/")
                    found[f"{path}.py"].add(file)
                    found[f"{path}/__init__.py"].add(file)
    return found


def fingerprint(files: Iterable[Path]) -> str:
    """Return a name for the state of files."""
    state = hashlib.sha256()
    for file in sorted(files):
        state.update(f"{file}\n".encode() + file.read_bytes())
    return state.hexdigest()[:16]


def write_trials(path: Path, trials: Iterable[Trial]) -> None:
    """Write them behind those that are there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as out:
        for trial in trials:
            out.write(json.dumps([trial.test, trial.seconds, trial.lines]) + "\n")


def read_trials(path: Path) -> list[Trial]:
    """Return those that are there; none if there is no such file."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8") as lines:
        return [trial_of(json.loads(line)) for line in lines]


def trial_of(row: tuple[str, float, Mapping[str, list[int]]]) -> Trial:
    test, seconds, lines = row
    return Trial(test, seconds, dict(lines))
