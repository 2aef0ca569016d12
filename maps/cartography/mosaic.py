"""Pieces joined to provinces whose common borders are the same point for point."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon

from cartography.cut import Face, polygons

Shapes = dict[tuple[str, bool], shapely.Geometry]


def joined(faces: list[Face], grid: float) -> Shapes:
    """Return the shape of each code, their common borders the same point for point."""
    lines = shapely.union_all([face.shape.boundary for face in faces], grid_size=grid)
    tree = shapely.STRtree([face.shape for face in faces])
    cells = polygons(shapely.polygonize([lines]))
    owner = []
    for cell in cells:
        near = tree.query(cell)
        areas = [shapely.intersection(faces[n].shape, cell).area for n in near]
        owner.append(faces[near[int(np.argmax(areas))]] if max(areas, default=0) > 0 else None)
    apply_after(cells, owner)
    found: dict[tuple[str, bool], list[Polygon]] = {}
    for cell, face in zip(cells, owner, strict=True):
        if face:
            found.setdefault((face.code, face.water), []).append(cell)
    return {key: shapely.coverage_union_all(own) for key, own in sorted(found.items())}


def apply_after(cells: list[Polygon], owner: list[Face | None]) -> None:
    """Give scraps, cut off from the points that made them, to the neighbors they lie along."""
    tree = shapely.STRtree(cells)
    for _ in range(3):
        for n, cell in enumerate(cells):
            face = owner[n]
            if face is None or not face.seeds:
                continue
            if any(face.shape.intersects(seed) for seed in face.seeds):
                continue
            best, most = None, 0.5
            for m in tree.query(cell):
                other = owner[m]
                if other is None or m == n or other.water != face.water or other.code == face.code:
                    continue
                if other.seeds and not any(other.shape.intersects(s) for s in other.seeds):
                    continue
                common = shapely.intersection(cell.boundary, cells[m].boundary).length
                if common > most:
                    best, most = other, common
            if best:
                owner[n] = best


def softened(shapes: Shapes, detail: float, square: bool) -> list[Face]:
    """Return the shapes with fewer points, and with rounded borders where they are no coasts.

    ``square`` leaves the rim of the picture as it is.
    """
    keys = list(shapes)
    plain = shapely.coverage_simplify([shapes[key] for key in keys], detail)
    land = [shape for (_, water), shape in zip(keys, plain, strict=True) if not water]
    fixed = set(edges(shapely.union_all(land)))
    if square:
        fixed.update(edges(shapely.coverage_union_all(plain)))
    net = shapely.line_merge(shapely.union_all([shapely.boundary(shape) for shape in plain]))
    arcs = []
    for arc in shapely.get_parts(net):
        spots = [tuple(spot) for spot in arc.coords]
        inner = not any(frozenset(edge) in fixed for edge in pairwise(spots))
        arcs.append(LineString(rounded(spots)) if inner else arc)
    cells = polygons(shapely.polygonize([shapely.union_all(arcs, grid_size=1)]))
    tree = shapely.STRtree(plain)
    faces = []
    for cell in cells:
        near = tree.query(cell)
        areas = [shapely.intersection(plain[n], cell).area for n in near]
        faces.append(Face(*keys[near[int(np.argmax(areas))]], cell))
    return faces


def edges(shape: shapely.Geometry) -> Iterator[frozenset[tuple[float, ...]]]:
    """Yield the edges of a shape, whichever way they run."""
    for part in polygons(shape):
        for ring in (part.exterior, *part.interiors):
            yield from (frozenset(edge) for edge in pairwise(tuple(map(tuple, ring.coords))))


def rounded(spots: list[tuple[float, ...]]) -> list[tuple[float, ...]]:
    """Return a line with its corners cut, its ends left where they are (Chaikin)."""
    line = np.array(spots)
    closed = bool((line[0] == line[-1]).all())
    if closed or len(line) < 3:
        return spots
    for _ in range(2):
        cut = np.stack([line[:-1] * 0.75 + line[1:] * 0.25, line[:-1] * 0.25 + line[1:] * 0.75], 1)
        line = np.concatenate([line[:1], cut.reshape(-1, 2), line[-1:]])
    line = np.array(LineString(line).simplify(0.7).coords)
    return [tuple(spot) for spot in line]
