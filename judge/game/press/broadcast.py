"""BROADCAST."""

from __future__ import annotations

from judge.game.command import CommandResult, LineContext
from judge.game.press.sending import PressCommand, broadcast
from judge.game.state import Game, Seat
from judge.model.reason import Reason


class Broadcast(PressCommand):
    """BROADCAST [GREY]: write to everybody, GREY without your name."""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Write to everybody."""
        return broadcast(game, actor, self.body, self.sent(context))
