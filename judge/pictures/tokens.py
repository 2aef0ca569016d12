"""What stands on a board: units, centers and the marks on them, as SVG."""

from __future__ import annotations

from xml.sax.saxutils import escape

from judge.model.geometry import Spot

SANS = "DejaVu Sans Condensed, Arial, sans-serif"
SERIF = "DejaVu Serif, Georgia, serif"
SLANTED = "DejaVu Serif Condensed, Georgia, serif"
ALARM = "#c00018"
INK = "#3b3028"
PAPER = "#fffdf7"

SYMBOLS = (
    # A shield.
    '<path id="army" d="M-18-19h36v17c0 12-8 18-18 23c-10-5-18-11-18-23z"/>'
    # A ship: a square sail over a hull.
    '<path id="fleet" d="M-14-25h28v26h8c-1 10-6 17-12 19h-20c-6-2-11-9-12-19h8z"/>'
    # Any other kind.
    '<circle id="other" r="20"/>'
)
LETTERS = {"army": 7, "fleet": -2, "other": 8}
"""How far below the middle of each token its letter stands."""

FULL = 1.15


def number(value: float) -> str:
    """Return a coordinate, short."""
    return f"{round(value, 1):g}"


def text(
    words: str,
    at: Spot,
    size: float,
    fill: str,
    font: str = SANS,
    anchor: str = "middle",
    more: str = "",
) -> str:
    """Return a line of text."""
    return (
        f'<text x="{number(at.x)}" y="{number(at.y)}" font-size="{number(size)}" fill="{fill}" '
        f'font-family="{font}" text-anchor="{anchor}"{more}>{escape(words)}</text>'
    )


HALO = f' paint-order="stroke" stroke="{PAPER}" stroke-width="4" stroke-opacity=".6"'
BOLD = ' font-weight="bold"'


def token(
    kind: str, letter: str, color: str, at: Spot, *, size: float = 1, edge: str = PAPER
) -> str:
    """Return a unit: the shape tells its kind, letter and color its power."""
    shape = kind if kind in LETTERS else "other"
    below = LETTERS[shape]
    return (
        f'<g transform="translate({number(at.x)} {number(at.y)}) scale({number(size * FULL)})">'
        f'<use href="#{shape}" fill="{color}" stroke="{edge}" stroke-width="7"/>'
        f'<use href="#{shape}" fill="{color}" stroke="{INK}" stroke-width="1.6"/>'
        + text(letter, Spot(0, below), 24 if len(letter) == 1 else 18, _legible(color), more=BOLD)
        + "</g>"
    )


def cross(at: Spot, size: float = 11) -> str:
    """Return a red cross: it came to nothing."""
    x, y = number(at.x), number(at.y)
    arms = f"M{x} {y}m{-size}{-size}l{2 * size} {2 * size}m0{-2 * size}l{-2 * size} {2 * size}"
    return (
        f'<path d="{arms}" stroke="{PAPER}" stroke-width="10" stroke-linecap="round"/>'
        f'<path d="{arms}" stroke="{ALARM}" stroke-width="5.5" stroke-linecap="round"/>'
    )


def center(at: Spot, fill: str, owned: bool) -> str:
    """Return the mark of a supply center: a dot, filled where somebody owns it."""
    x, y = number(at.x), number(at.y)
    inner = f'<circle cx="{x}" cy="{y}" r="5.2" fill="{fill}" stroke="none"/>' if owned else ""
    return (
        f'<circle cx="{x}" cy="{y}" r="8.5" fill="{PAPER}" stroke="{INK}" stroke-width="3" '
        f'stroke-opacity="1" paint-order="normal"/>{inner}'
    )


def plus(at: Spot) -> str:
    """Return the mark of a unit just built."""
    x, y = number(at.x), number(at.y)
    return (
        f'<circle cx="{x}" cy="{y}" r="11" fill="#1d7a3c" stroke="{PAPER}" stroke-width="2.5"/>'
        f'<path d="M{x} {y}m-6 0h12m-6-6v12" stroke="#ffffff" stroke-width="3.5"/>'
    )


def _legible(color: str) -> str:
    """Return the color of a letter that can be read on this one: white, or ink."""
    red, green, blue = bytes.fromhex(color.removeprefix("#"))
    return "#ffffff" if 0.3 * red + 0.59 * green + 0.11 * blue < 155 else INK
