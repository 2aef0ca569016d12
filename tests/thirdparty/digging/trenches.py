"""TRENCHES."""

from __future__ import annotations

from judge.game.command import LineContext, PlayerCommand
from judge.game.effects import Effects
from judge.game.state import Play, Seat
from judge.model.map import Location
from judge.model.reason import Reason
from tests.thirdparty.digging import trenches_of


class Trenches(PlayerCommand):
    """TRENCHES: where your trenches are."""

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Name them."""
        spaces = [code for power in actor.powers for code in trenches_of(power, game.position)]
        if not spaces:
            return Effects((game,), Reason("trenches_none"))
        return Effects((game,), Reason("trenches_yours", tuple(map(Location, spaces))))
