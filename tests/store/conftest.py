"""A fresh database for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.store.database import Database
from tests.databases import Databases


@pytest.fixture
def database(databases: Databases, tmp_path: Path) -> Iterator[Database]:
    url = databases.make(tmp_path)
    database = Database(url, wait=0.05)
    yield database
    database.close()
    databases.drop(url)
