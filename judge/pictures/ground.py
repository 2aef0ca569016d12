"""Land and water of a board: what changes seldom on its pictures, and costs most of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import dist
from xml.sax.saxutils import escape

from judge.model.geometry import Geometry, Spot, rings
from judge.model.map import Map
from judge.model.view import View
from judge.pictures.cells import Box
from judge.pictures.colors import mixed
from judge.pictures.links import links
from judge.pictures.raster import layer
from judge.pictures.room import extent

SEA, SHALLOWS, LAND, BARREN = "#d5e6ee", "#a8cbdb", "#f3ead7", "#d9d2c3"
SEA_BORDER, BORDER = "#8fb4c6", "#6b5744"
RIM = 40
"""How far beyond the frame something can still be seen in it: half the width of a line."""
ROUGH = 7
"""How long the pieces of a shore are at least."""

Edge = tuple[Spot, Spot]
Lines = tuple[tuple[Spot, ...], ...]


class Ground:
    """The ground of a view, as far as it lies in a frame."""

    def __init__(
        self,
        view: View,
        board: Map,
        geometry: Geometry,
        frame: Box,
        color: Callable[[str], str],
    ) -> None:
        self.view, self.board, self.geometry, self.color = view, board, geometry, color
        self.sea = frozenset(c for c, each in board.provinces.items() if each.terrain == "sea")
        self.frame = frame
        self.paths = _paths(geometry, self.sea, frame.grown(RIM))
        self.shown = [code for code in self.paths if code in board.provinces]
        self.hidden = [code for code in self.shown if code not in view.seen]

    def outlines(self) -> Iterator[str]:
        """Yield what is used more than once."""
        for key, path in self.paths.items():
            if key != "-water" or self.hidden:
                yield f'<path id="{key}" d="{path}"/>'

    def water(self) -> Iterator[str]:
        """Yield the water: it changes least."""
        yield layer("still", self.frame.top)
        left, top, right, bottom = (round(edge) for edge in self.frame.grown(1))
        size = f'width="{right - left}" height="{bottom - top}"'
        yield f'<rect x="{left}" y="{top}" {size} fill="{SEA}"/>'
        yield '<g fill="none" pointer-events="all">'
        yield from (self._used(c, self._water_of(c)) for c in self.shown if c in self.sea)
        yield f'</g><g fill="none"><use href="#-borders" stroke="{SEA_BORDER}" stroke-width="2.5"/>'
        for width, opacity in ((22, 0.35), (11, 0.6)):
            shallow = f'stroke="{SHALLOWS}" stroke-width="{width}" stroke-opacity="{opacity}"'
            yield f'<use href="#-shore" {shallow}/>'
        yield "</g>"

    def land(self) -> Iterator[str]:
        """Yield the land, and what is out of sight dim."""
        style = f'stroke="{BORDER}" stroke-width="2" fill-rule="evenodd"'
        still = layer("still", self.frame.top)
        yield f'<use href="#-land" fill="{BARREN}" {style}/>{still}<g {style}>'
        for code in self.shown:
            if code not in self.sea:
                yield self._used(code, f' fill="{self._land_of(code)}"')
        yield "</g><g>"
        yield from links(self.geometry, self.sea)
        yield "</g>"
        if self.hidden:
            yield '<g fill="#4a5560" opacity=".4" fill-rule="evenodd">'
            yield from (f'<use href="#{code}"/>' for code in (*self.hidden, "-water"))
            yield "</g>"

    def _used(self, code: str, more: str = "") -> str:
        """Return the shape of a province; its name is shown where the mouse is."""
        name = escape(self.board.provinces[code].name)
        return f'<use href="#{code}"{more}><title>{name}</title></use>'

    def _land_of(self, code: str) -> str:
        if code in self.view.destroyed:
            return "#8a8078"
        owner = self.view.owners.get(code)
        ground = mixed(self.color(owner), LAND, 0.46) if owner else LAND
        return mixed("#ffffff", ground, 0.55) if code in self.view.closed else ground

    def _water_of(self, code: str) -> str:
        """Return how a space of water differs from the others, if it does."""
        owner = self.view.owners.get(code)
        if code in self.view.destroyed:
            return ' fill="#8a9299"'
        if code in self.view.closed:
            return ' fill="#ffffff" fill-opacity=".55"'
        return f' fill="{mixed(self.color(owner), SEA, 0.3)}"' if owner else ""


@lru_cache(maxsize=64)
def _paths(geometry: Geometry, sea: frozenset[str], frame: Box) -> Mapping[str, str]:
    """Return as paths what is seen in a frame, by what it shows: provinces by their codes."""
    shore, borders = _net(geometry, sea)
    near = {c: s.path for c, s in geometry.shapes.items() if extent(s.path).meets(frame)}
    closed = {code: _closed(path, frame) for code, path in near.items()}
    return {
        **{code: path for code, path in closed.items() if path},
        "-land": _closed(geometry.land, frame),
        "-water": _closed(geometry.water, frame),
        "-shore": _opened(shore, frame),
        "-borders": _opened(borders, frame),
    }


@lru_cache(maxsize=8)
def _net(geometry: Geometry, sea: frozenset[str]) -> tuple[Lines, Lines]:
    """Return the shores of all land, roughly, and the borders between waters, each line once."""
    drawn = [(code in sea, ring) for code, s in geometry.shapes.items() for ring in rings(s.path)]
    drawn += [(False, ring) for ring in rings(geometry.land)]
    sides: defaultdict[Edge, list[bool]] = defaultdict(list)
    for wet, ring in drawn:
        for edge in _edges(ring):
            sides[edge].append(wet)
    outlines = [ring for _, ring in drawn]
    shore = {edge for edge, wet in sides.items() if wet.count(False) == 1}
    borders = {edge for edge, wet in sides.items() if wet == [True, True]}
    return tuple(map(_rough, _chains(outlines, shore))), tuple(_chains(outlines, borders))


def _rough(line: Sequence[Spot]) -> tuple[Spot, ...]:
    kept = [line[0]]
    kept += (spot for spot in line[1:-1] if dist(kept[-1], spot) >= ROUGH)
    return (*kept, line[-1])


def _closed(path: str, frame: Box) -> str:
    """Return an outline as a path, with no more of it beyond a frame than its ground asks for."""
    if not path or frame.covers(extent(path)):
        return path
    trimmed = (_trimmed((*ring, ring[0]), frame) for ring in rings(path))
    return "".join(f"{_path(line[:-1])}z" for line in trimmed if line)


def _opened(lines: Lines, frame: Box) -> str:
    """Return as one path what of some lines is seen in a frame."""
    trimmed = (_trimmed(line, frame) for line in lines)
    return "".join(_path(line) for line in trimmed if line)


def _edges(ring: Sequence[Spot]) -> Iterator[Edge]:
    for one, other in pairwise((*ring, ring[0])):
        yield (one, other) if one < other else (other, one)


def _chains(outlines: Iterable[Sequence[Spot]], edges: set[Edge]) -> Iterator[tuple[Spot, ...]]:
    """Yield the edges as lines, as long as the outlines make them."""
    left = set(edges)
    for ring in outlines:
        chain: list[Spot] = []
        for edge, (one, other) in zip(_edges(ring), pairwise((*ring, ring[0])), strict=True):
            if edge in left:
                left.remove(edge)
                chain = chain or [one]
                chain.append(other)
            elif chain:
                yield tuple(chain)
                chain = []
        if chain:
            yield tuple(chain)


def _trimmed(line: Sequence[Spot], frame: Box) -> list[Spot]:
    """Return a line without the spots beyond a frame that change nothing within; or nothing."""
    beyond = [
        (x < frame.left)
        + 2 * (x > frame.right)
        + 4 * (y < frame.top)
        + 8 * (y > frame.bottom)
        for x, y in line
    ]  # fmt: skip
    kept, last = [line[0]], beyond[0]
    for n in range(1, len(line) - 1):
        if not last & beyond[n] & beyond[n + 1]:
            kept.append(line[n])
            last = beyond[n]
    if len(kept) == 1 and last & beyond[-1]:
        return []
    return [*kept, line[-1]]


def _path(line: Sequence[Spot]) -> str:
    first = line[0]
    steps = (f"{after.x - x} {after.y - y}" for (x, y), after in pairwise(line))
    return f"M{first.x} {first.y}l{' '.join(steps)}"
