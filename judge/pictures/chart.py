"""A board as a reader sees it, as SVG."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from xml.sax.saxutils import escape

from judge.model.geometry import Geometry, Shape, Spot
from judge.model.map import Map
from judge.model.position import Unit
from judge.model.turn import Calendar
from judge.model.view import View
from judge.pictures.arrows import Arrows
from judge.pictures.colors import UNKNOWN, colors, short_names
from judge.pictures.ground import SEA, Ground
from judge.pictures.labels import Labels
from judge.pictures.pieces import Piece, Pieces
from judge.pictures.raster import LAYER, STAMPS, layer
from judge.pictures.room import Box, Room, extent, width_of
from judge.pictures.scale import shrunk
from judge.pictures.tokens import (
    ALARM,
    BADGE,
    BODY,
    BOLD,
    HALO,
    INK,
    PAPER,
    SANS,
    SERIF,
    badge,
    cross,
    shape_of,
    tag,
    text,
    token,
)

HEAD = 92
"""The height of the title above a board that is 2000 units wide."""
RIM = 70
"""How much is shown around a region."""
LEAST = 700
"""How much is shown of a board at least, each way."""


def draw(
    view: View,
    game_map: Map,
    geometry: Geometry,
    calendar: Calendar,
    *,
    orders: bool = True,
    region: Collection[str] = (),
    open_: Collection[str] = (),
) -> str:
    """Return the board as the reader sees it, as SVG.

    With the orders of the turn just played and what became of them; or without, as it is to be
    ordered from. ``region`` are provinces that are cut out of the board, large; ``open_`` those of
    units that are marked as having no order yet.
    """
    return "".join(_Chart(view, game_map, geometry, calendar, orders, region, open_).parts())


class _Chart:
    def __init__(
        self,
        view: View,
        game_map: Map,
        geometry: Geometry,
        calendar: Calendar,
        orders: bool,
        region: Collection[str],
        open_: Collection[str],
    ) -> None:
        if not orders:
            view = replace(view, played=None, results=(), effects=())
        geometry = shrunk(geometry)
        self.view, self.board, self.geometry, self.calendar = view, game_map, geometry, calendar
        self.open = open_
        self.frame = _frame(geometry, region)
        self.shapes: dict[str, Shape] = {
            code: shape
            for code, shape in geometry.shapes.items()
            if not region or extent(shape.path).meets(self.frame)
        }
        self.colors = colors(game_map, geometry)
        self.shorts = short_names(game_map, view.names)
        self.room = Room(self.frame)
        self.scale = (self.frame.right - self.frame.left) / 2000

    def parts(self) -> Iterator[str]:
        left, top, right, bottom = (round(edge) for edge in self.frame)
        width, height, head = right - left, bottom - top, round(HEAD * self.scale)
        yield (
            '<svg xmlns="http://www.w3.org/2000/svg" role="img" '
            f'viewBox="{left} {top - head} {width} {height + head}" '
            f'width="1000" height="{round(1000 * (height + head) / width)}" '
            f'stroke-linejoin="round" stroke-linecap="round" font-family="{SANS}">'
        )
        yield f"<title>{escape(self.title())}</title>"
        ground = Ground(self.view, self.board, self.geometry, self.frame, self.color)
        pieces = Pieces(self.view, replace(self.geometry, shapes=self.shapes), self.room, self.open)
        yield "<defs>"
        yield from ground.outlines()
        yield from self.symbols(pieces)
        yield f'</defs><rect x="{left}" y="{top}" width="{width}" height="{height}" fill="{SEA}"/>'
        yield from ground.water()
        yield LAYER
        yield from ground.land()
        around = self.geometry.size[0] if _round(self.geometry) else 0
        arrows = Arrows(self.view, pieces, self.room, self.color, around)
        land = [s for c, s in self.shapes.items() if self.board.provinces[c].terrain == "land"]
        labels = Labels(self.view, self.board, self.room, self.color, land)
        inside = {c: s for c, s in self.shapes.items() if self.frame.holds(s.label)}
        lines = [*arrows.lines, *labels.signs(inside), *arrows.marks]
        if lines:
            yield layer(Box(left, top - head, right, bottom))
            yield '<g fill="none">'
            yield from lines
            yield "</g>"
        yield f'{LAYER}{STAMPS}<g text-anchor="middle"{HALO}>'
        yield from labels.names(inside)
        yield '</g><g text-anchor="middle">'
        for piece in pieces.pieces:
            yield from self.piece(piece)
        yield f"</g>{layer(Box(left, top - head, right, top))}"
        yield f'<rect x="{left}" y="{top - head}" width="{width}" height="{head}" fill="{PAPER}"/>'
        yield from self.heading()
        yield "</svg>"

    def title(self) -> str:
        turn = self.view.played or self.view.turn
        before = "" if self.view.played else "Before "
        return f"{before}{self.calendar.title(turn)}, {turn.phase.word}"

    def symbols(self, pieces: Pieces) -> Iterator[str]:
        """Yield each sort of unit once."""
        sorts = {(piece.unit.power, piece.unit.kind): piece.unit for piece in pieces.pieces}
        for unit in sorts.values():
            kind = self.board.kinds.get(unit.kind)
            code = kind.code if kind else ""
            name, short = self.sort(unit), escape(self.short(unit.power))
            yield token(name, shape_of(kind), code, short, self.color(unit.power))

    def sort(self, unit: Unit) -> str:
        kind = self.board.kinds.get(unit.kind)
        return f"{kind.code if kind else ''}-{self.short(unit.power)}"

    def piece(self, piece: Piece) -> Iterator[str]:
        """Yield a unit with its mark."""
        at, edge = piece.at, ALARM if piece.out else PAPER
        faded = ' opacity=".5"' if piece.sign == "x" else ""
        yield (
            f'<use href="#{self.sort(piece.unit)}" x="{round(at.x)}" y="{round(at.y)}" '
            f'stroke="{edge}"{faded}/>'
        )
        if piece.sign == "x":
            yield cross(at, 16)
        elif piece.sign:
            yield badge(Spot(at.x + BODY.right + BADGE + 1, at.y + BODY.top + 10), piece.sign)

    def heading(self) -> Iterator[str]:
        """Yield the title, and the powers with their centers as far as there is room."""
        scale = self.scale
        yield (
            f'<g transform="translate({round(self.frame.left)} {round(self.frame.top)}) '
            f'scale({scale:.3g})"{BOLD}>'
        )
        title = self.title()
        yield text(title, Spot(26, -30), 44, INK, SERIF)
        yield from self.legend(26 + 27.5 * len(title) + 40)
        yield "</g>"

    def legend(self, left: float) -> Iterator[str]:
        """Yield the powers in two rows, with their names where all fit, or else the largest."""
        counts = {power: len(self.view.centers_of(power)) for power in self.shorts}
        rows = [(f"{self.named(power)} {n}", power) for power, n in counts.items() if n]
        room = 1980 - left
        if sum(80 + width_of(label, 22.5) for label, _ in rows) > 2 * room - 200:
            rows = [(str(n), power) for power, n in counts.items() if n]
            rows.sort(key=lambda row: -int(row[0]))
        half = (len(rows) + 1) // 2
        for down, row in ((-85, rows[:half]), (-41, rows[half:])):
            x = left
            for label, power in row:
                if x + 62 + width_of(label, 22.5) > 1990:
                    break
                yield tag(self.short(power), self.color(power), Spot(x, down))
                yield text(label, Spot(x + 60, down + 23), 22.5, INK)
                x += 80 + width_of(label, 22.5)

    def color(self, power: str) -> str:
        return self.colors.get(power, UNKNOWN)

    def named(self, power: str) -> str:
        return self.view.names.get(power, power)

    def short(self, power: str) -> str:
        return self.shorts.get(power, power[:3].upper())


def _round(geometry: Geometry) -> bool:
    """Say whether the picture shows the whole world: some space is at both its edges."""
    width = geometry.size[0]
    boxes = (extent(shape.path) for shape in geometry.shapes.values())
    return any(box.left <= 1 and box.right >= width - 1 for box in boxes)


def _frame(geometry: Geometry, region: Collection[str]) -> Box:
    """Return what is shown: the whole board, or a region with a rim."""
    width, height = geometry.size
    boxes = [extent(geometry.shapes[code].path) for code in region if code in geometry.shapes]
    if not boxes:
        return Box(0, 0, width, height)
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    left, right = _span(min(lefts) - RIM, max(rights) + RIM, width)
    top, bottom = _span(min(tops) - RIM, max(bottoms) + RIM, height)
    return Box(left, top, right, bottom)


def _span(start: float, end: float, most: float) -> tuple[float, float]:
    """Return what of a side is shown: never less than some, nor what is beyond the board."""
    more = max(0, LEAST - (end - start)) / 2
    return max(0, start - more), min(most, end + more)
