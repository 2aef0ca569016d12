"""Where lines go between spots, past what stands in their way."""

from __future__ import annotations

from collections.abc import Iterable

from judge.model.geometry import Spot
from judge.pictures.cells import Box
from judge.pictures.lines import Polyline, bend_line
from judge.pictures.pieces import Pieces
from judge.pictures.room import Room, list_dense_spots_on_line
from judge.pictures.tokens import BODY

BENDS = (0.1, -0.1, 0.2, -0.2, 0.32, -0.32, 0.6, -0.6, 0.9, -0.9)
"""How much an arrow may be bent to go past what stands in its way, or to be seen at all."""
SHORT = 44
"""How much of an arrow is to be seen at least."""


class LineFinder:
    """Finds lines between spots that go through as little as can be.

    ``solid`` is the room that no line should go through, ``standing`` the boxes of the units by
    their spots. ``around`` is how far it is around the world, 0 if the picture shows less: what is
    nearer over its edges goes there.
    """

    def __init__(self, pieces: Pieces, solid: Room, around: float) -> None:
        self.solid, self.around = solid, around
        self.standing = {piece.at: piece.box for piece in pieces.pieces}
        self._ways: dict[tuple[Spot, Spot], Polyline] = {}

    def list_line_endpoints(self, start: Spot, end: Spot) -> list[tuple[Spot, Spot]]:
        """Return from where to where a line goes: twice if it leaves over an edge and comes in."""
        right = end.x - start.x
        if not self.around or abs(right) <= self.around / 2:
            return [(start, end)]
        far = self.around if right < 0 else -self.around
        return [(start, Spot(end.x + far, end.y)), (Spot(start.x - far, start.y), end)]

    def wrap_spot_near(self, spot: Spot, near: float) -> Spot:
        """Return where a spot lies that is seen from another, over an edge if that is nearer."""
        times = round((near - spot.x) / self.around) if self.around else 0
        return Spot(spot.x + times * self.around, spot.y)

    def find_least_crossing_line(
        self, start: Spot, end: Spot, bends: Iterable[float] = BENDS
    ) -> Polyline:
        """Return a line that is bent so that it goes through as little as can be."""
        if (start, end) not in self._ways:
            boxes = self.standing.get(start), BODY.move_box(end)
            best: tuple[float, Polyline] | None = None
            for bend in bends:
                line = bend_line(start, end, bend)
                hidden = max(0, SHORT - cut_between_boxes(line, *boxes).length)
                crossed = self.solid.count_line_clashes(line, *boxes) + hidden
                if best is None or crossed < best[0]:
                    best = crossed, line
                if not crossed:
                    break
            assert best
            self._ways[start, end] = best[1]
        return self._ways[start, end]

    def cut_from_unit(self, line: Polyline, start: Spot, end: Box | None) -> Polyline:
        """Return the part of a line between the unit that stands at its start and a box."""
        return cut_between_boxes(line, self.standing.get(start), end)


def cut_between_boxes(line: Polyline, start: Box | None, end: Box | None) -> Polyline:
    """Return the part of a line that lies outside of the boxes at its ends."""
    spots = list_dense_spots_on_line(line)
    last = len(spots) - 1
    first = 0
    while start and first < last - 1 and start.contains_spot(spots[first]):
        first += 1
    while end and last > first + 1 and end.contains_spot(spots[last]):
        last -= 1
    corners = set(line.spots)
    inner = (spot for spot in spots[first + 1 : last] if spot in corners)
    return Polyline([Spot(*spot) for spot in (spots[first], *inner, spots[last])])
