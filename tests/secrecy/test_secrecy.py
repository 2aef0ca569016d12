"""Two worlds that differ only where I have no sight send me the same mail, byte for byte."""

from __future__ import annotations

import os
import random
import re
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from judge.engine.adjudicate import adjudicate
from judge.game.clock.turns import process
from judge.game.state import Play
from judge.model.facts import CONTACT
from judge.model.position import Position
from tests.secrecy import oracle
from tests.secrecy.worlds import BOARD, DUE, ME, World, changed, letters, notices, world

pytestmark = pytest.mark.no_cover  # the same lines very often: counting them takes longer

CASES = int(os.environ.get("JUDGE_SECRECY_CASES", "200"))
"""JUDGE_SECRECY_CASES=2000 pytest tests/secrecy tries more; python -m tests.secrecy 20,000."""


def knowledge(one: World) -> object:
    """All that I may know: of the phase that led here, and of the one to come."""
    played, position = one.game.played, one.position
    led = None
    if played is not None:
        met = oracle.heard_of(ME, played.before, BOARD) | oracle.heard_of(ME, played.after, BOARD)
        led = oracle.names_of(met, position)
    nobody = replace(one.game, seats=())  # what happens on the board, without its letters
    record = process(nobody, DUE, "deadline")[0].played
    assert record is not None
    return led, oracle.known(ME, record), reached(one.game, record.after)


def reached(game: Play, after: Position) -> object:
    """Return the addresses of those whom I have met, where they are told."""
    met = {f.value for f in after.facts if f.rule == CONTACT and f.about == ME}
    seats = [game.seat_of(power) for power in sorted(met)]
    return None if game.settings.anonymous else [seat and seat.address for seat in seats]


def dark(one: World) -> frozenset[str]:
    """The spaces out of my sight before and after."""
    record = adjudicate(one.game.variant, one.position, one.game.orders)
    lit = oracle.sight(ME, one.position, BOARD) | oracle.sight(ME, record.after, BOARD)
    return frozenset(BOARD.provinces) - lit


def pair(seed: int) -> tuple[World, World] | None:
    """Return two worlds of which I may know the same, and which are not the same."""
    chance = random.Random(seed)
    one = world(chance)
    mine, hidden = knowledge(one), dark(one)
    for _ in range(4):
        other = changed(one, hidden, chance)
        if secrets(one) != secrets(other) and knowledge(other) == mine:
            return one, other
    return None


def secrets(one: World) -> object:
    game = one.game
    return game.position, game.orders, game.seats, game.motions, game.variant


def differs(worlds: tuple[World, World], whole: bool) -> bool:
    """Say whether my mail is another in the other world.

    What letters are made of must agree always; ``whole``: the letters themselves are compared.
    """
    ours, theirs = map(letters if whole else notices, worlds)
    assert len(ours) >= 3
    return ours != theirs


@settings(
    max_examples=CASES, deadline=None, derandomize=True,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)  # fmt: skip
@given(st.integers(0, 2**32))
def test_what_i_cannot_see_changes_no_letter(seed: int) -> None:
    worlds = pair(seed)
    assume(worlds is not None)
    assert worlds is not None
    assert not differs(worlds, whole=seed % 8 == 0)


def test_most_cases_try_something() -> None:
    found = sum(pair(seed) is not None for seed in range(60))
    assert found >= 30


def test_no_code_of_a_power_is_ever_written() -> None:
    for seed in range(5):
        for letter in letters(world(random.Random(seed))):
            assert not re.search(r"[\ue100-\ue1ff]|civilization\d", f"{letter}")


@pytest.mark.parametrize("seed", range(20))
def test_what_i_see_is_told(seed: int) -> None:
    """The seeing rule of the test is that of the judge: neither sees more than the other."""
    one = world(random.Random(seed))
    done, notices = process(one.game, DUE, "deadline")
    view = next(n.view for n in notices if n.to.seat == "p1")
    position = done.position
    assert view is not None
    assert view.seen == oracle.sight(ME, position, BOARD)
    assert {tuple(u) for u in view.units} == {
        tuple(u) for u in position.units.values() if u.at.province in view.seen
    }
    near = oracle.units_near(ME, position, BOARD)
    assert dict(view.owners) == {
        code: owner for code, owner in position.owners.items() if code in near or owner == ME
    }
