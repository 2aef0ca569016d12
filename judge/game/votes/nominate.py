"""NOMINATE, where there is no council."""

from __future__ import annotations

from judge.game.command import CommandResult, LineContext, PlayerCommand
from judge.game.state import Play, Seat
from judge.model.reason import Reason


class Nominate(PlayerCommand):
    """NOMINATE power, power: propose a coalition to the council; NOMINATE NONE takes it back."""

    members: tuple[str, ...] = ()

    def decide(self, game: Play, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Say that there is no council."""
        return Reason("no_council")
