"""A short season of robots: what the judge tells of it is worked out twice."""

from __future__ import annotations

from pathlib import Path

from tests.club.season import play_season


def test_a_season_is_told_as_a_second_computation_tells_it(tmp_path: Path) -> None:
    assert play_season(tmp_path, games=3, years=1).startswith("3 games: results, ")
