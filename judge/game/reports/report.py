"""Reports on one game, or on all."""

from __future__ import annotations

from abc import abstractmethod

from judge.game.command import LineContext, ReadCommand
from judge.game.effects import Effects
from judge.game.state import Game, Play, Seat
from judge.model.letter import Section
from judge.model.reason import Reason


class Report(ReadCommand):
    """A report on one game, or on all where none is meant."""

    def compute_effects(
        self, game: Game | None, actor: Seat | None, context: LineContext
    ) -> Effects | Reason:
        """Return the report; a stranger may not look into a game that is not listed."""
        if game is None:
            return self.report_without_game(context)
        if actor is None and not game.settings.listed:
            return Reason("no_game", (game.name,))
        sections = self.report_on_game(game, actor, context)
        return sections if isinstance(sections, Reason) else Effects(sections=sections)

    def report_without_game(self, context: LineContext) -> Effects | Reason:
        """Return the list of games."""
        return Effects(sections=(context.memory.find_listed_games(),))

    @abstractmethod
    def report_on_game(
        self, game: Game, actor: Seat | None, context: LineContext
    ) -> tuple[Section, ...] | Reason:
        """Return what the reader is shown of the game, or why there is nothing."""


class ReportOnTurns(Report):
    """A report on the turns of one game that has begun."""

    def report_without_game(self, context: LineContext) -> Effects | Reason:
        """Ask which game is meant."""
        return Reason("which_game")

    def report_on_game(
        self, game: Game, actor: Seat | None, context: LineContext
    ) -> tuple[Section, ...] | Reason:
        """Return what the reader is shown, or why there is nothing."""
        if not isinstance(game, Play):
            return Reason("not_running", (game.name,))
        return self.report_on_turns(game, actor, context)

    @abstractmethod
    def report_on_turns(
        self, game: Play, actor: Seat | None, context: LineContext
    ) -> tuple[Section, ...] | Reason:
        """Return what the reader is shown of a game that has begun."""
