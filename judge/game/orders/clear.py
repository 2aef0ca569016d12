"""CLEAR."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import CommandResult, LineContext, PlayerCommand
from judge.game.state import Play, Seat
from judge.model.reason import Reason


class Clear(PlayerCommand):
    """CLEAR: drop all your orders of this phase."""

    among_orders = True
    of_turn = True

    def decide(self, game: Play, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Forget what was ordered."""
        kept = {power: orders for power, orders in game.orders.items() if power not in actor.powers}
        return CommandResult(replace(game, orders=kept), Reason("cleared"))
