"""Orders as lines: moves, supports, convoys and retreats on a board."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import NamedTuple

from judge.model.geometry import Spot
from judge.model.map import Location
from judge.model.order import Convoy, Move, Retreat, Support
from judge.model.position import Moved
from judge.model.reason import Fate, Result
from judge.model.view import View
from judge.pictures.tokens import PAPER, cross, number

CLEAR = 31
"""How far from the middle of a unit an arrow ends."""

BEND = 0.1


class Curve(NamedTuple):
    """A line bent a little to its right, so that two units who change places show two arrows."""

    start: Spot
    bend: Spot
    end: Spot

    def at(self, part: float) -> Spot:
        """Return the spot so far along: 0 is the start, 1 the end."""
        rest = 1 - part
        weights = (rest * rest, 2 * rest * part, part * part)
        return Spot(
            sum(w * spot.x for w, spot in zip(weights, self, strict=True)),
            sum(w * spot.y for w, spot in zip(weights, self, strict=True)),
        )

    def until(self, part: float) -> Curve:
        """Return the first part of the curve."""
        bend = Spot(*(a + (b - a) * part for a, b in zip(self.start, self.bend, strict=True)))
        return Curve(self.start, bend, self.at(part))

    @property
    def length(self) -> float:
        """The distance from end to end."""
        return hypot(self.end.x - self.start.x, self.end.y - self.start.y)

    @property
    def path(self) -> str:
        """The curve as an SVG path."""
        numbers = [number(value) for spot in self for value in spot]
        return "M{} {}Q{} {} {} {}".format(*numbers)


def curve(start: Spot, end: Spot, bend: float = BEND) -> Curve:
    """Return the curve from one spot to another."""
    x, y = end.x - start.x, end.y - start.y
    middle = Spot(start.x + x / 2 - y * bend, start.y + y / 2 + x * bend)
    return Curve(start, middle, end)


def short_of(line: Curve, gap: float) -> Curve:
    """Return the curve without its last stretch."""
    return line.until(max(0.3, 1 - gap / max(line.length, 1)))


def stroke(path: str, colour: str, width: float, dash: str = "") -> str:
    """Return a line in its colour on a pale ground."""
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path d="{path}" stroke="{PAPER}" stroke-width="{width + 4}" opacity=".8"/>'
        f'<path d="{path}" stroke="{colour}" stroke-width="{width}"{dashed}/>'
    )


def head(line: Curve, colour: str) -> str:
    """Return the head of an arrow whose shaft ends where the line does."""
    x, y = line.end.x - line.bend.x, line.end.y - line.bend.y
    far = hypot(x, y) or 1
    x, y = x / far, y / far
    tip = Spot(line.end.x + x * 14, line.end.y + y * 14)
    left = Spot(line.end.x - x * 5 - y * 11, line.end.y - y * 5 + x * 11)
    right = Spot(line.end.x - x * 5 + y * 11, line.end.y - y * 5 - x * 11)
    corners = " ".join(f"{number(spot.x)},{number(spot.y)}" for spot in (tip, left, right))
    return (
        f'<polygon points="{corners}" fill="{colour}" stroke="{PAPER}" stroke-width="2" '
        'stroke-linejoin="round"/>'
    )


class Arrows:
    """What a view tells of the orders of the turn just played: ``lines``, and ``marks`` on them."""

    def __init__(
        self,
        view: View,
        place: Callable[[Location], Spot | None],
        driven: Callable[[Location], Spot | None],
        colour: Callable[[str], str],
    ) -> None:
        self.view, self.place, self.driven, self.colour = view, place, driven, colour
        self.moves = {
            one.order.unit.at.province: one.order
            for one in view.results
            if isinstance(one.order, Move) and one.fate is not Fate.VOID
        }

        self.lines: list[str] = []
        self.marks: list[str] = []
        self._draw()

    def _draw(self) -> None:
        told = [one for one in self.view.results if one.fate is not Fate.VOID]
        for one in told:  # helpers first, so that moves lie above them
            if isinstance(one.order, Support):
                self._support(one, one.order)
            elif isinstance(one.order, Convoy):
                self._convoy(one, one.order)
        for one in told:
            if isinstance(one.order, Move):
                self._arrow(one, self.place(one.order.unit.at), one.order.to)
            elif isinstance(one.order, Retreat):
                self._arrow(one, self.driven(one.order.unit.at), one.order.to)
        known = {one.order.unit for one in told}
        for effect in self.view.effects:
            if isinstance(effect, Moved) and effect.unit not in known:
                start, end = self.place(effect.unit.at), self.place(effect.to)
                if start and end:
                    self._shaft(curve(start, end), self.colour(effect.unit.power))

    def _arrow(self, one: Result, start: Spot | None, to: Location) -> None:
        """Draw the arrow of a unit that goes, or that does not get there."""
        end, colour = self.place(to), self.colour(one.order.unit.power)
        if start is None or end is None:
            return
        line = curve(start, end)
        if one.fate is Fate.STANDS:
            self._shaft(line, colour)
            return
        line = short_of(line, max(1.6 * CLEAR, line.length * 0.3))
        self.lines.append(stroke(line.path, colour, 5, "12 8"))
        self.marks.append(cross(line.end))

    def _shaft(self, line: Curve, colour: str) -> None:
        """Draw a whole arrow."""
        line = short_of(line, CLEAR + 14)
        x, y = number(line.start.x), number(line.start.y)
        dot = f'<circle cx="{x}" cy="{y}" r="7" fill="{colour}" stroke="{PAPER}" stroke-width="2"/>'
        self.lines += [stroke(line.path, colour, 6.5), dot]
        self.marks.append(head(line, colour))

    def _support(self, one: Result, order: Support) -> None:
        """Draw a line to the unit supported where it stands, or to the middle of its way."""
        start, end = self.place(order.unit.at), self.place(order.of.at)
        if start is None or end is None:
            return
        line = short_of(curve(start, end, 0), CLEAR)
        if order.into is not None:
            target = self.place(order.into)
            if target is None:
                return
            line = curve(start, curve(end, target).at(0.55), 0)
        self._help(one, line, "3 7")

    def _convoy(self, one: Result, order: Convoy) -> None:
        """Draw a line from a fleet to the way of the army that it carries."""
        move = self.moves.get(order.of.at.province)
        spots = [
            self.place(at) for at in (order.unit.at, order.of.at, move.to if move else order.to)
        ]
        start, end, target = spots
        if start is None or end is None or target is None:
            return
        way = curve(end, target)
        near = min((0.3, 0.4, 0.5, 0.6, 0.7), key=lambda part: curve(start, way.at(part)).length)
        self._help(one, curve(start, way.at(near), 0), "14 5 3 5")

    def _help(self, one: Result, line: Curve, dash: str) -> None:
        """Draw a broken line that ends in a ring, with a cross on it if it came to nothing."""
        colour = self.colour(one.order.unit.power)
        x, y = number(line.end.x), number(line.end.y)
        ring = (
            f'<circle cx="{x}" cy="{y}" r="6" fill="{PAPER}" stroke="{colour}" stroke-width="3"/>'
        )
        self.lines += [stroke(line.path, colour, 4, dash), ring]
        if one.fate is Fate.FAILS:
            self.marks.append(cross(line.at(0.55), 8))
