"""Signs of the borders that a picture cannot show: bridges, canals, and points where lands meet."""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import lru_cache
from math import dist

from judge.model.geometry import Geometry, Spot, rings_of_path
from judge.pictures.room import shows_whole_world
from judge.pictures.tokens import INK, PAPER, svg_number

WATERWAY = "#2f5f78"
LEAST = 34
"""How long a line is at least."""


def draw_neighbor_links(geometry: Geometry, sea: Set[str]) -> Iterator[str]:
    """Yield a line for each two neighbors that do not touch in the picture.

    It is dark between lands, blue where one of them is water; a ring where they meet in a point.
    """
    for pair in sorted(map(sorted, geometry.crossings)):
        color = WATERWAY if not sea.isdisjoint(pair) else INK
        for start, end in _nearest_spots(geometry, *pair):
            yield _draw_link(start, end, color)


def _draw_link(start: Spot, end: Spot, color: str) -> str:
    (x, y), (right, below) = start, end
    long = dist(start, end)
    if not long:
        at = f'cx="{svg_number(x)}" cy="{svg_number(y)}"'
        return f'<circle {at} r="9" fill="{PAPER}" stroke="{color}" stroke-width="4"/>'
    more = max(0, LEAST / long - 1) / 2
    x, right = x - (right - x) * more, right + (right - x) * more
    y, below = y - (below - y) * more, below + (below - y) * more
    corners = f"M{svg_number(x)} {svg_number(y)}L{svg_number(right)} {svg_number(below)}"
    line = f'd="{corners}"'
    dots = "".join(
        f'<circle cx="{svg_number(across)}" cy="{svg_number(down)}" r="6" fill="{color}" '
        f'stroke="{PAPER}" stroke-width="2"/>'
        for across, down in ((x, y), (right, below))
    )
    return (
        f'<path {line} stroke="{PAPER}" stroke-width="9"/>'
        f'<path {line} stroke="{color}" stroke-width="5"/>{dots}'
    )


@lru_cache(maxsize=200)
def _nearest_spots(
    geometry: Geometry, first_code: str, second_code: str
) -> tuple[tuple[Spot, Spot], ...]:
    """Return where two spaces are nearest: twice if that is over the edges of the picture."""
    here, there = (
        [spot for ring in rings_of_path(geometry.shapes[code].path) for spot in ring]
        for code in (first_code, second_code)
    )
    width = geometry.size[0] if shows_whole_world(geometry) else 0
    apart = here[0].x - there[0].x
    far = min((-width, 0, width), key=lambda shift: abs(apart - shift))
    _, start, end = min((dist(a, (b.x + far, b.y)), a, b) for a in here for b in there)
    if not far:
        return ((start, end),)
    return ((start, Spot(end.x + far, end.y)), (Spot(start.x - far, start.y), end))
