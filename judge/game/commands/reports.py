"""Commands that only look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from judge.game import reports
from judge.game.commands.base import Looking, Scene
from judge.game.outcome import Outcome
from judge.game.state import Game, Seat
from judge.language import statement
from judge.model.letter import Board, Listing
from judge.model.reason import Reason


@dataclass(frozen=True, slots=True)
class Help(Looking):
    """HELP [topic]."""

    verb: ClassVar[str] = "help"
    topic: str = ""

    def decide(self, game: Game | None, actor: Seat | None, scene: Scene) -> Outcome | Reason:
        """Return the page on a topic, the first page where none is named."""
        variant = game.variant if game else None
        page = reports.help_page(scene.book.help, self.topic, variant)
        if page is None:
            return Reason("no_topic", (self.topic, ", ".join(scene.book.help)))
        return Outcome(sections=(page,))


@dataclass(frozen=True, slots=True)
class List(Looking):
    """LIST: all games; LIST game: its position."""

    verb: ClassVar[str] = "list"
    game: str = ""

    def decide(self, game: Game | None, actor: Seat | None, scene: Scene) -> Outcome | Reason:
        """Return the list, or the board as the reader sees it."""
        if game is None:
            return Outcome(sections=(Listing(scene.book.listing),))
        if refused := _private(game, actor):
            return refused
        if game.position is None:
            return Outcome(sections=(reports.standing(game, actor),))
        return Outcome(sections=(Board(),))


@dataclass(frozen=True, slots=True)
class Status(Looking):
    """STATUS [game]: seats, settings, and one's own votes."""

    verb: ClassVar[str] = "status"
    game: str = ""

    def decide(self, game: Game | None, actor: Seat | None, scene: Scene) -> Outcome | Reason:
        """Return how the game stands."""
        if game is None:
            return Outcome(sections=(Listing(scene.book.listing),))
        if refused := _private(game, actor):
            return refused
        return Outcome(sections=(reports.standing(game, actor),))


@dataclass(frozen=True, slots=True)
class History(Looking):
    """HISTORY [game] [FROM turn] [TO turn]."""

    verb: ClassVar[str] = "history"
    reads_past: ClassVar[bool] = True
    game: str = ""
    start: str = ""
    end: str = ""

    @classmethod
    def read(cls, said: statement.Command) -> Self:
        """Return the command; its words are ``game``, ``from`` and ``to``."""
        words = said.values
        return cls(words.get("game", ""), words.get("from", ""), words.get("to", ""))

    def decide(self, game: Game | None, actor: Seat | None, scene: Scene) -> Outcome | Reason:
        """Return the turns as the reader saw them."""
        if game is None:
            return Reason("which_game")
        if refused := _private(game, actor):
            return refused
        if game.position is None:
            return Reason("not_running", (game.name,))
        found = reports.chronicle(game, actor, self.start, self.end)
        return found if isinstance(found, Reason) else Outcome(sections=(found,))


COMMANDS = (Help, List, Status, History)


def _private(game: Game, actor: Seat | None) -> Reason | None:
    """Say that a stranger may not look into a game that is not listed."""
    hidden = actor is None and not game.settings.listed
    return Reason("no_game", (game.name,)) if hidden else None
