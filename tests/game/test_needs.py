from __future__ import annotations

import pytest

from judge.game.needs import needs
from judge.game.seats.access import Tag

TAG = Tag("elbe", "p1", "a" * 16)


@pytest.mark.parametrize(
    ("lines", "games"),
    [
        (["JOIN ruhr"], {"ruhr"}),
        (["1. please join game Ruhr as France"], {"ruhr"}),
        (["SIGNON Fruhr secret"], {"ruhr", "fruhr"}),
        (["Sign on France@ruhr secret"], {"ruhr"}),
        (["SIGNON ?ruhr secret"], {"ruhr"}),
        (["game: ruhr", "GAME donau"], {"ruhr", "donau"}),
        (["JOIN \uff52\uff55h\u200br"], {"ruhr"}),
        (["F Lon - Nth"], set()),
    ],
)
def test_every_game_that_may_be_meant_is_named(lines, games) -> None:
    assert games <= needs((), lines).games
    assert needs((TAG,), lines).games >= games | {"elbe"}


def test_orders_need_no_game_but_that_of_the_reply_address() -> None:
    assert needs((TAG,), ["F Lon - Nth", "A Lvp hold"]) == (frozenset({"elbe"}), False, False)


def test_the_past_and_the_list_are_fetched_when_asked_for() -> None:
    assert needs((TAG,), ["HISTORY"]).past
    assert needs((), ["LIST"]).listing
    assert not needs((TAG,), ["DRAW"]).past


def test_a_long_line_does_not_ask_for_a_thousand_games() -> None:
    line = "join " + " ".join(f"game{n}" for n in range(1000))
    assert len(needs((), [line] * 200).games) < 40
