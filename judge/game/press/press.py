"""PRESS."""

from __future__ import annotations

from judge.game.command import CommandResult, LineContext
from judge.game.press.sending import PressCommand, send
from judge.game.state import Game, Seat
from judge.language.command_values import NOBODY, Recipients
from judge.model.reason import Reason


class Press(PressCommand):
    """PRESS [GREY] TO power, power: write to them, GREY without your name."""

    to: Recipients = NOBODY

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Write to those named."""
        return send(game, actor, self.to, self.body, self.sent(context))
