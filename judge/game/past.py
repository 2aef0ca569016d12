"""The turns of a game that are over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from judge.model.motion import Motion
from judge.model.order import Order
from judge.model.position import Position
from judge.model.sheet import PhaseRecord


@dataclass(frozen=True, slots=True)
class Stand:
    """How a turn stands: all that a game goes back to.

    ``parent`` is the number of the turn whose play led to it, 0 for the deal; ``restores`` that of
    the turn that it is once more, 0 where it is none. ``seats`` tells of each player's whether it
    waits, and how many turns it has missed; ``due_at`` is its deadline.
    """

    parent: int
    restores: int
    position: Position
    orders: Mapping[str, tuple[Order, ...]]
    motions: tuple[Motion, ...] = ()
    seats: Mapping[str, tuple[bool, int]] = field(default_factory=dict)
    due_at: datetime | None = None


class PastTurn(NamedTuple):
    """A turn that was played: its number, that of the turn whose play led to it, when it was run,
    and its record."""

    number: int
    parent: int
    at: datetime
    record: PhaseRecord


@dataclass(frozen=True, slots=True)
class PastTurns:
    """All turns of a game that were played, those taken back included.

    ``dealt`` is the board as it was at first. ``left`` are the numbers of turns that were left
    without being played, as the game was taken back or forth again, with those of their parents.
    ``due`` are the deadlines that turns had when they were over, by their numbers.
    """

    dealt: Position
    turns: tuple[PastTurn, ...] = ()
    left: Mapping[int, int] = field(default_factory=dict)
    due: Mapping[int, datetime | None] = field(default_factory=dict)

    def list_turns_leading_to(self, parent: int) -> tuple[PastTurn, ...]:
        """Return the turns that led to one with that parent, from the first on."""
        played = {turn.number: turn for turn in self.turns}
        line, number = [], parent
        while number in played:
            line.append(played[number])
            number = played[number].parent
        return tuple(reversed(line))
