"""OBSERVE."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import CommandResult, Entered, Entry, LineContext
from judge.game.seats import access
from judge.game.seats.access import Actor, Credentials
from judge.game.seats.entering import Enter, back_in
from judge.game.seats.guests import kept_out
from judge.game.seats.seating import new_seat
from judge.game.state import Game, Play, Role
from judge.model.letter import PositionSection
from judge.model.reason import Reason


class Observe(Enter):
    """OBSERVE game [PASSWORD word]: get what everybody may see."""

    def enter(self, game: Game, claim: Credentials, context: LineContext) -> Entry:
        """Give the sender an observer's seat."""
        if access.seats_of(game, *context.addresses):
            return back_in(game, claim._replace(password=self.password))
        if refused := kept_out(game, Role.OBSERVER, context):
            return refused
        if access.too_weak(self.password):
            return Reason("bad_password")
        seat = new_seat(game, Role.OBSERVER, self.password, context)
        game = replace(game, seats=(*game.seats, seat))
        sections = (PositionSection(),) if isinstance(game, Play) else ()
        outcome = CommandResult(game, Reason("observing", (game.name,)), sections)
        return Entered(game, Actor(seat), outcome)
