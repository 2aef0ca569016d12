"""What a variant does beside orders and turns: a council's vote, offers between powers.

The objects are the variant's own (``rules.procedures``); here are the questions that a game asks
them, and the answers of those that have nothing to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

from judge.game.state import Game, Play, Seat
from judge.hooks import Procedure
from judge.model.letter import Notice, Section
from judge.model.position import Unit
from judge.model.reason import Reason

Step = tuple[Play, tuple[Notice, ...]]
"""A game as it now is, and what is to be told of what was done."""


class GameProcedure(Procedure):
    """One of them. ``kinds`` are the kinds of motions that it alone deals with."""

    kinds: frozenset[str] = frozenset()

    def holds_turn(self, game: Play) -> bool:
        """Say whether the turn runs to its deadline though all orders are in."""
        return False

    def closes_at(self, game: Play) -> datetime | None:
        """Return when it closes what is open, if it does so before the deadline."""
        return None

    def close(self, game: Play) -> Step:
        """Close what is open, before the turn is processed at the latest; the game may end."""
        return game, ()

    def begin_turn(self, before: Play, game: Play) -> Step:
        """Open what the turn just processed asks for; ``before`` is the game as it was then."""
        return game, ()

    def results_sections(self, before: Play, game: Play, seat: Seat) -> tuple[Section, ...]:
        """Return what the results of a turn tell a seat of it."""
        return ()

    def on_leave(self, game: Play, seat: Seat, key: str) -> Step:
        """Follow up on a seat whose holder has left, or whose powers are out of the game."""
        return game, ()

    def on_unit_gone(self, game: Play, unit: Unit, key: str) -> Step:
        """Follow up on a unit that the master has taken from where it stood."""
        return game, ()

    def report(self, game: Game) -> tuple[Reason, ...]:
        """Return what STATUS tells everybody of it."""
        return ()


def procedures_of(game: Game) -> Iterator[GameProcedure]:
    """Yield what goes on in a game beside orders and turns."""
    for procedure in game.variant.rules.procedures:
        if isinstance(procedure, GameProcedure):
            yield procedure


def holds_turn(game: Play) -> bool:
    """Say whether one of them lets the turn run to its deadline."""
    return any(procedure.holds_turn(game) for procedure in procedures_of(game))


def results_sections(before: Play, game: Play, seat: Seat) -> tuple[Section, ...]:
    """Return what the results of a turn tell a seat of all of them."""
    return tuple(
        section
        for procedure in procedures_of(game)
        for section in procedure.results_sections(before, game, seat)
    )


def closes_at(game: Play) -> datetime | None:
    """Return when the first of them closes, if any does before the deadline."""
    times = (procedure.closes_at(game) for procedure in procedures_of(game))
    return min((time for time in times if time is not None), default=None)


def close(game: Play) -> Step:
    """Close all that is open; the game may end with it."""
    return _one_by_one(game, lambda procedure, now: procedure.close(now))


def begin_turn(before: Play, game: Play) -> Step:
    """Open all that the turn just processed asks for."""
    return _one_by_one(game, lambda procedure, now: procedure.begin_turn(before, now))


def on_leave(game: Play, seat: Seat, key: str) -> Step:
    """Let all of them follow up on a seat that is left or out of the game."""
    return _one_by_one(game, lambda procedure, now: procedure.on_leave(now, seat, key))


def on_unit_gone(game: Play, unit: Unit, key: str) -> Step:
    """Let all of them follow up on a unit that the master has taken from where it stood."""
    return _one_by_one(game, lambda procedure, now: procedure.on_unit_gone(now, unit, key))


def _one_by_one(game: Play, ask: Callable[[GameProcedure, Play], Step]) -> Step:
    """Return what comes of asking one after the other, each of the game as the last has left it."""
    notices: tuple[Notice, ...] = ()
    for procedure in procedures_of(game):
        game, more = ask(procedure, game)
        notices += more
    return game, notices
