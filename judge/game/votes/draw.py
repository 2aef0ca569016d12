"""DRAW, CONCEDE."""

from __future__ import annotations

from judge.game.command import LineContext, PlayerCommand
from judge.game.effects import Effects
from judge.game.state import Play, Seat
from judge.game.votes.motions import vote_on_motion, without_ballot
from judge.model.motion import Motion
from judge.model.reason import Reason
from judge.rules.motions import surviving_powers


class DrawCommand(PlayerCommand):
    """DRAW [OF power, power]: agree to a draw; DRAW NO takes that back."""

    ledger = "ballot"
    among_orders = True

    vote: str = "yes"
    """``yes``, ``no`` or ``withdraw``, ``continue``."""
    members: tuple[str, ...] = ()

    def decide_outcome(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
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
    return () if game.disclosure.public_seats and sharers == surviving_powers(game) else sharers


class Concede(PlayerCommand):
    """CONCEDE TO power: agree that it has won; TO NOBODY takes that back."""

    ledger = "ballot"
    power: str = ""

    def decide_outcome(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
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
