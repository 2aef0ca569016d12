"""ACCEPT."""

from __future__ import annotations

from judge.game.command import LineContext, PlayerCommand
from judge.game.effects import Effects
from judge.game.state import Play, Seat
from judge.model.reason import Reason
from judge.variants.civ import offers


class Accept(PlayerCommand):
    """ACCEPT: agree to the offer that is open to you."""

    def decide_outcome(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Accept it; the last acceptance completes it."""
        return offers.answer_offer(game, actor, True, context.key)
