"""VOTE EXTEND, VOTE PAUSE and the like, POLL."""

from __future__ import annotations

from judge.game.clock import dates
from judge.game.command import InPlay, LineContext, PlayerCommand
from judge.game.effects import Effects
from judge.game.press.allowed import explain_forbidden_press
from judge.game.press.sending import clean_press_text, note_removed_words
from judge.game.press.sent import Sent
from judge.game.state import Play, Seat
from judge.game.votes.public import answer_vote, put_to_vote
from judge.model.reason import Reason


class Propose(PlayerCommand):
    """VOTE EXTEND 2 days, VOTE PAUSE, VOTE RESUME, VOTE END: put that to a vote of all players."""

    of_turn = True
    ledger = "ballot"

    motion: str = "extension"
    length: str = ""

    def decide_outcome(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Put it to a vote, the length in the words in which it is written."""
        if self.motion != "extension":
            return put_to_vote(game, actor, self.motion, (), context)
        if (ballot := self.length.casefold()) in ("yes", "no", "abstain"):
            return answer_vote(game, actor, 0, ballot, context)
        length = dates.parse_duration(self.length)
        if not length:
            return Reason("bad_duration", (self.length,))
        return put_to_vote(game, actor, self.motion, (dates.duration_words(length),), context)


class Poll(InPlay):
    """POLL question: ask all players something that they answer by YES or NO."""

    who = None
    ledger = "ballot"

    question: str = ""

    def decide_outcome(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Put the question to all, as far as press to all may be written."""
        sent = Sent(context.now, context.key, context.mail.name, public=True)
        text, removed = clean_press_text(game, actor, self.question, sent)
        if refused := explain_forbidden_press(game, actor, True, sent):
            return refused
        return note_removed_words(removed, put_to_vote(game, actor, "poll", (text,), context))
