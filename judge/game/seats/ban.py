"""BAN."""

from __future__ import annotations

from judge.game.command import CommandResult, LineContext, MasterCommand
from judge.game.guest import BARRED
from judge.game.seats import access
from judge.game.seats.guests import with_guest
from judge.game.state import Game, Seat
from judge.model.reason import Reason


class Ban(MasterCommand):
    """BAN address: close the game to somebody who is not in it; EJECT puts out who is."""

    address: str = ""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Bar them; nobody else is told."""
        if access.seats_of(game, self.address):
            return Reason("ban_seated", (self.address,))
        return CommandResult(
            with_guest(game, self.address, BARRED), Reason("banned", (self.address,))
        )
