"""YES and NO, AGREE."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import InGame, LineContext, PlayerCommand
from judge.game.effects import Effects
from judge.game.enter.starting import CONSENT, begins, start
from judge.game.state import Game, Lobby, Play, Role, Seat, Stage
from judge.game.votes.motions import ballot_noted, cast
from judge.game.votes.public import answer
from judge.model.motion import Motion
from judge.model.reason import Reason


class Ballot(PlayerCommand):
    """YES number, NO number, ABSTAIN number: vote on what is put to all players."""

    of_turn = True
    ledger = "ballot"

    ballot: str = "yes"
    item: int = 0

    def decide(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Cast the ballot in place of an earlier one; the last that is needed has it counted."""
        return answer(game, actor, self.item, self.ballot, context)


class Agree(InGame):
    """AGREE: consent to an option that all players must want."""

    ledger = "ballot"
    who = Role.PLAYER
    stages = frozenset({Stage.FORMING})
    vote: str = "yes"

    def decide(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Note the consent; the last one that was missing begins a game that waits for it."""
        if not isinstance(game, Lobby) or not game.variant.consent:
            return Reason("no_consent_asked")
        ballot = "yes" if self.vote == "yes" else ""
        wanted = Motion(CONSENT, actor.name, game.variant.consent)
        done = cast(game.motions, actor, wanted, ballot)
        if isinstance(done, Reason):
            return done
        motions, motion = done
        game, remark = replace(game, motions=motions), ballot_noted(motion, ballot)
        if not begins(game):
            return Effects((game,), remark)
        play, notices = start(game, context.now, context.key)
        return Effects((play,), remark, notices=notices)
