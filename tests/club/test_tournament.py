"""A tournament by mail alone, a small one; its draws; and what is refused."""

from __future__ import annotations

from pathlib import Path

from tests.club.tournament import hold
from tests.road.office import Office


def test_a_tournament_by_mail(tmp_path: Path) -> None:
    office = Office(tmp_path / "office")
    assert len(list(hold(office, 2))) == 3
    office.remove()
