"""JOIN, OBSERVE, TAKEOVER."""

from __future__ import annotations

import hmac
from dataclasses import replace

from judge.game.command import EnteredGame, Entry, LineContext
from judge.game.effects import Effects
from judge.game.enter.entering import (
    NamedGameCommand,
    PowerWishCommand,
    ask_for_seat,
    ask_for_takeover,
    rejoin_game,
    take_over_seat,
)
from judge.game.enter.guests import (
    describe_guest,
    explain_refused_seat,
    make_invitation_code,
    with_guest,
)
from judge.game.enter.preferring import parse_preferences
from judge.game.enter.seating import make_seat, seat_new_player
from judge.game.guest import BARRED, INVITED
from judge.game.proof import access
from judge.game.proof.access import Actor, Credentials
from judge.game.state import Game, Play, Role, Stage
from judge.model.letter import PositionSection
from judge.model.reason import Reason


class Join(PowerWishCommand):
    """JOIN game [AS power] [PREFER power, power, *]: a place at the table, or an open seat."""

    first_step = 1
    liked: str = ""
    invitation: str = ""

    def enter_named_game(self, game: Game, claim: Credentials, context: LineContext) -> Entry:
        """Seat a new player. With the code of an invitation anybody is as if they were invited."""
        is_barred = describe_guest(game, *context.addresses) == BARRED
        if self.invitation and not is_barred:
            code = make_invitation_code(game)
            if not hmac.compare_digest(self.invitation.casefold(), code):
                return Reason("wrong_invitation", (game.name,))
            game = with_guest(game, context.sender.address, INVITED)
        wish, password = self.split_own_wish(game)
        if access.has_all_seats(game, *context.addresses):
            return rejoin_game(game, claim._replace(password=password), wish)
        if game.stage is Stage.ENDED:
            return Reason("game_over", (game.name,))
        if refused := explain_refused_seat(game, Role.PLAYER, context):
            return refused
        if isinstance(wish, Reason):
            return wish
        if isinstance(game, Play) and not game.disclosure.public_vacancies:
            return ask_for_takeover(game, context)
        prefers = parse_preferences(self.liked, game.variant.map)
        if isinstance(prefers, Reason):
            return prefers
        if prefers and not game.disclosure.public_power_names:
            return Reason("prefers_hidden")
        if game.settings.approval and describe_guest(game, *context.addresses) != INVITED:
            return ask_for_seat(game, wish, password, context, prefers)
        if isinstance(game, Play):
            return take_over_seat(game, wish, password, context)
        seat = make_seat(game, Role.PLAYER, password, context, wish)
        return seat_new_player(game, replace(seat, prefers=prefers), context)


class Observe(NamedGameCommand):
    """OBSERVE game [PASSWORD word]: get what everybody may see."""

    first_step = 3

    def enter_named_game(self, game: Game, claim: Credentials, context: LineContext) -> Entry:
        """Give the sender an observer's seat."""
        if access.list_seats_of_addresses(game, *context.addresses):
            return rejoin_game(game, claim._replace(password=self.password))
        if refused := explain_refused_seat(game, Role.OBSERVER, context):
            return refused
        if access.is_password_weak(self.password):
            return Reason("bad_password")
        seat = make_seat(game, Role.OBSERVER, self.password, context)
        game = replace(game, seats=(*game.seats, seat))
        sections = (PositionSection(),) if isinstance(game, Play) else ()
        outcome = Effects((game,), Reason("observing", (game.name,)), sections=sections)
        return EnteredGame(game, Actor(seat), outcome)


class Takeover(PowerWishCommand):
    """TAKEOVER game [AS power]: play on for a player who left."""

    def enter_named_game(self, game: Game, claim: Credentials, context: LineContext) -> Entry:
        """Seat a replacement."""
        if game.stage is Stage.ENDED:
            return Reason("game_over", (game.name,))
        if not isinstance(game, Play):
            return Reason("not_running", (game.name,))
        if access.has_all_seats(game, *context.addresses):
            return rejoin_game(game, claim)
        if refused := explain_refused_seat(game, Role.PLAYER, context):
            return refused
        if not game.disclosure.public_vacancies:
            return ask_for_takeover(game, context)
        wish, password = self.split_own_wish(game)
        if isinstance(wish, Reason):
            return wish
        if game.settings.approval and describe_guest(game, *context.addresses) != INVITED:
            return ask_for_seat(game, wish, password, context)
        return take_over_seat(game, wish, password, context)
