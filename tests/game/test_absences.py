"""ABSENCE, and the deadline that is near."""

from __future__ import annotations

from datetime import timedelta

import pytest

from judge.game.clock.absence import EARLY
from judge.game.state import Play


@pytest.mark.parametrize(
    ("left", "code"),
    [
        (EARLY + timedelta(minutes=1), "absence_put_off"),
        (EARLY, "absence_put_off"),
        (EARLY - timedelta(minutes=1), "absence_soon"),
    ],
)
def test_a_deadline_is_put_off_until_a_day_before_it(running, left: timedelta, code: str) -> None:
    before = running.games["ruhr"]
    assert isinstance(before, Play) and before.due_at is not None
    running.now = before.due_at - left
    decision = running.say("France", f"ABSENCE {before.due_at:%Y-%m-%d}")
    assert code in f"{decision.notices}"
    after = running.games["ruhr"]
    assert isinstance(after, Play) and after.due_at is not None
    assert (after.due_at > before.due_at) is (code == "absence_put_off")
