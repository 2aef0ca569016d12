"""Two worlds that differ only where I have no sight send me the same mail, byte for byte."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable

import pytest

from judge.game.clock.run_turns import process_turn
from judge.letters.compose import write_letter
from judge.service.compose.pictures import draw_from_text
from tests.secrecy import oracle, worlds
from tests.secrecy.cases import KINDS, ROUND, differs, kind_of
from tests.secrecy.worlds import DUE, Arena, civ, fog, gd, letters, mail, me, pictures, world, ww4

MORE = os.environ.get("JUDGE_SECRECY_CASES", "")
CASES = int(MORE or ROUND)
MOST = CASES if MORE else 4
"""So many of a kind are tried, of the one that is most of all as of others.
JUDGE_SECRECY_CASES=2000 pytest tests/secrecy tries more, and python -m tests.secrecy 20,000."""


@pytest.mark.parametrize("kind", KINDS)
def test_what_i_cannot_see_changes_no_letter(kind: str) -> None:
    numbers = [number for number in range(CASES) if kind_of(number) == kind][:MOST]
    tried = {number: differs(number) for number in numbers}
    pairs = [number for number, different in tried.items() if different is not None]
    assert 3 * len(pairs) >= len(tried), "too few of the worlds have another beside them"
    assert not [number for number in pairs if tried[number]]


def test_no_code_of_a_power_is_ever_written() -> None:
    for seed in range(5):
        for letter in letters(world(random.Random(seed), civ())):
            assert not re.search(r"[\ue100-\ue1ff]|civilization\d", f"{letter}")


def test_a_game_made_like_another_tells_nothing_of_it() -> None:
    chance = random.Random(0)
    one = world(chance, civ())
    other = worlds._number(one.game, [], chance)
    assert other.settings.options != one.game.settings.options
    told = []
    for game in (one.game, other):
        done = mail(game, "CREATE ruhrtwo LIKE ruhr\nSTATUS")
        assert {each.name for each in done.games} >= {"ruhrtwo"}
        told.append([write_letter(n, one.game.variant, worlds.HOUSE) for n in done.notices])
    assert told[0] == told[1]


@pytest.mark.parametrize("arena", [civ, fog])
def test_a_drawing_shows_what_i_see_and_no_more(arena: Callable[[], Arena]) -> None:
    """In the file there is no code of a power, and no unit that I do not see."""
    for seed in range(2):
        one = world(random.Random(seed), arena())
        _, notices = process_turn(one.game, DUE, "deadline")
        mine = next(n for n in notices if n.to.seat == "p1")
        assert mine.view is not None
        position = next(content for content, _ in pictures(mine, one.game.variant)[-1:])
        svg = draw_from_text(position, "svg").decode()
        assert "civilization" not in svg and "<svg" in svg
        units = [unit for unit in mine.view.units if unit.at.province in mine.view.seen]
        assert len(re.findall(r'<use href="#[A-Z]+-', svg)) == len(units) + len(
            (*mine.view.dislodged, *mine.view.dislodged_foreign)
        )


@pytest.mark.parametrize("arena", [civ, gd, ww4, fog])
@pytest.mark.parametrize("seed", range(4))
def test_what_i_see_is_told(seed: int, arena: Callable[[], Arena]) -> None:
    """The seeing rule of the test is that of the judge: neither sees more than the other."""
    one = world(random.Random(seed), arena())
    mine, game_map = me(one.game.variant), one.game.variant.map
    done, notices = process_turn(one.game, DUE, "deadline")
    view = next(n.view for n in notices if n.to.seat == "p1")
    position = done.position
    assert view is not None
    assert view.seen == oracle.sight(mine, position, game_map)
    assert {tuple(u) for u in view.units} == {
        tuple(u) for u in position.units.values() if u.at.province in view.seen
    }
    near = oracle.units_near(mine, position, game_map)
    assert dict(view.owners) == {
        code: owner for code, owner in position.owners.items() if code in near or owner == mine
    }
