"""The normal run of the fault harness: two dozen kills."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.world import World


@pytest.mark.xdist_group("faults")
def test_a_judge_that_is_killed_again_and_again_loses_nothing(tmp_path: Path) -> None:
    world = World(tmp_path, games=1, seed=7)
    try:
        world.gather()
        for _ in range(24):
            world.trial()
        world.settle()
        verdict = world.verdict()
    finally:
        world.close()
    assert verdict["kills"] == 24 and verdict["mails taken"] > 20
    faults = {name: verdict[name] for name in ("lost", "doubled", "letters missing")}
    assert faults == {"lost": 0, "doubled": 0, "letters missing": 0}, world.wrong
