"""CONCEDE."""

from __future__ import annotations

from judge.game.command import CommandResult, LineContext, PlayerCommand
from judge.game.state import Play, Seat
from judge.game.votes.motions import vote, without_ballot
from judge.model.motion import Motion
from judge.model.reason import Reason


class Concede(PlayerCommand):
    """CONCEDE TO power: agree that it has won; TO NOBODY takes that back."""

    ledger = "ballot"
    power: str = ""

    def decide(self, game: Play, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Cast the ballot; a seat concedes to one power at a time."""
        mine = [m for m in game.motions if m.kind == "concession" and actor.name in m.ballots]
        if self.power in ("", *actor.powers):
            if not mine and not self.power:
                return Reason("no_ballot")
            return vote(game, actor, mine[0], "", context.key) if mine else Reason("concede_self")
        for other in mine:
            if other.terms != (self.power,):
                game = without_ballot(game, actor, other)
        motion = Motion("concession", actor.name, (self.power,))
        return vote(game, actor, motion, "yes", context.key)
