"""SVG made into PNG, with the fonts that travel with the program and no others."""

from __future__ import annotations

import re
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import resvg_py

if TYPE_CHECKING:
    from PIL.Image import Image

FONTS = tuple(sorted((Path(__file__).resolve().parent / "fonts").glob("*.ttf")))

LAYER = "<!--layer-->"
"""What stands in an SVG, in no group, between layers: all but the last change seldom."""

_TITLE = re.compile(r"<title>[^<]*</title>")
_SHAPE = re.compile(r'<path id="([^"]*)"[^>]*/>')


def png(svg: str, width: int = 1400, colors: int = 0) -> bytes:
    """Return the picture as PNG, that many pixels wide: the same bytes on every machine.

    With ``colors`` it has no more than that many, which makes it a third as large. It is drawn
    layer by layer then, and of those that were drawn before only the last is drawn anew.
    """
    if not colors:
        return _raster(svg, width)
    from PIL import Image  # takes as long to load as many a command of the judge to run

    picture = _layered(svg, width).convert("RGB")
    few = picture.quantize(colors, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    packed = BytesIO()
    few.save(packed, "PNG", compress_level=6)
    return packed.getvalue()


def _raster(svg: str, width: int) -> bytes:
    made = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=[str(file) for file in FONTS],
    )
    return bytes(made)


def _layered(svg: str, width: int) -> Image:
    from PIL import Image

    *below, last = _layers(svg)
    if not below:
        return _opened(last, width)
    return Image.alpha_composite(_ground(tuple(below), width), _opened(last, width))


@lru_cache(maxsize=12)
def _ground(layers: tuple[str, ...], width: int) -> Image:
    """Return layers, one above the other; each one's ground is kept as well."""
    from PIL import Image

    *below, last = layers
    if not below:
        return _opened(last, width)
    return Image.alpha_composite(_ground(tuple(below), width), _opened(last, width))


def _opened(svg: str, width: int) -> Image:
    from PIL import Image

    return Image.open(BytesIO(_raster(svg, width))).convert("RGBA")


def _layers(svg: str) -> list[str]:
    """Return the layers of a picture, each an SVG of its own with the shapes that it uses."""
    head, mark, rest = svg.partition("</defs>")
    if not mark or LAYER not in rest:
        return [svg]
    first, *others = rest.removesuffix("</svg>").split(LAYER)
    return [_alone(head, part) for part in (first, *others)]


def _alone(head: str, part: str) -> str:
    used = set(re.findall(r"#([\w-]+)", part))
    shapes = _SHAPE.sub(lambda shape: shape[0] if shape[1] in used else "", _TITLE.sub("", head))
    return f"{shapes}</defs>{part}</svg>"
