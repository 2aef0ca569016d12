"""JOIN."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import Entry, LineContext
from judge.game.guest import INVITED
from judge.game.seats import access
from judge.game.seats.access import Credentials
from judge.game.seats.entering import EnterAs, ask_in, ask_master, back_in, take_over
from judge.game.seats.guests import kept_out, standing_of
from judge.game.seats.preferring import preferences
from judge.game.seats.seating import new_seat
from judge.game.seats.sitting import sit_down
from judge.game.state import Game, Play, Role, Stage
from judge.model.reason import Reason


class Join(EnterAs):
    """JOIN game [AS power] [PREFER power, power, *]: a place at the table, or an open seat."""

    liked: str = ""

    def enter(self, game: Game, claim: Credentials, context: LineContext) -> Entry:
        """Seat a new player."""
        wish, password = self.wish_and_password(game)
        if access.takes_part(game, *context.addresses):
            return back_in(game, claim._replace(password=password), wish)
        if game.stage is Stage.ENDED:
            return Reason("game_over", (game.name,))
        if refused := kept_out(game, Role.PLAYER, context):
            return refused
        if isinstance(wish, Reason):
            return wish
        hidden = not game.disclosure.public_seats
        if isinstance(game, Play) and hidden:
            return ask_master(game, context)
        prefers = preferences(self.liked, game.variant.map)
        if isinstance(prefers, Reason):
            return prefers
        if prefers and hidden:
            return Reason("prefers_hidden")
        if game.settings.approval and standing_of(game, *context.addresses) != INVITED:
            return ask_in(game, wish, password, context, prefers)
        if isinstance(game, Play):
            return take_over(game, wish, password, context)
        seat = new_seat(game, Role.PLAYER, password, context, wish)
        return sit_down(game, replace(seat, prefers=prefers), context)
