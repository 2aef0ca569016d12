"""The adjudicator's papers: board, sheet, solution, record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, overload

from judge.model.map import Location, Map
from judge.model.memory import AnswerMemory
from judge.model.order import Order
from judge.model.paths import list_distances_from
from judge.model.position import Dislodged, Effect, Position, Unit
from judge.model.reason import Reason, Result


@dataclass(frozen=True, eq=False)
class OpenBoard:
    """The map as it is open this turn, and a memory of what was worked out on it."""

    map: Map
    steps: Mapping[tuple[str, Location], tuple[Location, ...]]
    closed: Mapping[tuple[str, Location, Location], Reason] = field(default_factory=dict)
    """Why a step that the map offers a kind of unit is not open."""
    memory: AnswerMemory = field(default_factory=AnswerMemory, repr=False)

    def list_open_steps(self, kind: str, at: Location) -> tuple[Location, ...]:
        """Return where a unit of that kind may step to from there this turn."""
        return self.steps.get((kind, at), ())


@dataclass(frozen=True, slots=True)
class Route:
    """The fleets that offer to ferry one move, as rows: a graph from its start to its end."""

    first: tuple[int, ...]
    links: Mapping[int, tuple[int, ...]]
    last: frozenset[int]

    def has_whole_way(self, afloat: Callable[[Iterable[int]], Iterable[int]]) -> bool:
        """Say whether those of the fleets that are afloat make a whole way."""
        first = afloat(self.first)
        if not self.last.isdisjoint(first):
            return True  # over one sea, as most go
        way = list_distances_from(first, lambda fleet: afloat(self.links[fleet]))
        return any(fleet in self.last for fleet, _ in way)


@dataclass(slots=True)
class Sheet:
    """What the solver works on: a row for each unit, in the board's order; provinces by code.

    ``orders`` are carried out. ``void`` holds the results of orders that are void by themselves:
    a hold stands in for each; ``silent`` are the rows that were given none. ``at`` and ``power``
    place a row; ``dest`` is the province it moves to, else "". ``afar`` are the moves that no step
    of the unit's own makes, ``sailing`` those and all that ask for a convoy, ``acts`` the orders
    which attacks cut, ``offers`` those to convoy, by where their armies stand. ``backers`` are the
    rows whose support fits this row's order; ``cutters`` the moves that cut this row's act if they
    have a path. ``occupant`` (a row) and ``attackers`` (the moves there) go by province.
    ``routes`` holds the fleets of each move that goes by convoy. ``notes`` are the results of acts
    and convoys that help nobody. ``weak`` has the strength of moves that go over a border where it
    is less than one.
    """

    units: tuple[Unit, ...]
    at: list[str]
    power: list[str]
    dest: list[str]
    backers: list[tuple[int, ...]]
    cutters: list[tuple[int, ...]]
    occupant: dict[str, int]
    orders: list[Order] = field(default_factory=list)
    void: dict[int, Result] = field(default_factory=dict)
    silent: set[int] = field(default_factory=set)
    afar: set[int] = field(default_factory=set)
    sailing: list[int] = field(default_factory=list)
    acts: list[int] = field(default_factory=list)
    offers: dict[str, list[int]] = field(default_factory=dict)
    attackers: dict[str, list[int]] = field(default_factory=dict)
    routes: dict[int, Route] = field(default_factory=dict)
    notes: dict[int, Result] = field(default_factory=dict)
    weak: dict[int, float] = field(default_factory=dict)

    @classmethod
    def from_units(cls, units: Mapping[str, Unit]) -> Sheet:
        """Return a sheet of these units, by their provinces, without orders."""
        rows = len(units)
        return cls(
            units=tuple(units.values()),
            at=list(units),
            power=[unit.power for unit in units.values()],
            dest=[""] * rows,
            backers=[()] * rows,
            cutters=[()] * rows,
            occupant=dict(zip(units, range(rows), strict=True)),
        )

    def is_head_on(self, row: int, rival: int) -> bool:
        """Say whether two units move against each other, neither of them by convoy."""
        return (
            self.dest[rival] == self.at[row]
            and self.dest[row] == self.at[rival]
            and row not in self.routes
            and rival not in self.routes
        )


@dataclass(slots=True)
class Solution:
    """What the solver found, row by row, as 1 (yes) or 0 (no).

    ``path``: the move gets to its destination's border; ``moves``: it succeeds; ``dislodged``;
    ``acts``: the row's act is not cut. ``paradox`` are the convoyed moves that the Szykman rule
    stopped (DATC 4.A.2).
    """

    path: list[int]
    moves: list[int]
    dislodged: list[int]
    acts: list[int]
    paradox: frozenset[int] = frozenset()


class Results(Sequence[Result]):
    """The results of a phase, worked out when somebody looks at them."""

    def __init__(self, find: Callable[[], Sequence[Result]]) -> None:
        self._find = find

    @cached_property
    def _found_results(self) -> tuple[Result, ...]:
        return tuple(self._find())

    def __len__(self) -> int:
        return len(self._found_results)

    @overload
    def __getitem__(self, index: int) -> Result: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Result, ...]: ...
    def __getitem__(self, index: int | slice) -> Result | tuple[Result, ...]:
        return self._found_results[index]

    def __eq__(self, other: object) -> bool:
        return self._found_results == (
            other._found_results if isinstance(other, Results) else other
        )

    def __hash__(self) -> int:
        return hash(self._found_results)

    def __repr__(self) -> str:
        return repr(self._found_results)


class PhaseRecord(NamedTuple):
    """Everything that happened in one phase; only movement has a sheet and a solution."""

    before: Position
    board: OpenBoard
    sheet: Sheet | None
    solution: Solution | None
    results: Sequence[Result]
    effects: tuple[Effect, ...]
    after: Position

    @property
    def dislodged(self) -> tuple[Dislodged, ...]:
        """All units driven out in this phase, those without a retreat included.

        Of two effects on one unit the later holds: a rule may bar some of its retreats.
        """
        driven = {e.unit: e for e in self.effects if isinstance(e, Dislodged)}
        return tuple(driven.values())
