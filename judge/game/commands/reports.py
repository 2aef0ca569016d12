"""Commands that only look."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from judge.game.commands.base import LineContext, ReadCommand
from judge.game.decision import CommandResult
from judge.game.reports import reports
from judge.game.seats.contact_addresses import contact_addresses
from judge.game.state import Game, Play, Seat
from judge.model.letter import Listing, PositionSection, Section
from judge.model.reason import Reason


@dataclass(frozen=True, slots=True)
class Help(ReadCommand):
    """HELP [topic]."""

    verb: ClassVar[str] = "help"
    topic: str = ""

    def decide(
        self, game: Game | None, actor: Seat | None, scene: LineContext
    ) -> CommandResult | Reason:
        """Return the page on a topic, the first page where none is named."""
        variant = game.variant if game else None
        page = reports.help_page(scene.book.help, self.topic, variant)
        if page is None:
            return Reason("no_topic", (self.topic, ", ".join(scene.book.help)))
        return CommandResult(sections=(page,))


@dataclass(frozen=True, slots=True)
class _Report(ReadCommand):
    """A report on one game, or on all where none is meant."""

    game: str = ""

    def decide(
        self, game: Game | None, actor: Seat | None, scene: LineContext
    ) -> CommandResult | Reason:
        """Return the report; a stranger may not look into a game that is not listed."""
        if game is None:
            return self.without_game(scene)
        if actor is None and not game.settings.listed:
            return Reason("no_game", (game.name,))
        found = self.report(game, actor)
        return found if isinstance(found, Reason) else CommandResult(sections=found)

    def without_game(self, scene: LineContext) -> CommandResult | Reason:
        """Return the list of all games."""
        return CommandResult(sections=(Listing(scene.book.listing),))

    @abstractmethod
    def report(self, game: Game, actor: Seat | None) -> tuple[Section, ...] | Reason:
        """Return what the reader is shown of the game, or why there is nothing."""


@dataclass(frozen=True, slots=True)
class List(_Report):
    """LIST: all games; LIST game: its position."""

    verb: ClassVar[str] = "list"

    def report(self, game: Game, actor: Seat | None) -> tuple[Section, ...] | Reason:
        """Return the board as the reader sees it, the seats before there is one."""
        return (PositionSection(),) if isinstance(game, Play) else (reports.standing(game, actor),)


@dataclass(frozen=True, slots=True)
class Status(_Report):
    """STATUS [game]: seats, settings, and one's own votes."""

    verb: ClassVar[str] = "status"

    def report(self, game: Game, actor: Seat | None) -> tuple[Section, ...] | Reason:
        """Return how the game stands."""
        return (reports.standing(game, actor), *contact_addresses(game, actor))


@dataclass(frozen=True, slots=True)
class History(_Report):
    """HISTORY [game] [FROM turn] [TO turn]."""

    verb: ClassVar[str] = "history"
    start: str = ""
    end: str = ""

    def without_game(self, scene: LineContext) -> CommandResult | Reason:
        """Ask which game is meant."""
        return Reason("which_game")

    def report(self, game: Game, actor: Seat | None) -> tuple[Section, ...] | Reason:
        """Return the turns as the reader saw them."""
        if not isinstance(game, Play):
            return Reason("not_running", (game.name,))
        found = reports.chronicle(game, actor, self.start, self.end)
        return found if isinstance(found, Reason) else (found,)


COMMANDS = (Help, List, Status, History)
