"""The names of provinces and coasts on a picture, where they cover nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from judge.model.geometry import Shape, Spot
from judge.model.map import Map, Province
from judge.model.view import View
from judge.pictures.room import Box, Room, fits, ground, rooms, width_of
from judge.pictures.tokens import BOLD, INK, NAME, SLANTED, barred, burst, center, text

SEA_NAME = "#2f5f78"
SIZE = 24
COAST = ' font-style="italic" font-weight="bold"'
SLANT = f' font-style="italic" font-family="{SLANTED}"'
SIGN = Box(-24, -24, 24, 24)


class Labels:
    """Names, coasts, centers and the signs of spaces; ``room`` is all that is taken."""

    def __init__(self, view: View, game_map: Map, room: Room, color: Callable[[str], str]) -> None:
        self.view, self.board, self.room, self.color = view, game_map, room, color

    def signs(self, shapes: dict[str, Shape]) -> Iterator[str]:
        """Yield the signs of spaces that are destroyed, or closed at the moment."""
        for code, shape in shapes.items():
            if code in self.view.destroyed:
                yield burst(self._put(SIGN, shape.unit, 72, shape))
            elif code in self.view.closed:
                box = Box(-16, -16, 16, 16)
                yield barred(self._put(box, shape.dislodged, 72, shape))

    def names(self, shapes: dict[str, Shape]) -> Iterator[str]:
        """Yield the names of provinces, the smallest first: they have the least room."""
        for code in sorted(shapes, key=lambda each: len(ground(shapes[each].path))):
            yield self._name(self.board.provinces[code], shapes[code])
        for shape in shapes.values():
            for coast, at in shape.coasts.items():
                yield self._coast(coast, at, shape)

    def _name(self, province: Province, shape: Shape) -> str:
        code = province.code
        half = width_of(code, SIZE) / 2
        if province.center:
            half += 11
        at = self._put(Box(-half, -11, half, 11), shape.label, 96, shape)
        below, mark = Spot(at.x, at.y + 8.5), ""
        if province.center:
            lost = code in self.view.lost
            owner = self.view.owners.get(code)
            mark = center(
                Spot(at.x - half + 9, at.y), self.color(owner) if owner else "", lost=lost
            )
            below = Spot(below.x + 11, below.y)
        if province.terrain == "sea":
            return mark + text(code, below, SIZE, SEA_NAME, more=SLANT)
        return mark + text(code, below, SIZE, INK, more=BOLD)

    def _coast(self, coast: str, at: Spot, shape: Shape) -> str:
        half = width_of(coast, NAME) / 2
        spot = self._put(Box(-half, -10, half, 10), at, 60, shape)
        return text(coast, Spot(spot.x, spot.y + 7), NAME, SEA_NAME, more=COAST)

    def _put(self, box: Box, spot: Spot, far: int, shape: Shape) -> Spot:
        at, path = spot, shape.path
        if not fits(path, box.at(at)) or self.room.clash(box.at(at)):
            at = self.room.best(box, rooms(path, box, spot, far))
        self.room.take(box.at(at))
        return at
