"""HOMES."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import ClassVar

from judge.game.command import LineContext, PlayerCommand
from judge.game.decision import CommandResult
from judge.game.state import Motion, Play, Seat
from judge.game.votes.motions import rules_of
from judge.language.reader import read_place
from judge.model.map import Location
from judge.model.order import Build
from judge.model.position import apply
from judge.model.reason import Reason


@dataclass(frozen=True, slots=True)
class Homes(PlayerCommand):
    """Says which of the centers gained are home centers."""

    help: ClassVar[str] = "HOMES place, place: which of the centers gained are home centers"
    centers: str = ""

    def decide(self, game: Play, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Make the exchange; builds ordered where none can be any more are dropped."""
        words = [w for w in re.split(r"\s*(?:[,;&+]|\band\b)\s*", self.centers.strip(" :.")) if w]
        named = list(dict.fromkeys(read_place(word, game.variant) for word in words))
        if not named or not all(named):
            return Reason("homes_what")
        (power,) = actor.powers
        motion = Motion("homes", actor.name, (power, *named))
        rules = rules_of(game, motion.kind)
        if refused := rules.admit(motion, game):
            return refused
        position = apply(game.position, rules.outcome(motion, game))
        homes = position.homes[power]
        kept = tuple(
            order
            for order in game.orders.get(power, ())
            if not isinstance(order, Build) or order.unit.at.province in homes
        )
        game = replace(game, position=position, orders={**game.orders, power: kept})
        later = set(named) - set(homes)
        why = Reason("homes_wished" if later else "homes_named", tuple(map(Location, homes)))
        return CommandResult(game, why)
