"""STATUS."""

from __future__ import annotations

from judge.game.command import LineContext
from judge.game.reports import reports
from judge.game.reports.report import Report
from judge.game.seats.contact_addresses import contact_addresses
from judge.game.state import Game, Seat
from judge.model.letter import Section


class Status(Report):
    """STATUS [game]: its seats and settings, and your own votes."""

    among_orders = True

    def report(self, game: Game, actor: Seat | None, context: LineContext) -> tuple[Section, ...]:
        """Return how the game stands."""
        return (reports.standing(game, actor), *contact_addresses(game, actor))
