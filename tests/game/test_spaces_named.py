"""A space is named as it would be in an order, with a coast or a unit."""

from __future__ import annotations

import pytest

from judge.game.atlas.topics import find_space_code
from judge.library import load


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("STP/NC", "STP"),
        ("StP (sc)", "STP"),
        ("F Spain north coast", "SPA"),
        ("the French army in Paris", "PAR"),
        ("north sea", "NTH"),
        ("Gulf of Lyons", "LYO"),
        ("north of nowhere", ""),
        ("Paris Burgundy", ""),
        ("army", ""),
        ("()", ""),
    ],
)
def test_a_space_is_named(text: str, code: str) -> None:
    assert find_space_code(text, load("standard")) == code
