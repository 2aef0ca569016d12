"""EXPORT."""

from __future__ import annotations

from judge.game.command import LineContext
from judge.game.effects import Effects
from judge.game.notices import view_of
from judge.game.reports.report import Report
from judge.game.state import Game, Play, Seat, Stage
from judge.model.files import GameFiles
from judge.model.letter import Section
from judge.model.reason import Reason


class Export(Report):
    """EXPORT [game]: the turns played so far as files that programs read."""

    def report_without_game(self, context: LineContext) -> Effects | Reason:
        """Ask which game is meant."""
        return Reason("which_game")

    def report_on_game(
        self, game: Game, actor: Seat | None, context: LineContext
    ) -> tuple[Section, ...] | Reason:
        """Let the whole game go with the answer to whoever may know all of it."""
        if not isinstance(game, Play):
            return Reason("not_running", (game.name,))
        if not game.disclosure.may_see_whole_game(
            view_of(game, actor), over=game.stage is Stage.ENDED
        ):
            return Reason("export_hidden", (game.name,))
        return (GameFiles(game.name),)
