"""Room on a picture: what is taken, and where something else still fits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from math import dist
from typing import NamedTuple

from judge.model.geometry import Geometry, Spot, rings
from judge.pictures.lines import Line

CELL = 8
"""How fine taken ground is told from free ground."""
ROW = 10_000
MOST = 120
"""How many spots are tried."""

WIDE = {"I": 0.36, "J": 0.38, "M": 0.92, "W": 1.0, " ": 0.32, "/": 0.34}


class Box(NamedTuple):
    """A rectangle of the picture."""

    left: float
    top: float
    right: float
    bottom: float

    def at(self, spot: Spot) -> Box:
        """Return the box moved by as much as the spot is from the origin."""
        x, y = spot
        return Box(self.left + x, self.top + y, self.right + x, self.bottom + y)

    def grown(self, by: float) -> Box:
        """Return the box with a rim around it."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def holds(self, spot: tuple[float, float]) -> bool:
        """Say whether a spot lies in the box."""
        return self.left < spot[0] < self.right and self.top < spot[1] < self.bottom

    def covers(self, other: Box) -> bool:
        """Say whether another box lies in this one."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and other.right <= self.right
            and other.bottom <= self.bottom
        )

    def with_(self, other: Box) -> Box:
        """Return the box around both."""
        left, top = min(self.left, other.left), min(self.top, other.top)
        return Box(left, top, max(self.right, other.right), max(self.bottom, other.bottom))

    def within(self, other: Box) -> Box:
        """Return what two boxes that meet have in common."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        return Box(left, top, min(self.right, other.right), min(self.bottom, other.bottom))

    @property
    def area(self) -> float:
        """How much ground the box covers."""
        return (self.right - self.left) * (self.bottom - self.top)

    def meets(self, other: Box) -> bool:
        """Say whether two boxes cover each other, be it in part."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def width_of(words: str, size: float) -> float:
    """Return how wide bold words come out, a little more rather than less."""
    return size * sum(WIDE.get(each, 0.73 if each.isupper() else 0.64) for each in words)


class Room:
    """What is taken of a picture; beyond its ``frame`` there is nothing."""

    def __init__(self, frame: Box) -> None:
        self.frame = frame
        self.taken: set[int] = set()

    def clash(self, box: Box) -> int:
        """Return how much of a box is taken."""
        return len(self.taken & _cells(box))

    def take(self, box: Box) -> None:
        """Let nothing else stand there."""
        self.taken.update(_cells(box))

    def take_line(self, line: Line) -> None:
        """Let nothing else stand on a line."""
        for cell in {int(y // CELL) * ROW + int(x // CELL) for x, y in dense(line)}:
            self.taken.update((cell, cell - 1, cell + 1, cell - ROW, cell + ROW))

    def crossed(self, line: Line, *apart: Box | None) -> int:
        """Return how much of a line goes through what is taken, the boxes at its ends apart."""
        met = [
            spot
            for spot in dense(line)
            if int(spot[1] // CELL) * ROW + int(spot[0] // CELL) in self.taken
        ]
        return sum(not any(box and box.holds(spot) for box in apart) for spot in met)

    def best(self, box: Box, spots: Iterable[tuple[int, Spot]]) -> Spot:
        """Return the first spot where the box is free, or else the one that suits best.

        With each spot stands what speaks against it anyway.
        """
        found: list[tuple[int, int, Spot]] = []
        for n, (against, spot) in enumerate(spots):
            if found and min(found)[0] <= against:
                break
            here = box.at(spot)
            against += 20 * self.clash(here) + (0 if self.frame.covers(here) else 1000)
            if not against:
                return spot
            found.append((against, n, spot))
        return min(found)[2]


@lru_cache(maxsize=30_000)
def _cells(box: Box) -> frozenset[int]:
    first, last = int(box.left // CELL), int(box.right // CELL)
    rows = range(int(box.top // CELL), int(box.bottom // CELL) + 1)
    return frozenset().union(*(range(row * ROW + first, row * ROW + last + 1) for row in rows))


def dense(line: Line) -> list[tuple[float, float]]:
    """Return spots on a line, none further from the next than a cell."""
    spots: list[tuple[float, float]] = []
    for (x, y), (right, below) in pairwise(line.spots):
        right, below = right - x, below - y
        steps = int(max(abs(right), abs(below)) / CELL) + 1
        spots += [(x + right * n / steps, y + below * n / steps) for n in range(steps)]
    spots.append(line.end)
    return spots


def around(spot: Spot, far: int, step: int = 12) -> Iterator[Spot]:
    """Yield a spot, and those about it from near to far."""
    for x, y in _offsets(far, step):
        yield Spot(spot.x + x, spot.y + y)


@lru_cache(maxsize=4000)
def fits(path: str, box: Box) -> bool:
    """Say whether a box lies within an outline."""
    return ground(path).issuperset(_cells(box))


@lru_cache(maxsize=4000)
def rooms(
    path: str, box: Box, spot: Spot, far: int, land: frozenset[int] = frozenset()
) -> tuple[tuple[int, Spot], ...]:
    """Return spots about one for a box that belongs to an outline, the best first.

    With each stands what speaks against it: how far away it is and how much of the box is outside,
    on other ``land`` the more.
    """
    home, found = ground(path), []
    for n, each in enumerate(around(spot, far)):
        cells = _cells(box.at(each))
        outside = cells - home
        against = len(outside) + len(outside & land) // 2 + int(dist(spot, each)) // 5
        found.append((against, n, each))
    return tuple((against, each) for against, _, each in sorted(found)[:MOST])


@lru_cache(maxsize=16)
def _offsets(far: int, step: int) -> tuple[tuple[int, int], ...]:
    """Return steps away from a spot, near ones close to each other and far ones not."""
    offsets = {
        (x * pace, y * pace)
        for pace, reach in ((step, 2 * step), (2 * step, far))
        for x in range(-(reach // pace), reach // pace + 1)
        for y in range(-(reach // pace), reach // pace + 1)
    }
    return tuple(sorted(offsets, key=lambda o: (o[0] ** 2 + o[1] ** 2, o)))


@lru_cache(maxsize=4000)
def ground(path: str) -> frozenset[int]:
    """Return the cells whose middle lies within an outline."""
    crossings: dict[int, list[float]] = {}
    for ring in rings(path):
        for one, other in zip(ring, (*ring[1:], ring[0]), strict=True):
            (x, y), (right, below) = sorted((one, other), key=lambda spot: spot.y)
            for row in range(_middle(y), _middle(below)):
                at = (row + 0.5) * CELL
                crossings.setdefault(row, []).append(x + (at - y) * (right - x) / (below - y))
    cells: set[int] = set()
    for row, ends in crossings.items():
        ends.sort()
        for left, end in zip(ends[::2], ends[1::2], strict=True):
            cells.update(row * ROW + column for column in range(_middle(left), _middle(end)))
    return frozenset(cells)


@lru_cache(maxsize=16)
def together(paths: tuple[str, ...]) -> frozenset[int]:
    """Return the cells within any of some outlines."""
    return frozenset().union(*(ground(path) for path in paths))


def _middle(value: float) -> int:
    """Return the first cell whose middle lies there or beyond."""
    return int((value + CELL / 2) // CELL)


@lru_cache(maxsize=4000)
def extent(path: str) -> Box:
    """Return the box around an outline."""
    spots = [spot for ring in rings(path) for spot in ring]
    across, down = zip(*spots, strict=True)
    return Box(min(across), min(down), max(across), max(down))


@lru_cache(maxsize=16)
def around_world(geometry: Geometry) -> bool:
    """Say whether the picture shows the whole world: some space is at both its edges."""
    width = geometry.size[0]
    boxes = (extent(shape.path) for shape in geometry.shapes.values())
    return any(box.left <= 1 and box.right >= width - 1 for box in boxes)
