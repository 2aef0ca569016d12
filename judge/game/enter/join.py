"""JOIN, OBSERVE, TAKEOVER."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import Entered, Entry, LineContext
from judge.game.effects import Effects
from judge.game.enter.entering import Enter, EnterAs, ask_in, ask_master, back_in, take_over
from judge.game.enter.guests import kept_out, standing_of
from judge.game.enter.preferring import preferences
from judge.game.enter.seating import new_seat, sit_down
from judge.game.guest import INVITED
from judge.game.proof import access
from judge.game.proof.access import Actor, Credentials
from judge.game.state import Game, Play, Role, Stage
from judge.model.letter import PositionSection
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
        outcome = Effects((game,), Reason("observing", (game.name,)), sections=sections)
        return Entered(game, Actor(seat), outcome)


class Takeover(EnterAs):
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
