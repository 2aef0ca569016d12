"""Room on a picture: what is taken, and where something else still fits."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import dist

from judge.model.geometry import Geometry, Spot, rings
from judge.pictures.cells import CELL, Box, Cells
from judge.pictures.lines import Line

STEP = 12
"""How far the spots near a place are from each other."""
MOST = 120
"""How many spots are tried."""

NOTHING = Cells()

WIDE = {"I": 0.36, "J": 0.38, "M": 0.92, "W": 1.0, " ": 0.32, "/": 0.34}


def width_of(words: str, size: float) -> float:
    """Return how wide bold words come out, a little more rather than less."""
    return size * sum(WIDE.get(each, 0.73 if each.isupper() else 0.64) for each in words)


class Room:
    """What is taken of a picture; beyond its ``frame`` there is nothing."""

    def __init__(self, frame: Box, taken: Cells | None = None) -> None:
        self.frame = frame
        self.taken = Cells(taken.rows if taken else None)

    def clash(self, box: Box) -> int:
        """Return how much of a box is taken."""
        return self.taken.inside(box)

    def take(self, box: Box) -> None:
        """Let nothing else stand there."""
        self.taken.add_box(box)

    def take_line(self, line: Line) -> None:
        """Let nothing else stand on a line."""
        for row, column in {(int(y // CELL), int(x // CELL)) for x, y in dense(line)}:
            self.taken.add(row, column - 1, column + 2)
            self.taken.add(row - 1, column, column + 1)
            self.taken.add(row + 1, column, column + 1)

    def crossed(self, line: Line, *apart: Box | None) -> int:
        """Return how much of a line goes through what is taken, the boxes at its ends apart."""
        met = [spot for spot in dense(line) if self.taken.holds(*spot)]
        return sum(not any(box and box.holds(spot) for box in apart) for spot in met)

    def best(self, box: Box, spots: Iterable[tuple[int, Spot]]) -> Spot:
        """Return the first spot where the box is free, or else the one that suits best.

        With each spot stands what speaks against it anyway.
        """
        best: tuple[int, Spot] | None = None
        for against, spot in spots:
            if best and best[0] <= against:
                break
            here = box.at(spot)
            against += 20 * self.clash(here) + (0 if self.frame.covers(here) else 1000)
            if not against:
                return spot
            if best is None or against < best[0]:
                best = against, spot
        assert best, "there is a spot to begin with"
        return best[1]


def dense(line: Line) -> list[tuple[float, float]]:
    """Return spots on a line, none further from the next than a cell."""
    spots: list[tuple[float, float]] = []
    for (x, y), (right, below) in pairwise(line.spots):
        right, below = right - x, below - y
        steps = int(max(abs(right), abs(below)) / CELL) + 1
        spots += [(x + right * n / steps, y + below * n / steps) for n in range(steps)]
    spots.append(line.end)
    return spots


def around(spot: Spot, far: int, step: int = STEP) -> Iterator[Spot]:
    """Yield a spot, and those about it from near to far."""
    for x, y in _offsets(far, step):
        yield Spot(spot.x + x, spot.y + y)


def fits(path: str, box: Box) -> bool:
    """Say whether a box lies within an outline."""
    return not ground(path).outside(box, NOTHING)[0]


@lru_cache(maxsize=4000)
def fits_about(path: str, box: Box, spot: Spot, far: int) -> bool:
    """Say whether a box lies within an outline at any of the spots that `rooms` yields."""
    return any(fits(path, box.at(each)) for each in around(spot, far))


def rooms(
    path: str, box: Box, spot: Spot, far: int, land: Cells = NOTHING
) -> Iterator[tuple[int, Spot]]:
    """Yield spots about one for a box that belongs to an outline, the best first.

    With each stands what speaks against it: how far away it is and how much of the box is outside,
    on other ``land`` the more.
    """
    offsets = _offsets(far, STEP)
    for ranked in _ranked(path, box, spot, far, land):
        against, n = divmod(ranked, len(offsets))
        x, y = offsets[n]
        yield against, Spot(spot.x + x, spot.y + y)


@lru_cache(maxsize=4000)
def _ranked(path: str, box: Box, spot: Spot, far: int, land: Cells) -> Sequence[int]:
    """Return the offsets of spots, the best first: what speaks against each times their number,
    and which it is."""
    home, offsets, found = ground(path), _offsets(far, STEP), []
    for n, (x, y) in enumerate(offsets):
        outside, ashore = home.outside(box.at(Spot(spot.x + x, spot.y + y)), land)
        against = outside + ashore // 2 + int(dist((0, 0), (x, y))) // 5
        found.append(against * len(offsets) + n)
    return array("L", sorted(found)[:MOST])


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
def ground(path: str) -> Cells:
    """Return the cells whose middle lies within an outline."""
    crossings: dict[int, list[float]] = {}
    for ring in rings(path):
        for one, other in zip(ring, (*ring[1:], ring[0]), strict=True):
            (x, y), (right, below) = sorted((one, other), key=lambda spot: spot.y)
            for row in range(_middle(y), _middle(below)):
                at = (row + 0.5) * CELL
                crossings.setdefault(row, []).append(x + (at - y) * (right - x) / (below - y))
    cells = Cells()
    for row, ends in crossings.items():
        ends.sort()
        for left, end in zip(ends[::2], ends[1::2], strict=True):
            cells.add(row, _middle(left), _middle(end))
    return cells


@lru_cache(maxsize=4000)
def area(path: str) -> int:
    """Return how many cells lie within an outline."""
    return sum(bits.bit_count() for bits in ground(path).rows.values())


@lru_cache(maxsize=16)
def together(paths: tuple[str, ...]) -> Cells:
    """Return the cells within any of some outlines."""
    cells = Cells()
    for path in paths:
        for row, bits in ground(path).rows.items():
            cells.rows[row] = cells.rows.get(row, 0) | bits
    return cells


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
