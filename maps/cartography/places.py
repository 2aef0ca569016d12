"""The outline of a province as a path, and where what stands on it goes."""

from __future__ import annotations

import numpy as np
import shapely

from cartography.cut import polygons

UNIT, LABEL = (26, 27), (34, 11)
"""Half the size of a unit and of a label."""

SIDES = ((0, 43), (0, -40), (68, 2), (-68, 2), (54, 26), (-54, 26), (54, -26), (-54, -26))
"""Where a label may stand beside its unit, best first."""

NEAR = ((30, -24), (40, 0), (30, 24), (20, -34), (20, 34), (0, 40))
TURNS = [(x * side, y) for x, y in NEAR for side in (1, -1)]
"""Where a unit driven out may stand beside the one that came."""


def path(shape: shapely.Geometry) -> str:
    """Return the shape as an SVG path of whole numbers."""
    text = []
    for part in sorted(polygons(shape), key=lambda part: -part.area):
        for ring in (part.exterior, *part.interiors):
            spots = np.rint(np.array(ring.coords)[:-1]).astype(int)
            steps = " ".join(f"{x} {y}" for x, y in np.diff(spots, axis=0))
            text.append(f"M{spots[0][0]} {spots[0][1]}l{steps}z".replace(" -", "-"))
    return "".join(text)


def inside(shape: shapely.Geometry, spots: np.ndarray) -> np.ndarray:
    """Return how far spots lie inside a shape; negative: outside."""
    points = shapely.points(spots)
    shapely.prepare(shape)
    far = shapely.distance(shapely.boundary(shape), points)
    return np.where(shapely.contains(shape, points), far, -far)


def corners(half: tuple[int, int]) -> np.ndarray:
    """Return a box about nothing by its corners and the middles of its sides."""
    return np.array([(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]) * half


def anchors(shape: shapely.Geometry) -> dict[str, list[int]]:
    """Return where a unit, a dislodged unit and the label stand best."""
    part = max(polygons(shape), key=lambda part: part.area)
    left, top, right, bottom = part.bounds
    step = max(5.0, (part.area / 400) ** 0.5)
    grid = np.stack(np.meshgrid(np.arange(left, right, step), np.arange(top, bottom, step)), -1)
    spots = grid.reshape(-1, 2)
    spots = spots[inside(part, spots) > 2]
    middle = np.array(part.centroid.coords[0])

    def room(offset: np.ndarray, half: tuple[int, int]) -> np.ndarray:
        return np.min([inside(part, spots + offset + corner) for corner in corners(half)], axis=0)

    unit = room(np.zeros(2), UNIT)
    choices = []
    for rank, side in enumerate(SIDES):
        score = np.minimum(np.minimum(unit * 1.3, room(np.array(side), LABEL)), 14) - rank * 0.6
        score = score - np.hypot(*(spots + np.array(side) / 2 - middle).T) * 0.02
        best = int(np.argmax(score))
        choices.append((score[best], best, side))
    _, best, side = max(choices)
    spot = spots[best]
    label = spot + side
    turns = [np.array(turn) for turn in TURNS]

    def driven(turn: np.ndarray) -> float:
        clear = np.abs(spot + turn - label) - np.add(UNIT, LABEL)
        return float(min(inside(part, (spot + turn)[None])[0], 12) + min(np.max(clear), 0) * 0.3)

    dislodged = spot + max(turns, key=driven)
    named = {"unit": spot, "dislodged": dislodged, "label": label}
    return {name: [round(float(v)) for v in at] for name, at in named.items()}


def ashore(shape: shapely.Geometry, water: shapely.Geometry, taken: list[list[int]]) -> list[int]:
    """Return where a fleet stands on the coast of a space with that water."""
    line = shapely.intersection(shape.boundary, water.boundary)
    left, top, right, bottom = shape.bounds
    x, y = np.meshgrid(np.arange(left, right, 3), np.arange(top, bottom, 3))
    spots = np.column_stack([x.ravel(), y.ravel()])
    spots = spots[inside(shape, spots) > 6]
    far = shapely.distance(line, shapely.points(spots))
    middle = np.array(line.centroid.coords[0])
    toil = np.abs(far - 18) + 0.2 * np.hypot(*(spots - middle).T)
    for other in taken:
        toil += 4 * np.maximum(48 - np.abs(spots - other).max(axis=1), 0)
    best = np.argmin(toil)
    return [round(float(v)) for v in spots[best]]
