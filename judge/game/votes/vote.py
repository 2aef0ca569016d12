"""VOTE, where there is no council."""

from __future__ import annotations

from judge.game.command import CommandResult, LineContext, PlayerCommand
from judge.game.state import Play, Seat
from judge.model.reason import Reason


class Vote(PlayerCommand):
    """VOTE 1 3, VOTE ALL, VOTE NONE: vote for lines of the council's ballot."""

    lines: tuple[int, ...] | None = None
    """The lines voted for; None: all."""

    def decide(self, game: Play, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Say that there is no council."""
        return Reason("no_council")
