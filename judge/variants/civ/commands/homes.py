"""HOMES."""

from __future__ import annotations

import re
from dataclasses import replace

from judge.game.command import LineContext, PlayerCommand
from judge.game.effects import Effects
from judge.game.state import Play, Seat
from judge.language.reader import read_place
from judge.model.map import Location
from judge.model.order import Build
from judge.model.reason import Reason
from judge.variants.civ.homes import choose_homes, explain_refused_homes


class Homes(PlayerCommand):
    """HOMES place, place: which of the centers gained are home centers."""

    centers: str = ""

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Make the exchange; builds ordered where none can be any more are dropped."""
        words = [w for w in re.split(r"\s*(?:[,;&+]|\band\b)\s*", self.centers.strip(" :.")) if w]
        named = list(dict.fromkeys(read_place(word, game.variant) for word in words))
        if not named or not all(named):
            return Reason("homes_what")
        (power,) = actor.powers
        if refused := explain_refused_homes(power, named, game.position, game.variant.calendar):
            return refused
        position = choose_homes(power, named, game.position)
        homes = position.homes[power]
        valid_orders = tuple(
            order
            for order in game.orders.get(power, ())
            if not isinstance(order, Build) or order.unit.at.province in homes
        )
        game = replace(game, position=position, orders={**game.orders, power: valid_orders})
        later = set(named) - set(homes)
        why = Reason("homes_wished" if later else "homes_named", tuple(map(Location, homes)))
        return Effects((game,), why)
