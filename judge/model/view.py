"""What one reader may see: the only thing letters are made from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, NamedTuple

from judge.model.position import Dislodged, Effect, Ended, Fact, Unit
from judge.model.reason import Reason, Result
from judge.model.turn import Turn


class Sight(NamedTuple):
    """How far a reader sees. None means everything.

    ``provinces`` are the spaces whose units they see, ``centers`` those of whose centers they see
    the owner.
    """

    provinces: frozenset[str] | None = None
    centers: frozenset[str] | None = None

    def is_in_sight(self, province: str) -> bool:
        """Say whether a province is in sight."""
        return self.provinces is None or province in self.provinces


@dataclass(frozen=True, slots=True)
class View:
    """One reader's picture of the board, and of the phase that led to it if there was one.

    ``powers`` are the reader's own (none for observers, whose ``reader`` is "observer", and for
    the master, "master"). ``units`` are those seen standing, ``dislodged`` those seen waiting to
    retreat, ``owners`` the owners of the centers seen. ``results`` and ``effects`` belong to
    ``played``, the turn just adjudicated; they are empty and None where nothing was. ``due`` says
    for each power seen how many builds (positive) or removals (negative) it has to order, ``sites``
    in an adjustment phase the provinces where each of the reader's powers may build. ``votes`` are
    those that each power has in the council, where there is one.

    ``whole`` is false where the reader does not see everything: then ``dislodged_foreign`` are
    foreign units seen waiting to retreat, and ``sightings`` tell what came, went, was found and was
    lost. ``names`` say how the reader knows powers that go by other names than the map's.
    """

    reader: str
    powers: tuple[str, ...]
    turn: Turn
    seen: frozenset[str]
    units: tuple[Unit, ...]
    dislodged: tuple[Dislodged, ...]
    owners: Mapping[str, str]
    homes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    contacts: tuple[str, ...] = ()
    facts: frozenset[Fact] = frozenset()
    due: Mapping[str, int] = field(default_factory=dict)
    sites: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    votes: Mapping[str, int] = field(default_factory=dict)
    lost: frozenset[str] = frozenset()
    ended: Ended | None = None
    played: Turn | None = None
    results: tuple[Result, ...] = ()
    effects: tuple[Effect, ...] = ()
    whole: bool = True
    dislodged_foreign: tuple[Unit, ...] = ()
    sightings: tuple[Reason, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    watched: frozenset[str] = frozenset()
    """The centers whose owners the reader sees; those without one are in no ``owners``."""
    former: Mapping[str, str] = field(default_factory=dict)
    """The owners before the phase just played, of powers that the reader sees whole."""
    closed: frozenset[str] = frozenset()
    """The spaces that nothing can enter in this season."""
    destroyed: frozenset[str] = frozenset()
    """The spaces seen that are closed for ever."""

    @property
    def is_blank(self) -> bool:
        """Whether the reader sees no unit and no center, and not the whole board."""
        return not (self.whole or self.units or self.owners or self.dislodged)

    @property
    def usable_names(self) -> dict[str, str]:
        """The names by which the reader may call powers in their mails, each with its power."""
        usable = self.names if self.whole else {*self.powers, *self.contacts}
        return {name: power for power, name in self.names.items() if power in usable}

    def units_of(self, power: str) -> tuple[Unit, ...]:
        """Return the units of a power that the reader sees."""
        return tuple(unit for unit in self.units if unit.power == power)

    def centers_of(self, power: str) -> tuple[str, ...]:
        """Return the centers of a power that the reader sees, sorted by code."""
        return tuple(sorted(code for code, owner in self.owners.items() if owner == power))


_NAMES = tuple(item.name for item in fields(View))
ALL: Callable[[View], tuple[Any, ...]] = attrgetter(*_NAMES)
"""Returns all that a view holds."""
BUT_READER: Callable[[View], tuple[Any, ...]] = attrgetter(
    *(name for name in _NAMES if name not in ("reader", "powers", "contacts", "sites"))
)
"""Returns what a view holds, but for what differs between readers who see the same."""
BUT_RESULTS: Callable[[View], tuple[Any, ...]] = attrgetter(
    *(name for name in _NAMES if name != "results")
)
"""Returns what a view holds, but for what became of the orders."""
RESULTS: Callable[[View], tuple[Any, ...]] = attrgetter("results")
"""Returns what became of the orders, one by one."""


class ViewKey:
    """A view as a key: like any other of which the same things are the very same objects."""

    __slots__ = ("_ids", "view")

    def __init__(self, view: View, held: Callable[[View], tuple[Any, ...]]) -> None:
        self.view = view
        self._ids = tuple(map(id, held(view)))

    def __hash__(self) -> int:
        return hash(self._ids)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ViewKey) and self._ids == other._ids
