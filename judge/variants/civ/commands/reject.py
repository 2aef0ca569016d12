"""REJECT."""

from __future__ import annotations

from judge.game.command import LineContext, PlayerCommand
from judge.game.effects import Effects
from judge.game.state import Play, Seat
from judge.model.reason import Reason
from judge.variants.civ import offers


class Reject(PlayerCommand):
    """REJECT: refuse the offer that is open to you."""

    def decide_outcome(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Refuse it."""
        return offers.answer_offer(game, actor, False, context.key)
