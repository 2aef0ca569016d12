"""The pages of a game in which much is hidden: the same in worlds that differ in what is."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import judge.game.reports.history
import judge.service.publishing
from judge.game.clock.run_turns import process_turn
from judge.game.notices import view_of
from judge.game.past import PastTurn, PastTurns
from judge.game.state import Stage
from judge.service.publishing import game_on_show
from judge.site.pages import Site, files_of_game, front_page_files
from tests.secrecy.cases import pair
from tests.secrecy.worlds import DUE, World, civ, fog, gd, ww4

SITE = Site("Club", "", "example.org")


def files(one: World, over: bool = False) -> dict[str, str]:
    """The site after the turn of a world."""
    game = process_turn(one.game, DUE, "deadline")[0]
    assert game.played is not None
    if over:
        game = replace(game, stage=Stage.ENDED)
    turn = PastTurn(game.parent, 0, DUE, game.played)
    shown = game_on_show(game, PastTurns(one.game.position, (turn,)))
    made = (*files_of_game(SITE, shown), *front_page_files(SITE, [shown.listed_game]))
    return {file.path: file.made() for file in made}


def pairs(wanted: int) -> list[tuple[World, World]]:
    chance = random.Random(11)
    found: list[tuple[World, World]] = []
    while len(found) < wanted:
        worlds = pair(chance.randrange(10_000), (civ, fog, gd, ww4)[len(found) % 4]())
        found += [worlds] if worlds else []
    return found


def test_a_stranger_sees_the_same_pages_in_both_worlds() -> None:
    for one, other in pairs(4):
        ours = files(one)
        assert ours == files(other)
        assert not any(path.endswith(".svg") for path in ours)


def test_once_it_is_over_all_is_shown() -> None:
    for one, other in pairs(2):
        ours, theirs = files(one, over=True), files(other, over=True)
        assert any(path.endswith(".svg") for path in ours)
        assert ours != theirs


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (judge.game.reports.history, judge.service.publishing):
        monkeypatch.setattr(module, "view_of", lambda game, _: view_of(game, game.masters[0]))
    assert any(files(one) != files(other) for one, other in pairs(2))
