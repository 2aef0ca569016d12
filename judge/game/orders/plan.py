"""PLAN."""

from __future__ import annotations

from collections.abc import Sequence

from judge.game.command import BlockCommand, CommandResult, LineContext
from judge.game.orders.plans import keep
from judge.game.state import Play, Seat
from judge.language.statement import Line
from judge.model.reason import Reason


class NewPlan(BlockCommand):
    """PLAN name: the orders below, to END, are kept under that name until USE PLAN name."""

    plan: str = ""

    def take(
        self, game: Play, actor: Seat, context: LineContext, lines: Sequence[Line]
    ) -> CommandResult | Reason:
        """Keep the lines that can be read in place of those of an earlier plan of that name."""
        name = self.plan.casefold()
        if game.variant.calendar.parse(name):
            return Reason("plan_like_turn", (self.plan.upper(),))
        done = keep(game, actor, name, lines, ())
        if isinstance(done, Reason):
            return done
        changed, heard, kept = done
        why = Reason("plan_kept" if kept else "plan_empty", (name,))
        return CommandResult(changed, why, heard=heard)
