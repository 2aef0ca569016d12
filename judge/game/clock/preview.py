"""PREVIEW."""

from __future__ import annotations

from judge.game.clock import turns
from judge.game.command import CommandResult, LineContext, RunningMasterCommand
from judge.game.state import Play, Seat
from judge.model.reason import Reason


class Preview(RunningMasterCommand):
    """PREVIEW [turn]: see what PROCESS would do now."""

    turn: str = ""

    def decide(self, game: Play, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Adjudicate the orders so far for the master alone. A turn that is named must be the
        present one."""
        now = game.position.turn
        if self.turn and game.variant.calendar.parse(self.turn) != now:
            return Reason("other_turn", (str(now),))
        letter = turns.preview(game, actor, context.now, context.key)
        return CommandResult(remark=Reason("previewed"), notices=(letter,))
