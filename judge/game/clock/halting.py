"""The clock of a game stopped, and started again."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from judge.game.clock.schedule import due_of
from judge.game.state import Play, Stage


def paused(game: Play, now: datetime) -> Play:
    """Return the game with its clock stopped; the time that is left is kept."""
    left = game.due_at - now if game.due_at and game.due_at > now else None
    return replace(game, stage=Stage.PAUSED, due_at=None, left=left, late=False)


def resumed(game: Play, now: datetime) -> Play:
    """Return the game with its clock started: by the time that was left, or by a new phase."""
    due = None
    if not game.settings.manual:
        due = due_of(game, now, game.left)
    return replace(
        game,
        stage=Stage.ACTIVE,
        due_at=due,
        left=None,
        reminded_at=None,
        early_at=None,
        late=False,
    )
