"""MORE."""

from __future__ import annotations

from judge.game.command import CommandResult, LineContext, ReadCommand
from judge.game.state import Game, Seat
from judge.model.reason import Reason


class More(ReadCommand):
    """MORE: the rest of an answer that was too long for one letter."""

    among_orders = True

    def decide(
        self, game: Game | None, actor: Seat | None, context: LineContext
    ) -> CommandResult | Reason:
        """Say that no letter of late left anything out."""
        return Reason("no_more")
