"""LEDGER."""

from __future__ import annotations

from judge.game.command import CommandResult, LineContext
from judge.game.ledger import read_by
from judge.game.reports.report import Report
from judge.game.state import Game, Seat
from judge.model import ledger
from judge.model.letter import Section
from judge.model.reason import Reason


class Ledger(Report):
    """LEDGER [game]: what its master did, and how votes went, as far as you may know."""

    def without_game(self, context: LineContext) -> CommandResult | Reason:
        """Ask which game is meant."""
        return Reason("which_game")

    def report(
        self, game: Game, actor: Seat | None, context: LineContext
    ) -> tuple[Section, ...] | Reason:
        """Return the entries that the reader may know; strangers have to come in first."""
        if actor is None:
            return Reason("ledger_stranger", (game.name,))
        return (ledger.Ledger(read_by(game, actor, context.judge.ledger(game.name))),)
