"""Time given back to players when the judge was out of work over a deadline."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from judge.game.clock.schedule import deadline_for_turn
from judge.game.clock.warnings import deadline_key
from judge.game.effects import Effects
from judge.game.notices import announce_news
from judge.game.state import Play
from judge.model.reason import Reason

LEAST = timedelta(days=1)
"""So much time there is again, or all of a shorter phase: answers were wanting, too."""


def give_back_time(game: Play, now: datetime, since: datetime | None) -> Effects:
    """Put a deadline off by as long as the judge was out of work, and tell everybody.

    ``since`` is when it was last at work, None if that is not known. What was left of the turn
    then is left again.
    """
    assert game.due_at is not None, "there was a deadline"
    usual = game.settings.lengths[game.position.turn.phase.value]
    time_left = max(game.due_at - since if since else timedelta(0), min(usual, LEAST))
    due = deadline_for_turn(game, now, time_left)
    key = f"{deadline_key(game, now)}.given_back"
    game = replace(game, due_at=due, reminded_at=None, late=False)
    return Effects(
        (game,), notices=announce_news(game, "Deadline Changed", key, Reason("time_given_back"))
    )
