"""Land and water of a board: what changes seldom on its pictures, and costs most of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import pairwise, starmap
from math import dist
from xml.sax.saxutils import escape

from judge.model.geometry import Geometry, Spot, split_path_into_rings
from judge.model.map import Map
from judge.model.view import View
from judge.pictures.cells import Box
from judge.pictures.colors import BARREN, LAND, SEA, lighten_for_land, mix_colors
from judge.pictures.raster import layer_marker
from judge.pictures.room import draw_box_around_outline, shows_whole_world
from judge.pictures.tokens import INK, PAPER, format_svg

SHALLOWS = "#a8cbdb"
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
        self.sea = frozenset(
            c for c, province in board.provinces.items() if province.terrain == "sea"
        )
        self.frame = frame
        self.paths = _collect_paths_in_frame(geometry, self.sea, frame.with_rim(RIM))
        self.shown = [code for code in self.paths if code in board.provinces]
        self.hidden = [code for code in self.shown if code not in view.seen]

    def define_outlines(self) -> Iterator[str]:
        """Yield what is used more than once."""
        for key, path in self.paths.items():
            if key != "-water" or self.hidden:
                yield f'<path id="{key}" d="{path}"/>'

    def draw_water(self) -> Iterator[str]:
        """Yield the water: it changes least."""
        yield layer_marker("still", self.frame.top)
        left, top, right, bottom = (round(edge) for edge in self.frame.with_rim(1))
        size = f'width="{right - left}" height="{bottom - top}"'
        yield f'<rect x="{left}" y="{top}" {size} fill="{SEA}"/>'
        yield '<g fill="none" pointer-events="all">'
        yield from (
            self._draw_province_shape(c, self._find_water_fill_of(c))
            for c in self.shown
            if c in self.sea
        )
        yield f'</g><g fill="none"><use href="#-borders" stroke="{SEA_BORDER}" stroke-width="2.5"/>'
        for width, opacity in ((22, 0.35), (11, 0.6)):
            shallow = f'stroke="{SHALLOWS}" stroke-width="{width}" stroke-opacity="{opacity}"'
            yield f'<use href="#-shore" {shallow}/>'
        yield "</g>"

    def draw_land(self) -> Iterator[str]:
        """Yield the land, and what is out of sight dim."""
        style = f'stroke="{BORDER}" stroke-width="2" fill-rule="evenodd"'
        still = layer_marker("still", self.frame.top)
        yield f'<use href="#-land" fill="{BARREN}" {style}/>{still}<g {style}>'
        for code in self.shown:
            if code not in self.sea:
                yield self._draw_province_shape(code, f' fill="{self._find_land_color_of(code)}"')
        yield "</g><g>"
        yield from draw_neighbor_links(self.geometry, self.sea)
        yield "</g>"
        if self.hidden:
            yield '<g fill="#4a5560" opacity=".4" fill-rule="evenodd">'
            yield from (f'<use href="#{code}"/>' for code in (*self.hidden, "-water"))
            yield "</g>"

    def _draw_province_shape(self, code: str, more: str = "") -> str:
        """Return the shape of a province; its name is shown where the mouse is."""
        name = escape(self.board.provinces[code].name)
        return f'<use href="#{code}"{more}><title>{name}</title></use>'

    def _find_land_color_of(self, code: str) -> str:
        if code in self.view.destroyed:
            return "#8a8078"
        owner = self.view.owners.get(code)
        ground = lighten_for_land(self.color(owner)) if owner else LAND
        return mix_colors("#ffffff", ground, 0.55) if code in self.view.closed else ground

    def _find_water_fill_of(self, code: str) -> str:
        """Return how a space of water differs from the others, if it does."""
        owner = self.view.owners.get(code)
        if code in self.view.destroyed:
            return ' fill="#8a9299"'
        if code in self.view.closed:
            return ' fill="#ffffff" fill-opacity=".55"'
        return f' fill="{mix_colors(self.color(owner), SEA, 0.3)}"' if owner else ""


@lru_cache(maxsize=64)
def _collect_paths_in_frame(
    geometry: Geometry, sea: frozenset[str], frame: Box
) -> Mapping[str, str]:
    """Return as paths what is seen in a frame, by what it shows: provinces by their codes."""
    shore, borders = _list_shores_and_borders(geometry, sea)
    near = {
        c: s.path
        for c, s in geometry.shapes.items()
        if draw_box_around_outline(s.path).overlaps_box(frame)
    }
    closed = {code: _cut_path_to_frame(path, frame) for code, path in near.items()}
    return {
        **{code: path for code, path in closed.items() if path},
        "-land": _cut_path_to_frame(geometry.land, frame),
        "-water": _cut_path_to_frame(geometry.water, frame),
        "-shore": _cut_open_path(shore, frame),
        "-borders": _cut_open_path(borders, frame),
    }


@lru_cache(maxsize=8)
def _list_shores_and_borders(geometry: Geometry, sea: frozenset[str]) -> tuple[Lines, Lines]:
    """Return the shores of all land, roughly, and the borders between waters, each line once."""
    drawn = [
        (code in sea, ring)
        for code, s in geometry.shapes.items()
        for ring in split_path_into_rings(s.path)
    ]
    drawn += [(False, ring) for ring in split_path_into_rings(geometry.land)]
    sides: defaultdict[Edge, list[bool]] = defaultdict(list)
    for wet, ring in drawn:
        for edge in _list_edges_of_ring(ring):
            sides[edge].append(wet)
    outlines = [ring for _, ring in drawn]
    shore = {edge for edge, wet in sides.items() if wet.count(False) == 1}
    borders = {edge for edge, wet in sides.items() if wet == [True, True]}
    return tuple(map(_simplify_line, _join_edges_to_lines(outlines, shore))), tuple(
        _join_edges_to_lines(outlines, borders)
    )


def _simplify_line(line: Sequence[Spot]) -> tuple[Spot, ...]:
    rough_line = [line[0]]
    rough_line += (spot for spot in line[1:-1] if dist(rough_line[-1], spot) >= ROUGH)
    return (*rough_line, line[-1])


def _cut_path_to_frame(path: str, frame: Box) -> str:
    """Return an outline as a path, with no more of it beyond a frame than its ground asks for."""
    if not path or frame.contains_box(draw_box_around_outline(path)):
        return path
    trimmed = (_trim_line_to_frame((*ring, ring[0]), frame) for ring in split_path_into_rings(path))
    return "".join(f"{_write_svg_path(line[:-1])}z" for line in trimmed if line)


def _cut_open_path(lines: Lines, frame: Box) -> str:
    """Return as one path what of some lines is seen in a frame."""
    trimmed = (_trim_line_to_frame(line, frame) for line in lines)
    return "".join(_write_svg_path(line) for line in trimmed if line)


def _list_edges_of_ring(ring: Sequence[Spot]) -> Iterator[Edge]:
    for start, end in pairwise((*ring, ring[0])):
        yield (start, end) if start < end else (end, start)


def _join_edges_to_lines(
    outlines: Iterable[Sequence[Spot]], edges: set[Edge]
) -> Iterator[tuple[Spot, ...]]:
    """Yield the edges as lines, as long as the outlines make them."""
    remaining = set(edges)
    for ring in outlines:
        chain: list[Spot] = []
        for edge, (start, end) in zip(
            _list_edges_of_ring(ring), pairwise((*ring, ring[0])), strict=True
        ):
            if edge in remaining:
                remaining.remove(edge)
                chain = chain or [start]
                chain.append(end)
            elif chain:
                yield tuple(chain)
                chain = []
        if chain:
            yield tuple(chain)


def _trim_line_to_frame(line: Sequence[Spot], frame: Box) -> list[Spot]:
    """Return a line without the spots beyond a frame that change nothing within; or nothing."""
    beyond = [
        (x < frame.left)
        + 2 * (x > frame.right)
        + 4 * (y < frame.top)
        + 8 * (y > frame.bottom)
        for x, y in line
    ]  # fmt: skip
    spots, last = [line[0]], beyond[0]
    for n in range(1, len(line) - 1):
        if not last & beyond[n] & beyond[n + 1]:
            spots.append(line[n])
            last = beyond[n]
    if len(spots) == 1 and last & beyond[-1]:
        return []
    return [*spots, line[-1]]


def _write_svg_path(line: Sequence[Spot]) -> str:
    first = line[0]
    steps = (f"{after.x - x} {after.y - y}" for (x, y), after in pairwise(line))
    return f"M{first.x} {first.y}l{' '.join(steps)}"


WATERWAY = "#2f5f78"
LEAST = 34
"""How long a line is at least."""
LONGEST = 400
"""Neighbors that are farther from each other are not joined: each bears the other's name."""


def draw_neighbor_links(geometry: Geometry, sea: Set[str]) -> Iterator[str]:
    """Yield a line for each two neighbors that do not touch in the picture, if they are near.

    It is dark between lands, blue where one of them is water; a ring where they meet in a point.
    """
    for pair in sorted(map(sorted, geometry.crossings)):
        color = WATERWAY if not sea.isdisjoint(pair) else INK
        ends = _list_nearest_spots(geometry, *pair)
        if not _is_far(ends):
            yield from (_draw_link(start, end, color) for start, end in ends)


def collect_far_neighbors(geometry: Geometry) -> Mapping[str, Sequence[str]]:
    """Return the neighbors that no line joins since they are too far away, by provinces."""
    far: dict[str, list[str]] = {}
    for code, other in sorted(map(sorted, geometry.crossings)):
        if _is_far(_list_nearest_spots(geometry, code, other)):
            far.setdefault(code, []).append(other)
            far.setdefault(other, []).append(code)
    return far


def _is_far(ends: Iterable[tuple[Spot, Spot]]) -> bool:
    return min(starmap(dist, ends)) > LONGEST


def _draw_link(start: Spot, end: Spot, color: str) -> str:
    (x, y), (right, below) = start, end
    long = dist(start, end)
    if not long:
        at = f'cx="{format_svg(x)}" cy="{format_svg(y)}"'
        return f'<circle {at} r="9" fill="{PAPER}" stroke="{color}" stroke-width="4"/>'
    more = max(0, LEAST / long - 1) / 2
    x, right = x - (right - x) * more, right + (right - x) * more
    y, below = y - (below - y) * more, below + (below - y) * more
    corners = f"M{format_svg(x)} {format_svg(y)}L{format_svg(right)} {format_svg(below)}"
    line = f'd="{corners}"'
    dots = "".join(
        f'<circle cx="{format_svg(across)}" cy="{format_svg(down)}" r="6" fill="{color}" '
        f'stroke="{PAPER}" stroke-width="2"/>'
        for across, down in ((x, y), (right, below))
    )
    return (
        f'<path {line} stroke="{PAPER}" stroke-width="9"/>'
        f'<path {line} stroke="{color}" stroke-width="5"/>{dots}'
    )


@lru_cache(maxsize=200)
def _list_nearest_spots(
    geometry: Geometry, first_code: str, second_code: str
) -> tuple[tuple[Spot, Spot], ...]:
    """Return where two spaces are nearest: twice if that is over the edges of the picture."""
    here, there = (
        [spot for ring in split_path_into_rings(geometry.shapes[code].path) for spot in ring]
        for code in (first_code, second_code)
    )
    width = geometry.size[0] if shows_whole_world(geometry) else 0
    apart = here[0].x - there[0].x
    far = min((-width, 0, width), key=lambda shift: abs(apart - shift))
    _, start, end = min((dist(a, (b.x + far, b.y)), a, b) for a in here for b in there)
    if not far:
        return ((start, end),)
    return ((start, Spot(end.x + far, end.y)), (Spot(start.x - far, start.y), end))
