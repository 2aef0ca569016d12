"""APPROVE, REFUSE."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import EnteredGame, LineContext, MasterCommand
from judge.game.effects import Effects
from judge.game.enter.guests import find_guest, letter_to_outsider, with_guest
from judge.game.enter.seating import fill_vacant_seat, find_vacant_seat, new_seat, seat_new_player
from judge.game.guest import ASKS
from judge.game.state import Game, Play, Role, Seat, Stage
from judge.model.reason import Reason


class Approve(MasterCommand):
    """APPROVE address: let somebody in who asks for a seat."""

    address: str = ""

    def decide_outcome(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Seat them: the power they asked for, if nobody else has it by now, else another."""
        guest = find_guest(game, self.address)
        if guest is None or guest.standing != ASKS:
            return Reason("asks_not", (self.address,))
        context = context.for_sender(guest.address)
        remark = Reason("approved", (guest.address,))
        if not isinstance(game, Play):
            if game.stage is Stage.ENDED:
                return Reason("game_over", (game.name,))
            seat = new_seat(game, Role.PLAYER, "", context, guest.wish)
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
        new = filled.game.seat_named(vacant.name)
        assert new is not None
        game = filled.game.with_seat(replace(new, password=guest.password))
        return Effects((game,), remark, notices=filled.notices)


class Refuse(MasterCommand):
    """REFUSE address: tell somebody who asks for a seat that they do not get it."""

    address: str = ""

    def decide_outcome(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Tell them; they may ask again, until they are banned."""
        guest = find_guest(game, self.address)
        if guest is None or guest.standing != ASKS:
            return Reason("asks_not", (self.address,))
        game = with_guest(game, guest.address, "")
        letter = letter_to_outsider(
            game, guest.address, "Not Let In", context.key, Reason("refused_you", (game.name,))
        )
        return Effects((game,), Reason("refused", (guest.address,)), notices=(letter,))
