"""YES and NO, AGREE."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import InGame, LineContext, PlayerCommand
from judge.game.effects import Effects
from judge.game.enter.starting import CONSENT, is_ready_to_begin, start_game
from judge.game.state import Game, Lobby, Play, Role, Seat, Stage
from judge.game.votes.motions import cast_ballot, describe_ballot
from judge.game.votes.public import answer_vote
from judge.model.motion import Motion
from judge.model.reason import Reason


class Ballot(PlayerCommand):
    """YES number, NO number, ABSTAIN number: vote on what is put to all players."""

    of_turn = True
    ledger = "ballot"

    ballot: str = "yes"
    item: int = 0

    def decide_outcome(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Cast the ballot in place of an earlier one; the last that is needed has it counted."""
        return answer_vote(game, actor, self.item, self.ballot, context)


class Agree(InGame):
    """AGREE: consent to an option that all players must want."""

    ledger = "ballot"
    who = Role.PLAYER
    stages = frozenset({Stage.FORMING})
    vote: str = "yes"

    def decide_outcome(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Note the consent; the last one that was missing begins a game that waits for it."""
        if not isinstance(game, Lobby) or not game.variant.options_needing_consent:
            return Reason("no_consent_asked")
        ballot = "yes" if self.vote == "yes" else ""
        wanted = Motion(CONSENT, actor.name, game.variant.options_needing_consent)
        result = cast_ballot(game.motions, actor, wanted, ballot)
        if isinstance(result, Reason):
            return result
        motions, motion = result
        game, remark = replace(game, motions=motions), describe_ballot(motion, ballot)
        if not is_ready_to_begin(game):
            return Effects((game,), remark)
        play, notices = start_game(game, context.now, context.key)
        return Effects((play,), remark, notices=notices)
