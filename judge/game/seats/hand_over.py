"""HAND OVER TO."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import CommandResult, LineContext, MasterCommand
from judge.game.seats.confirming import asked_at
from judge.game.seats.mastery import cannot_be_master, with_master
from judge.game.state import Game, Seat
from judge.model.reason import Reason


class HandOver(MasterCommand):
    """HAND OVER TO address: its owner is master in your place, once they have confirmed it."""

    address: str = ""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Ask the address; once it has said yes it has a master's seat, and the actor has none."""
        new = self.address.casefold()
        if refused := cannot_be_master(game, new):
            return refused
        if context.confirmed != new:
            return asked_at(new, game, actor, f"HAND OVER TO {new} IN {game.name}", context)
        game = replace(game, seats=tuple(s for s in game.seats if s.name != actor.name))
        news = Reason("handed_over")
        game, notices = with_master(game, actor, new, news, context)
        return CommandResult(game, Reason("you_handed_over", (game.name, new)), notices=notices)
