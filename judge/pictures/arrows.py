"""Orders as lines: moves, supports, convoys and retreats on a board."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from math import dist

from judge.model.geometry import Spot
from judge.model.map import Location
from judge.model.order import Convoy, Move, Retreat, Support
from judge.model.position import Moved
from judge.model.reason import Fate, Result
from judge.model.view import View
from judge.pictures.lines import Line, bent, winding
from judge.pictures.tokens import INK, PAPER, cross, number

CLEAR = 31
"""How far from the middle of a unit an arrow ends."""


def stroke(path: str, color: str, width: float, dash: str = "") -> str:
    """Return a line in its color, with a dark edge on a pale ground."""
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path d="{path}" stroke="{PAPER}" stroke-width="{width + 4.5}" opacity=".8"/>'
        f'<path d="{path}" stroke="{INK}" stroke-width="{width + 1.2}"{dashed}/>'
        f'<path d="{path}" stroke="{color}" stroke-width="{width - 0.4}"{dashed}/>'
    )


def head(line: Line, color: str) -> str:
    """Return the head of an arrow whose shaft ends where the line does."""
    back, (x, y) = line.spots[-2], line.end
    far = dist(back, line.end) or 1
    right, down = (x - back.x) / far, (y - back.y) / far
    tip = (x + right * 14, y + down * 14)
    barb = (x - right * 5 - down * 11, y - down * 5 + right * 11)
    other_barb = (x - right * 5 + down * 11, y - down * 5 - right * 11)
    corners = " ".join(f"{number(each[0])},{number(each[1])}" for each in (tip, barb, other_barb))
    return f'<polygon points="{corners}" fill="{color}" stroke="{INK}" stroke-width="1.6"/>'


class Arrows:
    """What a view tells of the orders of the turn just played: ``lines``, and ``marks`` on them."""

    def __init__(
        self,
        view: View,
        place: Callable[[Location], Spot | None],
        dislodged: Callable[[Location], Spot | None],
        color: Callable[[str], str],
    ) -> None:
        self.view, self.place, self.dislodged, self.color = view, place, dislodged, color
        self.valid = [result for result in view.results if result.fate is not Fate.VOID]
        orders = [result.order for result in self.valid]
        self.moves = {order.unit.at.province: order for order in orders if isinstance(order, Move)}
        self.ferries: defaultdict[str, list[Location]] = defaultdict(list)
        """Where the fleets lie that carry an army, by the province it starts from."""
        for order in orders:
            if isinstance(order, Convoy):
                move = self.moves.get(order.of.at.province)
                if move and move.to.province == order.to.province:
                    self.ferries[move.unit.at.province].append(order.unit.at)
        self.lines: list[str] = []
        self.marks: list[str] = []
        self._draw()

    def _draw(self) -> None:
        for result in self.valid:  # helpers first, so that moves lie above them
            if isinstance(result.order, Support):
                self._support(result, result.order)
            elif isinstance(result.order, Convoy):
                self._convoy(result, result.order)
        for result in self.valid:
            if isinstance(result.order, Move):
                self._arrow(result, result.order, self.place(result.order.unit.at))
            elif isinstance(result.order, Retreat):
                self._arrow(result, result.order, self.dislodged(result.order.unit.at))
        ordered = {result.order.unit for result in self.valid}
        for effect in self.view.effects:
            if isinstance(effect, Moved) and effect.unit not in ordered:
                start, end = self.place(effect.unit.at), self.place(effect.to)
                if start and end:
                    self._shaft(bent(start, end), self.color(effect.unit.power))

    def _way(self, order: Move | Retreat, start: Spot, end: Spot) -> Line:
        """Return the way of a unit: past the fleets that convoy it, as it meets them."""
        fleets = self.ferries.get(order.unit.at.province, []) if isinstance(order, Move) else []
        spots = [spot for at in fleets if (spot := self.place(at))]
        if not spots:
            return bent(start, end)
        x, y = end.x - start.x, end.y - start.y
        spots.sort(key=lambda spot: (spot.x - start.x) * x + (spot.y - start.y) * y)
        return winding([start, *spots, end])

    def _arrow(self, result: Result, order: Move | Retreat, start: Spot | None) -> None:
        """Draw the arrow of a unit that goes, or that does not get there."""
        end, color = self.place(order.to), self.color(order.unit.power)
        if start is None or end is None:
            return
        line = self._way(order, start, end)
        if result.fate is Fate.STANDS:
            self._shaft(line, color)
            return
        line = line.short_of(max(1.6 * CLEAR, line.length * 0.3))
        self.lines.append(stroke(line.path, color, 5, "14 9"))
        self.marks.append(cross(line.end))

    def _shaft(self, line: Line, color: str) -> None:
        """Draw a whole arrow."""
        line = line.short_of(CLEAR + 14)
        x, y = number(line.spots[0].x), number(line.spots[0].y)
        dot = f'<circle cx="{x}" cy="{y}" r="7" fill="{color}" stroke="{INK}" stroke-width="1.6"/>'
        self.lines += [stroke(line.path, color, 6.5), dot]
        self.marks.append(head(line, color))

    def _support(self, result: Result, order: Support) -> None:
        """Draw a line to the unit supported where it stands, or to the middle of its way."""
        start, end = self.place(order.unit.at), self.place(order.of.at)
        if start is None or end is None:
            return
        if order.into is None:
            self._help(result, Line((start, end)).short_of(CLEAR), "3 7")
            return
        move, target = self.moves.get(order.of.at.province), self.place(order.into)
        if target is None:
            return
        as_ordered = move is not None and move.to.province == order.into.province
        way = self._way(move, end, target) if move and as_ordered else bent(end, target)
        self._help(result, Line((start, way.at(0.55))), "3 7")

    def _convoy(self, result: Result, order: Convoy) -> None:
        """Draw a line from a fleet to the way of an army that does not come past."""
        if order.unit.at in self.ferries.get(order.of.at.province, ()):
            return
        start, end, target = map(self.place, (order.unit.at, order.of.at, order.to))
        if start is None or end is None or target is None:
            return
        self._help(result, Line((start, bent(end, target).at(0.5))), "14 5 3 5")

    def _help(self, result: Result, line: Line, dash: str) -> None:
        """Draw a broken line that ends in a ring, with a cross on it if it came to nothing."""
        color = self.color(result.order.unit.power)
        at = f'cx="{number(line.end.x)}" cy="{number(line.end.y)}"'
        ring = f'<circle {at} r="6" fill="{PAPER}" stroke="{color}" stroke-width="3"/>'
        self.lines += [stroke(line.path, color, 4, dash), ring]
        if result.fate is Fate.FAILS:
            self.marks.append(cross(line.at(0.55), 8))
