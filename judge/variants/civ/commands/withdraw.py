"""WITHDRAW."""

from __future__ import annotations

from judge.game.command import LineContext, PlayerCommand
from judge.game.effects import Effects
from judge.game.state import Play, Seat
from judge.model.reason import Reason
from judge.variants.civ import offers


class Withdraw(PlayerCommand):
    """WITHDRAW: take your own offer back."""

    def decide_outcome(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Take it back."""
        return offers.withdraw_offer(game, actor, context.key)
