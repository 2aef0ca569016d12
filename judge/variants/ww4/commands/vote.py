"""VOTE."""

from __future__ import annotations

from judge.game.command import CommandResult, LineContext
from judge.game.state import Play, Seat
from judge.game.votes import vote
from judge.model.reason import Reason
from judge.variants.ww4.ballot import coalition_vote


class Vote(vote.Vote):
    """VOTE 1 3, VOTE ALL, VOTE NONE: vote for lines of the council's ballot."""

    def decide(self, game: Play, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Cast the votes in place of earlier ones."""
        return coalition_vote(game).vote(game, actor, self.lines, context.now)
