"""The phases that are judged are those that the README speaks of."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from judge.model.turn import Phase
from tests.bench import phases
from tests.bench.phases import Played

pytestmark = pytest.mark.xdist_group("phases")  # read once

PEOPLE = "723 of games that people played"
BOTS = "1,268 of games that bots played"


@pytest.fixture(scope="module")
def kept() -> dict[Path, list[Played]]:
    """What comes with the project."""
    return {path: [*phases.read_played(path)] for path in (phases.PEOPLE, phases.BOTS)}


def test_as_many_phases_are_judged_as_the_readme_says(
    kept: dict[Path, list[Played]], monkeypatch: pytest.MonkeyPatch
) -> None:
    readme = " ".join((phases.ROOT / "README.md").read_text(encoding="utf-8").split())
    said = f"judges {phases.PHASES:,} movement phases and says whose they are: {PEOPLE} and {BOTS}"
    assert said in readme
    monkeypatch.setattr(phases, "read_played", kept.__getitem__)
    monkeypatch.setattr(phases, "PHASES", 723 + 1268 + 1)
    judged, whose = phases.movements(Path("nowhere"))
    assert (len(judged), whose) == (1992, f"{PEOPLE}, {BOTS}, 1 of games of robots")


def test_more_than_2500_phases_of_games_that_were_played_come_with_the_project(
    kept: dict[Path, list[Played]],
) -> None:
    kinds = Counter(played.position.turn.phase for each in kept.values() for played in each)
    assert kinds == {Phase.MOVEMENT: 1911, Phase.RETREATS: 1026, Phase.ADJUSTMENTS: 767}
