"""A board as a reader sees it, as SVG."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from judge.model.geometry import Geometry, Spot
from judge.model.map import Location, Map
from judge.model.position import Placed, Removed, Unit
from judge.model.turn import Calendar
from judge.model.view import View
from judge.pictures.arrows import Arrows
from judge.pictures.tokens import (
    ALARM,
    BOLD,
    HALO,
    INK,
    PAPER,
    SERIF,
    SLANTED,
    SYMBOLS,
    center,
    cross,
    plus,
    text,
    token,
)

SEA, SHALLOWS, LAND, BARREN = "#d5e6ee", "#a8cbdb", "#f3ead7", "#d9d2c3"
SEA_NAME, SEA_BORDER, BORDER = "#3f6f88", "#8fb4c6", "#6b5744"
UNKNOWN = "#77706a"
HEAD = 92
"""The height of the title above the board."""


def draw(view: View, game_map: Map, geometry: Geometry, calendar: Calendar) -> str:
    """Return the board as the reader sees it, and the orders of the turn just played, as SVG."""
    return "".join(_Chart(view, game_map, geometry, calendar).parts())


class _Chart:
    def __init__(self, view: View, game_map: Map, geometry: Geometry, calendar: Calendar) -> None:
        self.view, self.board, self.geometry, self.calendar = view, game_map, geometry, calendar
        self.shapes = geometry.shapes
        self.land = [c for c in self.shapes if game_map.provinces[c].terrain == "land"]
        self.sea = [c for c in self.shapes if game_map.provinces[c].terrain == "sea"]
        given = tuple(geometry.colors.values())
        unnamed = {power: given[n % len(given)] for n, power in enumerate(game_map.powers)}
        self.colors = unnamed | dict(geometry.colors)

    def parts(self) -> Iterator[str]:
        width, height = self.geometry.size
        yield (
            '<svg xmlns="http://www.w3.org/2000/svg" role="img" '
            f'viewBox="0 {-HEAD} {width} {height + HEAD}" '
            f'width="{width // 2}" height="{(height + HEAD) // 2}" '
            f'stroke-linejoin="round" stroke-linecap="round">'
        )
        yield f"<title>{escape(self.title())}</title><defs>{SYMBOLS}"
        yield from (f'<path id="{code}" d="{s.path}"/>' for code, s in self.shapes.items())
        yield f'<path id="-land" d="{self.geometry.land}"/></defs>'
        yield f'<rect y="{-HEAD}" width="{width}" height="{height + HEAD}" fill="{PAPER}"/>'
        yield f'<rect width="{width}" height="{height}" fill="{SEA}"/>'
        yield f'<clipPath id="-frame"><rect width="{width}" height="{height}"/></clipPath>'
        yield '<g clip-path="url(#-frame)">'
        yield from self.ground()
        yield '</g><g fill="none">'
        arrows = Arrows(self.view, self.place, self.aside, self.color)
        yield from arrows.lines
        yield f"</g><g{HALO}>"
        yield from (self.name(code) for code in self.shapes)
        yield '</g><g fill="none">'
        yield from arrows.marks
        yield "</g>"
        yield from self.units()
        yield from self.heading()
        yield "</svg>"

    def title(self) -> str:
        turn = self.view.played or self.view.turn
        return f"{self.calendar.title(turn)}, {turn.phase.word}"

    def ground(self) -> Iterator[str]:
        """Yield land and water, the parts out of sight dim."""
        yield f'<g fill="none" stroke="{SEA_BORDER}" stroke-width="2.5" pointer-events="all">'
        yield from (self.used(code) for code in self.sea)
        yield "</g>"
        coasts = [f'<use href="#{code}"/>' for code in (*self.land, "-land")]
        for width, opacity in ((22, 0.35), (11, 0.6)):
            yield f'<g stroke="{SHALLOWS}" stroke-width="{width}" opacity="{opacity}">'
            yield from coasts
            yield "</g>"
        yield f'<g stroke="{BORDER}" stroke-width="2" fill-rule="evenodd">'
        yield f'<use href="#-land" fill="{BARREN}"/>'
        yield from (self.used(code, f' fill="{self.ground_of(code)}"') for code in self.land)
        yield "</g>"
        hidden = [code for code in self.shapes if code not in self.view.seen]
        if hidden:
            yield '<g fill="#4a5560" opacity=".4" fill-rule="evenodd">'
            yield from (f'<use href="#{code}"/>' for code in hidden)
            yield f'<path d="{self.geometry.water}"/>'
            yield "</g>"

    def used(self, code: str, more: str = "") -> str:
        """Return the shape of a province; its name is shown where the mouse is."""
        name = escape(self.board.provinces[code].name)
        return f'<use href="#{code}"{more}><title>{name}</title></use>'

    def ground_of(self, code: str) -> str:
        owner = self.view.owners.get(code)
        return _mixed(self.color(owner), LAND, 0.46) if owner else LAND

    def name(self, code: str) -> str:
        province, at = self.board.provinces[code], self.shapes[code].label
        below = Spot(at.x, at.y + 8)
        if province.terrain == "sea":
            return text(code, below, 24, SEA_NAME, SLANTED, more=' font-style="italic"')
        if not province.center or code in self.view.lost:
            return text(code, below, 23, INK, more=BOLD)
        owner = self.view.owners.get(code)
        mark = center(Spot(at.x - 29, at.y), self.color(owner or ""), owner is not None)
        return mark + text(code, Spot(below.x + 11, below.y), 23, INK, more=BOLD)

    def units(self) -> Iterator[str]:
        """Yield the units seen: those standing, those driven out, those just built or gone."""
        built = {e.unit.at.province for e in self.view.effects if isinstance(e, Placed)}
        for unit in self.view.units:
            if at := self.place(unit.at):
                yield self.unit(unit, at)
                if unit.at.province in built:
                    yield plus(Spot(at.x + 20, at.y - 18))
        dislodged = (gone.unit for gone in self.view.dislodged)
        for unit in (*dislodged, *self.view.dislodged_foreign):
            if at := self.aside(unit.at):
                yield self.unit(unit, at, size=0.85, edge=ALARM)
        standing = {(unit.power, unit.at) for unit in self.view.units}
        for effect in self.view.effects:
            if isinstance(effect, Removed) and (effect.unit.power, effect.unit.at) not in standing:
                taken = any(unit.at.province == effect.unit.at.province for unit in self.view.units)
                if at := (self.aside if taken else self.place)(effect.unit.at):
                    ghost = self.unit(effect.unit, at, size=0.85)
                    yield f'<g opacity=".55">{ghost}</g><g fill="none">{cross(at, 14)}</g>'

    def unit(self, unit: Unit, at: Spot, *, size: float = 1, edge: str = PAPER) -> str:
        return token(unit.kind, self.letter(unit.power), self.color(unit.power), at,
                     size=size, edge=edge)  # fmt: skip

    def heading(self) -> Iterator[str]:
        """Yield the title, and the powers with their centers as far as there is room."""
        width = self.geometry.size[0]
        yield text(self.title(), Spot(26, -30), 44, INK, SERIF, "start", BOLD)
        counts = {power: len(self.view.centers_of(power)) for power in self.board.powers}
        x = width - 22.0
        for power, count in reversed([row for row in counts.items() if row[1]]):
            if x < width * 0.45:
                break
            label = f"{self.named(power)} {count}"
            x -= 13.2 * len(label)
            yield text(label, Spot(x, -34), 22, INK, anchor="start", more=BOLD)
            x -= 25
            yield token("army", self.letter(power), self.color(power), Spot(x, -43), size=0.8)
            x -= 28

    def color(self, power: str) -> str:
        return self.colors.get(power, UNKNOWN)

    def named(self, power: str) -> str:
        return self.view.names.get(power, power)

    def letter(self, power: str) -> str:
        own = self.board.powers[power].letter if power in self.board.powers else ""
        return own if own and power not in self.view.names else self.named(power)[:2]

    def place(self, at: Location) -> Spot | None:
        """Return where a unit stands; None if the place is not drawn."""
        shape = self.shapes.get(at.province)
        return shape.coasts.get(at.coast, shape.unit) if shape else None

    def aside(self, at: Location) -> Spot | None:
        """Return where a unit stands that was driven out."""
        shape = self.shapes.get(at.province)
        if shape is None or at.coast not in shape.coasts:
            return shape.dislodged if shape else None
        spot = shape.coasts[at.coast]
        return Spot(spot.x + 28, spot.y - 22)


def _mixed(color: str, ground: str, part: float) -> str:
    """Return a color thinned with that of the ground."""
    bytes_of = (bytes.fromhex(each.removeprefix("#")) for each in (color, ground))
    mixed = (round(a * part + b * (1 - part)) for a, b in zip(*bytes_of, strict=True))
    return f"#{bytes(mixed).hex()}"
