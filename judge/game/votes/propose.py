"""VOTE EXTEND, VOTE PAUSE and the like, POLL."""

from __future__ import annotations

from judge.game.clock import dates
from judge.game.command import InPlay, LineContext, PlayerCommand
from judge.game.effects import Effects
from judge.game.press.allowed import forbidden
from judge.game.press.sending import clean, saying
from judge.game.press.sent import Sent
from judge.game.state import Play, Seat
from judge.game.votes.public import answer, move
from judge.model.reason import Reason


class Propose(PlayerCommand):
    """VOTE EXTEND 2 days, VOTE PAUSE, VOTE RESUME, VOTE END: put that to a vote of all players."""

    of_turn = True
    ledger = "ballot"

    motion: str = "extension"
    length: str = ""

    def decide(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Put it to a vote, the length in the words in which it is written."""
        if self.motion != "extension":
            return move(game, actor, self.motion, (), context)
        if (said := self.length.casefold()) in ("yes", "no", "abstain"):
            return answer(game, actor, 0, said, context)
        length = dates.parse_duration(self.length)
        if not length:
            return Reason("bad_duration", (self.length,))
        return move(game, actor, self.motion, (dates.words(length),), context)


class Poll(InPlay):
    """POLL question: ask all players something that they answer by YES or NO."""

    who = None
    ledger = "ballot"

    question: str = ""

    def decide(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Put the question to all, as far as press to all may be written."""
        sent = Sent(context.now, context.key, context.mail.name, public=True)
        text, taken = clean(game, actor, self.question, sent)
        if refused := forbidden(game, actor, True, sent):
            return refused
        return saying(taken, move(game, actor, "poll", (text,), context))
