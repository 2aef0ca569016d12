"""The games of robots that are kept add up, those of the same code and setting alone."""

from __future__ import annotations

from pathlib import Path

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
