"""HISTORY."""

from __future__ import annotations

from judge.game.command import CommandResult, LineContext
from judge.game.reports import reports
from judge.game.reports.report import Report
from judge.game.state import Game, Play, Seat
from judge.model.letter import Section
from judge.model.reason import Reason


class History(Report):
    """HISTORY [game] [FROM turn] [TO turn]: the turns as you saw them."""

    since: str = ""
    until: str = ""

    def without_game(self, context: LineContext) -> CommandResult | Reason:
        """Ask which game is meant."""
        return Reason("which_game")

    def report(
        self, game: Game, actor: Seat | None, context: LineContext
    ) -> tuple[Section, ...] | Reason:
        """Return the turns as the reader saw them."""
        if not isinstance(game, Play):
            return Reason("not_running", (game.name,))
        past = context.past(game)
        turns = reports.chronicle(game, actor, past, self.since, self.until)
        return turns if isinstance(turns, Reason) else (turns,)
