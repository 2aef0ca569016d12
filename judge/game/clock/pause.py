"""PAUSE."""

from __future__ import annotations

from judge.game import notices
from judge.game.clock.halting import paused
from judge.game.command import CommandResult, LineContext, RunningMasterCommand
from judge.game.state import Play, Seat, Stage
from judge.model.reason import Reason


class Pause(RunningMasterCommand):
    """PAUSE: stop the clock; orders are still taken."""

    by_vote = "VOTE PAUSE"
    stages = frozenset({Stage.ACTIVE})

    def decide(self, game: Play, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Keep the time that is left for RESUME."""
        if game.stage is Stage.PAUSED:
            return Reason("paused")
        game = paused(game, context.now)
        return notices.changed(game, actor, "Game Paused", Reason("game_paused"), context.key)
