"""USE PLAN."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import CommandResult, LineContext, PlayerCommand
from judge.game.orders.carrying import carry_out
from judge.game.orders.plans import lines_of, plan_of, with_plan
from judge.game.orders.turn_meant import comes_later, words_of
from judge.game.state import Play, Seat
from judge.language.writer import write
from judge.model.reason import Reason


class UsePlan(PlayerCommand):
    """USE PLAN name [FOR turn]: the orders of that plan in place of all that you have ordered."""

    of_turn = True
    plan: str = ""
    turn: str = ""

    def decide(self, game: Play, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Give the orders of the plan now, or keep them for a later turn."""
        name = self.plan.casefold()
        lines = plan_of(actor, name)
        if not lines:
            return no_plan(actor, name)
        turn = game.variant.calendar.parse(self.turn) if self.turn else game.position.turn
        if turn is not None and comes_later(turn, game):
            later = with_plan(actor, str(turn), lines)
            return CommandResult(game.with_seat(later), Reason("kept_for", words_of(turn, game)))
        if turn != game.position.turn:
            return Reason("other_turn", (str(game.position.turn),))
        before = {power: game.orders.get(power, ()) for power in actor.powers}
        bare = replace(game, orders={**game.orders, **dict.fromkeys(actor.powers, ())})
        done = carry_out(bare, actor, lines_of(actor, name))
        if not done.given and not any(done.game.orders.get(power) for power in actor.powers):
            return Reason("plan_useless", (name,))
        gone = [
            write(order, game.variant)
            for power, orders in before.items()
            for order in orders
            if order not in done.game.orders.get(power, ())
        ]
        why = Reason("plan_used", (name, *gone))
        return CommandResult(done.game, why, heard=done.heard)


def no_plan(seat: Seat, name: str) -> Reason:
    """Say that there is no plan of that name, and which there are."""
    return Reason("no_plan", (name, *(plan.name for plan in seat.plans)))
