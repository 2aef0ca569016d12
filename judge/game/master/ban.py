"""Whom a master lets in: APPROVE, REFUSE, BAN, UNBAN, EJECT."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import UNENDED, EnteredGame, LineContext, MasterCommand
from judge.game.effects import Effects, LineEffects
from judge.game.enter.guests import build_letter_to_outsider, describe_guest, find_guest, with_guest
from judge.game.enter.resign import vacate_seat
from judge.game.enter.seating import fill_vacant_seat, find_vacant_seat, make_seat, seat_new_player
from judge.game.notices import announce_news, name_seat
from judge.game.proof import access
from judge.game.state import ASKS, BARRED, Game, Play, Role, Seat, Stage
from judge.game.votes.public import drop_ballots
from judge.model.reason import Reason


class Ban(MasterCommand):
    """BAN address: close the game to somebody who is not in it; EJECT puts out who is."""

    harms = True

    address: str = ""

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Bar them; nobody else is told."""
        if access.list_seats_of_addresses(game, self.address):
            return Reason("ban_seated", (self.address,))
        return Effects((with_guest(game, self.address, BARRED),), Reason("banned", (self.address,)))


class Unban(MasterCommand):
    """UNBAN address: open the game again to somebody who was banned or ejected."""

    address: str = ""

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Let them come in as anybody may."""
        if describe_guest(game, self.address) != BARRED:
            return Reason("not_banned", (self.address,))
        return Effects((with_guest(game, self.address, ""),), Reason("unbanned", (self.address,)))


class Eject(MasterCommand):
    """EJECT power or address: put a player or observer out, who cannot come back."""

    harms = True

    stages = UNENDED
    player: str = ""

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Open a player's seat, or take an observer's away, and tell them and all others.

        No turn is processed by it, and the orders of the seat stand.
        """
        seat = access.find_player_seat(game, self.player) or _find_seat_at_address(
            game, self.player
        )
        if seat is None:
            return Reason("no_power", (self.player, game.name))
        if seat.role is Role.MASTER:
            return Reason("eject_master")
        name = name_seat(seat)
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


def _find_seat_at_address(game: Game, address: str) -> Seat | None:
    """Return the seat of whoever writes from an address, the player's first."""
    return next(iter(access.list_seats_of_addresses(game, address)), None) or game.find_seat_named(
        address.casefold()
    )


class Approve(MasterCommand):
    """APPROVE address: let somebody in who asks for a seat."""

    address: str = ""

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Seat them: the power they asked for, if nobody else has it by now, else another."""
        guest = find_guest(game, self.address)
        if guest is None or guest.standing != ASKS:
            return Reason("asks_not", (self.address,))
        context = context.for_sender(guest.address)
        remark = Reason("approved", (guest.address,))
        if not isinstance(game, Play):
            if game.stage is Stage.ENDED:
                return Reason("game_over", (game.name,))
            seat = make_seat(game, Role.PLAYER, "", context, guest.wish)
            seat = replace(seat, prefers=guest.prefers, password=guest.password)
            entered = seat_new_player(game, seat, context, by_letter=True)
            if not isinstance(entered, EnteredGame):
                return entered
            return Effects((entered.game,), remark, notices=entered.result.notices)
        vacant = find_vacant_seat(game, guest.wish) or find_vacant_seat(game, "")
        if vacant is None:
            return Reason("game_full", (game.name,))
        filled = fill_vacant_seat(game, vacant, "", context, by_letter=True)
        assert filled.game is not None
        new = filled.game.find_seat_named(vacant.name)
        assert new is not None
        game = filled.game.with_seat(replace(new, password=guest.password))
        return Effects((game,), remark, notices=filled.notices)


class Refuse(MasterCommand):
    """REFUSE address: tell somebody who asks for a seat that they do not get it."""

    harms = True

    address: str = ""

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Tell them; they may ask again, until they are banned."""
        guest = find_guest(game, self.address)
        if guest is None or guest.standing != ASKS:
            return Reason("asks_not", (self.address,))
        game = with_guest(game, guest.address, "")
        letter = build_letter_to_outsider(
            game, guest.address, "Not Let In", context.key, Reason("refused_you", (game.name,))
        )
        return Effects((game,), Reason("refused", (guest.address,)), notices=(letter,))
