"""Parts of a board's SVG made into pixels."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import pillow_lunasvg
from PIL import Image

FONTS = Path(__file__).resolve().parent / "fonts"
FILES = {
    "DejaVu Sans Condensed": "DejaVuSansCondensed-Bold.ttf",
    "DejaVu Serif": "DejaVuSerif-Bold.ttf",
    "DejaVu Serif Condensed": "DejaVuSerifCondensed-Italic.ttf",
}
"""The fonts that travel with the program, by the names of their families."""

OURS = "judge "
"""What stands before these names, so that no font of the machine is taken instead."""

_FAMILY = re.compile(r'(?<=font-family=")(?=DejaVu )')
_EDGE_BELOW = re.compile(r'<g[^>]* paint-order="stroke"[^>]*>.*?</g>')
_STROKE = re.compile(r' stroke="[^"]*"')


class PixelTransform(NamedTuple):
    """How what is painted lies on the pixels: times ``scale``, then moved."""

    scale: float
    x: float
    y: float

    def pixel_position(self, x: float, y: float) -> tuple[float, float]:
        """Return where a spot lies."""
        return self.x + self.scale * x, self.y + self.scale * y


def paint_svg(svg: str, size: tuple[int, int], place: PixelTransform) -> Image.Image:
    """Return elements of SVG on nothing, with lines that have round ends and corners.

    Raises OSError if a font cannot be read.
    """
    _load_fonts()
    (width, height), (scale, x, y) = size, place
    shown = f"{-x / scale} {-y / scale} {width / scale} {height / scale}"
    body = _EDGE_BELOW.sub(_with_fill_above, _FAMILY.sub(OURS, svg))
    document = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="{shown}" stroke-linejoin="round" stroke-linecap="round" '
        f'font-family="{OURS}DejaVu Sans Condensed">{body}</svg>'
    )
    image = Image.open(BytesIO(document.encode()), formats=["SVG"])
    image.load()
    return image


def _with_fill_above(group: re.Match[str]) -> str:
    """Return a group, and its fill once more: the painter does not know ``paint-order``."""
    return group[0] + _STROKE.sub("", group[0])


@cache
def _load_fonts() -> None:
    for family, file in FILES.items():
        pillow_lunasvg.add_font_file(FONTS / file, OURS + family)
