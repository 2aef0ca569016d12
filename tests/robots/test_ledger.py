"""The games of robots that are kept add up, those of the same code and setting alone."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path

import pytest

from tests.bench.robots import Played, replay_former_games
from tests.robots.ledger import Ledger, fingerprint_source


def test_games_of_the_same_setting_and_code_add_up(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    hard = Ledger("hard, dumb", "c1", path)
    assert hard.read_games() == {}
    hard.note_game(7, {"solo": True})
    Ledger("hard, dumb", "c2", path).note_game(8, {"solo": True})
    Ledger("fair, dumb", "c1", path).note_game(9, {"solo": True})
    hard.note_game(10, {"solo": False})
    games = Ledger("hard, dumb", "c1", path).read_games()
    assert {seed: game["solo"] for seed, game in games.items()} == {7: True, 10: False}


def test_code_is_another_when_it_does_something_else() -> None:
    plain = "def f():\n    return 1\n"
    told = '"""A module."""\n\ndef f():  # so\n    """One."""\n\n    return (1)\n'
    assert fingerprint_source(plain) == fingerprint_source(told)
    assert fingerprint_source(plain) != fingerprint_source(plain.replace("1", "2"))


def test_games_of_other_code_are_compared_in_all_that_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Played("Italy", True, False, True, 1.0, True, 0, "F1909R 20", "A VEN - PIE")
    path = tmp_path / "games.jsonl"
    for code, seed, kept in (("c0", 7, "F1903M 0"), ("c1", 7, game.ended), ("c1", 8, game.ended)):
        Ledger("hard, dumb", code, path).note_game(seed, asdict(replace(game, ended=kept)))
    before, ledger = path.read_text(), Ledger("hard, dumb", "c2", path)
    assert replay_former_games(ledger, [7, 8], lambda seed: game)
    changed = replace(game, opening="A VEN H")
    assert not replay_former_games(ledger, [7, 8], lambda seed: changed if seed == 8 else game)
    told = capsys.readouterr().out
    assert "opening A VEN - PIE -> A VEN H" in told
    assert "1 of 2 games went the same with code c2" in told
    assert path.read_text() == before
