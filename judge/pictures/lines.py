"""Lines of a picture: bent ones, and ways through many spots."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from math import dist

from judge.model.geometry import Spot

PARTS = [n / 10 for n in range(11)]
"""How far along a bend its straight pieces begin and end."""


class Polyline:
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

    def find_spot_at(self, part: float) -> Spot:
        """Return the spot so far along: 0 is the start, 1 the end."""
        return self.cut_first_part(part).end

    def cut_first_part(self, part: float) -> Polyline:
        """Return the first part of the line."""
        far = part * self.length
        first_spots = [
            spot for spot, gone in zip(self.spots, self.along, strict=True) if gone < far
        ]
        if not first_spots or len(first_spots) == len(self.spots):
            return self if first_spots else Polyline(self.spots[:1])
        last, beyond = first_spots[-1], self.spots[len(first_spots)]
        rest = (far - self.along[len(first_spots) - 1]) / (dist(last, beyond) or 1)
        return Polyline([*first_spots, _find_spot_between(last, beyond, rest)])

    @property
    def svg_path(self) -> str:
        """The line as an SVG path."""
        first, *rest = (f"{spot.x:.0f} {spot.y:.0f}" for spot in self.spots)
        return f"M{first}L{' '.join(rest)}" if rest else f"M{first}"


def bend_line(start: Spot, end: Spot, bend: float = 0.1) -> Polyline:
    """Return a line bent a little, so that two units who change places show two arrows."""
    x, y = end.x - start.x, end.y - start.y
    middle = Spot(start.x + x / 2 - y * bend, start.y + y / 2 + x * bend)
    return Polyline(
        [
            _find_spot_between(
                _find_spot_between(start, middle, p), _find_spot_between(middle, end, p), p
            )
            for p in PARTS
        ]
    )


def smooth_line_through(stops: Sequence[Spot]) -> Polyline:
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
    return Polyline([*spots, stops[-1]])


def _find_spot_between(start: Spot, end: Spot, part: float) -> Spot:
    return Spot(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part)
