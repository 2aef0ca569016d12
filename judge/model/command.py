"""What every command is: a value that the parser makes of a line."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple, Self, dataclass_transform

from judge.model.map import Map
from judge.model.view import View


class CommandLine(NamedTuple):
    """A line that gives a command; ``steps`` are the spaces and the names that are chosen, one
    after the other, to make it."""

    text: str
    steps: tuple[str, ...] = ()


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True, kw_only=True)
class Command:
    """A command with what its line says: a rule of the grammar, and a class of the same name.

    Classes under it are frozen dataclasses by themselves. Every field but ``body`` bears the name
    of a terminal of the rule in small letters, or of what ``language.command_values`` makes of the
    terminal; what a line leaves out keeps its default. ``game`` is the name of the game that the
    line is about as typed, "" where it names none.
    """

    among_orders: ClassVar[bool] = False
    """It is read between commas and orders too: short, and with no words of anybody's in it."""
    of_turn: ClassVar[bool] = False
    """It is meant for the turn in which it was written, as orders are."""
    for_others: ClassVar[bool] = False
    """A master may give it for a player, as all that players alone may."""
    in_subject: ClassVar[bool] = True
    """It may stand in the subject of a mail."""
    ledger: ClassVar[Literal["", "open", "ballot"]] = ""
    """How the ledger has it: not, for others to read, or (a ballot) for whoever gave it alone."""

    harms: ClassVar[bool] = False
    """Somebody may lose by it: it is offered only together with what it does."""

    to_everybody: ClassVar[bool] = False
    """Its words go to all who are in the game."""

    tells_others: ClassVar[bool] = False
    """Others get a letter by it at once: it is no guess at what a sentence may mean."""

    by_vote: ClassVar[str] = ""
    """With which line players put to the vote what the master alone may do, "" if they cannot."""

    first_step: ClassVar[int] = 0
    """Where it stands among the first that whoever is in no game is told of, 0 behind them."""

    game: str = ""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    @classmethod
    def write_help_text(cls) -> str:
        """Return how it is written and what it does: the docstring of its class is its help."""
        return (cls.__doc__ or "").rstrip(".")

    @classmethod
    def list_lines_to_choose(cls, view: View, game_map: Map) -> Iterator[CommandLine]:
        """Yield the lines by which the reader of a View can give it now, for pages on which they
        are chosen; most commands are written by hand."""
        yield from ()

    @property
    def asks(self) -> bool:
        """Whether it only shows something: who says it in other words is answered at once."""
        return False

    def with_text(self, text: str) -> Self:
        """Return the command with the text that stands below its line; most carry none."""
        return self

    def is_about_known_game(self, names: Container[str]) -> bool:
        """Say whether the game that the line names is among these, or no game need be."""
        return not self.game or self.game.casefold() in names

    def without_game(self) -> Command | None:
        """Return what the line says if there is no game of the name in it, None if nothing."""
        return None

    def find_typed_password(self, game_map: Map | None) -> str:
        """Return the password in the line, "" if there is none; the map tells it from powers."""
        return ""
