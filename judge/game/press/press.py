"""PRESS."""

from __future__ import annotations

from judge.game.command import CommandResult, LineContext
from judge.game.press.writing import PressCommand
from judge.game.state import Game, Seat
from judge.language.command_values import NOBODY, Recipients
from judge.model.reason import Reason


class Press(PressCommand):
    """PRESS [GREY] TO power, power [AT time, ON RESULT]: write to them, GREY without your name."""

    to: Recipients = NOBODY

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Write to those named."""
        return self.write(game, actor, self.to, context, public=False)
