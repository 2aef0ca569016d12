"""Which test reaches which line: learned by running each test once, and kept for the next time."""

from __future__ import annotations

import hashlib
import json
import sys
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from tests.mutation.mutants import ROOT, Mutant

Lines = dict[str, list[int]]
"""Lines by file."""


@dataclass(frozen=True)
class Trial:
    """A test that passed: the seconds of CPU it took, and the lines it reached."""

    test: str
    seconds: float
    lines: Lines


class Tracer:
    """Notes the lines that run, of some files alone."""

    def __init__(self, files: Iterable[str]) -> None:
        self.files = {str(ROOT / file): file for file in files}
        self.lines: dict[CodeType, set[int]] = {}
        self.whole: dict[CodeType, int] = {}

    def _called(self, frame: FrameType, event: str, argument: object) -> Any:
        code = frame.f_code
        if code.co_filename not in self.files:
            return None
        if code not in self.lines:
            self.lines[code] = set()
            if code not in self.whole:
                self.whole[code] = len({line for _, _, line in code.co_lines() if line})
        lines = self.lines[code]
        if len(lines) >= self.whole[code]:
            return None

        def note(frame: FrameType, event: str, argument: object) -> Any:
            lines.add(frame.f_lineno)
            return note

        lines.add(frame.f_lineno)
        return note

    def _reached(self, code: CodeType, line: int) -> object:
        """Note a line where Python itself tells of it, each once."""
        if code.co_filename in self.files:
            self.lines.setdefault(code, set()).add(line)
        return sys.monitoring.DISABLE

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Note what runs meanwhile, in all threads."""
        self.lines = {}
        if sys.version_info >= (3, 12):
            monitoring = sys.monitoring
            monitoring.use_tool_id(monitoring.COVERAGE_ID, "mutation")
            monitoring.restart_events()
            monitoring.register_callback(
                monitoring.COVERAGE_ID, monitoring.events.LINE, self._reached
            )
            monitoring.set_events(monitoring.COVERAGE_ID, monitoring.events.LINE)
            try:
                yield
            finally:
                monitoring.set_events(monitoring.COVERAGE_ID, monitoring.events.NO_EVENTS)
                monitoring.free_tool_id(monitoring.COVERAGE_ID)
            return
        threading.settrace(self._called)
        sys.settrace(self._called)
        try:
            yield
        finally:
            sys.settrace(None)
            threading.settrace(None)  # type: ignore[arg-type]  # as it is documented

    def noted(self) -> Lines:
        """Return the lines that ran."""
        found: dict[str, set[int]] = defaultdict(set)
        for code, lines in self.lines.items():
            found[self.files[code.co_filename]] |= lines
        return {file: sorted(lines) for file, lines in found.items()}


class Reach:
    """The tests by the lines that they reach, the quickest first."""

    def __init__(self, trials: Iterable[Trial]) -> None:
        self.seconds: dict[str, float] = {}
        self._tests: dict[tuple[str, int], list[str]] = defaultdict(list)
        self._of_file: dict[str, list[str]] = defaultdict(list)
        for trial in sorted(trials, key=lambda trial: (trial.seconds, trial.test)):
            self.seconds[trial.test] = trial.seconds
            for file, lines in trial.lines.items():
                self._of_file[file].append(trial.test)
                for line in lines:
                    self._tests[file, line].append(trial.test)

    def tests_of(self, mutant: Mutant) -> list[str]:
        """Return the tests that reach a mutant; of what runs at import, those of its file."""
        file = mutant.source.path
        if mutant.scope is None:
            return self._of_file[file]
        lines = (mutant.line, mutant.statement.lineno)
        return next((self._tests[file, line] for line in lines if self._tests[file, line]), [])


def fingerprint(files: Iterable[Path]) -> str:
    """Return a name for the state of files."""
    state = hashlib.sha256()
    for file in sorted(files):
        state.update(f"{file}\n".encode() + file.read_bytes())
    return state.hexdigest()[:16]


def write_trials(path: Path, trials: Iterable[Trial]) -> None:
    path.parent.mkdir(exist_ok=True)
    with path.open("w", encoding="utf-8") as out:
        for trial in trials:
            out.write(json.dumps([trial.test, trial.seconds, trial.lines]) + "\n")


def read_trials(path: Path) -> list[Trial]:
    with path.open(encoding="utf-8") as lines:
        return [trial_of(json.loads(line)) for line in lines]


def trial_of(row: tuple[str, float, Mapping[str, list[int]]]) -> Trial:
    test, seconds, lines = row
    return Trial(test, seconds, dict(lines))
