"""REFUSE."""

from __future__ import annotations

from judge.game.command import CommandResult, LineContext, MasterCommand
from judge.game.guest import ASKS
from judge.game.seats.guests import guest_of, with_guest
from judge.game.seats.inviting import letter_to
from judge.game.state import Game, Seat
from judge.model.reason import Reason


class Refuse(MasterCommand):
    """REFUSE address: tell somebody who asks for a seat that they do not get it."""

    address: str = ""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Tell them; they may ask again, until they are banned."""
        guest = guest_of(game, self.address)
        if guest is None or guest.standing != ASKS:
            return Reason("asks_not", (self.address,))
        game = with_guest(game, guest.address, "")
        told = letter_to(
            game, guest.address, "Not Let In", context.key, Reason("refused_you", (game.name,))
        )
        return CommandResult(game, Reason("refused", (guest.address,)), notices=(told,))
