"""Signs of the borders that a picture cannot show: bridges, canals, and points where lands meet."""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import lru_cache
from math import dist

from judge.model.geometry import Geometry, Spot, rings
from judge.pictures.room import around_world
from judge.pictures.tokens import INK, PAPER, number

WATERWAY = "#2f5f78"
LEAST = 34
"""How long a line is at least."""


def links(geometry: Geometry, sea: Set[str]) -> Iterator[str]:
    """Yield a line for each two neighbors that do not touch in the picture.

    It is dark between lands, blue where one of them is water; a ring where they meet in a point.
    """
    for pair in sorted(map(sorted, geometry.crossings)):
        color = WATERWAY if not sea.isdisjoint(pair) else INK
        for start, end in _ends(geometry, *pair):
            yield _sign(start, end, color)


def _sign(start: Spot, end: Spot, color: str) -> str:
    (x, y), (right, below) = start, end
    long = dist(start, end)
    if not long:
        at = f'cx="{number(x)}" cy="{number(y)}"'
        return f'<circle {at} r="9" fill="{PAPER}" stroke="{color}" stroke-width="4"/>'
    more = max(0, LEAST / long - 1) / 2
    x, right = x - (right - x) * more, right + (right - x) * more
    y, below = y - (below - y) * more, below + (below - y) * more
    line = f'd="M{number(x)} {number(y)}L{number(right)} {number(below)}"'
    dots = "".join(
        f'<circle cx="{number(across)}" cy="{number(down)}" r="6" fill="{color}" '
        f'stroke="{PAPER}" stroke-width="2"/>'
        for across, down in ((x, y), (right, below))
    )
    return (
        f'<path {line} stroke="{PAPER}" stroke-width="9"/>'
        f'<path {line} stroke="{color}" stroke-width="5"/>{dots}'
    )


@lru_cache(maxsize=200)
def _ends(geometry: Geometry, one: str, other: str) -> tuple[tuple[Spot, Spot], ...]:
    """Return where two spaces are nearest: twice if that is over the edges of the picture."""
    here, there = (
        [spot for ring in rings(geometry.shapes[code].path) for spot in ring]
        for code in (one, other)
    )
    width = geometry.size[0] if around_world(geometry) else 0
    apart = here[0].x - there[0].x
    far = min((-width, 0, width), key=lambda each: abs(apart - each))
    _, start, end = min((dist(a, (b.x + far, b.y)), a, b) for a in here for b in there)
    if not far:
        return ((start, end),)
    return ((start, Spot(end.x + far, end.y)), (Spot(start.x - far, start.y), end))
