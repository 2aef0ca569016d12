"""JOIN."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import CommandResult, Entered, Entry, LineContext
from judge.game.notices import announce
from judge.game.reports.status import standing
from judge.game.seats import access, starting
from judge.game.seats.access import Actor, Credentials
from judge.game.seats.entering import EnterAs, ask_master, back_in, take_over
from judge.game.seats.guests import kept_out
from judge.game.seats.seating import new_seat, without_observer
from judge.game.state import Game, Lobby, Role, Stage
from judge.model.letter import News, Section
from judge.model.reason import Reason


class Join(EnterAs):
    """JOIN game [AS power]: a place at the table, or a power without a player."""

    def enter(self, game: Game, claim: Credentials, context: LineContext) -> Entry:
        """Seat a new player."""
        wish, password = self.wish_and_password(game)
        if access.takes_part(game, *context.addresses):
            return back_in(game, claim._replace(password=password), wish)
        if game.stage is Stage.ENDED:
            return Reason("game_over", (game.name,))
        if refused := kept_out(game, context):
            return refused
        if isinstance(wish, Reason):
            return wish
        if isinstance(game, Lobby):
            return self._sit_down(game, wish, password, context)
        if not game.disclosure.public_seats:
            return ask_master(game, context)
        return take_over(game, wish, password, context)

    def _sit_down(
        self, game: Lobby, wish: str, password: str, context: LineContext
    ) -> Entered | Reason:
        places = len(starting.sides(game.variant))
        if len(game.players) >= places:
            return Reason("game_full", (game.name,))
        taken = bool(wish) and any(seat.wish == wish for seat in game.players)
        count, wished = (str(len(game.players) + 1), str(places)), (wish,) if wish else ()
        about = (*count, *wished) if game.disclosure.public_seats else ()
        remark = Reason("wish_taken" if taken else "joined", about)
        seat = new_seat(game, Role.PLAYER, password, context, wish)
        game = replace(game, seats=(*without_observer(game, context.sender), seat))
        news = Reason("somebody_joined", (*count, context.sender, *wished))
        notices = announce(game, "New Player", context.key, news, to=game.masters)
        if starting.begins(game):
            play, begun = starting.start(game, context.now, context.key)
            player = play.seat(seat.name)
            dealt = player.powers if player and game.disclosure.public_seats else ()
            result = CommandResult(play, Reason("joined_last", dealt), notices=(*notices, *begun))
            return Entered(play, Actor(player), result)
        sections: tuple[Section, ...] = (standing(game, seat),)
        if game.variant.consent:
            asked = Reason("consent_asked", game.variant.consent)
            sections = (News(asked), *sections)
            if not starting.open_seats(game):
                silent = [s for s in starting.unconvinced(game) if s.name != seat.name]
                notices += announce(game, "Consent Asked", context.key, asked, to=silent)
        return Entered(game, Actor(seat), CommandResult(game, remark, sections, notices))
