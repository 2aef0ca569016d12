"""Orders as lines: moves, supports, convoys, retreats and chains on a board."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from math import dist

from judge.model.geometry import Spot
from judge.model.map import Location
from judge.model.order import Convoy, Move, Retreat, Support
from judge.model.position import Moved, Unit
from judge.model.reason import Fate, Result
from judge.model.view import View
from judge.pictures.cells import Box
from judge.pictures.line_finder import LineFinder, cut_between_boxes
from judge.pictures.lines import Polyline, bend_line, smooth_line_through
from judge.pictures.pieces import Pieces
from judge.pictures.room import Room, list_spots_around
from judge.pictures.tokens import BODY, INK, PAPER, draw_cross, format_svg

HEAD = 14
"""How far the tip of an arrow is from the end of its shaft."""
CROSS = Box(-14, -14, 14, 14)
RING = Box(-8, -8, 8, 8)
LINK_BENDS = (-0.14, 0.14, -0.25, 0.25, -0.5, 0.5, -0.7, 0.7, -0.9, 0.9, -1.2, 1.2)
"""How much a link may be bent: the more, the closer the units stand that it goes between."""
CROSSED_AT = (0.5, 0.58, 0.42, 0.66, 0.34, 0.74, 0.26, 0.82, 0.18, 0.9, 1.0)


def draw_edged_line(path: str, color: str, width: float, dash: str = "") -> str:
    """Return a line in its color, with a dark edge on a pale ground."""
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path d="{path}" stroke="{PAPER}" stroke-width="{width + 4.5}" stroke-opacity=".8"/>'
        f'<path d="{path}" stroke="{INK}" stroke-width="{width + 1.2}"{dashed}/>'
        f'<path d="{path}" stroke="{color}" stroke-width="{width - 0.4}"{dashed}/>'
    )


def find_arrow_tip(line: Polyline) -> Spot:
    """Return the tip of an arrow whose shaft ends where the line does."""
    back, (x, y) = line.spots[-2], line.end
    far = dist(back, line.end) or 1
    return Spot(x + (x - back.x) / far * HEAD, y + (y - back.y) / far * HEAD)


def draw_arrowhead(line: Polyline, color: str) -> str:
    """Return the head of an arrow whose shaft ends where the line does."""
    (x, y), top = line.end, find_arrow_tip(line)
    right, down = (top.x - x) / HEAD, (top.y - y) / HEAD
    barb = (x - right * 5 - down * 11, y - down * 5 + right * 11)
    other_barb = (x - right * 5 + down * 11, y - down * 5 - right * 11)
    corners = " ".join(
        f"{format_svg(corner[0])},{format_svg(corner[1])}" for corner in (top, barb, other_barb)
    )
    return f'<polygon points="{corners}" fill="{color}" stroke="{INK}" stroke-width="1.6"/>'


class Arrows:
    """What a view tells of the orders of the turn just played: ``lines``, and ``marks`` on them.

    ``room`` is all that is taken. ``around`` is how far it is around the world, 0 if the picture
    shows less.
    """

    def __init__(
        self,
        view: View,
        pieces: Pieces,
        room: Room,
        color: Callable[[str], str],
        around: float = 0,
    ) -> None:
        self.view, self.place, self.aside, self.color = (
            view,
            pieces.find_unit_spot_at,
            pieces.find_dislodged_spot_at,
            color,
        )
        self.room, self.finder = room, LineFinder(pieces, Room(room.frame, room.taken), around)
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
        self.lines: list[str] = []
        self.marks: list[str] = []
        self._draw_orders()

    def _draw_orders(self) -> None:
        for result in self.valid:
            if isinstance(result.order, Move):
                self._draw_unit_arrow(
                    result, result.order, self._find_start_of_unit(result.order.unit)
                )
            elif isinstance(result.order, Retreat):
                self._draw_unit_arrow(result, result.order, self.aside(result.order.unit.at))
        ordered = {result.order.unit for result in self.valid}
        for effect in self.view.effects:
            if isinstance(effect, Moved) and effect.unit not in ordered:
                start, end = self.place(effect.unit.at), self.place(effect.to)
                for ends in self.finder.list_line_endpoints(start, end) if start and end else ():
                    self._draw_whole_arrow(
                        self.finder.find_least_crossing_line(*ends), self.color(effect.unit.power)
                    )
        moves, self.lines = self.lines, []
        self._draw_order_links()
        for result in self.valid:
            if isinstance(result.order, Support):
                self._draw_support(result, result.order)
            elif isinstance(result.order, Convoy):
                self._draw_convoy(result, result.order)
        self.lines += moves  # above those that help them

    def _find_start_of_unit(self, unit: Unit) -> Spot | None:
        """Return where a unit is drawn that was ordered, or where it stood."""
        return self.spots.get(unit) or self.place(unit.at)

    def _trace_route(self, order: Move | Retreat, start: Spot, end: Spot) -> Polyline:
        """Return the way of a unit: past the fleets that convoy it, as it meets them."""
        fleets = self.ferries.get(order.unit.at.province, []) if isinstance(order, Move) else []
        middle = (start.x + end.x) / 2
        spots = [
            self.finder.wrap_spot_near(spot, middle) for at in fleets if (spot := self.place(at))
        ]
        if not spots:
            return self.finder.find_least_crossing_line(start, end)
        x, y = end.x - start.x, end.y - start.y
        spots.sort(key=lambda spot: (spot.x - start.x) * x + (spot.y - start.y) * y)
        return smooth_line_through([start, *spots, end])

    def _draw_unit_arrow(self, result: Result, order: Move | Retreat, start: Spot | None) -> None:
        """Draw the arrow of a unit that goes, or that does not get there."""
        end, color = self.place(order.to), self.color(order.unit.power)
        if start is None or end is None:
            return
        ways = [
            self._trace_route(order, *ends) for ends in self.finder.list_line_endpoints(start, end)
        ]
        if result.fate is Fate.STANDS:
            for way in ways:
                self._draw_whole_arrow(way, color)
            return
        line = ways[0]
        line = self.finder.cut_from_unit(line, start, BODY.move_box(end).with_rim(6))
        part = self._cross_out_line(line)
        self._draw_line(line.cut_first_part(part), color, 5, "14 9")

    def _draw_whole_arrow(self, line: Polyline, color: str) -> None:
        """Draw a whole arrow."""
        end = BODY.move_box(line.end).with_rim(HEAD + 8)
        line = self.finder.cut_from_unit(line, line.spots[0], end)
        x, y = format_svg(line.spots[0].x), format_svg(line.spots[0].y)
        dot = f'<circle cx="{x}" cy="{y}" r="7" fill="{color}" stroke="{INK}" stroke-width="1.6"/>'
        self._draw_line(line, color, 6.5)
        self.lines.append(dot)
        self.marks.append(draw_arrowhead(line, color))
        self._occupy_box(RING.move_box(find_arrow_tip(line)))

    def _draw_line(self, line: Polyline, color: str, width: float, dash: str = "") -> None:
        self.lines.append(draw_edged_line(line.svg_path, color, width, dash))
        self.room.occupy_line(line)

    def _occupy_box(self, box: Box) -> None:
        self.room.occupy_box(box)
        self.finder.solid.occupy_box(box)

    def _cross_out_line(self, line: Polyline, size: float = 11) -> float:
        """Put a cross on a line where there is room for it; return how far along."""
        clashes = [
            self.room.count_box_clashes(CROSS.move_box(line.find_spot_at(part)))
            for part in CROSSED_AT
        ]
        for n, part in enumerate(CROSSED_AT):
            clashes[n] += (
                0 if self.room.frame.contains_box(CROSS.move_box(line.find_spot_at(part))) else 100
            )
        part = CROSSED_AT[clashes.index(min(clashes))]
        near = enumerate(list_spots_around(line.find_spot_at(part), 32, 8))
        at = self.room.find_best_spot(CROSS, ((n // 4, spot) for n, spot in near))
        self.marks.append(draw_cross(at, size))
        self._occupy_box(CROSS.move_box(at))
        return part

    def _draw_order_links(self) -> None:
        """Draw the orders that go from space to space, link by link, each link once."""
        links: dict[tuple[str, str], list[Result]] = {}
        for result in self.valid:
            for link in result.order.links:
                links.setdefault(link, []).append(result)
        for link, results in links.items():
            start, end = (self.place(Location(code)) for code in link)
            if start is None or end is None:
                continue
            giver = [
                linked_result
                for linked_result in results
                if linked_result.order.unit.at.province == link[0]
            ]
            color = self.color((giver or results)[0].order.unit.power)
            failed = any(linked_result.fate is Fate.FAILS for linked_result in results)
            for ends in self.finder.list_line_endpoints(start, end):
                line = self.finder.find_least_crossing_line(*ends, LINK_BENDS)
                target = BODY.move_box(ends[1]).with_rim(HEAD + 8)
                line = self.finder.cut_from_unit(line, ends[0], target)
                self._draw_line(line, color, 5, "1 10")
                self.marks.append(draw_arrowhead(line, color))
                self._occupy_box(RING.move_box(find_arrow_tip(line)))
                if failed:
                    self._cross_out_line(line, 8)
                    failed = False

    def _draw_support(self, result: Result, order: Support) -> None:
        """Draw a line to the unit supported where it stands, or to the middle of its way.

        One that goes by sea is supported where it starts: the middle of its way tells nothing.
        """
        start, end = self._find_start_of_unit(order.unit), self._find_start_of_unit(order.of)
        if start is None or end is None:
            return
        target = self.place(order.into) if order.into else None
        move = self.moves.get(order.of.at.province)
        ferried = order.of.at.province in self.ferries
        if order.into is None or target is None or ferried:
            self._draw_helper_line(result, start, end, at_unit=True)
            return
        as_ordered = move is not None and move.to.province == order.into.province
        _, target = self.finder.list_line_endpoints(end, target)[0]
        way = (
            self._trace_route(move, end, target)
            if move and as_ordered
            else self.finder.find_least_crossing_line(end, target)
        )
        ends = self.finder.cut_from_unit(way, end, BODY.move_box(target).with_rim(HEAD + 8))
        self._draw_helper_line(result, start, ends.find_spot_at(0.5))

    def _draw_convoy(self, result: Result, order: Convoy) -> None:
        """Draw a line from a fleet to an army that does not come past."""
        if order.unit.at in self.ferries.get(order.of.at.province, ()):
            return
        start, end = self._find_start_of_unit(order.unit), self._find_start_of_unit(order.of)
        if start is None or end is None:
            return
        self._draw_helper_line(result, start, end, "14 5 3 5", at_unit=True)

    def _draw_helper_line(
        self, result: Result, start: Spot, end: Spot, dash: str = "3 7", *, at_unit: bool = False
    ) -> None:
        """Draw a broken line that ends in a ring, with a cross on it if it came to nothing."""
        (start, end), *second = self.finder.list_line_endpoints(start, end)
        boxes = (
            self.finder.standing.get(start, BODY.move_box(start)),
            BODY.move_box(end).with_rim(7) if at_unit else None,
        )
        candidates = [bend_line(start, end, bend) for bend in (0.0, 0.12, -0.12)]
        line = cut_between_boxes(
            min(candidates, key=lambda way: self.finder.solid.count_line_clashes(way, *boxes)),
            *boxes,
        )
        color = self.color(result.order.unit.power)
        at = f'cx="{format_svg(line.end.x)}" cy="{format_svg(line.end.y)}"'
        self._draw_line(line, color, 4, dash)
        self.lines.append(f'<circle {at} r="6" fill="{PAPER}" stroke="{color}" stroke-width="3"/>')
        self.room.occupy_box(RING.move_box(line.end))
        if result.fate is Fate.FAILS:
            self._cross_out_line(line, 8)
        for ends in second:
            self._draw_line(Polyline(ends), color, 4, dash)
