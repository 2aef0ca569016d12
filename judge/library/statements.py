"""What a rules text says about its board, stated in ``map.toml`` and proved on the map.

Each ``[[statements]]`` row ``cites`` its source and holds lists of any of these kinds; ``A B 2`` is
two spaces and a number of steps over any border.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from typing import Annotated

from pydantic import AfterValidator, Field, ValidationInfo

from judge.model.map import Location, Map, Way
from judge.model.paths import steps_from
from judge.tables import Table, known


def _spaces_exist(text: str, info: ValidationInfo) -> str:
    for word in text.split():
        if not word.isdigit() and word not in ("in", "land", "water"):
            known("space", word, info)
    return text


_Known = AfterValidator(_spaces_exist)
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


def broken(game_map: Map, rows: Iterable[StatementTable]) -> Iterator[str]:
    """Yield a sentence for each statement that does not hold."""
    for row in rows:
        for kind, holds in KINDS.items():
            for item in getattr(row, kind):
                if not holds(game_map, *item.split()):
                    yield f"{row.cites}: {kind} {item} does not hold"


def distance(game_map: Map, start: str, end: str) -> int:
    """Return the steps over any border between two provinces, or the number of all if none lead."""
    steps = dict(steps_from([start], game_map.contacts.__getitem__))
    return steps.get(end, len(game_map.provinces))


def _within(game_map: Map, start: str, end: str, steps: str) -> bool:
    return distance(game_map, start, end) <= int(steps)


def _beyond(game_map: Map, start: str, end: str, steps: str) -> bool:
    return distance(game_map, start, end) > int(steps)


def _border(game_map: Map, start: str, end: str, way: Way) -> bool:
    ends = game_map.ways_out.get((Location.of(start), way), ())
    return Location.of(end) in ends


def _no_border(game_map: Map, start: str, end: str, way: Way) -> bool:
    return not _border(game_map, start, end, way)


def _surround(game_map: Map, *codes: str) -> bool:
    """Before ``in``: the ring; behind it: all that the ring encloses."""
    cut = codes.index("in")
    ring, inside = set(codes[:cut]), set(codes[cut + 1 :])
    return {near for code in inside for near in game_map.contacts[code]} - inside == ring


def _many_coasts(game_map: Map, *codes: str) -> bool:
    return {p.code for p in game_map.provinces.values() if p.coasts} == set(codes)


def _center(game_map: Map, *codes: str) -> bool:
    return all(game_map.provinces[code].center for code in codes)


def _no_center(game_map: Map, *codes: str) -> bool:
    return not any(game_map.provinces[code].center for code in codes)


def _homes_within(game_map: Map, steps: str) -> bool:
    return all(
        any(_within(game_map, a, b, steps) for a in one.homes for b in other.homes)
        for one, other in combinations(game_map.powers.values(), 2)
    )


def _homes(game_map: Map, power: str, *codes: str) -> bool:
    sides = [p for p in game_map.powers.values() if power in (p.name, *p.aliases)]
    return bool(sides) and set(codes) <= set(sides[0].homes)


def _home_count(game_map: Map, count: str) -> bool:
    return all(len(power.homes) == int(count) for power in game_map.powers.values())


def _ferry(game_map: Map, *codes: str) -> bool:
    return {p.code for p in game_map.provinces.values() if p.ferries} == set(codes)


def _no_ferry(game_map: Map, *codes: str) -> bool:
    return not any(game_map.provinces[code].ferries for code in codes)


def _no_fleet(game_map: Map, *codes: str) -> bool:
    return not any(game_map.coastal(code) for code in codes)


KINDS: Mapping[str, Callable[..., bool]] = {
    "within": _within,
    "beyond": _beyond,
    "border": _border,
    "no_border": _no_border,
    "surround": _surround,
    "many_coasts": _many_coasts,
    "center": _center,
    "no_center": _no_center,
    "homes": _homes,
    "home_count": _home_count,
    "homes_within": _homes_within,
    "ferry": _ferry,
    "no_ferry": _no_ferry,
    "no_fleet": _no_fleet,
}
