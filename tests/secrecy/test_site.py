"""The pages of a game in which much is hidden: the same in worlds that differ in what is."""

from __future__ import annotations

import random

import pytest

import judge.game.reports.history
import judge.service.publishing
from judge.game.notices import find_view
from tests.secrecy.cases import pair
from tests.secrecy.site import pages
from tests.secrecy.worlds import World, civ, fog, gd, ww4


def pairs(wanted: int) -> list[tuple[World, World]]:
    chance = random.Random(11)
    found: list[tuple[World, World]] = []
    while len(found) < wanted:
        worlds = pair(chance.randrange(10_000), (civ, fog, gd, ww4)[len(found) % 4]())
        found += [worlds] if worlds else []
    return found


def test_a_stranger_sees_the_same_pages_in_both_worlds() -> None:
    for one, other in pairs(4):
        ours = pages(one)
        assert ours == pages(other)
        assert not any(path.endswith(".svg") for path in ours)


def test_once_it_is_over_all_is_shown() -> None:
    for one, other in pairs(2):
        ours, theirs = pages(one, over=True), pages(other, over=True)
        assert any(path.endswith(".svg") for path in ours)
        assert ours != theirs


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (judge.game.reports.history, judge.service.publishing):
        monkeypatch.setattr(module, "find_view", lambda game, _: find_view(game, game.masters[0]))
    assert any(pages(one) != pages(other) for one, other in pairs(2))
