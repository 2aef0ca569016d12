"""The names of provinces and coasts on a picture, where they cover nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from judge.model.geometry import Shape, Spot
from judge.model.map import Location, Map, Province
from judge.model.view import View
from judge.pictures.cells import Box
from judge.pictures.room import (
    Room,
    can_box_fit_near,
    count_cells_in_outline,
    find_cells_in_any_outline,
    is_box_in_outline,
    measure_text,
    rank_spots_for_box,
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
OWNER = 18
"""How large the name of an owner is."""
FAR = 96
"""How far from its unit the name of a space is at most."""
COAST = ' font-style="italic" font-weight="bold"'
SLANT = f' font-style="italic" font-family="{SLANTED}"'
SIGN = Box(-24, -24, 24, 24)


class PowerLook(NamedTuple):
    """How powers are known on a picture: by a color, and by a short name."""

    color: Callable[[str], str]
    short: Callable[[str], str]


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
        look: PowerLook,
        shapes: Mapping[str, Shape],
    ) -> None:
        self.view, self.board, self.room, self.look = view, game_map, room, look
        self.held = {unit.at.province: unit.power for unit in view.units}
        self.lands = {code for code, p in game_map.provinces.items() if p.terrain == "land"}
        self.land = find_cells_in_any_outline(
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

    def draw_far_neighbors(
        self, far: Mapping[str, Sequence[str]], shapes: dict[str, Shape]
    ) -> Iterator[str]:
        """Yield for each space the neighbors that are too far away for a line."""
        for code, others in far.items():
            if code in shapes:
                words = f"to {', '.join(others)}"
                half = measure_text(words, NAME) / 2
                box = Box(-half, -12, half, 12)
                at = self._occupy_free_spot(box, shapes[code].label, FAR, shapes[code])
                yield draw_text(words, Spot(at.x, at.y + 8), NAME, SEA_NAME, COAST)

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
        owner = self._name_owner(code)
        for size in SIZES:
            box = self._name_box(province, size, owner)
            at = shape.label
            if self._can_place_box(box.move_box(at), shape):
                break
            if size > SIZES[-1] and not can_box_fit_near(shape.path, box, shape.unit, FAR):
                continue
            at = self._find_free_spot(box, shape.unit, FAR, shape)
            if self._can_place_box(box.move_box(at), shape):
                break
        self.room.occupy_box(box.move_box(at))
        below = Spot(at.x, at.y - (0.5 * OWNER if owner else 0) + 0.35 * size)
        if province.terrain == "sea" and not province.center:
            return draw_text(code, below, size, SEA_NAME, SLANT)
        mark = ""
        if province.center:
            lost = code in self.view.lost
            color = self.look.color(self.view.owners[code]) if code in self.view.owners else ""
            half = self._name_box(province, size, "").right
            mark = draw_center_mark(Spot(at.x - half + 9, below.y - 0.35 * size), color, lost=lost)
            below = Spot(below.x + 11, below.y)
        if owner:
            name_at = Spot(at.x, below.y + OWNER)
            mark += draw_text(owner, name_at, OWNER, INK)
        if province.terrain == "sea":
            return mark + draw_text(code, below, size, SEA_NAME, SLANT)
        return mark + draw_text(code, below, size, INK, BOLD)

    def _name_box(self, province: Province, size: float, owner: str) -> Box:
        """Return the room of the name of a province, with that of its owner below."""
        half = measure_text(province.code, size) / 2 + (11 if province.center else 0)
        half = max(half, measure_text(owner, OWNER) / 2)
        high = 0.46 * size + (0.5 * OWNER if owner else 0)
        return Box(-half, -high, half, high)

    def _name_owner(self, code: str) -> str:
        """Return the short name of whom a province belongs to, if no unit of theirs is there."""
        owner = self.view.owners.get(code)
        return self.look.short(owner) if owner and self.held.get(code) != owner else ""

    def _draw_coast_name(self, coast: Location, at: Spot, shapes: dict[str, Shape]) -> str:
        """Return the name of a coast, on the water there if that is drawn."""
        half = measure_text(coast.coast, NAME) / 2
        box = Box(-half, -10, half, 10)
        seas = {to.province for to in self.board.targets_by_way[coast, "water"]} - self.lands
        waters = [shapes[code].path for code in sorted(seas & {*shapes})]
        paths = waters or [shapes[coast.province].path]
        spots = [
            ranked_spot
            for path in paths
            for ranked_spot in rank_spots_for_box(path, box, at, 100, self.land)
        ]
        spot = self.room.find_best_spot(box, sorted(spots, key=lambda ranked_spot: ranked_spot[0]))
        self.room.occupy_box(box.move_box(spot))
        return draw_text(coast.coast, Spot(spot.x, spot.y + 7), NAME, SEA_NAME, COAST)

    def _occupy_free_spot(self, box: Box, spot: Spot, far: int, shape: Shape) -> Spot:
        at = self._find_free_spot(box, spot, far, shape)
        self.room.occupy_box(box.move_box(at))
        return at

    def _find_free_spot(self, box: Box, spot: Spot, far: int, shape: Shape) -> Spot:
        if self._can_place_box(box.move_box(spot), shape):
            return spot
        return self.room.find_best_spot(
            box, rank_spots_for_box(shape.path, box, spot, far, self.land)
        )

    def _can_place_box(self, box: Box, shape: Shape) -> bool:
        return is_box_in_outline(shape.path, box) and not self.room.count_box_clashes(box)
