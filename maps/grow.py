"""Grows the picture of a board too large to cut by hand: ``python maps/grow.py ww4 WORLD``.

Reads ``maps/<name>/drawing.toml``, which says where each space lies in the picture and on the
globe, and ``map.toml``, which says what borders what; writes ``maps/<name>/geometry.toml``. The
spaces grow from their points over a grid, land over land and sea over sea as the globe has it, bent
so that each point comes to lie where it shall; then their borders move until they touch
just those that they border. WORLD is as for draw.py. The same points give the same picture.
Needs the libraries of ``pip install .[maps]``.
"""

from __future__ import annotations

import heapq
import json
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from cartography.cut import polygons
from cartography.growth import BRIDGE, CROWDED, FREE, NEEDED, Grid
from cartography.places import anchors, ashore, inside, path
from cartography.trace import outlines
from cartography.world import countries
from scipy.interpolate import RBFInterpolator
from scipy.ndimage import distance_transform_edt
from shapely.geometry import Polygon

HERE = Path(__file__).resolve().parent
ROOM, SEA_ROOM = 74, 80
"""How many cells of the coarse grid a space wants."""

TOUCH = 3
"""How many cells of it spaces touch along."""

COARSE = ((4.0, 1.5, 0.0), (2.0, 0.8, 0.03), (1.5, 0.3, 0.03))
FINE = ((0.9, 0.4, 0.01), (0.6, 0.1, 0.0))
"""From how hot to how cold, and how often walls are tried."""

STEPS = 20_000_000

Spot = list[int]
Spots = dict[str, Spot]


class Board:
    """What the two files say."""

    def __init__(self, name: str) -> None:
        self.drawing = tomllib.loads((HERE / name / "drawing.toml").read_text(encoding="utf-8"))
        self.map = tomllib.loads((HERE / name / "map.toml").read_text(encoding="utf-8"))
        self.spaces: dict[str, Any] = self.map["provinces"]
        self.codes = list(self.spaces)
        self.number = {code: n for n, code in enumerate(self.codes)}
        rows = np.array([self.drawing["points"][code] for code in self.codes], dtype=float)
        self.points, self.degrees = rows[:, :2], rows[:, 2:]
        self.sea = np.array([self.spaces[code].get("sea", False) for code in self.codes])
        self.rims: Mapping[str, str] = self.drawing["rims"]

    def relation(self) -> np.ndarray:
        """Return which may touch which, nobody's land last: that may touch all."""
        count = len(self.codes)
        table = np.zeros((count + 1, count + 1), np.int8)
        for code, space in self.spaces.items():
            water = space.get("water", "")
            words = water.values() if isinstance(water, dict) else [water]
            for near in " ".join((space.get("land", ""), *words)).split():
                self.set(table, (code, near.split("/")[0]), NEEDED)
        for kind, pairs in ((BRIDGE, "bridges"), (FREE, "apart")):
            for pair in self.drawing[pairs]:
                self.set(table, pair.split(), kind)
        table[count], table[:, count] = FREE, FREE
        np.fill_diagonal(table, FREE)
        return table

    def set(self, table: np.ndarray, pair: Any, value: int) -> None:
        """Write down a pair, both ways."""
        one, other = (self.number[code] for code in pair)
        table[one, other] = table[other, one] = value


def bent(board: Board) -> RBFInterpolator:
    """Return the map from degrees to the picture."""
    chosen = [n for n, code in enumerate(board.codes) if code not in board.rims.values()]
    return RBFInterpolator(board.degrees[chosen], board.points[chosen], smoothing=200)


def land_of(plane: RBFInterpolator, atlas: Path) -> shapely.Geometry:
    """Return the land of the globe in the picture."""
    parts = []
    for name, country in countries(atlas):
        for part in polygons(country) if name != "Antarctica" else ():
            if part.area < 0.02:
                continue
            spots = np.array(shapely.segmentize(part, 1.0).exterior.coords)[:-1]
            if name == "Russia" and spots[:, 0].mean() < -100:
                spots[:, 0] += 360
            parts.append(shapely.make_valid(Polygon(plane(spots), [])))
            for hole in part.interiors:
                if Polygon(hole).area > 8:
                    lake = Polygon(plane(np.array(hole.coords)[:-1]))
                    parts[-1] = shapely.difference(parts[-1], shapely.make_valid(lake))
    return shapely.union_all(parts)


def raster(shape: shapely.Geometry, size: tuple[int, int], cell: float) -> np.ndarray:
    """Return which cells lie in a shape."""
    shapely.prepare(shape)
    across, down = (int(length // cell) for length in size)
    x, y = np.meshgrid((np.arange(across) + 0.5) * cell, (np.arange(down) + 0.5) * cell)
    return shapely.contains_xy(shape, x.ravel(), y.ravel()).reshape(down, across)


def sown(board: Board, ground: np.ndarray, cell: float) -> np.ndarray:
    """Return the grid overgrown from the points, each cell by whoever reaches it first."""
    height, width = ground.shape
    nobody = len(board.codes)
    cells = np.full(ground.shape, -1, np.int32)
    rims = {board.number[code] for code in board.rims.values()}
    seeds = [(int(y // cell), int(x // cell), n)
             for n, (x, y) in enumerate(board.points) if n not in rims]  # fmt: skip
    for x in range(width):
        for depth in range(3):
            seeds.append((depth, x, board.number[board.rims["top"]]))
            seeds.append((height - 4 - depth, x, board.number[board.rims["bottom"]]))
            seeds.append((height - 1 - depth, x, nobody))
    queue = [(0.0, order, *seed) for order, seed in enumerate(seeds)]
    order = len(queue)
    while queue:
        toil, _, y, x, own = heapq.heappop(queue)
        if cells[y, x] >= 0:
            continue
        cells[y, x] = own
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)) if own != nobody else ():
            near, side = y + down, (x + right) % width
            if 0 <= near < height and cells[near, side] < 0:
                fits = ground[near, side] != board.sea[own]
                step = (0.7 if board.sea[own] else 1.0) if fits else 5.0
                step *= 2.2 if own in rims else 1.0
                heapq.heappush(queue, (toil + step, order, near, side, own))
                order += 1
    return cells


def grid_of(board: Board, cells: np.ndarray, land: shapely.Geometry, plane: RBFInterpolator,
            cell: float, times: int) -> Grid:  # fmt: skip
    """Return the grid of so many cells for one of the coarse."""
    size = board.drawing["size"]
    ground = raster(land, size, cell)
    deep = distance_transform_edt(ground) + distance_transform_edt(~ground)
    strict = np.minimum(deep / times, np.where(ground, 5, 3)) * 0.35 / times
    ground[:, : 3 * times] = ground[:, -3 * times :] = False
    strict[:, : 3 * times] = strict[:, -3 * times :] = 6
    pull = np.full(ground.shape, 1.2)
    across, down = np.meshgrid(np.arange(ground.shape[1]), np.arange(ground.shape[0]))
    for text in (*board.drawing["lakes"].values(), *board.drawing["mountains"].values()):
        for spot in text.split(","):
            x, y = plane(np.array([[float(degree) for degree in spot.split()]]))[0] / cell
            pull[np.hypot(across + 0.5 - x, down + 0.5 - y) < 2.2 * times] = -1.0
    bottom = 3 * times
    pull[-bottom:] = -99.0
    sea = np.array([*board.sea, False])
    least = np.where(sea, SEA_ROOM, ROOM) * float(times * times)
    return Grid(
        cells,
        board.relation(),
        sea,
        ground,
        strict,
        least,
        pull,
        float(TOUCH * times),
        CROWDED * times,
    )


def grown(board: Board, atlas: Path) -> np.ndarray:
    """Return the fine grid when all is done."""
    plane = bent(board)
    land = land_of(plane, atlas)
    cell = board.drawing["cell"]
    cells = sown(board, raster(land, board.drawing["size"], cell), cell)
    for times, rounds in ((1, COARSE), (2, FINE)):
        cells = np.kron(cells, np.ones((times, times), np.int32))
        grid = grid_of(board, cells, land, plane, cell / times, times)
        for number, (hot, cold, walls) in enumerate(rounds):
            grid.settle(STEPS * times, hot, cold, walls, number)
            missing, wrong = grid.faults()
            print(f"{len(missing)} contacts missing, {len(wrong)} wrong", flush=True)
        cells = grid.cells
    return cells


def parted(board: Board, shape: shapely.Geometry, plane: RBFInterpolator) -> list[list[Polygon]]:
    """Return nobody's land and nobody's water."""
    lakes = [plane(np.array([[float(degree) for degree in spot.split()]]))[0]
             for text in board.drawing["lakes"].values() for spot in text.split(",")]  # fmt: skip
    near = shapely.multipoints(lakes)
    split: list[list[Polygon]] = [[], []]
    for part in polygons(shape):
        split[int(shapely.distance(part, near) < 25)].append(part)
    return split


def written(board: Board, shapes: list[shapely.Geometry], plane: RBFInterpolator) -> str:
    """Return the geometry as TOML."""
    land, water = (shapely.multipolygons(parts) for parts in parted(board, shapes[-1], plane))
    lines = ["# Made by maps/grow.py from drawing.toml: change that, not this.", ""]
    lines += [f"size = {board.drawing['size']}"]
    lines += [f'land = "{path(land)}"', f'water = "{path(water)}"']
    lines += [f"crossings = {json.dumps(list(crossings(board, shapes)))}"]
    colors = board.drawing["colors"].items()
    lines += ["", "[colors]", *(f'"{power}" = "{color}"' for power, color in colors)]
    coasts = {n: dict(harbors(board, shapes, n)) for n, _ in enumerate(board.codes)}
    fleets = {n: list(own.values()) for n, own in coasts.items() if own}
    for number, spots in enumerate(placed(shapes[:-1], fleets)):
        lines += ["", f"[provinces.{board.codes[number]}]", f'path = "{path(shapes[number])}"']
        lines += [f"{name} = {at}" for name, at in spots.items()]
        lines += [f"coasts.{coast} = {at}" for coast, at in coasts[number].items()]
    return "\n".join(lines) + "\n"


def harbors(board: Board, shapes: list[shapely.Geometry], n: int) -> Iterator[tuple[str, Spot]]:
    """Yield the coasts of a space that has several, and where fleets stand on them."""
    water = board.spaces[board.codes[n]].get("water", "")
    spots: list[Spot] = []
    waters = set()
    for near in water.values() if isinstance(water, dict) else ():
        seas = [code for code in near.split() if board.spaces[code.split("/")[0]].get("sea")]
        waters.add(frozenset(seas))
        shore = shapely.union_all([shapes[board.number[sea]] for sea in seas])
        spots.append(ashore(shapes[n], shore, spots))
    if len(waters) == 1:  # coasts on one water: the northern one first
        spots.sort(key=lambda spot: spot[1])
    yield from zip(water, spots, strict=False)


def placed(shapes: list[shapely.Geometry], fleets: Mapping[int, list[Spot]]) -> list[Spots]:
    """Return where things stand in each shape, all within it and no unit on another."""
    found, taken = [], [spot for spots in fleets.values() for spot in spots]
    for number, shape in enumerate(shapes):
        part = max(polygons(shape), key=lambda part: part.area)
        left, top, right, bottom = part.bounds
        step = max(4.0, part.area**0.5 / 40)
        x, y = np.meshgrid(np.arange(left, right, step), np.arange(top, bottom, step))
        spots = np.column_stack([x.ravel(), y.ravel()])
        deep = inside(part, spots)
        spots, deep = spots[deep > 3], deep[deep > 3]
        own = anchors(shape) if number not in fleets else {}
        middle = np.array(own.get("unit", part.centroid.coords[0]))
        away = np.full(len(spots), 99.0)
        for other in taken:
            away = np.minimum(away, np.abs(spots - other).max(axis=1))
        score = np.minimum(deep, 24) - 0.3 * np.hypot(*(spots - middle).T)
        unit = spots[np.argmax(score - np.where(away < 56, 56 - away, 0) * 4)]
        taken.append(unit)
        near = np.abs(spots - unit).max(axis=1)
        far = 0.1 * np.hypot(*(spots - unit).T)
        label = spots[np.argmax(np.minimum(near, 44) + np.minimum(deep, 20) - far)]
        if inside(part, np.array([own.get("label", unit)]))[0] > 3 and tuple(unit) == tuple(middle):
            label = np.array(own["label"])
        crowd = np.minimum(near, np.abs(spots - label).max(axis=1))
        driven = spots[np.argmax(np.minimum(crowd, 34) + np.minimum(deep, 10) - far)]
        found.append({"unit": unit, "dislodged": driven, "label": label})
    return [{name: [round(float(v)) for v in at] for name, at in each.items()} for each in found]


def crossings(board: Board, shapes: list[shapely.Geometry]) -> Iterator[str]:
    """Yield the neighbors that do not touch."""
    for one, other in np.argwhere(np.triu(board.relation())[:-1, :-1] > 0):
        if one == other:
            continue
        common = shapely.intersection(shapes[one].boundary, shapes[other].boundary)
        if common.length <= 10:
            yield f"{board.codes[one]} {board.codes[other]}"


def main(name: str, atlas: str) -> None:
    """Write the geometry of a map."""
    board = Board(name)
    cells = grown(board, Path(atlas))
    shapes = outlines(cells, board.drawing["cell"] / 2, 8, 3.0)
    text = written(board, shapes, bent(board))
    (HERE / name / "geometry.toml").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
