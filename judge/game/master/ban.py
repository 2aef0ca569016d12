"""BAN, UNBAN, EJECT."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import UNENDED, LineContext, MasterCommand
from judge.game.effects import Effects, LineEffects
from judge.game.enter.guests import guest_standing, with_guest
from judge.game.enter.resign import vacate_seat
from judge.game.guest import BARRED
from judge.game.notices import announce_news, display_name
from judge.game.proof import access
from judge.game.state import Game, Play, Role, Seat
from judge.game.votes.motions import drop_ballots
from judge.model.reason import Reason


class Ban(MasterCommand):
    """BAN address: close the game to somebody who is not in it; EJECT puts out who is."""

    address: str = ""

    def decide_outcome(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Bar them; nobody else is told."""
        if access.seats_of_addresses(game, self.address):
            return Reason("ban_seated", (self.address,))
        return Effects((with_guest(game, self.address, BARRED),), Reason("banned", (self.address,)))


class Unban(MasterCommand):
    """UNBAN address: open the game again to somebody who was banned or ejected."""

    address: str = ""

    def decide_outcome(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Let them come in as anybody may."""
        if guest_standing(game, self.address) != BARRED:
            return Reason("not_banned", (self.address,))
        return Effects((with_guest(game, self.address, ""),), Reason("unbanned", (self.address,)))


class Eject(MasterCommand):
    """EJECT power or address: put a player or observer out, who cannot come back."""

    stages = UNENDED
    player: str = ""

    def decide_outcome(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Open a player's seat, or take an observer's away, and tell them and all others.

        No turn is processed by it, and the orders of the seat stand.
        """
        seat = access.find_player_seat(game, self.player) or _seat_at_address(game, self.player)
        if seat is None:
            return Reason("no_power", (self.player, game.name))
        if seat.role is Role.MASTER:
            return Reason("eject_master")
        name = display_name(game, seat)
        if not seat.address:
            return Reason("press_vacant", (name,))
        own_notices = announce_news(
            game, "Ejected", context.key, Reason("ejected_you", (game.name,)), to=(seat,)
        )
        game = with_guest(game, seat.address, BARRED)
        if isinstance(game, Play) and seat.role is Role.PLAYER:
            news = Reason("ejected", (name,))
            effects = vacate_seat(game, seat, actor, "Ejection", news, context)
        else:
            news = Reason("ejected_before", (seat.address,))
            seats = tuple(s for s in game.seats if s.name != seat.name)
            game = replace(game, seats=seats, motions=drop_ballots(game, seat))
            other_masters = [master for master in game.masters if master.name != actor.name]
            notices = announce_news(game, "Ejection", context.key, news, to=other_masters)
            effects = Effects((game,), news, notices=notices)
        return replace(
            effects, notices=(*own_notices, *effects.notices), line=LineEffects(costs=(news,))
        )


def _seat_at_address(game: Game, address: str) -> Seat | None:
    """Return the seat of whoever writes from an address, the player's first."""
    return next(iter(access.seats_of_addresses(game, address)), None) or game.seat_named(
        address.casefold()
    )
