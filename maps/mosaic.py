"""Draws a board from its borders alone: ``python maps/mosaic.py ancmed``.

Reads ``maps/<name>/map.toml`` and ``drawing.toml`` and writes ``geometry.toml``. The borders are a
graph, laid out in the plane so that no two cross; each space becomes the field about its point,
which touches those of its neighbors and no others. Borders that would cross are left out and drawn
as crossings. Where more than four spaces surround nothing, nothing is drawn there. The same
borders give the same picture. Needs the libraries of ``pip install .[maps]``.
"""

from __future__ import annotations

import json
import random
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import shapely
from cartography.places import path
from grow import harbors, placed
from shapely.geometry import Polygon

HERE = Path(__file__).resolve().parent
STEPS = 6000
TRIES = 8

Node = str | int


class Board:
    """What the two files say, and the graph of what borders on what."""

    def __init__(self, name: str) -> None:
        self.drawing = tomllib.loads((HERE / name / "drawing.toml").read_text(encoding="utf-8"))
        tables = tomllib.loads((HERE / name / "map.toml").read_text(encoding="utf-8"))
        self.spaces: dict[str, Any] = tables["provinces"]
        self.codes = list(self.spaces)
        self.number = {code: n for n, code in enumerate(self.codes)}
        self.graph = nx.Graph()
        for code, space in self.spaces.items():
            water = space.get("water", "")
            words = water.values() if isinstance(water, dict) else [water]
            for near in " ".join((space.get("land", ""), *words)).split():
                self.graph.add_edge(code, near.split("/")[0])


def untangled(board: Board) -> tuple[nx.PlanarEmbedding, list[tuple[str, str]]]:
    """Return the borders that can be drawn, each space's in their order, and those that cannot."""
    far = [tuple(sorted(pair.split())) for pair in board.drawing.get("apart", [])]
    edges = sorted({tuple(sorted(edge)) for edge in board.graph.edges} - {*far})
    best: tuple[nx.PlanarEmbedding, list[tuple[str, str]]] | None = None
    for number in range(TRIES):
        graph = nx.Graph(edges)
        sound, plan = nx.check_planarity(graph)
        left: list[tuple[str, str]] = []
        if not sound:
            graph.clear_edges()
            for edge in random.Random(number).sample(edges, len(edges)):
                graph.add_edge(*edge)
                if not nx.check_planarity(graph)[0]:
                    graph.remove_edge(*edge)
                    left.append(edge)
            plan = nx.check_planarity(graph)[1]
        if best is None or len(left) < len(best[1]):
            best = plan, left
        if not left:
            break
    assert best is not None
    return best[0], [*far, *best[1]]


def faces(plan: nx.PlanarEmbedding) -> list[list[str]]:
    """Return what the borders enclose, each once, the spaces about it in their order."""
    seen: set[tuple[str, str]] = set()
    found = [
        plan.traverse_face(*edge, mark_half_edges=seen) for edge in plan.edges if edge not in seen
    ]
    return sorted(found, key=len)


class Mesh:
    """Triangles of spaces, of nothings among them, and of the frame about all."""

    def __init__(self, board: Board) -> None:
        plan, self.left = untangled(board)
        *inner, rim = faces(plan)
        if "rim" in board.drawing:
            wanted = {*board.drawing["rim"].split()}
            rim = max((*inner, rim), key=lambda face: len(wanted & {*face}))
            inner = [face for face in faces(plan) if face is not rim and {*face} != {*rim}]
        self.size = board.drawing["size"]
        self.rim = self.turned(rim[::-1], board.drawing["compass"])
        shares = np.array([board.drawing.get("shares", {}).get(code, 1.0) for code in self.rim])
        ends = np.cumsum(shares) - shares[0] / 2
        self.starts, self.middles, self.ends = (
            (ends - part * shares) / shares.sum() for part in (1, 0.5, 0)
        )
        self.triangles: list[tuple[Node, Node, Node]] = []
        self.hollow: dict[Node, int] = {}
        for number, face in enumerate(inner):
            ring = face[::-1] if self.mirrored else face
            if len(ring) == 3:
                self.triangles.append((ring[0], ring[1], ring[2]))
                continue
            self.hollow[number] = len(ring)
            self.triangles += [(a, b, number) for a, b in pairwise((*ring, ring[0]))]
        self.frame = {code: f"~{code}" for code in self.rim}
        for a, b in pairwise((*self.rim, self.rim[0])):
            self.triangles += [(b, a, self.frame[a]), (b, self.frame[a], self.frame[b])]
        self.nodes = list(dict.fromkeys(node for each in self.triangles for node in each))
        self.at = self.relaxed()

    def turned(self, ring: list[str], compass: str) -> list[str]:
        """Return the rim clockwise from the space in the north; the second named lies after it."""
        north, east, *_ = compass.split()
        start = ring.index(north)
        ring = ring[start:] + ring[:start]
        self.mirrored = ring.index(east) > len(ring) / 2
        return [ring[0], *ring[:0:-1]] if self.mirrored else ring

    def edge(self, part: float) -> tuple[float, float]:
        """Return the point of the frame that is so far around, from the middle of the top."""
        width, height = self.size
        way = (part * 2 * (width + height) + width / 2) % (2 * (width + height))
        for length, x, y, dx, dy in (
            (width, 0, 0, 1, 0),
            (height, width, 0, 0, 1),
            (width, width, height, -1, 0),
            (height, 0, height, 0, -1),
        ):
            if way <= length:
                return x + dx * way, y + dy * way
            way -= length
        raise AssertionError("beyond the frame")

    def relaxed(self) -> dict[Node, np.ndarray]:
        """Return where each node lies: Tutte's drawing, then made even without any crossing."""
        number = {node: n for n, node in enumerate(self.nodes)}
        fixed = {
            number[self.frame[code]]: self.edge(part)
            for code, part in zip(self.rim, self.middles, strict=True)
        }
        tri = np.array([[number[node] for node in each] for each in self.triangles])
        pairs = np.unique(
            np.sort(np.vstack([tri[:, [0, 1]], tri[:, [1, 2]], tri[:, [2, 0]]])), axis=0
        )
        count = len(self.nodes)
        links = np.zeros((count, count))
        links[pairs[:, 0], pairs[:, 1]] = links[pairs[:, 1], pairs[:, 0]] = 1
        system = np.diag(links.sum(axis=1)) - links
        goal = np.zeros((count, 2))
        for row, spot in fixed.items():
            system[row], system[row, row], goal[row] = 0, 1, spot
        spots = np.linalg.solve(system, goal)
        area = doubled(spots, tri)
        if (area < 0).sum() > len(tri) / 2:
            tri = tri[:, ::-1]
        free = np.array([n not in fixed for n in range(count)])
        return dict(zip(self.nodes, evened(spots, tri, pairs, free, self.size), strict=True))


def doubled(spots: np.ndarray, tri: np.ndarray) -> np.ndarray:
    """Return twice the area of each triangle, negative where it is turned over."""
    a, b, c = (spots[tri[:, n]] for n in range(3))
    return (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])


def evened(spots: np.ndarray, tri: np.ndarray, pairs: np.ndarray, free: np.ndarray,
           size: tuple[int, int]) -> np.ndarray:  # fmt: skip
    """Return the spots moved until triangles are of like size and edges short; none turns over."""
    mean = 2 * size[0] * size[1] / len(tri)

    def toil(at: np.ndarray) -> tuple[float, np.ndarray]:
        area = doubled(at, tri)
        if area.min() <= mean * 1e-6:
            return np.inf, at
        push = np.zeros_like(at)
        gap = at[pairs[:, 0]] - at[pairs[:, 1]]
        np.add.at(push, pairs[:, 0], 2 * gap / mean)
        np.add.at(push, pairs[:, 1], -2 * gap / mean)
        force = -4 * mean / area**2
        for n in range(3):
            b, c = at[tri[:, (n + 1) % 3]], at[tri[:, (n + 2) % 3]]
            away = np.column_stack([b[:, 1] - c[:, 1], c[:, 0] - b[:, 0]])
            np.add.at(push, tri[:, n], force[:, None] * away)
        return float((gap**2).sum() / mean + (4 * mean / area).sum()), push

    step, (now, push) = 1.0, toil(spots)
    for _ in range(STEPS):
        push[~free] = 0
        length = np.abs(push).max()
        tried = spots - push * (step * mean**0.5 / length)
        then, pushed = toil(tried)
        if then < now:
            spots, now, push, step = tried, then, pushed, min(step * 1.3, 1.0)
        else:
            step /= 2
        if step < 1e-7:
            break
    return spots


def fields(mesh: Mesh) -> dict[Node, Polygon]:
    """Return the outline of each space: by the middles of its edges and of its triangles."""
    at, outer = mesh.at, set(mesh.frame.values())
    inside = {each for each in mesh.triangles if not outer & {*each}}
    around: defaultdict[Node, dict[Node, tuple[Node, Node, Node]]] = defaultdict(dict)
    for each in mesh.triangles:
        for n in range(3):
            around[each[n]][each[(n + 1) % 3]] = each

    def middle(each: tuple[Node, Node, Node]) -> np.ndarray:
        nothing = next((node for node in each if node in mesh.hollow), None)
        center = sum(at[node] for node in each) / 3
        if nothing is None:
            return np.rint(center)
        pull = 0 if mesh.hollow[nothing] == 4 else 0.45
        return np.rint(at[nothing] + pull * (center - at[nothing]))

    shapes = {}
    for node in at:
        if node in outer:
            continue
        ring: list[np.ndarray] = []
        start = next(iter(around[node]))
        if node in mesh.frame:
            start = mesh.frame[node]
        near = start
        while True:
            each = around[node][near]
            if near not in mesh.hollow and near not in outer and node not in mesh.hollow:
                ring.append(np.rint((at[node] + at[near]) / 2))
            if each in inside:
                ring.append(middle(each))
            near = next(
                other for other in each if other != node and around[node].get(other) != each
            )
            if near == start:
                break
        shapes[node] = ring
    return {node: Polygon(ring) for node, ring in framed(mesh, shapes).items() if len(ring) > 2}


def framed(mesh: Mesh, shapes: dict[Node, list[np.ndarray]]) -> dict[Node, list[np.ndarray]]:
    """Return the outlines, those of the rim led on to the frame."""
    count = len(mesh.rim)
    width, height = mesh.size
    posts = [np.rint(mesh.edge(end % 1)) for end in mesh.ends]
    around = 2 * (width + height)
    turns = [((x, y), way / around) for x, y, way in (
        (width, 0, width / 2), (width, height, width / 2 + height),
        (0, height, 1.5 * width + height), (0, 0, 1.5 * width + 2 * height))]  # fmt: skip
    for n, code in enumerate(mesh.rim):
        before, after = mesh.rim[n - 1], mesh.rim[(n + 1) % count]
        ring = [tuple(spot) for spot in shapes[code]]
        first = tuple(np.rint((mesh.at[code] + mesh.at[before]) / 2))
        last = tuple(np.rint((mesh.at[code] + mesh.at[after]) / 2))
        one, two = posts[n - 1], posts[n]
        between = [np.array(turn, dtype=float) for turn, part in turns
                   if mesh.starts[n] < part < mesh.ends[n]
                   and turn not in (tuple(one), tuple(two))]  # fmt: skip
        k = ring.index(last)
        ring = ring[k:] + ring[:k]
        if ring[1] == first:
            ring = [ring[0], *ring[:0:-1]]
        assert ring[-1] == first, code
        shapes[code] = [np.array(spot) for spot in ring] + [one, *between, two]
    return shapes


def written(board: Board, mesh: Mesh, shapes: dict[Node, Polygon]) -> Iterator[str]:
    """Yield the lines of the geometry."""
    land, water = [], []
    for node in mesh.hollow:
        if node in shapes and shapes[node].area > 1:
            ring = {other for each in mesh.triangles if node in each for other in each} - {node}
            wet = [board.spaces[code].get("sea", False) for code in ring]
            (water if sum(wet) * 2 > len(wet) else land).append(shapes[node])
    yield from (
        "# Made by maps/mosaic.py from map.toml and drawing.toml: change those, not this.",
        "",
    )
    yield f"size = {mesh.size}"
    yield f'land = "{path(shapely.multipolygons(land)) if land else ""}"'
    yield f'water = "{path(shapely.multipolygons(water)) if water else ""}"'
    yield f"crossings = {json.dumps([' '.join(pair) for pair in sorted(mesh.left)])}"
    yield from ("", "[colors]")
    yield from (
        f'{json.dumps(power)} = "{color}"' for power, color in board.drawing["colors"].items()
    )
    drawn = [shapes[code] for code in board.codes]
    coasts = {n: dict(harbors(board, drawn, n)) for n, _ in enumerate(board.codes)}
    fleets = {n: list(own.values()) for n, own in coasts.items() if own}
    fleets = {n: spots for n, spots in fleets.items() if "" not in coasts[n]}
    for number, spots in enumerate(placed(drawn, fleets)):
        code = board.codes[number]
        yield from ("", f"[provinces.{code}]", f'path = "{path(shapes[code])}"')
        yield from (f"{name} = {at}" for name, at in spots.items())
        yield from (f"coasts.{coast} = {at}" for coast, at in coasts[number].items() if coast)


def main(name: str) -> None:
    """Write the geometry of a map."""
    board = Board(name)
    mesh = Mesh(board)
    text = "\n".join(written(board, mesh, fields(mesh))) + "\n"
    (HERE / name / "geometry.toml").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
