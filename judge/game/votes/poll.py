"""POLL."""

from __future__ import annotations

from judge.game.command import CommandResult, InPlay, LineContext
from judge.game.press.allowed import forbidden
from judge.game.press.sending import clean, saying
from judge.game.press.sent import Sent
from judge.game.state import Play, Seat
from judge.game.votes.public import move
from judge.model.reason import Reason


class Poll(InPlay):
    """POLL question: ask all players something that they answer by YES or NO."""

    who = None
    ledger = "ballot"

    question: str = ""

    def decide(self, game: Play, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Put the question to all, as far as press to all may be written."""
        sent = Sent(context.now, context.key, context.name, public=True)
        text, taken = clean(game, actor, self.question, sent)
        if refused := forbidden(game, actor, True, sent):
            return refused
        return saying(taken, move(game, actor, "poll", (text,), context))
