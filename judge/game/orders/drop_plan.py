"""DROP PLAN."""

from __future__ import annotations

from judge.game.command import CommandResult, LineContext, PlayerCommand
from judge.game.orders.plans import plan_of, with_plan
from judge.game.orders.use_plan import no_plan
from judge.game.state import Play, Seat
from judge.model.reason import Reason


class DropPlan(PlayerCommand):
    """DROP PLAN name: forget a plan, or what is kept for a turn; orders that stand remain."""

    plan: str = ""

    def decide(self, game: Play, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Forget the plan."""
        turn = game.variant.calendar.parse(self.plan)
        name = str(turn) if turn else self.plan.casefold()
        if not plan_of(actor, name):
            return no_plan(actor, name)
        return CommandResult(
            game.with_seat(with_plan(actor, name, ())), Reason("plan_gone", (name,))
        )
