"""PAUSE."""

from __future__ import annotations

from dataclasses import replace

from judge.game import notices
from judge.game.command import CommandResult, LineContext, RunningMasterCommand
from judge.game.state import Play, Seat, Stage
from judge.model.reason import Reason


class Pause(RunningMasterCommand):
    """PAUSE: stop the clock; orders are still taken."""

    def decide(self, game: Play, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Keep the time that is left for RESUME."""
        if game.stage is Stage.PAUSED:
            return Reason("paused")
        left = game.due_at - context.now if game.due_at and game.due_at > context.now else None
        game = replace(game, stage=Stage.PAUSED, due_at=None, left=left, late=False)
        return notices.changed(game, actor, "Game Paused", Reason("game_paused"), context.key)
