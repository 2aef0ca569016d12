"""The phases that are judged are those that the README speaks of."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench import phases


def test_as_many_phases_of_people_are_judged_as_the_readme_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    readme = " ".join((phases.ROOT / "README.md").read_text(encoding="utf-8").split())
    people = "723 of games that people played"
    said = f"judges {phases.PHASES:,} movement phases and says whose they are: {people}"
    assert said in readme
    monkeypatch.setattr(phases, "PHASES", 724)
    judged, whose = phases.movements(Path("nowhere"))
    assert (len(judged), whose) == (724, f"{people}, 1 of games of robots")
