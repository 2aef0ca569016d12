"""Cuts the picture of a board out of the world: ``python maps/draw.py standard WORLD``.

Reads ``maps/<name>/drawing.toml``, which says how, and writes ``maps/<name>/geometry.toml``, all
that the judge needs. WORLD is the file ``countries-10m.json`` of the npm package world-atlas 2.0.2
(``npm pack world-atlas@2.0.2``): the countries of Natural Earth, which are in the public domain.
Needs the libraries of ``pip install .[maps]``.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import shapely
from shapely.geometry import LineString, MultiPoint, Point, Polygon, box

HERE = Path(__file__).resolve().parent
EARTH = 6371.0
NOBODY = "-"
UNIT, LABEL = (26, 27), (34, 11)
"""Half the size of a unit and of a label."""

SIDES = ((0, 43), (0, -40), (68, 2), (-68, 2), (54, 26), (-54, 26), (54, -26), (-54, -26))
"""Where a label may stand beside its unit, best first."""

NEAR = ((30, -24), (40, 0), (30, 24), (20, -34), (20, 34), (0, 40))
TURNS = [(x * side, y) for x, y in NEAR for side in (1, -1)]
"""Where a unit driven out may stand beside the one that came."""


class Face(NamedTuple):
    """A piece of the picture. ``seeds`` are the points that made it; empty: it needs none."""

    code: str
    water: bool
    shape: Polygon
    seeds: tuple[Point, ...] = ()


def countries(atlas: Path) -> Iterator[tuple[str, shapely.Geometry]]:
    """Yield the countries of a TopoJSON file, in degrees."""
    world = json.loads(atlas.read_text(encoding="utf-8"))
    scale, shift = (np.array(world["transform"][key]) for key in ("scale", "translate"))
    lines = [LineString(np.cumsum(arc, axis=0) * scale + shift) for arc in world["arcs"]]
    arcs = [np.array(line.coords) for line in shapely.simplify(lines, 0.012)]

    def ring(numbers: Iterable[int]) -> np.ndarray:
        parts = [arcs[n] if n >= 0 else arcs[~n][::-1] for n in numbers]
        line = np.concatenate([parts[0], *(part[1:] for part in parts[1:])])
        if np.ptp(line[:, 0]) > 180:  # across the date line
            line[:, 0] += np.where(line[:, 0] < 0, 360, 0)
        return line

    for each in world["objects"]["countries"]["geometries"]:
        rings = each.get("arcs", ())
        shapes = [rings] if each["type"] == "Polygon" else rings
        lines = [[line for line in map(ring, one) if len(line) > 3] for one in shapes]
        solid = [Polygon(outer, holes) for outer, *holes in filter(None, lines)]
        yield each["properties"]["name"], shapely.union_all(shapely.make_valid(solid))


class Plane:
    """The plane of the picture: equidistant about a center, the rim pressed together."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self.center, self.bulge = np.radians(table["center"]), table["bulge"]
        left, right, bottom, top = table["frame"]
        self.scale = table["width"] / (right - left)
        self.corner = (left, top)
        self.size = (table["width"], round((top - bottom) * self.scale))
        self.frame = box(0, 0, *self.size)

    def project(self, degrees: np.ndarray) -> np.ndarray:
        """Return the points of the plane for points in degrees."""
        east, north = np.radians(np.asarray(degrees, dtype=float)).T
        east, here = east - self.center[0], self.center[1]
        cosine = np.sin(here) * np.sin(north) + np.cos(here) * np.cos(north) * np.cos(east)
        angle = np.arccos(np.clip(cosine, -1, 1))
        far = EARTH * angle
        factor = np.divide(far, np.sin(angle), out=np.full_like(far, EARTH), where=angle > 1e-9)
        factor = factor / np.sqrt(1 + (far / self.bulge) ** 2)
        right = factor * np.cos(north) * np.sin(east)
        up = np.cos(here) * np.sin(north) - np.sin(here) * np.cos(north) * np.cos(east)
        x, y = right - self.corner[0], self.corner[1] - factor * up
        return np.column_stack([x, y]) * self.scale

    def lay(self, shape: shapely.Geometry) -> shapely.Geometry:
        """Return the part of a shape in degrees that the picture shows."""
        near = shapely.intersection(shape, box(-130, 0, 170, 89))
        flat = shapely.transform(shapely.segmentize(near, 1.0), self.project)
        return shapely.intersection(shapely.make_valid(flat), self.frame)

    def points(self, text: str) -> tuple[Point, ...]:
        """Return the points that a text in degrees names."""
        pairs = [[float(number) for number in pair.split()] for pair in text.split(",")]
        return tuple(Point(spot) for spot in self.project(np.array(pairs)))


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
    laid = [(name, plane.lay(shape)) for name, shape in countries(atlas)]
    laid = [(name, shape) for name, shape in laid if not shape.is_empty]
    unknown = set(table["land"]) - {name for name, _ in laid}
    if unknown:
        sys.exit(f"not in the picture: {', '.join(sorted(unknown))}")
    whole = shapely.union_all([shape for _, shape in laid], grid_size=0.01)
    whole = shapely.union_all([part for part in polygons(whole) if part.area >= table["least"]])
    lakes = [Polygon(hole) for part in polygons(whole) for hole in part.interiors]
    lakes = [lake for lake in lakes if lake.area < 4 * table["least"]]
    whole = shapely.union_all([whole, *lakes])
    faces = []
    for name, shape in laid:
        kept = shapely.intersection(shape, whole)
        faces += divide(kept, table["land"].get(name, NOBODY), plane, water=False)
    faces += divide(shapely.difference(plane.frame, whole), table["sea"], plane, water=True)
    faces += [Face(NOBODY, False, lake) for lake in lakes]
    return faces


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


def softened(shapes: Shapes, detail: float) -> list[Face]:
    """Return the shapes with fewer points, and with rounded borders where they are no coasts."""
    keys = list(shapes)
    plain = shapely.coverage_simplify([shapes[key] for key in keys], detail)
    land = [shape for (_, water), shape in zip(keys, plain, strict=True) if not water]
    coast = set(edges(shapely.union_all(land)))
    net = shapely.line_merge(shapely.union_all([shapely.boundary(shape) for shape in plain]))
    arcs = []
    for arc in shapely.get_parts(net):
        spots = [tuple(spot) for spot in arc.coords]
        inner = not any(frozenset(edge) in coast for edge in pairwise(spots))
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


def written(table: Mapping[str, Any], plane: Plane, shapes: Shapes) -> str:
    """Return the geometry as TOML."""
    lines = ["# Made by maps/draw.py from drawing.toml: change that, not this.", ""]
    lines += [f"size = [{plane.size[0]}, {plane.size[1]}]"]
    lines += [f'{name} = "{path(shapes.get((NOBODY, water), Polygon()))}"'
              for name, water in (("land", False), ("water", True))]  # fmt: skip
    lines += [f"crossings = {json.dumps(table.get('crossings', []))}"]
    lines += ["", "[colors]", *(f'{power} = "{c}"' for power, c in table["colors"].items())]
    coasts = {place: plane.points(text)[0] for place, text in table.get("coasts", {}).items()}
    for (code, _), shape in shapes.items():
        if code == NOBODY:
            continue
        places = anchors(shape) | {
            name: [round(float(v)) for v in plane.points(text)[0].coords[0]]
            for name, text in table.get("places", {}).get(code, {}).items()
        }
        lines += ["", f"[provinces.{code}]", f'path = "{path(shape)}"']
        lines += [f"{name} = {at}" for name, at in places.items()]
        lines += [
            f"coasts.{place.split('/')[1]} = [{spot.x:.0f}, {spot.y:.0f}]"
            for place, spot in coasts.items()
            if place.split("/")[0] == code
        ]
    return "\n".join(lines) + "\n"


def main(name: str, atlas: str) -> None:
    """Write the geometry of a map."""
    table = tomllib.loads((HERE / name / "drawing.toml").read_text(encoding="utf-8"))
    plane = Plane(table)
    shapes = joined(pieces(table, plane, Path(atlas)), 0.01)
    shapes = joined(softened(shapes, table["detail"]), 1)
    (HERE / name / "geometry.toml").write_text(written(table, plane, shapes), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
