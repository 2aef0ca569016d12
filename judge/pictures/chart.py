"""A board as a reader sees it, as SVG."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from xml.sax.saxutils import escape

from judge.hooks import Variant
from judge.model.geometry import Geometry, Shape, Spot
from judge.model.position import Unit
from judge.model.view import View
from judge.pictures.arrows import Arrows
from judge.pictures.cells import Box
from judge.pictures.colors import UNKNOWN, choose_colors, shorten_names
from judge.pictures.ground import Ground, collect_far_neighbors
from judge.pictures.labels import Labels, PowerLook
from judge.pictures.pieces import Piece, Pieces
from judge.pictures.raster import layer_marker
from judge.pictures.room import Room, draw_box_around_outline, measure_text, shows_whole_world
from judge.pictures.scale import shrink_geometry
from judge.pictures.tokens import (
    ALARM,
    BADGE,
    BODY,
    BOLD,
    HALO,
    INK,
    NAME,
    PAPER,
    SANS,
    SERIF,
    draw_cross,
    draw_power_tag,
    draw_text,
    draw_unit_badge,
    draw_unit_symbol,
    format_svg,
    name_unit_outline,
)

TITLE = 72
"""The height of the title above a board that is 2000 units wide."""
KEY_SIZES = (30, 24, 17)
"""How large the names of the powers are below the title: as large as two rows allow."""
RIM = 70
"""How much is shown around a region."""
LEAST, MOST = 700, 1600
"""How much is shown of a board at least and of a region at most, each way."""
WIDTHS = (LEAST, 900, 1150, 1450, MOST + 2 * RIM)
"""How wide a region is shown: few widths are few scales, in which what is drawn is used again."""


def draw_board(
    view: View,
    variant: Variant,
    geometry: Geometry,
    *,
    region: Collection[str] = (),
    open_: Collection[str] = (),
) -> str:
    """Return the board as the reader sees it, as SVG.

    It shows the orders of the turn just played, if the view tells of them, and what became of
    them. ``region`` are provinces that are cut out of the board, large; ``open_`` those of units
    that are marked as having no order yet.
    """
    return "".join(_Chart(view, variant, geometry, region, open_).draw_svg_parts())


class _Chart:
    def __init__(
        self,
        view: View,
        variant: Variant,
        geometry: Geometry,
        region: Collection[str],
        open_: Collection[str],
    ) -> None:
        geometry = shrink_geometry(geometry)
        self.view, self.geometry = view, geometry
        self.board, self.calendar = variant.map, variant.calendar
        self.open = open_
        self.frame = _choose_visible_frame(geometry, region)
        self.shapes: dict[str, Shape] = {
            code: shape
            for code, shape in geometry.shapes.items()
            if not region or draw_box_around_outline(shape.path).overlaps_box(self.frame)
        }
        self.colors = choose_colors(self.board, geometry)
        self.shorts = shorten_names(self.board, view.names)
        self.room = Room(self.frame)
        self.scale = (self.frame.right - self.frame.left) / 2000

    def draw_svg_parts(self) -> Iterator[str]:
        left, top, right, bottom = (round(edge) for edge in self.frame)
        size, rows = self.lay_out_legend()
        width, height = right - left, bottom - top
        head = round((TITLE + 1.75 * size * len(rows)) * self.scale)
        yield (
            '<svg xmlns="http://www.w3.org/2000/svg" role="img" '
            f'viewBox="{left} {top - head} {width} {height + head}" '
            f'width="1000" height="{round(1000 * (height + head) / width)}" '
            f'stroke-linejoin="round" stroke-linecap="round" font-family="{SANS}">'
        )
        yield f"<title>{escape(self.write_title_text())}</title>"
        ground = Ground(self.view, self.board, self.geometry, self.frame, self.find_color_of_power)
        pieces = Pieces(self.view, replace(self.geometry, shapes=self.shapes), self.room, self.open)
        yield "<defs>"
        yield from ground.define_outlines()
        yield from self.draw_unit_symbols(pieces)
        yield "</defs>"
        yield from ground.draw_water()
        yield from ground.draw_land()
        around = self.geometry.size[0] if shows_whole_world(self.geometry) else 0
        arrows = Arrows(self.view, pieces, self.room, self.find_color_of_power, around)
        look = PowerLook(self.find_color_of_power, self.shorten_name)
        labels = Labels(self.view, self.board, self.room, look, self.geometry.shapes)
        inside = {c: s for c, s in self.shapes.items() if self.frame.contains_spot(s.label)}
        lines = [*arrows.lines, *labels.draw_space_signs(inside), *arrows.marks]
        if lines:
            yield f'{layer_marker("plain")}<g fill="none">'
            yield from lines
            yield "</g>"
        yield f'{layer_marker("stamps")}<g text-anchor="middle"{HALO}>'
        yield from labels.draw_names(inside)
        yield from labels.draw_far_neighbors(collect_far_neighbors(self.geometry), inside)
        yield '</g><g text-anchor="middle">'
        for piece in pieces.pieces:
            yield from self.draw_piece(piece)
        yield f"</g>{layer_marker('head', top)}"
        paper = f'width="{width + 2}" height="{head + 1}" fill="{PAPER}"'
        yield f'<rect x="{left - 1}" y="{top - head - 1}" {paper}/>'
        yield f'<g transform="translate({left} {top - head}) scale({self.scale:.3g})"{BOLD}>'
        yield draw_text(self.write_title_text(), Spot(26, 54), 44, INK, SERIF)
        for row, powers in enumerate(rows):
            yield from self.draw_legend_row(powers, size, TITLE + 1.75 * size * row)
        yield "</g></svg>"

    def write_title_text(self) -> str:
        turn = self.view.played or self.view.turn
        before = "" if self.view.played else "Before "
        return f"{before}{self.calendar.turn_title(turn)}, {turn.phase.display_name}"

    def draw_unit_symbols(self, pieces: Pieces) -> Iterator[str]:
        """Yield each sort of unit once."""
        sorts = {(piece.unit.power, piece.unit.kind): piece.unit for piece in pieces.pieces}
        for unit in sorts.values():
            kind = self.board.kinds.get(unit.kind)
            code = kind.code if kind else ""
            name, short = self.name_unit_symbol(unit), escape(self.shorten_name(unit.power))
            yield draw_unit_symbol(
                name, name_unit_outline(kind), code, short, self.find_color_of_power(unit.power)
            )

    def name_unit_symbol(self, unit: Unit) -> str:
        kind = self.board.kinds.get(unit.kind)
        return f"{kind.code if kind else ''}-{self.shorten_name(unit.power)}"

    def draw_piece(self, piece: Piece) -> Iterator[str]:
        """Yield a unit with its mark."""
        at, edge = piece.at, ALARM if piece.out else PAPER
        faded = ' opacity=".5"' if piece.sign == "x" else ""
        yield (
            f'<use href="#{self.name_unit_symbol(piece.unit)}" x="{round(at.x)}" y="{round(at.y)}" '
            f'stroke="{edge}"{faded}/>'
        )
        if piece.sign == "x":
            yield draw_cross(at, 16)
        elif piece.sign:
            yield draw_unit_badge(
                Spot(at.x + BODY.right + BADGE + 1, at.y + BODY.top + 10), piece.sign
            )

    def lay_out_legend(self) -> tuple[float, list[list[str]]]:
        """Return the powers of what is shown in rows, and how large their names are."""
        here = {unit.power for unit in self.view.units if unit.at.province in self.shapes}
        here |= {owner for code, owner in self.view.owners.items() if code in self.shapes}
        size, rows = 0.0, list[list[str]]()
        for size in KEY_SIZES:
            rows, room = [], 0.0
            for power in (candidate for candidate in self.shorts if candidate in here):
                wide = self.measure_legend_entry_width(power, size)
                if wide > room:
                    rows.append([])
                    room = 1960
                rows[-1].append(power)
                room -= wide
            if len(rows) <= 2:
                break
        return size, rows

    def name_and_center_count(self, power: str) -> str:
        name = self.view.names.get(power, power)
        return f"{name} {len(self.view.centers_of(power))}"

    def measure_legend_entry_width(self, power: str, size: float) -> float:
        return 4.1 * size + measure_text(self.name_and_center_count(power), size)

    def draw_legend_row(self, powers: list[str], size: float, down: float) -> Iterator[str]:
        """Yield a row of powers with their centers."""
        x = 26.0
        for power in powers:
            spot = f"{format_svg(x)} {format_svg(down)}"
            yield f'<g transform="translate({spot}) scale({size / NAME:.3g})">'
            yield draw_power_tag(self.shorten_name(power), self.find_color_of_power(power))
            yield draw_text(self.name_and_center_count(power), Spot(62, 24), NAME, INK)
            yield "</g>"
            x += self.measure_legend_entry_width(power, size)

    def find_color_of_power(self, power: str) -> str:
        return self.colors.get(power, UNKNOWN)

    def shorten_name(self, power: str) -> str:
        return self.shorts.get(power, power[:3].upper())


def _choose_visible_frame(geometry: Geometry, region: Collection[str]) -> Box:
    """Return what is shown: the whole board, or a region with a rim."""
    width, height = geometry.size
    boxes = [
        draw_box_around_outline(geometry.shapes[code].path)
        for code in region
        if code in geometry.shapes
    ]
    if not boxes:
        return Box(0, 0, width, height)
    left, right, boxes = _choose_visible_span(
        [(box.left, box.right, box) for box in boxes], width, WIDTHS
    )
    top, bottom, _ = _choose_visible_span(
        [(box.top, box.bottom, box) for box in boxes], height, (LEAST,)
    )
    return Box(left, top, right, bottom)


def _choose_visible_span(
    sides: list[tuple[float, float, Box]], full_length: float, steps: Sequence[int]
) -> tuple[float, float, list[Box]]:
    """Return what of a side is shown: where most of the boxes are, and which these are.

    As much as the first step that is enough, if there is so much; no more than the most, if not a
    single box is wider.
    """
    near = [
        [side for side in sides if start <= side[0] and side[1] <= start + MOST]
        for start, _, _ in sides
    ]
    best = max(near, key=len) or sides
    start, end = min(side[0] for side in best) - RIM, max(side[1] for side in best) + RIM
    much = next((step for step in steps if step >= end - start), end - start)
    start = round(max(0, min((start + end - much) / 2, full_length - much)))
    return start, min(full_length, start + much), [box for _, _, box in best]
