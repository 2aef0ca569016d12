"""CORRECT."""

from __future__ import annotations

from judge.game.command import CommandResult, LineContext, RunningMasterCommand
from judge.game.master import corrections
from judge.game.state import Play, Seat
from judge.language.correction import read_correction
from judge.model.reason import Reason


class Correct(RunningMasterCommand):
    """CORRECT PUT France A PAR: put the board right; HELP MASTER has more."""

    change: str = ""

    def decide(self, game: Play, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Correct the board; whoever sees it is told."""
        wanted = read_correction(self.change, game.variant)
        if wanted is None:
            return Reason("correct_what")
        return corrections.correct(game, actor, wanted, context.key)
