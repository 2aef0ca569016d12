"""VOTE EXTEND, VOTE PAUSE and the like."""

from __future__ import annotations

from judge.game.clock import dates
from judge.game.command import CommandResult, LineContext, PlayerCommand
from judge.game.state import Play, Seat
from judge.game.votes.public import answer, move
from judge.model.reason import Reason


class Propose(PlayerCommand):
    """VOTE EXTEND 2 days, VOTE PAUSE, VOTE RESUME, VOTE END: put that to a vote of all players."""

    of_turn = True
    ledger = "ballot"

    motion: str = "extension"
    length: str = ""

    def decide(self, game: Play, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Put it to a vote, the length in the words in which it is written."""
        if self.motion != "extension":
            return move(game, actor, self.motion, (), context)
        if (said := self.length.casefold()) in ("yes", "no", "abstain"):
            return answer(game, actor, 0, said, context)
        length = dates.parse_duration(self.length)
        if not length:
            return Reason("bad_duration", (self.length,))
        return move(game, actor, self.motion, (dates.words(length),), context)
