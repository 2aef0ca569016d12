"""What players vote on: DRAW, CONCEDE, VOTE EXTEND and the like, POLL; YES and NO, AGREE."""

from __future__ import annotations

from dataclasses import replace

from judge.game.clock import dates
from judge.game.clock.deadlines import SetDeadline
from judge.game.command import InGame, InPlay, LineContext, Outcome, PlayerCommand
from judge.game.effects import Effects
from judge.game.enter.starting import CONSENT, is_ready_to_begin, start_game
from judge.game.press.sending import clean_press_text, explain_forbidden_press, note_removed_words
from judge.game.press.sent import SentPress
from judge.game.state import Game, Lobby, Play, Role, Seat, Stage
from judge.game.votes.public import (
    answer_vote,
    cast_ballot,
    describe_ballot,
    put_to_vote,
    vote_on_motion,
    without_ballot,
)
from judge.model.motion import Motion
from judge.model.reason import Reason
from judge.rules.motions import list_surviving_powers


class Ballot(PlayerCommand):
    """YES number, NO number, ABSTAIN number: vote on what is put to all players."""

    of_turn = True
    ledger = "ballot"

    ballot: str = "yes"
    item: int = 0

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Cast the ballot in place of an earlier one; the last that is needed has it counted."""
        return answer_vote(game, actor, self.item, self.ballot, context)


class Agree(InGame):
    """AGREE: consent to an option that all players must want."""

    ledger = "ballot"
    who = Role.PLAYER
    stages = frozenset({Stage.FORMING})
    vote: str = "yes"

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Note the consent; the last one that was missing begins a game that waits for it."""
        if not isinstance(game, Lobby) or not game.variant.options_needing_consent:
            return Reason("no_consent_asked")
        ballot = "yes" if self.vote == "yes" else ""
        wanted = Motion(CONSENT, actor.name, game.variant.options_needing_consent)
        result = cast_ballot(game.motions, actor, wanted, ballot)
        if isinstance(result, Reason):
            return result
        motions, motion = result
        game, remark = replace(game, motions=motions), describe_ballot(game, motion, ballot)
        if not is_ready_to_begin(game):
            return Effects((game,), remark)
        play, notices = start_game(game, context.now)
        return Effects((play,), remark, notices=notices)


class Propose(PlayerCommand):
    """VOTE EXTEND 2 days, VOTE PAUSE, VOTE RESUME, VOTE END: put that to a vote of all players."""

    of_turn = True
    ledger = "ballot"
    tells_others = True

    motion: str = "extension"
    length: str = ""

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Put it to a vote, the length in the words in which it is written."""
        if self.motion != "extension":
            return put_to_vote(game, actor, self.motion, (), context)
        if (ballot := self.length.casefold()) in ("yes", "no", "abstain"):
            return answer_vote(game, actor, 0, ballot, context)
        length = dates.parse_duration(self.length)
        if not length:
            return Reason("bad_duration", (self.length,))
        return put_to_vote(game, actor, self.motion, (dates.write_duration(length),), context)


class Extend(InPlay):
    """EXTEND 2 days: the master puts the deadline off; a player puts that to a vote."""

    who = None
    of_turn = True
    ledger = "ballot"

    length: str = ""

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Outcome:
        """Put the deadline off by so much, or to a vote."""
        if actor.role not in (Role.MASTER, Role.PLAYER):
            return Reason("player_only")
        if actor.role is not Role.MASTER:
            return Propose(length=self.length).compute_effects(game, actor, context)
        if game.due_at is None:
            return Reason("no_deadline")
        if not dates.parse_duration(self.length):
            return Reason("bad_duration", (self.length,))
        return SetDeadline(date=f"+{self.length}").compute_effects(game, actor, context)


class Poll(InPlay):
    """POLL question: ask all players something that they answer by YES or NO."""

    who = None
    to_everybody = True
    tells_others = True
    ledger = "ballot"

    question: str = ""

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Put the question to all, as far as press to all may be written."""
        sent = SentPress(context.now, context.key, context.mail.name, public=True)
        text, removed = clean_press_text(game, actor, self.question, sent)
        if refused := explain_forbidden_press(game, actor, True, sent):
            return refused
        return note_removed_words(removed, put_to_vote(game, actor, "poll", (text,), context))


class DrawCommand(PlayerCommand):
    """DRAW [OF power, power]: agree to a draw; DRAW NO takes that back."""

    harms = True

    ledger = "ballot"
    among_orders = True

    vote: str = "yes"
    """``yes``, ``no`` or ``withdraw``, ``continue``."""
    members: tuple[str, ...] = ()

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Cast the ballot; the last one that was missing ends the game."""
        own_motions = [m for m in game.motions if m.kind == "draw" and actor.name in m.ballots]
        wanted = Motion("draw", actor.name, _list_sharers(game, self.members))
        if self.vote == "yes":
            return vote_on_motion(game, actor, wanted, "yes", context.key)
        if self.vote != "continue" and own_motions:
            wanted = own_motions.pop()
        for other in own_motions:
            game = without_ballot(game, actor, other)
        return vote_on_motion(
            game, actor, wanted, "no" if self.vote == "continue" else "", context.key
        )


def _list_sharers(game: Play, members: tuple[str, ...]) -> tuple[str, ...]:
    """Return the powers named, in the order of the map; none where they are all that are left.

    Where nobody knows who is left, nobody is told by that.
    """
    sharers = tuple(power for power in game.variant.map.powers if power in members)
    return (
        ()
        if game.disclosure.public_survivors and sharers == list_surviving_powers(game)
        else sharers
    )


class Concede(PlayerCommand):
    """CONCEDE TO power: agree that it has won; TO NOBODY takes that back."""

    harms = True

    ledger = "ballot"
    power: str = ""

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Cast the ballot; a seat concedes to one power at a time."""
        own_motions = [
            m for m in game.motions if m.kind == "concession" and actor.name in m.ballots
        ]
        if self.power in ("", *actor.powers):
            if not own_motions and not self.power:
                return Reason("no_ballot")
            return (
                vote_on_motion(game, actor, own_motions[0], "", context.key)
                if own_motions
                else Reason("concede_self")
            )
        for other in own_motions:
            if other.terms != (self.power,):
                game = without_ballot(game, actor, other)
        motion = Motion("concession", actor.name, (self.power,))
        return vote_on_motion(game, actor, motion, "yes", context.key)
