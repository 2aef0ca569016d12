"""EJECT."""

from __future__ import annotations

from judge.game.command import CommandResult, LineContext, RunningMasterCommand
from judge.game.notices import announce, display_name
from judge.game.procedure import procedure_of
from judge.game.seats.access import player_named
from judge.game.seats.seating import acquainted, vacated
from judge.game.state import Play, Seat
from judge.model.reason import Reason


class Eject(RunningMasterCommand):
    """EJECT power: free the seat of a player who is not heard of any more."""

    player: str = ""

    def decide(self, game: Play, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Open the seat, as if its player had resigned, and tell them and all others."""
        seat = player_named(game, self.player)
        if seat is None:
            return Reason("no_power", (self.player, game.name))
        name = display_name(game, seat)
        if not seat.address:
            return Reason("press_vacant", (name,))
        gone = Reason("ejected_you", (game.name,))
        own = announce(game, "Ejected", context.key, gone, to=(seat,))
        game, lapsed = procedure_of(game).on_leave(vacated(game, seat), seat, context.key)
        news = Reason("ejected", (name,))
        others = [s for s in acquainted(game, seat) if s.name != actor.name]
        public = announce(game, "Ejection", context.key, news, to=others)
        return CommandResult(game, news, notices=(*own, *public, *lapsed))
