"""YES and NO."""

from __future__ import annotations

from judge.game.command import CommandResult, LineContext, PlayerCommand
from judge.game.state import Play, Seat
from judge.game.votes.public import answer
from judge.model.reason import Reason


class Ballot(PlayerCommand):
    """YES number, NO number, ABSTAIN number: vote on what is put to all players."""

    of_turn = True
    ledger = "ballot"

    ballot: str = "yes"
    item: int = 0

    def decide(self, game: Play, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Cast the ballot in place of an earlier one; the last that is needed has it counted."""
        return answer(game, actor, self.item, self.ballot, context)
