"""The normal run of the fault harness: eight kills on each database."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.world import World

pytestmark = pytest.mark.xdist_group("waiting")  # one process is enough for what mostly waits


@pytest.mark.parametrize(("url", "kills"), [("", 8), ("postgresql", 8)])
def test_judges_that_are_killed_again_and_again_lose_nothing(
    url: str, kills: int, tmp_path: Path
) -> None:
    world = World(tmp_path, url, games=1, seed=7)
    try:
        world.gather()
        while world.kills.total() < kills:
            world.trial()
        world.settle()
        verdict = world.verdict()
    finally:
        world.close()
    assert verdict["kills"] >= kills and verdict["mails taken"] > kills / 2
    faults = {name: verdict[name] for name in ("lost", "doubled", "letters missing")}
    assert faults == {"lost": 0, "doubled": 0, "letters missing": 0}, world.wrong
