"""PRESS."""

from __future__ import annotations

from judge.game.command import LineContext, Outcome
from judge.game.press.writing import PressCommand
from judge.game.state import Game, Seat
from judge.language.command_values import NOBODY, Recipients


class Press(PressCommand):
    """PRESS [GREY] TO power, power [AT time, ON RESULT]: write to them, GREY without your name."""

    to: Recipients = NOBODY

    def decide(self, game: Game, actor: Seat, context: LineContext) -> Outcome:
        """Write to those named."""
        return self.write(game, actor, self.to, context, public=False)
