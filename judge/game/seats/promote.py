"""PROMOTE."""

from __future__ import annotations

from judge.game.command import CommandResult, LineContext, MasterCommand
from judge.game.seats.confirming import asked_at
from judge.game.seats.mastery import cannot_be_master, with_master
from judge.game.state import Game, Seat
from judge.model.reason import Reason


class Promote(MasterCommand):
    """PROMOTE address: have one more master, who has to confirm it."""

    address: str = ""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Ask the address, and give it a master's seat once it has said yes."""
        new = self.address.casefold()
        if refused := cannot_be_master(game, new):
            return refused
        if context.confirmed != new:
            return asked_at(new, game, actor, f"PROMOTE {new} IN {game.name}", context)
        news = Reason("promoted")
        game, notices = with_master(game, actor, new, news, context)
        return CommandResult(game, news, notices=notices)
