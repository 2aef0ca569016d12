"""PAUSE, RESUME: the clock of a game stopped, and started again."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from judge.game import notices
from judge.game.clock.schedule import schedule_turn
from judge.game.command import LineContext, RunningMasterCommand
from judge.game.effects import Effects
from judge.game.state import Play, Seat, Stage
from judge.model.reason import Reason


def pause_game(game: Play, now: datetime) -> Play:
    """Return the game with its clock stopped; the time that is left is kept."""
    time_left = game.due_at - now if game.due_at and game.due_at > now else None
    return replace(game, stage=Stage.PAUSED, due_at=None, left=time_left, late=False)


def resume_game(game: Play, now: datetime) -> Play:
    """Return the game with its clock started: by the time that was left, or by a new phase."""
    due = None
    if not game.settings.manual:
        due = schedule_turn(game, now, game.left)
    return replace(
        game,
        stage=Stage.ACTIVE,
        due_at=due,
        left=None,
        reminded_at=None,
        early_at=None,
        late=False,
    )


class Pause(RunningMasterCommand):
    """PAUSE: stop the clock; orders are still taken."""

    by_vote = "VOTE PAUSE"
    stages = frozenset({Stage.ACTIVE})

    def decide_outcome(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Keep the time that is left for RESUME."""
        if game.stage is Stage.PAUSED:
            return Reason("paused")
        game = pause_game(game, context.now)
        return notices.announce_change(
            game, actor, "Game Paused", Reason("game_paused"), context.key
        )


class Resume(RunningMasterCommand):
    """RESUME: let the clock run on after PAUSE, or afresh after a hold."""

    by_vote = "VOTE RESUME"
    stages = frozenset({Stage.PAUSED, Stage.HELD})

    def decide_outcome(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Set the deadline by the time that was left, or by a whole new phase."""
        if game.stage is Stage.ACTIVE:
            return Reason("not_paused")
        game = resume_game(game, context.now)
        return notices.announce_change(
            game, actor, "Game Resumed", Reason("game_resumed"), context.key
        )
