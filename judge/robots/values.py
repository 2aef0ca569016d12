"""What places are worth to a power: the worth of centers, spread over the ways that lead there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import count

from judge.model.map import Location, Map
from judge.model.order import Move
from judge.model.position import Unit
from judge.robots.outlook import Outlook

Weights = Sequence[float]
"""How much counts what lies no step away, one, two, ..."""

LAST: Weights = (1000, 100, 30, 10, 6, 5, 4, 3, 2, 1)
"""In the last moves before centers are counted."""
EARLIER: Weights = (100, 1000, 30, 10, 6, 5, 4, 3, 2, 1)
BUILDS: Weights = (1000, 1000, 300, 100, 60, 50, 40, 30, 20, 10)
FAR = len(LAST)
FADING = 5
"""By what the sum of a place and of those next to it is divided, with each step."""

FERRIED = 0.5
"""By how much of it what lies beyond a water counts for who has to be carried over that."""


@dataclass(frozen=True, eq=False)
class KindGraph:
    """The places where a kind of unit can stand, by numbers, and those next to each, itself first.

    A unit that is ferried may cross a sea as well: behind the places come the waters that it can
    be carried over.
    """

    places: tuple[Location, ...]
    provinces: tuple[str, ...]
    near: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=64)
def build_graph_of_kind(game_map: Map, kind: str) -> KindGraph:
    """Return the places of a kind of unit on the bare map."""
    if Move.verb not in game_map.kinds[kind].orders:
        return KindGraph((), (), ())
    provinces = game_map.provinces
    ashore = [(code, at) for code in provinces for at in game_map.list_places_for_kind(kind, code)]
    afloat = list_waters(game_map) if game_map.kinds[kind].convoyed else []
    number = {at: n for n, (_, at) in enumerate(ashore)}
    water = {code: n for n, code in enumerate(afloat, len(ashore))}
    near = [
        (
            n,
            *(number[to] for to in game_map.neighbors(kind, at) if to in number),
            *(water[code] for code in sorted(game_map.contacts[at.province]) if code in water),
        )
        for at, n in number.items()
    ]
    near += [
        (
            n,
            *(m for (shore, _), m in zip(ashore, count()) if shore in game_map.contacts[code]),
            *(water[other] for other in sorted(game_map.contacts[code]) if other in water),
        )
        for code, n in water.items()
    ]
    places = tuple(at for _, at in ashore)
    return KindGraph(places, (*(code for code, _ in ashore), *afloat), tuple(near))


def list_waters(game_map: Map) -> list[str]:
    """Return the provinces over which units are carried."""
    ferrying = [name for name, kind in game_map.kinds.items() if kind.convoys]
    return [
        code
        for code, province in game_map.provinces.items()
        if (province.terrain == "sea" or province.ferries)
        and any(game_map.list_places_for_kind(name, code) for name in ferrying)
    ]


class Values:
    """What each place is worth to a power, by the kind of unit that would stand there.

    The larger the owner of a foreign center, the more it is worth; an own one is worth as much as
    the largest power that is next to it. What is worth something makes the places near it worth
    something.
    """

    def __init__(self, outlook: Outlook, weights: Weights, attack: int, defense: int) -> None:
        self.outlook, self.weights = outlook, weights
        self.attack, self.defense = attack, defense
        self._by_kind: dict[str, Mapping[Location, float]] = {}

    @cached_property
    def worth(self) -> Mapping[str, float]:
        """What each center is worth by itself."""
        outlook = self.outlook
        position, power = outlook.supposed, outlook.power
        counts = dict.fromkeys(position.owners.values(), 0)
        for owner in position.owners.values():
            counts[owner] += 1
        sizes = {owner: c * c + 4 * c + 16 for owner, c in counts.items()}
        threats: dict[str, int] = {}
        for unit in position.units.values():
            if unit.power != power:
                size = sizes.get(unit.power, 16)
                for to in outlook.list_steps_of_unit(unit):
                    if size > threats.get(to.province, 0):
                        threats[to.province] = size
        worth: dict[str, float] = {}
        for code in outlook.variant.map.centers:
            owner = position.owners.get(code, "")
            if code in position.lost:
                continue
            if owner == power:
                worth[code] = self.defense * threats.get(code, 0)
            else:
                worth[code] = self.attack * sizes.get(owner, 16)
        return worth

    def value_places(self, kind: str) -> Mapping[Location, float]:
        """Return what each place is worth for a unit of that kind."""
        values = self._by_kind.get(kind)
        if values is None:
            graph = build_graph_of_kind(self.outlook.variant.map, kind)
            worth = self.worth
            near, ashore = graph.near, len(graph.places)
            now = [worth.get(code, 0.0) for code in graph.provinces]
            total = [value * self.weights[0] for value in now]
            for weight in self.weights[1:]:
                now = [sum([now[n] for n in around]) / FADING for around in near]
                now[ashore:] = [value * FERRIED for value in now[ashore:]]
                total = [t + value * weight for t, value in zip(total, now, strict=True)]
            values = self._by_kind[kind] = dict(zip(graph.places, total, strict=False))
        return values

    def value_unit_at(self, unit: Unit, at: Location) -> float:
        """Return what a place is worth for a unit."""
        return self.value_places(unit.kind).get(at, 0.0)


def value_for_moves(outlook: Outlook, far: int = FAR) -> Values:
    """Return the values that moves are made by, from what lies at most so many steps away."""
    if outlook.variant.calendar.has_center_count(outlook.known.turn):
        return value_for_last_moves(outlook, far)
    return Values(outlook, EARLIER[: far + 1], 700, 300)


def value_for_last_moves(outlook: Outlook, far: int = FAR) -> Values:
    """Return the values that moves are made by where centers are counted right after them."""
    return Values(outlook, LAST[: far + 1], 600, 400)


def value_for_builds(outlook: Outlook) -> Values:
    """Return the values that units are built and removed by."""
    return Values(outlook, BUILDS, 700, 300)
