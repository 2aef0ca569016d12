"""DEMOTE."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import CommandResult, LineContext, MasterCommand
from judge.game.notices import announce, other_held_seats
from judge.game.seats import access
from judge.game.state import Game, Seat
from judge.model.reason import Reason


class Demote(MasterCommand):
    """DEMOTE address: take the seat of a master who came after you; your own, if you name it."""

    address: str = ""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Take the seat; the first of the masters is safe from the others."""
        named = [s for s in game.masters if access.same_address(s.address, self.address)]
        if not named:
            return Reason("no_master", (self.address,))
        (seat,) = named
        if len(game.masters) == 1:
            return Reason("master_stays")
        if game.masters.index(seat) < game.masters.index(actor):
            return Reason("master_before")
        told = other_held_seats(game, actor)
        game = replace(game, seats=tuple(s for s in game.seats if s.name != seat.name))
        news = Reason("demoted")
        you = Reason("demoted_you", (game.name,))
        others = [other for other in told if other.name != seat.name]
        own = announce(game, "Master No More", context.key, you, to=[seat] if seat in told else ())
        public = announce(game, "A Master Less", context.key, news, to=others)
        return CommandResult(game, news, notices=(*own, *public))
