"""The phases that are judged are those that the README speaks of."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from judge.model.turn import Phase
from tests.bench import phases

PEOPLE = "723 of games that people played"
BOTS = "1,268 of games that bots played"


def test_as_many_phases_are_judged_as_the_readme_says(monkeypatch: pytest.MonkeyPatch) -> None:
    readme = " ".join((phases.ROOT / "README.md").read_text(encoding="utf-8").split())
    said = f"judges {phases.PHASES:,} movement phases and says whose they are: {PEOPLE} and {BOTS}"
    assert said in readme
    monkeypatch.setattr(phases, "PHASES", 723 + 1268 + 1)
    judged, whose = phases.movements(Path("nowhere"))
    assert (len(judged), whose) == (1992, f"{PEOPLE}, {BOTS}, 1 of games of robots")


def test_more_than_2500_phases_of_games_that_were_played_come_with_the_project() -> None:
    kept = [*phases.read_played(phases.PEOPLE), *phases.read_played(phases.BOTS)]
    kinds = Counter(played.position.turn.phase for played in kept)
    assert kinds == {Phase.MOVEMENT: 1911, Phase.RETREATS: 1026, Phase.ADJUSTMENTS: 767}
