"""Offices ready to use: each made once, then copied."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import Databases
from tests.road.office import Office, gather


@pytest.fixture(scope="session")
def empty_office(tmp_path_factory: pytest.TempPathFactory, databases: Databases) -> Office:
    return Office(tmp_path_factory.mktemp("empty"), databases=databases)


@pytest.fixture(scope="session")
def busy_office(tmp_path_factory: pytest.TempPathFactory, empty_office: Office) -> Office:
    return gather(empty_office.twin(tmp_path_factory.mktemp("busy")))


@pytest.fixture
def office(tmp_path: Path, busy_office: Office) -> Iterator[Office]:
    """A judge at which the game ruhr has just begun."""
    office = busy_office.twin(tmp_path)
    yield office
    office.remove()


@pytest.fixture
def new_office(tmp_path: Path, empty_office: Office) -> Iterator[Office]:
    """A judge without games."""
    office = empty_office.twin(tmp_path)
    yield office
    office.remove()
