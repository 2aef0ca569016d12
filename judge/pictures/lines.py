"""Lines of a picture: bent ones, and ways through many spots."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from math import dist

from judge.model.geometry import Spot

PARTS = [n / 10 for n in range(11)]
"""How far along a bend its straight pieces begin and end."""


class Line:
    """A line through spots that lie close to each other."""

    def __init__(self, spots: Sequence[Spot]) -> None:
        self.spots = tuple(spots)
        self.along = (0.0, *accumulate(dist(*pair) for pair in pairwise(self.spots)))

    @property
    def length(self) -> float:
        """How long the line is."""
        return self.along[-1]

    @property
    def end(self) -> Spot:
        """Where the line ends."""
        return self.spots[-1]

    def at(self, part: float) -> Spot:
        """Return the spot so far along: 0 is the start, 1 the end."""
        return self.until(part).end

    def until(self, part: float) -> Line:
        """Return the first part of the line."""
        far = part * self.length
        kept = [spot for spot, gone in zip(self.spots, self.along, strict=True) if gone < far]
        if not kept or len(kept) == len(self.spots):
            return self if kept else Line(self.spots[:1])
        last, beyond = kept[-1], self.spots[len(kept)]
        rest = (far - self.along[len(kept) - 1]) / (dist(last, beyond) or 1)
        return Line([*kept, _between(last, beyond, rest)])

    @property
    def path(self) -> str:
        """The line as an SVG path."""
        first, *rest = (f"{spot.x:.0f} {spot.y:.0f}" for spot in self.spots)
        return f"M{first}L{' '.join(rest)}" if rest else f"M{first}"


def bent(start: Spot, end: Spot, bend: float = 0.1) -> Line:
    """Return a line bent a little, so that two units who change places show two arrows."""
    x, y = end.x - start.x, end.y - start.y
    middle = Spot(start.x + x / 2 - y * bend, start.y + y / 2 + x * bend)
    return Line([_between(_between(start, middle, p), _between(middle, end, p), p) for p in PARTS])


def winding(stops: Sequence[Spot]) -> Line:
    """Return a smooth line through all stops (a Catmull-Rom spline)."""
    through = (stops[0], *stops, stops[-1])
    spots = [
        Spot(
            *(
                b + part / 2 * (c - a + part * (2 * a - 5 * b + 4 * c - d
                + part * (3 * (b - c) + d - a)))
                for a, b, c, d in zip(*through[n : n + 4], strict=True)
            )
        )
        for n in range(len(stops) - 1)
        for part in PARTS[:-1]
    ]  # fmt: skip
    return Line([*spots, stops[-1]])


def _between(one: Spot, other: Spot, part: float) -> Spot:
    return Spot(one.x + (other.x - one.x) * part, one.y + (other.y - one.y) * part)
