"""RESUME."""

from __future__ import annotations

from judge.game import notices
from judge.game.clock.halting import resumed
from judge.game.command import CommandResult, LineContext, RunningMasterCommand
from judge.game.state import Play, Seat, Stage
from judge.model.reason import Reason


class Resume(RunningMasterCommand):
    """RESUME: let the clock run on after PAUSE, or afresh after a hold."""

    by_vote = "VOTE RESUME"
    stages = frozenset({Stage.PAUSED, Stage.HELD})

    def decide(self, game: Play, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Set the deadline by the time that was left, or by a whole new phase."""
        if game.stage is Stage.ACTIVE:
            return Reason("not_paused")
        game = resumed(game, context.now)
        return notices.changed(game, actor, "Game Resumed", Reason("game_resumed"), context.key)
