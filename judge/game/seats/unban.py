"""UNBAN."""

from __future__ import annotations

from judge.game.command import CommandResult, LineContext, MasterCommand
from judge.game.guest import BARRED
from judge.game.seats.guests import standing_of, with_guest
from judge.game.state import Game, Seat
from judge.model.reason import Reason


class Unban(MasterCommand):
    """UNBAN address: open the game again to somebody who was banned or ejected."""

    address: str = ""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Let them come in as anybody may."""
        if standing_of(game, self.address) != BARRED:
            return Reason("not_banned", (self.address,))
        return CommandResult(
            with_guest(game, self.address, ""), Reason("unbanned", (self.address,))
        )
