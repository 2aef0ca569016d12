"""The adjudicator's papers: board, entries, sheet, solution, record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from judge.model.map import Location, Map
from judge.model.memory import Memory
from judge.model.order import Act, Order
from judge.model.paths import steps_from
from judge.model.position import Dislodged, Effect, Moved, Position, Unit
from judge.model.reason import Reason, Result


@dataclass(frozen=True, slots=True)
class Entry:
    """A unit and the order it carries out this turn.

    ``given`` is what the player wrote, which ``order`` was made from, or which it stands in for
    because that is void for the reason ``why``. Provinces by number, -1 for none: ``at`` where the
    unit stands, ``dest`` where a move goes, ``of`` and ``into`` what a support or a convoy is for;
    ``coast`` is that of the move's or support's destination. ``by_land`` says that a move needs
    no convoy, ``by_convoy`` that it asks for one, ``ferries`` that the unit could convoy where it
    stands, ``acts`` that the order is one which attacks cut. ``done`` and ``step`` are the result
    and the effect if nothing stops it. ``power`` and ``place`` (a province's code) are the unit's.
    """

    unit: Unit
    order: Order
    given: Order
    done: Result
    at: int
    why: Reason | None = None
    dest: int = -1
    of: int = -1
    into: int = -1
    coast: str = ""
    by_land: bool = False
    by_convoy: bool = False
    ferries: bool = False
    step: Moved | None = None
    power: str = field(init=False)
    place: str = field(init=False)
    acts: bool = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "power", self.unit.power)
        object.__setattr__(self, "place", self.unit.at.province)
        object.__setattr__(self, "acts", isinstance(self.order, Act))


@dataclass(frozen=True, eq=False)
class OpenBoard:
    """The map as it is open this turn, and a memory of what was worked out on it."""

    map: Map
    steps: Mapping[tuple[str, Location], tuple[Location, ...]]
    closed: Mapping[tuple[str, Location, Location], Reason] = field(default_factory=dict)
    """Why a step that the map offers a kind of unit is not open."""
    memory: Memory = field(default_factory=Memory, repr=False)

    def reach(self, kind: str, at: Location) -> tuple[Location, ...]:
        """Return where a unit of that kind may step to from there this turn."""
        return self.steps.get((kind, at), ())


@dataclass(frozen=True, slots=True)
class Route:
    """The fleets that offer to ferry one move, as rows: a graph from its start to its end."""

    first: tuple[int, ...]
    links: Mapping[int, tuple[int, ...]]
    last: frozenset[int]

    def joins(self, afloat: Callable[[Iterable[int]], Iterable[int]]) -> bool:
        """Say whether those of the fleets that are afloat make a whole way."""
        first = afloat(self.first)
        if not self.last.isdisjoint(first):
            return True  # over one sea, as most go
        way = steps_from(first, lambda fleet: afloat(self.links[fleet]))
        return any(fleet in self.last for fleet, _ in way)


@dataclass(slots=True)
class Sheet:
    """What the solver works on: a row for each entry, everything in row and province numbers.

    ``at`` and ``power`` place a row; ``dest`` is the province it moves to, else -1. ``backers``
    are the rows whose support fits this row's order; ``cutters`` the moves that cut this row's
    act if they have a path. ``occupant`` (a row or -1) and ``attackers`` (the moves there) go by
    province. ``routes`` holds the fleets of each move that goes by convoy. ``notes`` are the
    results of acts and convoys that help nobody. ``weak`` has the strength of moves that go
    over a border where it is less than one.
    """

    entries: tuple[Entry, ...]
    at: list[int]
    power: list[str]
    dest: list[int]
    backers: list[tuple[int, ...]]
    cutters: list[tuple[int, ...]]
    acts: list[int]
    occupant: dict[int, int]
    attackers: dict[int, list[int]]
    routes: dict[int, Route]
    notes: dict[int, Result]
    weak: dict[int, float] = field(default_factory=dict)

    def head_on(self, row: int, rival: int) -> bool:
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


@dataclass(frozen=True)
class PhaseRecord:
    """Everything that happened in one phase; only movement has a sheet and a solution."""

    before: Position
    board: OpenBoard
    sheet: Sheet | None
    solution: Solution | None
    results: tuple[Result, ...]
    effects: tuple[Effect, ...]
    after: Position

    @property
    def dislodged(self) -> tuple[Dislodged, ...]:
        """All units driven out in this phase, those without a retreat included.

        Of two effects on one unit the later holds: a rule may bar some of its retreats.
        """
        driven = {e.unit: e for e in self.effects if isinstance(e, Dislodged)}
        return tuple(driven.values())
