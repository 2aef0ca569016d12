"""What a rules text says about its board, stated in ``map.toml`` and proved on the map.

Each ``[[statements]]`` row ``cites`` its source and holds lists of any of these kinds; ``A B 2`` is
two spaces and a number of steps over any border.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Annotated

from pydantic import AfterValidator, Field, ValidationInfo

from judge.model.map import Location, Map, Way
from judge.model.paths import list_distances_from
from judge.tables import Table, check_known_name


def _check_spaces(text: str, info: ValidationInfo) -> str:
    for word in text.split():
        if not word.isdigit() and word not in ("in", "land", "water"):
            check_known_name("space", word, info)
    return text


_Known = AfterValidator(_check_spaces)
Spaces = Annotated[str, _Known]
Steps = Annotated[str, Field(pattern=r"^\S+ \S+ \d+$"), _Known]
Border = Annotated[str, Field(pattern=r"^\S+ \S+ (land|water)$"), _Known]
Number = Annotated[str, Field(pattern=r"^\d+$")]


class StatementTable(Table):
    """A row of ``[[statements]]``: lists of what must hold, and where that is written."""

    cites: str
    within: tuple[Steps, ...] = ()
    beyond: tuple[Steps, ...] = ()
    border: tuple[Border, ...] = ()
    no_border: tuple[Border, ...] = ()
    surround: tuple[Annotated[Spaces, Field(pattern=" in ")], ...] = ()
    many_coasts: tuple[Spaces, ...] = ()
    center: tuple[Spaces, ...] = ()
    no_center: tuple[Spaces, ...] = ()
    homes: tuple[str, ...] = ()
    home_count: tuple[Number, ...] = ()
    homes_within: tuple[Number, ...] = ()
    ferry: tuple[Spaces, ...] = ()
    no_ferry: tuple[Spaces, ...] = ()
    no_fleet: tuple[Spaces, ...] = ()


def list_broken_statements(game_map: Map, rows: Iterable[StatementTable]) -> Iterator[str]:
    """Yield a sentence for each statement that does not hold."""
    proof = _Proof(game_map)
    for row in rows:
        for kind, items in row:
            for item in items if kind != "cites" else ():
                if not getattr(proof, kind)(*item.split()):
                    yield f"{row.cites}: {kind} {item} does not hold"


def measure_distance(game_map: Map, start: str, end: str) -> int:
    """Return the steps over any border between two provinces, or the number of all if none lead."""
    steps = dict(list_distances_from([start], game_map.contacts.__getitem__))
    return steps.get(end, len(game_map.provinces))


class _Proof:
    """Says of each kind of statement whether it holds; its words are the arguments."""

    def __init__(self, game_map: Map) -> None:
        self.map = game_map
        self.spaces = game_map.provinces
        self.powers = game_map.powers.values()

    def within(self, start: str, end: str, steps: str) -> bool:
        return measure_distance(self.map, start, end) <= int(steps)

    def beyond(self, start: str, end: str, steps: str) -> bool:
        return not self.within(start, end, steps)

    def border(self, start: str, end: str, way: Way) -> bool:
        return Location.from_text(end) in self.map.targets_by_way.get(
            (Location.from_text(start), way), ()
        )

    def no_border(self, start: str, end: str, way: Way) -> bool:
        return not self.border(start, end, way)

    def surround(self, *codes: str) -> bool:
        """Before ``in``: the ring; behind it: all that the ring encloses."""
        cut = codes.index("in")
        ring, inside = set(codes[:cut]), set(codes[cut + 1 :])
        return {near for code in inside for near in self.map.contacts[code]} - inside == ring

    def many_coasts(self, *codes: str) -> bool:
        return {code for code, space in self.spaces.items() if space.coasts} == set(codes)

    def center(self, *codes: str) -> bool:
        return all(self.spaces[code].center for code in codes)

    def no_center(self, *codes: str) -> bool:
        return not any(self.spaces[code].center for code in codes)

    def homes(self, power: str, *codes: str) -> bool:
        sides = [side for side in self.powers if power in (side.name, *side.aliases)]
        return bool(sides) and set(codes) <= set(sides[0].homes)

    def home_count(self, count: str) -> bool:
        return all(len(power.homes) == int(count) for power in self.powers)

    def homes_within(self, steps: str) -> bool:
        return all(
            any(self.within(a, b, steps) for a in power.homes for b in other_power.homes)
            for power, other_power in combinations(self.powers, 2)
        )

    def ferry(self, *codes: str) -> bool:
        return {code for code, space in self.spaces.items() if space.ferries} == set(codes)

    def no_ferry(self, *codes: str) -> bool:
        return not any(self.spaces[code].ferries for code in codes)

    def no_fleet(self, *codes: str) -> bool:
        return not any(self.map.is_coastal(code) for code in codes)
