"""Orders that something in their mail governs are in doubt; ``tests.post.governed`` mixes more."""

from __future__ import annotations

import pytest

from judge.language import outline
from judge.language.words import find_phrases
from judge.library import layers, load
from tests.post import governed


def test_nothing_is_sure_that_something_governs() -> None:
    tally = governed.run(300)
    assert tally.clear > 150
    assert len(tally.missed) < tally.clear / 20


def test_an_outline_without_heads_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outline, "_find_head", lambda *line, **first: None)
    with pytest.raises(AssertionError, match=" in\n"):
        governed.run(300)


@pytest.mark.parametrize("code", layers.codes())
def test_a_place_is_no_word_where_its_code_is_one(code: str) -> None:
    variant = load(code)
    moves = [
        f"{variant.map.kinds[kind].code} {at} - {goal}"
        for (kind, at), goals in variant.map.steps.items()
        for goal in goals
    ]
    first, last = moves[0], moves[-1]
    shown = {frozenset(each for each in find_phrases(move) if each.kinds): move for move in moves}
    for move in shown.values():  # one for each word, and for each place where it stands
        lines = f"{first}\n{move.lower()}\n{last}"
        assert governed.obeyed(lines, variant) == {first, move, last}


def test_a_word_behind_an_order_is_no_place() -> None:
    assert not governed.obeyed("F HOU - NO, no", load("ww4"))
    assert not governed.obeyed("F HOU - LA\nF HOU - NO. No!", load("ww4"))
