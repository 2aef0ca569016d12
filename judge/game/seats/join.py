"""JOIN."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from judge.game.command import Entered, Entry, LineContext
from judge.game.decision import CommandResult
from judge.game.notices import announce
from judge.game.reports import reports
from judge.game.seats import access, starting
from judge.game.seats.access import Actor, Credentials
from judge.game.seats.entering import EnterAs, ask_master, back_in, take_over
from judge.game.seats.seating import new_seat, without_observer
from judge.game.state import Game, Lobby, Role, Stage
from judge.model.letter import News
from judge.model.reason import Reason


@dataclass(frozen=True, slots=True)
class Join(EnterAs):
    """A place at the table, or a power whose player left."""

    help: ClassVar[str] = "JOIN game [AS power]: a place at the table, or a power without a player"

    def enter(self, game: Game, claim: Credentials, context: LineContext) -> Entry:
        """Seat a new player."""
        if access.takes_part(game, context.sender):
            wish, password = self.wish_and_password(game)
            return back_in(game, claim._replace(password=password), wish)
        if game.stage is Stage.ENDED:
            return Reason("game_over", (game.name,))
        wish, password = self.wish_and_password(game)
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
        about = (str(len(game.players) + 1), str(places), *([wish] if wish else []))
        remark = Reason(
            "wish_taken" if taken else "joined", about if game.disclosure.public_seats else ()
        )
        seat = new_seat(game, Role.PLAYER, password, context, wish)
        game = replace(game, seats=(*without_observer(game, context.sender), seat))
        who = (context.sender, *([wish] if wish else []))
        news = Reason("somebody_joined", (str(len(game.players)), str(places), *who))
        others = announce(game, "New Player", context.key, news, to=game.masters)
        asked = News(Reason("consent_asked", game.variant.consent))
        sections = (reports.standing(game, game.seat(seat.name)),)
        outcome = CommandResult(
            game, remark, (*([asked] if game.variant.consent else []), *sections), others
        )
        if not starting.open_seats(game):
            silent = [s for s in starting.unconvinced(game) if s.name != seat.name]
            more = announce(game, "Consent Asked", context.key, asked.what, to=silent)
            outcome = replace(outcome, notices=(*others, *more))
        if starting.begins(game):
            play, begun = starting.start(game, context.now, context.key)
            taken_by = play.seat(seat.name)
            dealt = taken_by.powers if taken_by and game.disclosure.public_seats else ()
            outcome = CommandResult(play, Reason("joined_last", dealt), notices=(*others, *begun))
            return Entered(play, Actor(context.sender, taken_by), outcome)
        return Entered(game, Actor(context.sender, game.seat(seat.name)), outcome)
