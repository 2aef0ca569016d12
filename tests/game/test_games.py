"""Games are fetched when a mail first names them, and no others."""

from __future__ import annotations

import pytest

from judge.game.request import NAME, Named
from judge.game.state import Game
from tests.game.conftest import Club


@pytest.fixture
def two(running: Club) -> Club:
    running.mail("master@example.org", "CREATE elbe")
    running.fetched.clear()
    return running


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("JOIN elbe", {"elbe"}),
        ("1. please join game Elbe as France", {"elbe"}),
        ("SIGNON Felbe secret", {"elbe"}),
        ("Sign on France@elbe secret", {"elbe"}),
        ("SIGNON ?elbe secret", {"elbe"}),
        ("game: elbe\nGAME ruhr", {"elbe", "ruhr"}),
        ("JOIN \uff45lb\u200be", {"elbe"}),
        ("Hello there", set()),
    ],
)
def test_games_are_fetched_that_a_mail_names(two: Club, text: str, names: set[str]) -> None:
    two.mail("stranger@example.org", text)
    assert names == set(two.fetched) & {"elbe", "ruhr"}


def test_orders_need_no_game_but_that_of_the_reply_address(two: Club) -> None:
    two.say("England", "F Lon - Nth\nA Lvp hold")
    assert two.fetched == ["ruhr"]


def test_the_past_and_the_list_are_fetched_when_asked_for(two: Club) -> None:
    for line, asked in (("DRAW", []), ("HISTORY", ["past of ruhr"]), ("HELP", [])):
        two.fetched.clear()
        two.say("France", line)
        assert two.fetched == ["ruhr", *asked]
    two.fetched.clear()
    two.mail("stranger@example.org", "LIST")
    assert two.fetched == ["list"]


def test_what_cannot_be_a_name_is_not_looked_for() -> None:
    asked: list[str] = []

    def fetch(name: str) -> Game | None:
        asked.append(name)
        return None

    games = Named(NAME, fetch)
    for name in ("ruhr", "ruhr", "Ruhr", "no", "1234", "%", "a" * 13, "\u00e4lbe"):
        assert name not in games
    assert asked == ["ruhr"]
