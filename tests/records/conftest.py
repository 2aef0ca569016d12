"""Collects game records: every ``.game`` file below this folder is a test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.library import load
from judge.records.reader import parse_record
from judge.records.run import run_record

HERE = Path(__file__).parent

COUNTED = {"datc": "DATC cases"}
"""Folders whose records are counted one by one under a name of their own."""


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix == ".game":
        return GameFile.from_parent(parent, path=file_path)
    return None


class GameFile(pytest.File):
    def collect(self) -> Iterator[pytest.Item]:
        yield GameRecord.from_parent(self, name=self.path.stem)


class GameRecord(pytest.Item):
    def runtest(self) -> None:
        top = self.path.relative_to(HERE).parts[0]
        if top in COUNTED:
            self.user_properties.append(("tally", (COUNTED[top], 1)))
        record = parse_record(self.path.read_text(encoding="utf-8"), load)
        phases = list(run_record(record))
        self.user_properties.append(("tally", ("phases of game records", len(phases))))
        misses = [f"{each.phase.turn}: {miss}" for each in phases for miss in each.misses]
        if misses:
            raise UnmetError("\n".join(misses))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> str:  # type: ignore[override]  # a text is enough
        if isinstance(excinfo.value, UnmetError):
            return (
                f"{excinfo.value}\n\nSee: judge adjudicate {self.path.relative_to(HERE.parents[1])}"
            )
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, f"record {self.name}"


class UnmetError(Exception):
    """The judge did not do what a record expects."""
