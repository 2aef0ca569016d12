"""From the cells of a grid to outlines: borders are drawn once, round, for both sides."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import shapely
from shapely.geometry import Polygon

Corner = tuple[int, int]


def outlines(cells: np.ndarray, size: float, passes: int, detail: float) -> list[shapely.Geometry]:
    """Return the shape of each region, from the first to the last, in the units of the picture."""
    spots = rounded(cells, passes)
    shapes = []
    for region in range(cells.max() + 1):
        rings = [Polygon([spots[corner] for corner in ring]) for ring in rings_of(cells, region)]
        solid = [ring for ring in rings if ring.exterior.is_ccw]
        holes = [ring for ring in rings if not ring.exterior.is_ccw]
        parts = []
        for ring in solid:
            inner = [hole for hole in holes if ring.contains(hole.representative_point())]
            parts.append(Polygon(ring.exterior, [hole.exterior for hole in inner]))
        shapes.append(shapely.multipolygons(parts) if len(parts) > 1 else parts[0])
    shapes = [shapely.transform(shape, lambda spots: spots * size) for shape in shapes]
    plain = shapely.coverage_simplify(shapes, detail)
    return [shapely.transform(shape, np.rint) for shape in plain]


def rounded(cells: np.ndarray, passes: int) -> dict[Corner, np.ndarray]:
    """Return where each corner of a cell on a border goes: towards the middle of the next ones."""
    height, width = cells.shape
    near: defaultdict[Corner, list[Corner]] = defaultdict(list)
    wide = np.pad(cells, 1, constant_values=-1)
    for y, x in np.argwhere(wide[1:, 1:-1] != wide[:-1, 1:-1]):
        near[x, y].append((x + 1, y))
        near[x + 1, y].append((x, y))
    for y, x in np.argwhere(wide[1:-1, 1:] != wide[1:-1, :-1]):
        near[x, y].append((x, y + 1))
        near[x, y + 1].append((x, y))
    number = {corner: n for n, corner in enumerate(near)}
    at = np.array(list(near), dtype=float)
    free = np.array([(0 < x < width, 0 < y < height) for x, y in near], dtype=float)
    free[[len(ends) > 3 for ends in near.values()]] = 0
    free[free.min(axis=1) == 0] = 0
    links = np.array([[number[end] for end in (ends * 3)[:6]] for ends in near.values()])
    for _ in range(passes):
        at += free * 0.5 * (at[links].mean(axis=1) - at)
    return dict(zip(near, at, strict=True))


def rings_of(cells: np.ndarray, region: int) -> list[list[Corner]]:
    """Return the closed lines round a region, its cells always on the same hand."""
    rows, columns = np.nonzero(cells == region)
    own = set(zip(columns.tolist(), rows.tolist(), strict=True))
    after: defaultdict[Corner, list[Corner]] = defaultdict(list)
    for x, y in sorted(own):
        for (dx, dy), start, end in (
            ((0, -1), (x, y), (x + 1, y)),
            ((1, 0), (x + 1, y), (x + 1, y + 1)),
            ((0, 1), (x + 1, y + 1), (x, y + 1)),
            ((-1, 0), (x, y + 1), (x, y)),
        ):
            if (x + dx, y + dy) not in own:
                after[start].append(end)
    rings = []
    while after:
        start = next(corner for corner, ends in after.items() if len(ends) == 1)
        ring: list[Corner] = []
        here, way = start, (0, 0)
        while not ring or here != start:
            ring.append(here)
            ends = after[here]
            end = ends[0]
            if len(ends) > 1:  # two cells that meet in a point only: stay with this one
                end = next(e for e in ends if turn(way, (e[0] - here[0], e[1] - here[1])) > 0)
            ends.remove(end)
            if not ends:
                del after[here]
            way, here = (end[0] - here[0], end[1] - here[1]), end
        rings.append(ring)
    return rings


def turn(way: Corner, then: Corner) -> int:
    """Return more than nothing where the second way turns to the side of the cells."""
    return way[0] * then[1] - way[1] * then[0]
