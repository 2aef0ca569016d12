"""SEAT."""

from __future__ import annotations

from judge.game.command import LineContext, RunningMasterCommand
from judge.game.effects import Effects
from judge.game.enter.seating import fill, vacancy
from judge.game.proof import access
from judge.game.state import Play, Seat
from judge.model.reason import Reason


class SeatPlayer(RunningMasterCommand):
    """SEAT address [AS power]: its owner plays on for one who left."""

    address: str = ""
    wish: str = ""

    def decide(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Fill the seat and write to its new holder."""
        if access.takes_part(game, self.address):
            return Reason("seat_held", (self.address,))
        power = access.power_meant(game, self.wish)
        if self.wish and not power:
            return Reason("no_power", (self.wish, game.name))
        seat = vacancy(game, power)
        if seat is None:
            return Reason("not_vacant", (power,)) if power else Reason("game_full", (game.name,))
        context = context.for_sender(self.address)
        filled = fill(game, seat, "", context, by_letter=True)
        return Effects(filled.games, Reason("seated", (self.address,)), notices=filled.notices)
