"""VOTE."""

from __future__ import annotations

from judge.game.command import LineContext, PlayerCommand
from judge.game.effects import Effects
from judge.game.procedure import procedure_of
from judge.game.state import Play, Seat
from judge.model.reason import Reason


class Vote(PlayerCommand):
    """VOTE 1 3, VOTE ALL, VOTE NONE: vote for lines of the council's ballot."""

    ledger = "ballot"
    lines: tuple[int, ...] | None = None
    """The lines voted for; None: all."""

    def decide(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Cast the votes in place of earlier ones."""
        return procedure_of(game).vote(game, actor, self.lines, context.now)
