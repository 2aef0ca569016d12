"""LIST, MORE."""

from __future__ import annotations

from judge.game.command import LineContext, ReadCommand
from judge.game.effects import Effects
from judge.game.reports.report import Report
from judge.game.reports.status import standing_section
from judge.game.state import Game, Play, Seat
from judge.model.letter import PositionSection, Section
from judge.model.reason import Reason


class List(Report):
    """LIST: all games; LIST game: its position."""

    among_orders = True

    def report_on_game(
        self, game: Game, actor: Seat | None, context: LineContext
    ) -> tuple[Section, ...]:
        """Return the board as the reader sees it, the seats before there is one."""
        return (PositionSection(),) if isinstance(game, Play) else (standing_section(game, actor),)


class More(ReadCommand):
    """MORE: the rest of an answer that was too long for one letter."""

    among_orders = True

    def decide_outcome(
        self, game: Game | None, actor: Seat | None, context: LineContext
    ) -> Effects | Reason:
        """Say that no letter of late left anything out."""
        return Reason("no_more")
