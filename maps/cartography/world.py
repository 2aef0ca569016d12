"""The countries of the world, read from a TopoJSON file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon


def countries(atlas: Path, finest: float) -> Iterator[tuple[str, shapely.Geometry]]:
    """Yield the countries of a TopoJSON file, in degrees; what is finer than that is left out."""
    world = json.loads(atlas.read_text(encoding="utf-8"))
    scale, shift = (np.array(world["transform"][key]) for key in ("scale", "translate"))
    lines = [LineString(np.cumsum(arc, axis=0) * scale + shift) for arc in world["arcs"]]
    arcs = [np.array(line.coords) for line in shapely.simplify(lines, finest)]

    def ring(numbers: Iterable[int]) -> np.ndarray:
        parts = [arcs[n] if n >= 0 else arcs[~n][::-1] for n in numbers]
        return unbroken(np.concatenate([parts[0], *(part[1:] for part in parts[1:])]))

    for each in world["objects"]["countries"]["geometries"]:
        rings = each.get("arcs", ())
        shapes = [rings] if each["type"] == "Polygon" else rings
        lines = [[line for line in map(ring, one) if len(line) > 3] for one in shapes]
        solid = [Polygon(outer, holes) for outer, *holes in filter(None, lines)]
        yield each["properties"]["name"], shapely.union_all(shapely.make_valid(solid))


def unbroken(line: np.ndarray) -> np.ndarray:
    """Return a ring that does not jump at the date line; one about a pole is closed there."""
    if np.ptp(line[:, 0]) <= 180:
        return line
    east = np.unwrap(line[:, 0], period=360)
    if abs(east[-1] - east[0]) > 180:
        line = np.roll(line[:-1], -1 - int(np.argmax(np.abs(np.diff(line[:-1, 0])))), axis=0)
        ends = np.sign([line[0, 0], line[-1, 0]]) * 180
        pole = float(np.sign(line[:, 1].mean()) * 90)
        first, last = ([[end, spot[1]]] for end, spot in zip(ends, line[[0, -1]], strict=True))
        below = [[ends[1], pole], [ends[0], pole]]
        return np.concatenate([first, line, last, below, first])
    line[:, 0] += np.where(line[:, 0] < 0, 360, 0)
    return line
