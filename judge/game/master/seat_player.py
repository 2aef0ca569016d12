"""SEAT."""

from __future__ import annotations

from judge.game.command import LineContext, RunningMasterCommand
from judge.game.effects import Effects
from judge.game.enter.seating import fill_vacant_seat, find_vacant_seat
from judge.game.proof import access
from judge.game.state import Play, Seat
from judge.model.reason import Reason


class SeatPlayer(RunningMasterCommand):
    """SEAT address [AS power]: its owner plays on for one who left."""

    address: str = ""
    wish: str = ""

    def decide_outcome(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Fill the seat and write to its new holder."""
        if access.is_player_or_master(game, self.address):
            return Reason("seat_held", (self.address,))
        power = access.resolve_power(game, self.wish)
        if self.wish and not power:
            return Reason("no_power", (self.wish, game.name))
        seat = find_vacant_seat(game, power)
        if seat is None:
            return Reason("not_vacant", (power,)) if power else Reason("game_full", (game.name,))
        context = context.for_sender(self.address)
        filled = fill_vacant_seat(game, seat, "", context, by_letter=True)
        return Effects(filled.games, Reason("seated", (self.address,)), notices=filled.notices)
