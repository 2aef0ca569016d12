"""TAKEOVER."""

from __future__ import annotations

from judge.game.command import Entry, LineContext
from judge.game.guest import INVITED
from judge.game.seats import access
from judge.game.seats.access import Credentials
from judge.game.seats.entering import EnterAs, ask_in, ask_master, back_in, take_over
from judge.game.seats.guests import kept_out, standing_of
from judge.game.state import Game, Play, Role, Stage
from judge.model.reason import Reason


class TakeOver(EnterAs):
    """TAKEOVER game [AS power]: play on for a player who left."""

    def enter(self, game: Game, claim: Credentials, context: LineContext) -> Entry:
        """Seat a replacement."""
        if game.stage is Stage.ENDED:
            return Reason("game_over", (game.name,))
        if not isinstance(game, Play):
            return Reason("not_running", (game.name,))
        if access.takes_part(game, *context.addresses):
            return back_in(game, claim)
        if refused := kept_out(game, Role.PLAYER, context):
            return refused
        if not game.disclosure.public_seats:
            return ask_master(game, context)
        wish, password = self.wish_and_password(game)
        if isinstance(wish, Reason):
            return wish
        if game.settings.approval and standing_of(game, *context.addresses) != INVITED:
            return ask_in(game, wish, password, context)
        return take_over(game, wish, password, context)
