"""Room on a picture: what is taken, and where something else still fits."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import dist

from judge.model.geometry import Geometry, Spot, split_path_into_rings
from judge.pictures.cells import CELL, Box, Cells
from judge.pictures.lines import Polyline

STEP = 12
"""How far the spots near a place are from each other."""
MOST = 120
"""How many spots are tried."""

NOTHING = Cells()

WIDE = {"I": 0.36, "J": 0.38, "M": 0.92, "W": 1.0, " ": 0.32, "/": 0.34}


def measure_text(words: str, size: float) -> float:
    """Return how wide bold words come out, a little more rather than less."""
    return size * sum(WIDE.get(letter, 0.73 if letter.isupper() else 0.64) for letter in words)


class Room:
    """What is taken of a picture; beyond its ``frame`` there is nothing."""

    def __init__(self, frame: Box, taken: Cells | None = None) -> None:
        self.frame = frame
        self.taken = Cells(taken.rows if taken else None)

    def count_box_clashes(self, box: Box) -> int:
        """Return how much of a box is taken."""
        return self.taken.count_inside(box)

    def occupy_box(self, box: Box) -> None:
        """Let nothing else stand there."""
        self.taken.add_box(box)

    def occupy_line(self, line: Polyline) -> None:
        """Let nothing else stand on a line."""
        for row, column in {
            (int(y // CELL), int(x // CELL)) for x, y in list_dense_spots_on_line(line)
        }:
            self.taken.add_row_span(row, column - 1, column + 2)
            self.taken.add_row_span(row - 1, column, column + 1)
            self.taken.add_row_span(row + 1, column, column + 1)

    def count_line_clashes(self, line: Polyline, *apart: Box | None) -> int:
        """Return how much of a line goes through what is taken, the boxes at its ends apart."""
        met = [spot for spot in list_dense_spots_on_line(line) if self.taken.contains_spot(*spot)]
        return sum(not any(box and box.contains_spot(spot) for box in apart) for spot in met)

    def find_best_spot(self, box: Box, spots: Iterable[tuple[int, Spot]]) -> Spot:
        """Return the first spot where the box is free, or else the one that suits best.

        With each spot stands what speaks against it anyway.
        """
        best: tuple[int, Spot] | None = None
        for against, spot in spots:
            if best and best[0] <= against:
                break
            here = box.move_box(spot)
            against += 20 * self.count_box_clashes(here) + (
                0 if self.frame.contains_box(here) else 1000
            )
            if not against:
                return spot
            if best is None or against < best[0]:
                best = against, spot
        assert best, "there is a spot to begin with"
        return best[1]


def list_dense_spots_on_line(line: Polyline) -> list[tuple[float, float]]:
    """Return spots on a line, none further from the next than a cell."""
    spots: list[tuple[float, float]] = []
    for (x, y), (right, below) in pairwise(line.spots):
        right, below = right - x, below - y
        steps = int(max(abs(right), abs(below)) / CELL) + 1
        spots += [(x + right * n / steps, y + below * n / steps) for n in range(steps)]
    spots.append(line.end)
    return spots


def list_spots_around(spot: Spot, far: int, step: int = STEP) -> Iterator[Spot]:
    """Yield a spot, and those about it from near to far."""
    for x, y in _list_offsets_near_to_far(far, step):
        yield Spot(spot.x + x, spot.y + y)


def is_box_in_outline(path: str, box: Box) -> bool:
    """Say whether a box lies within an outline."""
    return not find_cells_in_outline(path).count_outside(box, NOTHING)[0]


@lru_cache(maxsize=4000)
def can_box_fit_near(path: str, box: Box, spot: Spot, far: int) -> bool:
    """Say whether a box lies within an outline at any of the spots that `rooms` yields."""
    return any(
        is_box_in_outline(path, box.move_box(candidate))
        for candidate in list_spots_around(spot, far)
    )


def rank_spots_for_box(
    path: str, box: Box, spot: Spot, far: int, land: Cells = NOTHING
) -> Iterator[tuple[int, Spot]]:
    """Yield spots about one for a box that belongs to an outline, the best first.

    With each stands what speaks against it: how far away it is and how much of the box is outside,
    on other ``land`` the more.
    """
    offsets = _list_offsets_near_to_far(far, STEP)
    for ranked in _rank_offsets(path, box, spot, far, land):
        against, n = divmod(ranked, len(offsets))
        x, y = offsets[n]
        yield against, Spot(spot.x + x, spot.y + y)


@lru_cache(maxsize=4000)
def _rank_offsets(path: str, box: Box, spot: Spot, far: int, land: Cells) -> Sequence[int]:
    """Return the offsets of spots, the best first: what speaks against each times their number,
    and which it is."""
    home, offsets, ranks = find_cells_in_outline(path), _list_offsets_near_to_far(far, STEP), []
    for n, (x, y) in enumerate(offsets):
        outside, ashore = home.count_outside(box.move_box(Spot(spot.x + x, spot.y + y)), land)
        against = outside + ashore // 2 + int(dist((0, 0), (x, y))) // 5
        ranks.append(against * len(offsets) + n)
    return array("L", sorted(ranks)[:MOST])


@lru_cache(maxsize=16)
def _list_offsets_near_to_far(far: int, step: int) -> tuple[tuple[int, int], ...]:
    """Return steps away from a spot, near ones close to each other and far ones not."""
    offsets = {
        (x * pace, y * pace)
        for pace, reach in ((step, 2 * step), (2 * step, far))
        for x in range(-(reach // pace), reach // pace + 1)
        for y in range(-(reach // pace), reach // pace + 1)
    }
    return tuple(sorted(offsets, key=lambda o: (o[0] ** 2 + o[1] ** 2, o)))


@lru_cache(maxsize=4000)
def find_cells_in_outline(path: str) -> Cells:
    """Return the cells whose middle lies within an outline."""
    crossings: dict[int, list[float]] = {}
    for ring in split_path_into_rings(path):
        for corner, next_corner in zip(ring, (*ring[1:], ring[0]), strict=True):
            (x, y), (right, below) = sorted((corner, next_corner), key=lambda spot: spot.y)
            for row in range(_find_first_cell(y), _find_first_cell(below)):
                at = (row + 0.5) * CELL
                crossings.setdefault(row, []).append(x + (at - y) * (right - x) / (below - y))
    cells = Cells()
    for row, ends in crossings.items():
        ends.sort()
        for left, end in zip(ends[::2], ends[1::2], strict=True):
            cells.add_row_span(row, _find_first_cell(left), _find_first_cell(end))
    return cells


@lru_cache(maxsize=4000)
def count_cells_in_outline(path: str) -> int:
    """Return how many cells lie within an outline."""
    return sum(bits.bit_count() for bits in find_cells_in_outline(path).rows.values())


@lru_cache(maxsize=16)
def find_cells_in_any_outline(paths: tuple[str, ...]) -> Cells:
    """Return the cells within any of some outlines."""
    cells = Cells()
    for path in paths:
        for row, bits in find_cells_in_outline(path).rows.items():
            cells.rows[row] = cells.rows.get(row, 0) | bits
    return cells


def _find_first_cell(value: float) -> int:
    """Return the first cell whose middle lies there or beyond."""
    return int((value + CELL / 2) // CELL)


@lru_cache(maxsize=4000)
def draw_box_around_outline(path: str) -> Box:
    """Return the box around an outline."""
    spots = [spot for ring in split_path_into_rings(path) for spot in ring]
    across, down = zip(*spots, strict=True)
    return Box(min(across), min(down), max(across), max(down))


@lru_cache(maxsize=16)
def shows_whole_world(geometry: Geometry) -> bool:
    """Say whether the picture shows the whole world: some space is at both its edges."""
    width = geometry.size[0]
    boxes = (draw_box_around_outline(shape.path) for shape in geometry.shapes.values())
    return any(box.left <= 1 and box.right >= width - 1 for box in boxes)
