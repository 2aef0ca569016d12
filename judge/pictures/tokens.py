"""What stands on a board: units, centers and the marks on them, as SVG."""

from __future__ import annotations

from xml.sax.saxutils import escape

from judge.model.geometry import Spot
from judge.model.map import UnitKind
from judge.pictures.cells import Box
from judge.pictures.colors import choose_text_color

SANS = "DejaVu Sans Condensed, Arial, sans-serif"
SLANTED = "DejaVu Serif Condensed, Georgia, serif"
ALARM = "#c00018"
INK = "#3b3028"
PAPER = "#fffdf7"
GREEN = "#1d7a3c"
DOUBT = "#a64b00"

SHAPES = {
    "shield": "M-19-27h38v20c0 7-6 12-12 14h-14c-6-2-12-7-12-14z",
    "ship": "M-25-15h9v-12h32v12h9l-8 22h-34z",
    "wings": "M0-29l27 24v12h-54v-12z",
    "bomb": "M-10-27h20l14 14v6l-10 14h-28l-10-14v-6z",
}
"""The outline of each kind of unit; below it stands the name of its power."""
BODY = Box(-26, -29, 26, 29)
"""The room that a unit takes, its name included."""
NAME = 22.5
"""The smallest size of letters: 9 px of a picture of 2000 units that is shown 800 px wide."""

BADGE = 14
BADGES = {
    "+": (GREEN, "m-7 0h14m-7-7v14"),
    "!": (ALARM, "m0-7v7m0 6v1"),
    "?": (DOUBT, "m-5-3c0-7 10-7 10-1 0 4-5 3-5 6m0 5v1"),
}
RAYS = (
    "m0-24l4 13 10-8-4 12 13 0-11 7 11 7-13 0 4 12-10-8-4 13-4-13"
    "-10 8 4-12-13 0 11-7-11-7 13 0-4-12 10 8z"
)


def name_unit_outline(kind: UnitKind | None) -> str:
    """Return the outline of a kind of unit, from what it can do."""
    if kind is None:
        return "shield"
    if "water" in kind.travels and not kind.can_fly:
        return "ship"
    if "move" not in kind.orders:
        return "bomb"
    return "wings" if kind.can_fly or kind.support.over == "contact" else "shield"


def format_svg(value: float) -> str:
    """Return a coordinate, short."""
    return f"{round(value, 1):g}"


def draw_text(words: str, at: Spot, size: float, fill: str, style: str = "") -> str:
    """Return a line of text; ``style`` are the attributes that differ from those around it."""
    return (
        f'<text x="{format_svg(at.x)}" y="{format_svg(at.y)}" '
        f'font-size="{format_svg(size)}" fill="{fill}"{style}>{escape(words)}</text>'
    )


HALO = f' paint-order="stroke" stroke="{PAPER}" stroke-width="4" stroke-opacity=".6"'
BOLD = ' font-weight="bold"'
SERIF = ' font-family="DejaVu Serif, Georgia, serif"'


def draw_unit_symbol(name: str, shape: str, code: str, short: str, color: str) -> str:
    """Return a unit, to be used by its name: shape and letter tell its kind, the rest its power."""
    down = 2 if shape == "wings" else 0
    size = 29 if len(code) == 1 else 22.5
    return (
        f'<g id="{name}"{BOLD}><path d="{SHAPES[shape]}" stroke-width="7"/>'
        f'<rect x="-25" y="6" width="50" height="22" rx="4" stroke-width="5"/>'
        f'<path d="{SHAPES[shape]}" fill="{color}" stroke="{INK}" stroke-width="1.6"/>'
        + draw_text(code, Spot(0, down), size, choose_text_color(color))
        + f'<rect x="-25" y="6" width="50" height="22" rx="4" fill="{PAPER}" stroke="{color}" '
        'stroke-width="2.5"/>' + draw_text(short, Spot(0, 25.3), NAME, "#1c1611") + "</g>"
    )


def draw_power_tag(short: str, color: str) -> str:
    """Return the name of a power as it stands on its units, in its color."""
    return (
        f'<rect width="54" height="32" rx="4" fill="{color}" stroke="{INK}"/>'
        f'<rect x="3" y="5" width="48" height="22" rx="2" fill="{PAPER}"/>'
        + draw_text(short, Spot(27, 24), NAME, INK, ' text-anchor="middle"')
    )


def draw_cross(at: Spot, size: float = 11) -> str:
    """Return a red cross: it came to nothing."""
    x, y = format_svg(at.x), format_svg(at.y)
    arms = f"M{x} {y}m{-size}-{size}l{2 * size} {2 * size}m0{-2 * size}l{-2 * size} {2 * size}"
    return (
        f'<path d="{arms}" stroke="{PAPER}" stroke-width="10"/>'
        f'<path d="{arms}" stroke="{ALARM}" stroke-width="5.5"/>'
    )


def draw_center_mark(at: Spot, fill: str, *, lost: bool = False) -> str:
    """Return the mark of a supply center: a dot, filled where somebody owns it, or struck out."""
    x, y = format_svg(at.x), format_svg(at.y)
    inner = f'<circle cx="{x}" cy="{y}" r="5.2" fill="{fill}" stroke="none"/>' if fill else ""
    if lost:
        inner = f'<path d="M{x} {y}m-9 9l18-18" stroke="{ALARM}" stroke-width="4"/>'
    return (
        f'<circle cx="{x}" cy="{y}" r="7.2" fill="{PAPER}" stroke="{INK}" stroke-width="5.6" '
        f'stroke-opacity="1"/>{inner}'
    )


def draw_unit_badge(at: Spot, sign: str) -> str:
    """Return a mark beside a unit.

    "+" is for one just built, "!" for one that must retreat, "?" for one that has no order.
    """
    x, y = format_svg(at.x), format_svg(at.y)
    fill, arms = BADGES[sign]
    return (
        f'<circle cx="{x}" cy="{y}" r="{BADGE}" fill="{fill}" stroke="{PAPER}" stroke-width="2"/>'
        f'<path d="M{x} {y}{arms}" stroke="#ffffff" stroke-width="3.5"/>'
    )


def draw_destroyed_sign(at: Spot) -> str:
    """Return the sign of a destroyed space."""
    x, y = format_svg(at.x), format_svg(at.y)
    return (
        f'<path d="M{x} {y}{RAYS}" fill="#2b2320" stroke="{PAPER}" stroke-width="2.5"/>'
        f'<circle cx="{x}" cy="{y}" r="6" fill="#f0a020"/>'
    )


def draw_closed_sign(at: Spot) -> str:
    """Return the sign of a space that nobody may enter now."""
    x, y = format_svg(at.x), format_svg(at.y)
    return (
        f'<circle cx="{x}" cy="{y}" r="13" fill="{PAPER}" stroke="{ALARM}" stroke-width="4.5"/>'
        f'<path d="M{x} {y}m-7 0h14" stroke="{ALARM}" stroke-width="5"/>'
    )
