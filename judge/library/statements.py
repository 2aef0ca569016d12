"""What a rules text says about its board, stated in ``map.toml`` and proved on the map.

Each ``[[statements]]`` row ``cites`` its source and holds lists of any of these kinds; ``A B 2`` is
two spaces and a number of steps over any border.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any

from judge.model.map import Location, Map, Way


def broken(board: Map, rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield a sentence for each statement that does not hold."""
    for row in rows:
        for kind, items in row.items():
            for item in items if kind in KINDS else ():
                if not KINDS[kind](board, *item.split()):
                    yield f"{row['cites']}: {kind} {item} does not hold"


def distance(board: Map, start: str, end: str) -> int:
    """Return the steps over any border between two provinces, or the number of all if none lead."""
    seen, frontier, steps = {start}, {start}, 0
    while frontier and end not in seen:
        frontier = {near for code in frontier for near in board.contacts[code]} - seen
        seen |= frontier
        steps += 1
    return steps if end in seen else len(board.provinces)


def _within(board: Map, start: str, end: str, steps: str) -> bool:
    return distance(board, start, end) <= int(steps)


def _beyond(board: Map, start: str, end: str, steps: str) -> bool:
    return distance(board, start, end) > int(steps)


def _border(board: Map, start: str, end: str, way: Way) -> bool:
    ends = board.ways_out.get((Location.of(start), way), ())
    return Location.of(end) in ends


def _no_border(board: Map, start: str, end: str, way: Way) -> bool:
    return not _border(board, start, end, way)


def _surround(board: Map, *codes: str) -> bool:
    """Before ``in``: the ring; behind it: all that the ring encloses."""
    cut = codes.index("in")
    ring, inside = set(codes[:cut]), set(codes[cut + 1 :])
    return {near for code in inside for near in board.contacts[code]} - inside == ring


def _many_coasts(board: Map, *codes: str) -> bool:
    return {p.code for p in board.provinces.values() if p.coasts} == set(codes)


def _centre(board: Map, *codes: str) -> bool:
    return all(board.provinces[code].centre for code in codes)


def _no_centre(board: Map, *codes: str) -> bool:
    return not any(board.provinces[code].centre for code in codes)


def _homes_within(board: Map, steps: str) -> bool:
    return all(
        any(_within(board, a, b, steps) for a in one.homes for b in other.homes)
        for one, other in combinations(board.powers.values(), 2)
    )


def _homes(board: Map, power: str, *codes: str) -> bool:
    sides = [p for p in board.powers.values() if power in (p.name, *p.aliases)]
    return bool(sides) and set(codes) <= set(sides[0].homes)


def _home_count(board: Map, count: str) -> bool:
    return all(len(power.homes) == int(count) for power in board.powers.values())


def _ferry(board: Map, *codes: str) -> bool:
    return {p.code for p in board.provinces.values() if p.ferries} == set(codes)


def _no_ferry(board: Map, *codes: str) -> bool:
    return not any(board.provinces[code].ferries for code in codes)


def _no_fleet(board: Map, *codes: str) -> bool:
    return not any(board.coastal(code) for code in codes)


KINDS: Mapping[str, Callable[..., bool]] = {
    "within": _within,
    "beyond": _beyond,
    "border": _border,
    "no_border": _no_border,
    "surround": _surround,
    "many_coasts": _many_coasts,
    "centre": _centre,
    "no_centre": _no_centre,
    "homes": _homes,
    "home_count": _home_count,
    "homes_within": _homes_within,
    "ferry": _ferry,
    "no_ferry": _no_ferry,
    "no_fleet": _no_fleet,
}
