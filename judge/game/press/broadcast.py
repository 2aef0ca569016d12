"""BROADCAST."""

from __future__ import annotations

from judge.game.command import LineContext, Outcome
from judge.game.press.writing import PressCommand
from judge.game.state import Game, Seat
from judge.language.command_values import NOBODY


class Broadcast(PressCommand):
    """BROADCAST [GREY] [AT time, ON RESULT]: write to everybody, GREY without your name."""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> Outcome:
        """Write to everybody."""
        return self.write(game, actor, NOBODY, context, public=True)
