"""A vacant seat given to somebody by the master."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from judge.game.commands.base import LineContext, RunningMasterCommand
from judge.game.commands.seating import fill, vacancy
from judge.game.decision import CommandResult
from judge.game.seats import access
from judge.game.state import Play, Seat
from judge.language.lexicon import power_named
from judge.model.reason import Reason


@dataclass(frozen=True, slots=True)
class SeatPlayer(RunningMasterCommand):
    """SEAT address [AS power]: whoever writes from there plays on for one who left."""

    verb: ClassVar[str] = "seat_player"
    address: str = ""
    power: str = ""

    def decide(self, game: Play, actor: Seat, scene: LineContext) -> CommandResult | Reason:
        """Fill the seat and write to its new holder."""
        if access.takes_part(game, self.address):
            return Reason("seat_held", (self.address,))
        known = game.variant.map.powers
        wish = self.power if self.power in known else power_named(game.variant.map, self.power)
        if self.power and not wish:
            return Reason("no_power", (self.power, game.name))
        seat = vacancy(game, wish or "")
        if seat is None:
            return Reason("not_vacant", (wish,)) if wish else Reason("game_full", (game.name,))
        scene = replace(scene, sender=self.address)
        filled = fill(game, seat, "", scene, told=True)
        return CommandResult(filled.game, Reason("seated", (self.address,)), notices=filled.notices)


COMMANDS = (SeatPlayer,)
