"""LIST PLANS."""

from __future__ import annotations

from judge.game.command import CommandResult, LineContext, PlayerCommand
from judge.game.state import Play, Seat
from judge.model.reason import Reason


class ListPlans(PlayerCommand):
    """LIST PLANS: your plans and what is kept for later turns, and what of it would stand now."""

    def decide(self, game: Play, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Say how many there are: every answer shows them all."""
        names = tuple(plan.name for plan in actor.plans)
        return CommandResult(remark=Reason("plans_are", names) if names else Reason("no_plans"))
