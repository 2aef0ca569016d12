"""CLEAR orders, and WAIT with them."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import LineContext, PlayerCommand
from judge.game.effects import Effects
from judge.game.state import Play, Seat
from judge.language.reader import find_place
from judge.language.writer import write_order
from judge.model.map import Location
from judge.model.reason import Reason


class Clear(PlayerCommand):
    """CLEAR [unit]: drop all your orders of this phase, or that of one unit (CLEAR A PAR)."""

    harms = True

    among_orders = True
    of_turn = True
    subject: str = ""

    def decide_outcome(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Forget what was ordered."""
        place = find_place(self.subject, game.variant)
        if self.subject and not place:
            return Reason("clear_what", (self.subject,))
        gone = [
            order
            for power in actor.powers
            for order in game.orders.get(power, ())
            if not place or order.unit.at.province == place
        ]
        if place and not gone:
            return Reason("clear_none", (Location(place),))
        remaining = {
            power: tuple(order for order in orders if order not in gone)
            for power, orders in game.orders.items()
        }
        why = (
            Reason("cleared_one", (write_order(gone[0], game.variant),))
            if place
            else Reason("cleared")
        )
        return Effects((replace(game, orders=remaining),), why)


class Wait(PlayerCommand):
    """WAIT: this phase is not processed before its deadline."""

    among_orders = True
    of_turn = True

    def decide_outcome(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Set the flag, which lasts for one phase."""
        return Effects((game.with_seat(replace(actor, wait=True)),), Reason("waiting"))


class Nowait(PlayerCommand):
    """NOWAIT: take WAIT back."""

    among_orders = True
    of_turn = True

    def decide_outcome(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Clear the flag."""
        return Effects((game.with_seat(replace(actor, wait=False)),), Reason("no_waiting"))
