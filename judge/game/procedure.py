"""What a variant does beside orders and turns: a council's vote, offers between powers.

It is an object of the variant's own (``rules.procedure``); here are the questions that a game asks
it, and the answers where it has nothing to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from random import Random
from typing import ClassVar, NamedTuple

from judge.game.sentences.marks import MarkedSentence
from judge.game.state import Game, Play, Seat
from judge.hooks import Procedure
from judge.model.letter import Notice, Section
from judge.model.position import Unit
from judge.model.reason import Reason

Step = tuple[Play, tuple[Notice, ...]]
"""A game as it now is, and what is to be told of what was done."""


class OpenMatter(NamedTuple):
    """The lines that a sentence may mean about what is open, and why it is not done, if that is
    more than its words."""

    lines: tuple[str, ...]
    why: Reason | None = None


class GameProcedure(Procedure):
    """What goes on in games. ``kinds`` are the kinds of motions that it alone deals with, each
    with what is said to whoever agrees.
    """

    kinds: ClassVar[Mapping[str, Reason]] = {}

    def holds_turn(self, game: Play) -> bool:
        """Say whether the turn runs to its deadline though all orders are in."""
        return False

    def find_closing_time(self, game: Play) -> datetime | None:
        """Return when it closes what is open, if it does so before the deadline."""
        return None

    def close_proceedings(self, game: Play) -> Step:
        """Close what is open, before the turn is processed at the latest; the game may end."""
        return game, ()

    def begin_turn(self, before: Play, game: Play) -> Step:
        """Open what the turn just processed asks for; ``before`` is the game as it was then."""
        return game, ()

    def build_results_sections(self, before: Play, game: Play, seat: Seat) -> tuple[Section, ...]:
        """Return what the results of a turn tell a seat of it."""
        return ()

    def on_leave(self, game: Play, seat: Seat, key: str) -> Step:
        """Follow up on a seat whose holder has left, or whose powers are out of the game."""
        return game, ()

    def on_unit_gone(self, game: Play, unit: Unit, key: str) -> Step:
        """Follow up on a unit that the master has taken from where it stood."""
        return game, ()

    def act_for_robot(self, game: Play, seat: Seat, dice: Random) -> Step:
        """Do what a robot in a seat does here, by what its player would see and know."""
        return game, ()

    def find_lines_meant(self, game: Play, seat: Seat, said: MarkedSentence) -> OpenMatter | None:
        """Return the lines that a sentence may mean about what is open to a seat: nominations, a
        ballot, an offer; None if it is about something else."""
        return None

    def describe_status(self, game: Game) -> tuple[Reason, ...]:
        """Return what STATUS tells everybody of it."""
        return ()


def find_procedure(game: Game) -> GameProcedure:
    """Return what goes on in a game beside orders and turns; of most it has nothing to say."""
    procedure = game.variant.rules.procedure
    return procedure if isinstance(procedure, GameProcedure) else GameProcedure()
