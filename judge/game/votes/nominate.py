"""NOMINATE."""

from __future__ import annotations

from judge.game.command import LineContext, PlayerCommand
from judge.game.effects import Effects
from judge.game.procedure import procedure_of
from judge.game.state import Play, Seat
from judge.model.reason import Reason


class Nominate(PlayerCommand):
    """NOMINATE power, power: propose a coalition to the council; NOMINATE NONE takes it back."""

    ledger = "ballot"
    members: tuple[str, ...] = ()

    def decide(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Keep the nomination; nobody is told of it."""
        return procedure_of(game).nominate(game, actor, self.members)
