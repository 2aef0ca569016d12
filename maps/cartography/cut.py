"""Land and water cut into pieces, each with the code of its province."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import shapely
from shapely.geometry import MultiPoint, Point, Polygon

from cartography.plane import Plane
from cartography.world import countries

NOBODY = "-"


class Face(NamedTuple):
    """A piece of the picture. ``seeds`` are the points that made it; empty: it needs none."""

    code: str
    water: bool
    shape: Polygon
    seeds: tuple[Point, ...] = ()


def polygons(shape: shapely.Geometry) -> list[Polygon]:
    """Return the polygons of any geometry."""
    return [part for part in shapely.get_parts(shape) if isinstance(part, Polygon)]


def divide(
    shape: shapely.Geometry, seeds: str | Mapping[str, str], plane: Plane, water: bool
) -> Iterator[Face]:
    """Yield the pieces of a shape: each spot goes with the nearest seed."""
    if isinstance(seeds, str):
        yield from (Face(seeds, water, part) for part in polygons(shape))
        return
    spots = {code: plane.points(text) for code, text in seeds.items()}
    owners = [code for code, points in spots.items() for _ in points]
    cells = shapely.voronoi_polygons(
        MultiPoint([point for points in spots.values() for point in points]),
        extend_to=plane.frame.buffer(4000),
        ordered=True,
    )
    by_code: dict[str, list[Polygon]] = {}
    for code, cell in zip(owners, shapely.get_parts(cells), strict=True):
        by_code.setdefault(code, []).append(cell)
    for code, own in by_code.items():
        cut = shapely.intersection(shape, shapely.union_all(own))
        yield from (Face(code, water, part, spots[code]) for part in polygons(cut))


def pieces(table: Mapping[str, Any], plane: Plane, atlas: Path) -> list[Face]:
    """Return the pieces of land and water that make up the picture."""
    laid = [
        (name, plane.lay(shape)) for name, shape in countries(atlas, table.get("finest", 0.012))
    ]
    laid = [(name, shape) for name, shape in laid if not shape.is_empty]
    unknown = set(table["land"]) - {name for name, _ in laid}
    if unknown:
        sys.exit(f"not in the picture: {', '.join(sorted(unknown))}")
    bridges = [Face(code, False, part) for code, part in _bridges(table, plane)]
    whole = shapely.union_all([shape for _, shape in laid], grid_size=0.01)
    whole = _mended(whole, table, plane, [bridge.shape for bridge in bridges])
    whole = shapely.union_all([part for part in polygons(whole) if part.area >= table["least"]])
    lakes = [Polygon(hole) for part in polygons(whole) for hole in part.interiors]
    lakes = [lake for lake in lakes if lake.area < 4 * table["least"]]
    whole = shapely.union_all([whole, *lakes])
    faces = [each for each in bridges if whole.intersects(each.shape)]
    taken = shapely.union_all([bridge.shape for bridge in bridges])
    for name, shape in laid:
        kept = shapely.difference(shapely.intersection(shape, whole), taken)
        faces += divide(kept, table["land"].get(name, NOBODY), plane, water=False)
    if table.get("close"):
        faces += _closed(whole, faces)
    faces += _waters(shapely.difference(plane.frame, whole), table, plane)
    faces += [] if table.get("close") else [Face(NOBODY, False, lake) for lake in lakes]
    return faces


def _bridges(table: Mapping[str, Any], plane: Plane) -> Iterator[tuple[str, Polygon]]:
    """Yield the land that is drawn where there is none, each with its code."""
    for code, texts in table.get("bridges", {}).items():
        for text in texts:
            wide = shapely.buffer(plane.line(text), table["bridge"])
            yield from ((code, part) for part in polygons(wide))


def _mended(
    whole: shapely.Geometry, table: Mapping[str, Any], plane: Plane, bridges: list[Polygon]
) -> shapely.Geometry:
    """Return the land with its inlets closed, its bridges built, and its straits opened."""
    if gap := table.get("close"):
        whole = shapely.buffer(shapely.buffer(whole, gap, quad_segs=3), -gap, quad_segs=3)
        whole = shapely.intersection(whole, plane.frame)
    straits = [
        shapely.buffer(plane.line(text), table["strait"]) for text in table.get("straits", ())
    ]
    lakes = [plane.area(text) for text in table.get("lakes", ())]
    if straits or lakes:
        whole = shapely.difference(whole, shapely.union_all([*straits, *lakes]))
    return shapely.union_all([whole, *bridges], grid_size=0.01) if bridges else whole


def _closed(whole: shapely.Geometry, faces: list[Face]) -> Iterator[Face]:
    """Yield the land that is in no country, with the neighbor that it lies along."""
    solid = [shapely.make_valid(shapely.set_precision(face.shape, 0.01)) for face in faces]
    tree = shapely.STRtree(solid)
    rest = shapely.difference(whole, shapely.union_all(solid), grid_size=0.01)
    for part in polygons(rest):
        rim = shapely.buffer(part, 0.3)
        near = tree.query(rim)
        if len(near):
            common = [shapely.intersection(solid[n], rim, grid_size=0.01).area for n in near]
            yield faces[near[int(np.argmax(common))]]._replace(shape=part, seeds=())


def _waters(water: shapely.Geometry, table: Mapping[str, Any], plane: Plane) -> Iterator[Face]:
    """Yield the pieces of the water: the areas, the first that has a spot, then what is left."""
    for code, texts in table.get("areas", {}).items():
        zone = shapely.union_all([plane.area(text) for text in texts])
        own = shapely.intersection(water, zone)
        yield from (Face(code, True, part) for part in polygons(own))
        water = shapely.difference(water, zone)
    yield from divide(water, table.get("sea", NOBODY), plane, water=True)
