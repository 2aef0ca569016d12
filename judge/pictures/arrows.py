"""Orders as lines: moves, supports, convoys, retreats and chains on a board."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from math import dist

from judge.model.geometry import Spot
from judge.model.map import Location
from judge.model.order import Convoy, Move, Retreat, Support
from judge.model.position import Moved, Unit
from judge.model.reason import Fate, Result
from judge.model.view import View
from judge.pictures.cells import Box
from judge.pictures.lines import Line, bent, winding
from judge.pictures.pieces import Pieces
from judge.pictures.room import Room, around, dense
from judge.pictures.tokens import BODY, INK, PAPER, cross, number

HEAD = 14
"""How far the tip of an arrow is from the end of its shaft."""
BENDS = (0.1, -0.1, 0.2, -0.2, 0.32, -0.32, 0.6, -0.6, 0.9, -0.9)
"""How much an arrow may be bent to go past what stands in its way, or to be seen at all."""
SHORT = 44
"""How much of an arrow is to be seen at least."""
CROSS = Box(-14, -14, 14, 14)
RING = Box(-8, -8, 8, 8)
CROSSED_AT = (0.5, 0.58, 0.42, 0.66, 0.34, 0.74, 0.26, 0.82, 0.18, 0.9, 1.0)


def stroke(path: str, color: str, width: float, dash: str = "") -> str:
    """Return a line in its color, with a dark edge on a pale ground."""
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path d="{path}" stroke="{PAPER}" stroke-width="{width + 4.5}" stroke-opacity=".8"/>'
        f'<path d="{path}" stroke="{INK}" stroke-width="{width + 1.2}"{dashed}/>'
        f'<path d="{path}" stroke="{color}" stroke-width="{width - 0.4}"{dashed}/>'
    )


def tip(line: Line) -> Spot:
    """Return the tip of an arrow whose shaft ends where the line does."""
    back, (x, y) = line.spots[-2], line.end
    far = dist(back, line.end) or 1
    return Spot(x + (x - back.x) / far * HEAD, y + (y - back.y) / far * HEAD)


def head(line: Line, color: str) -> str:
    """Return the head of an arrow whose shaft ends where the line does."""
    (x, y), top = line.end, tip(line)
    right, down = (top.x - x) / HEAD, (top.y - y) / HEAD
    barb = (x - right * 5 - down * 11, y - down * 5 + right * 11)
    other_barb = (x - right * 5 + down * 11, y - down * 5 - right * 11)
    corners = " ".join(f"{number(each[0])},{number(each[1])}" for each in (top, barb, other_barb))
    return f'<polygon points="{corners}" fill="{color}" stroke="{INK}" stroke-width="1.6"/>'


def between(line: Line, start: Box | None, end: Box | None) -> Line:
    """Return the part of a line that lies outside of the boxes at its ends."""
    spots = dense(line)
    last = len(spots) - 1
    first = 0
    while start and first < last - 1 and start.holds(spots[first]):
        first += 1
    while end and last > first + 1 and end.holds(spots[last]):
        last -= 1
    corners = set(line.spots)
    inner = (spot for spot in spots[first + 1 : last] if spot in corners)
    return Line([Spot(*spot) for spot in (spots[first], *inner, spots[last])])


class Arrows:
    """What a view tells of the orders of the turn just played: ``lines``, and ``marks`` on them.

    ``solid`` is the room that no line should go through, ``room`` all that is taken. ``around`` is
    how far it is around the world, 0 if the picture shows less: what is nearer over its edges goes
    there.
    """

    def __init__(
        self,
        view: View,
        pieces: Pieces,
        room: Room,
        color: Callable[[str], str],
        around: float = 0,
    ) -> None:
        self.view, self.place, self.aside, self.color = view, pieces.place, pieces.aside, color
        self.around = around
        self.room, self.solid = room, Room(room.frame, room.taken)
        self.standing = {piece.at: piece.box for piece in pieces.pieces}
        self.spots = {piece.unit: piece.at for piece in pieces.pieces}
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
        self.ways: dict[tuple[Spot, Spot], Line] = {}
        self.lines: list[str] = []
        self.marks: list[str] = []
        self._draw()

    def _draw(self) -> None:
        for result in self.valid:
            if isinstance(result.order, Move):
                self._arrow(result, result.order, self._start(result.order.unit))
            elif isinstance(result.order, Retreat):
                self._arrow(result, result.order, self.aside(result.order.unit.at))
        ordered = {result.order.unit for result in self.valid}
        for effect in self.view.effects:
            if isinstance(effect, Moved) and effect.unit not in ordered:
                start, end = self.place(effect.unit.at), self.place(effect.to)
                for ends in self._ends(start, end) if start and end else ():
                    self._shaft(self._bent(*ends), self.color(effect.unit.power))
        moves, self.lines = self.lines, []
        self._chains()
        for result in self.valid:
            if isinstance(result.order, Support):
                self._support(result, result.order)
            elif isinstance(result.order, Convoy):
                self._convoy(result, result.order)
        self.lines += moves  # above those that help them

    def _ends(self, start: Spot, end: Spot) -> list[tuple[Spot, Spot]]:
        """Return from where to where a line goes: twice if it leaves over an edge and comes in."""
        right = end.x - start.x
        if not self.around or abs(right) <= self.around / 2:
            return [(start, end)]
        far = self.around if right < 0 else -self.around
        return [(start, Spot(end.x + far, end.y)), (Spot(start.x - far, start.y), end)]

    def _start(self, unit: Unit) -> Spot | None:
        """Return where a unit is drawn that was ordered, or where it stood."""
        return self.spots.get(unit) or self.place(unit.at)

    def _bent(self, start: Spot, end: Spot, bends: Iterable[float] = BENDS) -> Line:
        """Return a line that is bent so that it goes through as little as can be."""
        if (start, end) not in self.ways:
            boxes = self.standing.get(start), BODY.at(end)
            best: tuple[float, Line] | None = None
            for bend in bends:
                line = bent(start, end, bend)
                hidden = max(0, SHORT - between(line, *boxes).length)
                crossed = self.solid.crossed(line, *boxes) + hidden
                if best is None or crossed < best[0]:
                    best = crossed, line
                if not crossed:
                    break
            assert best
            self.ways[start, end] = best[1]
        return self.ways[start, end]

    def _way(self, order: Move | Retreat, start: Spot, end: Spot) -> Line:
        """Return the way of a unit: past the fleets that convoy it, as it meets them."""
        fleets = self.ferries.get(order.unit.at.province, []) if isinstance(order, Move) else []
        middle = (start.x + end.x) / 2
        spots = [self._over_edge(spot, middle) for at in fleets if (spot := self.place(at))]
        if not spots:
            return self._bent(start, end)
        x, y = end.x - start.x, end.y - start.y
        spots.sort(key=lambda spot: (spot.x - start.x) * x + (spot.y - start.y) * y)
        return winding([start, *spots, end])

    def _over_edge(self, spot: Spot, near: float) -> Spot:
        """Return where a spot lies that is seen from another, over an edge if that is nearer."""
        times = round((near - spot.x) / self.around) if self.around else 0
        return Spot(spot.x + times * self.around, spot.y)

    def _arrow(self, result: Result, order: Move | Retreat, start: Spot | None) -> None:
        """Draw the arrow of a unit that goes, or that does not get there."""
        end, color = self.place(order.to), self.color(order.unit.power)
        if start is None or end is None:
            return
        ways = [self._way(order, *ends) for ends in self._ends(start, end)]
        if result.fate is Fate.STANDS:
            for way in ways:
                self._shaft(way, color)
            return
        line = ways[0]
        line = between(line, self.standing.get(start), BODY.at(end).grown(6))
        part = self._crossed(line)
        self._drawn(line.until(part), color, 5, "14 9")

    def _shaft(self, line: Line, color: str) -> None:
        """Draw a whole arrow."""
        line = between(line, self.standing.get(line.spots[0]), BODY.at(line.end).grown(HEAD + 8))
        x, y = number(line.spots[0].x), number(line.spots[0].y)
        dot = f'<circle cx="{x}" cy="{y}" r="7" fill="{color}" stroke="{INK}" stroke-width="1.6"/>'
        self._drawn(line, color, 6.5)
        self.lines.append(dot)
        self.marks.append(head(line, color))
        self._take(RING.at(tip(line)))

    def _drawn(self, line: Line, color: str, width: float, dash: str = "") -> None:
        self.lines.append(stroke(line.path, color, width, dash))
        self.room.take_line(line)

    def _take(self, box: Box) -> None:
        self.room.take(box)
        self.solid.take(box)

    def _crossed(self, line: Line, size: float = 11) -> float:
        """Put a cross on a line where there is room for it; return how far along."""
        clashes = [self.room.clash(CROSS.at(line.at(part))) for part in CROSSED_AT]
        for n, part in enumerate(CROSSED_AT):
            clashes[n] += 0 if self.room.frame.covers(CROSS.at(line.at(part))) else 100
        part = CROSSED_AT[clashes.index(min(clashes))]
        near = enumerate(around(line.at(part), 32, 8))
        at = self.room.best(CROSS, ((n // 4, spot) for n, spot in near))
        self.marks.append(cross(at, size))
        self._take(CROSS.at(at))
        return part

    def _chains(self) -> None:
        """Draw the orders that go from space to space, link by link, each link once."""
        links: dict[tuple[str, str], list[Result]] = {}
        for result in self.valid:
            for link in result.order.links:
                links.setdefault(link, []).append(result)
        for link, results in links.items():
            start, end = (self.place(Location(code)) for code in link)
            if start is None or end is None:
                continue
            giver = [each for each in results if each.order.unit.at.province == link[0]]
            color = self.color((giver or results)[0].order.unit.power)
            failed = any(each.fate is Fate.FAILS for each in results)
            for ends in self._ends(start, end):
                line = self._bent(*ends, (-0.14, 0.14, -0.25, 0.25))
                boxes = self.standing.get(ends[0]), BODY.at(ends[1]).grown(HEAD + 8)
                line = between(line, *boxes)
                self._drawn(line, color, 5, "1 10")
                self.marks.append(head(line, color))
                self._take(RING.at(tip(line)))
                if failed:
                    self._crossed(line, 8)
                    failed = False

    def _support(self, result: Result, order: Support) -> None:
        """Draw a line to the unit supported where it stands, or to the middle of its way.

        One that goes by sea is supported where it starts: the middle of its way tells nothing.
        """
        start, end = self._start(order.unit), self._start(order.of)
        if start is None or end is None:
            return
        target = self.place(order.into) if order.into else None
        move = self.moves.get(order.of.at.province)
        ferried = order.of.at.province in self.ferries
        if order.into is None or target is None or ferried:
            self._help(result, start, end, at_unit=True)
            return
        as_ordered = move is not None and move.to.province == order.into.province
        _, target = self._ends(end, target)[0]
        way = self._way(move, end, target) if move and as_ordered else self._bent(end, target)
        ends = between(way, self.standing.get(end), BODY.at(target).grown(HEAD + 8))
        self._help(result, start, ends.at(0.5))

    def _convoy(self, result: Result, order: Convoy) -> None:
        """Draw a line from a fleet to an army that does not come past."""
        if order.unit.at in self.ferries.get(order.of.at.province, ()):
            return
        start, end = self._start(order.unit), self._start(order.of)
        if start is None or end is None:
            return
        self._help(result, start, end, "14 5 3 5", at_unit=True)

    def _help(
        self, result: Result, start: Spot, end: Spot, dash: str = "3 7", *, at_unit: bool = False
    ) -> None:
        """Draw a broken line that ends in a ring, with a cross on it if it came to nothing."""
        (start, end), *second = self._ends(start, end)
        boxes = self.standing.get(start, BODY.at(start)), BODY.at(end).grown(7) if at_unit else None
        candidates = [bent(start, end, bend) for bend in (0.0, 0.12, -0.12)]
        line = between(min(candidates, key=lambda way: self.solid.crossed(way, *boxes)), *boxes)
        color = self.color(result.order.unit.power)
        at = f'cx="{number(line.end.x)}" cy="{number(line.end.y)}"'
        self._drawn(line, color, 4, dash)
        self.lines.append(f'<circle {at} r="6" fill="{PAPER}" stroke="{color}" stroke-width="3"/>')
        self.room.take(RING.at(line.end))
        if result.fate is Fate.FAILS:
            self._crossed(line, 8)
        for ends in second:
            self._drawn(Line(ends), color, 4, dash)
