"""I AM ALSO."""

from __future__ import annotations

from judge.game.command import CommandResult, InGame, LineContext
from judge.game.decision import PersonChange
from judge.game.seats.confirming import asked_at
from judge.game.state import Game, Seat
from judge.model.reason import Reason


class Also(InGame):
    """I AM ALSO address: mail from there is yours, too; the address has to confirm it."""

    address: str = ""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Know a person at a second address, once it has said so."""
        new = self.address.casefold()
        if context.confirmed != new:
            return asked_at(new, game, actor, f"I AM ALSO {new}", context)
        change = PersonChange("also", actor.address, new)
        return CommandResult(remark=Reason("also_set", (new,)), persons=(change,))
