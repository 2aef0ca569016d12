"""NOMINATE."""

from __future__ import annotations

from judge.game.command import CommandResult, LineContext
from judge.game.state import Play, Seat
from judge.game.votes import nominate
from judge.model.reason import Reason
from judge.variants.ww4.ballot import coalition_vote


class Nominate(nominate.Nominate):
    """NOMINATE power, power: propose a coalition to the council; NOMINATE NONE takes it back."""

    def decide(self, game: Play, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Keep the nomination; nobody is told of it."""
        return coalition_vote(game).nominate(game, actor, self.members)
