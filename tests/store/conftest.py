"""A fresh database for each test."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.store.database import Database, upgrade


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("store") / "template.db"
    upgrade(f"sqlite:///{file}")
    return file


@pytest.fixture
def database(template: Path, tmp_path: Path) -> Iterator[Database]:
    shutil.copy(template, tmp_path / "judge.db")
    database = Database(f"sqlite:///{tmp_path}/judge.db", wait=0.05)
    yield database
    database.close()
