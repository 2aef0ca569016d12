"""The board as printed: provinces, coasts, borders, powers and kinds of unit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

Terrain = Literal["land", "sea"]
"""What a province is. A coastal province is land that some water leg touches."""

Way = Literal["land", "water"]
"""What a border lets through: feet (and wheels, and wings) or keels."""


class Location(NamedTuple):
    """A place a unit can stand: a province and, where it matters, one of its coasts."""

    province: str
    coast: str = ""

    def __str__(self) -> str:
        return f"{self.province}/{self.coast}" if self.coast else self.province

    @classmethod
    def from_text(cls, text: str) -> Location:
        """Return the location that ``str`` wrote: ``STP/sc`` or ``MUN``."""
        province, _, coast = text.partition("/")
        return cls(province, coast)


@dataclass(frozen=True, slots=True)
class Province:
    """One space of the board.

    ``code`` is the hobby's short name and the key everywhere; ``coasts`` is empty unless fleets
    must tell its shores apart; ``ferries`` says that a unit which convoys may do so from here.
    ``article``: a sentence says "the" before its name. ``people`` are words for what is of it:
    Venetian.
    """

    code: str
    name: str
    terrain: Terrain
    center: bool = False
    coasts: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    ferries: bool = False
    article: bool = False
    people: tuple[str, ...] = ()


class Leg(NamedTuple):
    """One border, one way: units that travel by ``way`` may step from origin to target."""

    origin: Location
    target: Location
    way: Way


@dataclass(frozen=True, slots=True)
class Span:
    """How far an act reaches: ``range`` steps over the kind's own legs or over any contact."""

    range: int = 1
    over: Literal["legs", "contact"] = "legs"


@dataclass(frozen=True, slots=True)
class UnitKind:
    """What a sort of unit can do. ``code`` is its letter in canonical orders and reports.

    ``travels`` are the ways it moves by; ``orders`` the order types (their ``verb``) it may be
    given in a movement phase; ``support`` and ``carry`` how far it acts; ``convoys`` whether it
    ferries others, ``convoyed`` whether it may be ferried, ``retreats`` whether it survives
    dislodgement; ``limit`` is the most of them one power may have on the board. One that
    ``blockades`` takes no center; one of another power that it is in counts for nobody.
    """

    name: str
    code: str
    codes: tuple[str, ...] = ()
    travels: frozenset[Way] = frozenset()
    orders: frozenset[str] = frozenset({"hold", "move", "support"})
    support: Span = Span()
    carry: Span | None = None
    receives_support: bool = True
    convoys: bool = False
    convoyed: bool = False
    retreats: bool = True
    blockades: bool = False
    limit: int | None = None
    disorder: int = 0
    """Rank in civil disorder: of two units equally far away the lower rank is removed first."""

    @property
    def can_fly(self) -> bool:
        """Whether land and water are all the same to it, and coasts too."""
        return self.travels == {"land", "water"}


@dataclass(frozen=True, slots=True)
class Power:
    """A side of the game. ``letter`` is empty where initials are not unique.

    ``capital`` is one of the ``homes``, or empty where the rules know no capitals. ``sign`` is a
    character that no mail can carry: it spells a power that goes by a name of its player's choice,
    and is all that does; ``name`` is then an id that nobody is told.
    """

    name: str
    adjective: str
    letter: str = ""
    homes: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    capital: str = ""
    sign: str = ""


class Canal(NamedTuple):
    """A point where two lands and two waters meet; all of them adjoin there."""

    name: str
    lands: tuple[str, ...]
    waters: tuple[str, ...]


class Corner(NamedTuple):
    """A point where lands meet; all of them adjoin there."""

    name: str
    lands: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Map:
    """A board. Provinces and kinds keep the order of their file; lookups are by code and name.

    ``regions`` are the parts of the board by their names, if it has any: every space is in one.
    """

    name: str
    provinces: Mapping[str, Province]
    legs: tuple[Leg, ...]
    kinds: Mapping[str, UnitKind]
    powers: Mapping[str, Power]
    contacts: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Neighbors by any border, seasonal and canal borders included."""
    regions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    canals: tuple[Canal, ...] = ()
    corners: tuple[Corner, ...] = ()
    narrows: Mapping[frozenset[str], float] = field(default_factory=dict)
    """Borders that units cross with less strength than one, and over which nothing supports."""

    @cached_property
    def targets_by_way(self) -> Mapping[tuple[Location, Way], tuple[Location, ...]]:
        """Where one step by a way leads from a location."""
        out: defaultdict[tuple[Location, Way], list[Location]] = defaultdict(list)
        for leg in self.legs:
            out[leg.origin, leg.way].append(leg.target)
        return {key: tuple(targets) for key, targets in out.items()}

    @cached_property
    def province_numbers(self) -> Mapping[str, int]:
        """Each province's number, in the file's order."""
        return {code: i for i, code in enumerate(self.provinces)}

    @cached_property
    def centers(self) -> tuple[str, ...]:
        """The codes of all supply centers, in the file's order."""
        return tuple(p.code for p in self.provinces.values() if p.center)

    @cached_property
    def blockading_kinds(self) -> frozenset[str]:
        """The kinds of unit that blockade centers."""
        return frozenset(name for name, kind in self.kinds.items() if kind.blockades)

    def _list_locations_in(self, province: str) -> tuple[Location, ...]:
        """Return a province as a whole, and each of its coasts."""
        coasts = self.provinces[province].coasts
        return (Location(province), *(Location(province, coast) for coast in coasts))

    def can_stand(self, kind: str, at: Location) -> bool:
        """Say whether a unit of this kind can stand there at all (its coast rightly given)."""
        travels = self.kinds[kind].travels
        if self.kinds[kind].can_fly:
            return not at.coast
        if "land" in travels and not at.coast and self.provinces[at.province].terrain == "land":
            return True
        return "water" in travels and (at, "water") in self.targets_by_way

    def list_places_for_kind(self, kind: str, province: str) -> tuple[Location, ...]:
        """Return the locations of a province where that kind can stand: none, one, or coasts."""
        return self._places_by_kind[kind, province]

    @cached_property
    def _places_by_kind(self) -> Mapping[tuple[str, str], tuple[Location, ...]]:
        return {
            (kind, code): tuple(
                at for at in self._list_locations_in(code) if self.can_stand(kind, at)
            )
            for kind in self.kinds
            for code in self.provinces
        }

    def neighbors(self, kind: str, at: Location) -> tuple[Location, ...]:
        """Return where a unit of this kind may step to from there on the bare map."""
        return self.steps.get((kind, at), ())

    @cached_property
    def steps(self) -> Mapping[tuple[str, Location], tuple[Location, ...]]:
        """Where each kind of unit may step to from each location on the bare map."""
        steps: defaultdict[tuple[str, Location], list[Location]] = defaultdict(list)
        for name, kind in self.kinds.items():
            for way in ("land", "water"):
                for leg in self.legs if way in kind.travels else ():
                    if leg.way == way and kind.can_fly:
                        start, end = leg.origin.province, leg.target.province
                        steps[name, Location(start)].append(Location(end))
                    elif leg.way == way:
                        steps[name, leg.origin].append(leg.target)
        return {key: tuple(dict.fromkeys(targets)) for key, targets in steps.items()}

    def is_coastal(self, province: str) -> bool:
        """Say whether a province is land with a shore."""
        if self.provinces[province].terrain == "sea":
            return False
        return any((at, "water") in self.targets_by_way for at in self._list_locations_in(province))
