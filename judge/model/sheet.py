"""The adjudicator's papers: board, entries, sheet, solution, record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from judge.model.map import Location, Map
from judge.model.order import Order
from judge.model.position import Dislodged, Effect, Position, Unit
from judge.model.reason import Reason, Result


class Origin(StrEnum):
    """Where an entry's order came from."""

    GIVEN = "given"
    DEFAULT = "default"
    REPLACED = "replaced"


@dataclass(frozen=True, slots=True)
class Entry:
    """A unit and the order it carries out this turn.

    ``given`` is the player's own wording when it was REPLACED (``why`` says for what reason);
    else it is ``order`` itself.
    """

    unit: Unit
    order: Order
    origin: Origin
    given: Order
    why: Reason | None = None


@dataclass(frozen=True, eq=False)
class Board:
    """The map as it is open this turn, and a memory of what was worked out on it."""

    map: Map
    steps: Mapping[tuple[str, Location], tuple[Location, ...]]
    contacts: Mapping[str, frozenset[str]]
    number: Mapping[str, int]
    """Each province's number, for the sheet."""
    centres: frozenset[str] = frozenset()
    memory: dict[Any, Any] = field(default_factory=dict, repr=False)

    def reach(self, kind: str, at: Location) -> tuple[Location, ...]:
        """Return where a unit of that kind may step to from there this turn."""
        return self.steps.get((kind, at), ())


@dataclass(slots=True)
class Sheet:
    """What the solver works on: one row per unit, everything in row and province numbers.

    ``at`` and ``power`` place a row; ``dest`` is the province it moves to, else -1; ``aids`` the
    row whose order its support fits, else -1. ``backers`` are the rows whose support fits this
    row's order; ``cutters`` the moves that cut this row's act if they have a path.
    ``occupant`` and ``attackers`` are indexed by province. ``routes`` holds, for each move that
    goes by convoy, its fleets: first rows, links from row to rows, last rows.
    """

    entries: tuple[Entry, ...]
    at: list[int]
    power: list[int]
    dest: list[int]
    aids: list[int]
    backers: list[list[int]]
    cutters: list[list[int]]
    occupant: list[int]
    attackers: list[list[int]]
    routes: dict[int, Route]
    notes: dict[int, Reason]
    """Why a row's order cannot help, found while laying (a support that fits no order)."""


@dataclass(frozen=True, slots=True)
class Route:
    """The fleets that offer to ferry one move, as a graph from its start to its end."""

    first: tuple[int, ...]
    links: Mapping[int, tuple[int, ...]]
    last: frozenset[int]


@dataclass(slots=True)
class Solution:
    """What the solver found, row by row; True, False, or None where the question is idle.

    ``path``: a move gets to its destination's border; ``moves``; ``dislodged``; ``acts``: a
    support (or another act) is not cut. ``by`` is the row that decided a failure (the bouncer,
    the cutter, the attacker that sank the convoy), ``dislodger`` the row that drove this one out,
    ``strength`` the [least, most] with which a move was tried, ``against`` what it met.
    ``paradox`` are the convoyed moves that the Szykman rule stopped.
    """

    path: list[int]
    moves: list[int]
    dislodged: list[int]
    acts: list[int]
    by: list[int]
    dislodger: list[int]
    paradox: frozenset[int] = frozenset()


@dataclass(frozen=True)
class PhaseRecord:
    """Everything that happened in one phase; only movement has a sheet and a solution."""

    before: Position
    board: Board
    sheet: Sheet | None
    solution: Solution | None
    results: tuple[Result, ...]
    effects: tuple[Effect, ...]
    after: Position

    @property
    def dislodged(self) -> tuple[Dislodged, ...]:
        """All units driven out in this phase, those without a retreat included."""
        return tuple(effect for effect in self.effects if isinstance(effect, Dislodged))
