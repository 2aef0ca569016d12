"""The names of provinces and coasts on a picture, where they cover nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from judge.model.geometry import Shape, Spot
from judge.model.map import Location, Map, Province
from judge.model.view import View
from judge.pictures.cells import Box
from judge.pictures.room import (
    Room,
    can_box_fit_near,
    cells_in_any_outline,
    count_cells_in_outline,
    is_box_in_outline,
    ranked_spots_for_box,
    text_width,
)
from judge.pictures.tokens import (
    BOLD,
    INK,
    NAME,
    SLANTED,
    draw_center_mark,
    draw_closed_sign,
    draw_destroyed_sign,
    draw_text,
)

SEA_NAME = "#2f5f78"
SIZES = (24, 18)
"""How large the letters of names are: as large as there is room for."""
FAR = 96
"""How far from its unit the name of a space is at most."""
COAST = ' font-style="italic" font-weight="bold"'
SLANT = f' font-style="italic" font-family="{SLANTED}"'
SIGN = Box(-24, -24, 24, 24)


class Labels:
    """Names, coasts, centers and the signs of spaces; ``room`` is all that is taken.

    What does not fit into its space rather stands on water than on other land: ``shapes`` are all
    of the board.
    """

    def __init__(
        self,
        view: View,
        game_map: Map,
        room: Room,
        color: Callable[[str], str],
        shapes: Mapping[str, Shape],
    ) -> None:
        self.view, self.board, self.room, self.color = view, game_map, room, color
        self.lands = {code for code, p in game_map.provinces.items() if p.terrain == "land"}
        self.land = cells_in_any_outline(
            tuple(s.path for code, s in shapes.items() if code in self.lands)
        )

    def draw_space_signs(self, shapes: dict[str, Shape]) -> Iterator[str]:
        """Yield the signs of spaces that are destroyed, or closed at the moment."""
        for code, shape in shapes.items():
            if code in self.view.destroyed:
                yield draw_destroyed_sign(self._occupy_free_spot(SIGN, shape.unit, 72, shape))
            elif code in self.view.closed:
                box = Box(-16, -16, 16, 16)
                yield draw_closed_sign(self._occupy_free_spot(box, shape.dislodged, 72, shape))

    def draw_names(self, shapes: dict[str, Shape]) -> Iterator[str]:
        """Yield the names of provinces, the smallest first: they have the least room."""
        for code in sorted(
            shapes, key=lambda province_code: count_cells_in_outline(shapes[province_code].path)
        ):
            yield self._draw_province_name(self.board.provinces[code], shapes[code])
        for code, shape in shapes.items():
            for coast, at in shape.coasts.items():
                yield self._draw_coast_name(Location(code, coast), at, shapes)

    def _draw_province_name(self, province: Province, shape: Shape) -> str:
        code = province.code
        for size in SIZES:
            half = text_width(code, size) / 2 + (11 if province.center else 0)
            box = Box(-half, -0.46 * size, half, 0.46 * size)
            at = shape.label
            if self._can_place_box(box.box_at(at), shape):
                break
            if size > SIZES[-1] and not can_box_fit_near(shape.path, box, shape.unit, FAR):
                continue
            at = self._find_free_spot(box, shape.unit, FAR, shape)
            if self._can_place_box(box.box_at(at), shape):
                break
        self.room.occupy_box(box.box_at(at))
        below, mark = Spot(at.x, at.y + 0.35 * size), ""
        if province.center:
            lost = code in self.view.lost
            owner = self.view.owners.get(code)
            mark = draw_center_mark(
                Spot(at.x - half + 9, at.y), self.color(owner) if owner else "", lost=lost
            )
            below = Spot(below.x + 11, below.y)
        if province.terrain == "sea":
            return mark + draw_text(code, below, size, SEA_NAME, SLANT)
        return mark + draw_text(code, below, size, INK, BOLD)

    def _draw_coast_name(self, coast: Location, at: Spot, shapes: dict[str, Shape]) -> str:
        """Return the name of a coast, on the water there if that is drawn."""
        half = text_width(coast.coast, NAME) / 2
        box = Box(-half, -10, half, 10)
        seas = {to.province for to in self.board.targets_by_way[coast, "water"]} - self.lands
        waters = [shapes[code].path for code in sorted(seas & {*shapes})]
        paths = waters or [shapes[coast.province].path]
        spots = [
            ranked_spot
            for path in paths
            for ranked_spot in ranked_spots_for_box(path, box, at, 100, self.land)
        ]
        spot = self.room.find_best_spot(box, sorted(spots, key=lambda ranked_spot: ranked_spot[0]))
        self.room.occupy_box(box.box_at(spot))
        return draw_text(coast.coast, Spot(spot.x, spot.y + 7), NAME, SEA_NAME, COAST)

    def _occupy_free_spot(self, box: Box, spot: Spot, far: int, shape: Shape) -> Spot:
        at = self._find_free_spot(box, spot, far, shape)
        self.room.occupy_box(box.box_at(at))
        return at

    def _find_free_spot(self, box: Box, spot: Spot, far: int, shape: Shape) -> Spot:
        if self._can_place_box(box.box_at(spot), shape):
            return spot
        return self.room.find_best_spot(
            box, ranked_spots_for_box(shape.path, box, spot, far, self.land)
        )

    def _can_place_box(self, box: Box, shape: Shape) -> bool:
        return is_box_in_outline(shape.path, box) and not self.room.count_box_clashes(box)
