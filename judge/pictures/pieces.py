"""Where the units of a view stand on its picture, so that none covers another."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from judge.model.geometry import Geometry, Spot
from judge.model.map import Location
from judge.model.order import Retreat
from judge.model.position import Placed, Removed, Unit
from judge.model.reason import Fate
from judge.model.turn import Phase
from judge.model.view import View
from judge.pictures.cells import Box
from judge.pictures.room import Room, list_spots_around, rank_spots_for_box
from judge.pictures.tokens import BADGE, BODY

BADGED = Box(BODY.left, BODY.top - 4, BODY.right + 2 * BADGE + 2, BODY.bottom)
"""The room of a unit with a mark beside it."""

DOT = Box(-9, -9, 9, 9)


class Piece(NamedTuple):
    """A unit, and where it stands.

    Its ``sign`` is "+" if new, "!" if driven out, "x" if gone, "?" if it has no order.
    """

    unit: Unit
    at: Spot
    sign: str = ""
    out: bool = False

    @property
    def box(self) -> Box:
        """The room that it takes."""
        return (BADGED if self.sign in ("+", "!", "?") else BODY).move_box(self.at)


class Pieces:
    """All units of a view: ``pieces`` and, by province, the ``aside`` of those driven out.

    ``open`` are the provinces of the units that are to be given an order and have none.
    """

    def __init__(
        self, view: View, geometry: Geometry, room: Room, open_: Collection[str] = ()
    ) -> None:
        self.shapes, self.room = geometry.shapes, room
        self.pieces: list[Piece] = []
        self.nudged: dict[Spot, Spot] = {}
        self.out: dict[str, Spot] = {}
        built = {e.unit.at.province for e in view.effects if isinstance(e, Placed)}
        retreating = view.turn.phase is Phase.RETREATS
        for unit in view.units:
            sign = "+" if unit.at.province in built else ""
            if unit.at.province in open_ and not retreating:
                sign = "?"
            if (at := self.find_unit_spot_at(unit.at)) and room.frame.contains_spot(at):
                self._place_standing_unit(Piece(unit, at, sign))
        dislodged = (*(gone.unit for gone in view.dislodged), *view.dislodged_foreign)
        for unit in dislodged:
            self._place_unit_beside(unit, "?" if unit.at.province in open_ else "!", out=True)
        standing = {(unit.power, unit.at) for unit in view.units}
        for effect in view.effects:
            if isinstance(effect, Removed) and (effect.unit.power, effect.unit.at) not in standing:
                self._place_unit_beside(effect.unit, "x")

        for result in view.results:
            if isinstance(result.order, Retreat) and result.fate is Fate.STANDS:
                self._find_departure_spot(result.order.unit.at.province)

    def find_unit_spot_at(self, at: Location) -> Spot | None:
        """Return where a unit stands; None if the place is not drawn."""
        shape = self.shapes.get(at.province)
        if shape is None:
            return None
        spot = shape.coasts.get(at.coast, shape.unit)
        return self.nudged.get(spot, spot)

    def find_dislodged_spot_at(self, at: Location) -> Spot | None:
        """Return where a unit stands that was driven out, or stood when it was."""
        if at.province in self.out:
            return self.out[at.province]
        shape = self.shapes.get(at.province)
        return shape.dislodged if shape else None

    def _place_standing_unit(self, piece: Piece) -> None:
        """Put a unit where it belongs, or as near as it is seen whole and covers no other."""
        spot = piece.at
        if not self._can_place_piece(piece):
            spots = (piece._replace(at=candidate) for candidate in list_spots_around(spot, 64, 4))
            piece = next(
                (candidate for candidate in spots if self._can_place_piece(candidate)), piece
            )
            self.nudged[spot] = piece.at
        self.pieces.append(piece)
        self.room.occupy_box(piece.box)

    def _can_place_piece(self, piece: Piece) -> bool:
        box = piece.box
        covers = self.room.count_box_clashes(box) and any(
            other.box.overlaps_box(box) for other in self.pieces
        )
        return not covers and self.room.frame.contains_box(box)

    def _find_departure_spot(self, province: str) -> None:
        """Find a spot from which a unit that was driven out has gone."""
        if shape := self.shapes.get(province):
            spot = self.room.find_best_spot(
                DOT, rank_spots_for_box(shape.path, DOT, shape.dislodged, 84)
            )
            self.out[province] = spot
            self.room.occupy_box(DOT.move_box(spot))

    def _place_unit_beside(self, unit: Unit, sign: str, *, out: bool = False) -> None:
        """Put a unit that stands no more near where it stood, on its own ground if that can be."""
        shape, spot = self.shapes.get(unit.at.province), self.find_unit_spot_at(unit.at)
        if shape is None or spot is None or not self.room.frame.contains_spot(spot):
            return
        box = BADGED if out else BODY
        spots = ((0, shape.dislodged), *rank_spots_for_box(shape.path, box, spot, 84))
        if sign == "x":
            spots = ((0, spot), *spots)
        at = self.room.find_best_spot(box, spots)
        self.out[unit.at.province] = at
        self.pieces.append(Piece(unit, at, sign, out))
        self.room.occupy_box(box.move_box(at))
