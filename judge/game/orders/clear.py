"""CLEAR orders, and WAIT with them."""

from __future__ import annotations

import re
from dataclasses import replace

from judge.game.command import LineContext, PlayerCommand
from judge.game.effects import Effects
from judge.game.state import Play, Seat
from judge.language.reader import read_unit_place
from judge.language.writer import write_order
from judge.model.map import Location
from judge.model.reason import Reason

_LIST = re.compile(r"\s*(?:[,;&+]|\band\b)\s*", re.IGNORECASE)


class Clear(PlayerCommand):
    """CLEAR [units]: drop all your orders of this phase, or those of some units (CLEAR A PAR)."""

    harms = True

    among_orders = True
    of_turn = True
    subject: str = ""

    def decide_outcome(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Forget what was ordered."""
        places = {}
        for name in filter(None, _LIST.split(self.subject)):
            place = read_unit_place(name, game.variant)
            if not place:
                return Reason("clear_what", (name,))
            places[place] = Location(place)
        own_orders = [order for power in actor.powers for order in game.orders.get(power, ())]
        gone = [order for order in own_orders if not places or order.unit.at.province in places]
        ordered = {order.unit.at.province for order in gone}
        if nothing := tuple(at for place, at in places.items() if place not in ordered):
            return Reason("clear_none", nothing)
        remaining = {
            power: tuple(order for order in orders if order not in gone)
            for power, orders in game.orders.items()
        }
        why = (
            Reason("cleared_one", tuple(write_order(order, game.variant) for order in gone))
            if places
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
