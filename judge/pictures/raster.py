"""SVG made into PNG, with the fonts that travel with the program and no others."""

from __future__ import annotations

import re
from functools import lru_cache
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

import resvg_py

from judge.pictures.room import Box

if TYPE_CHECKING:
    from PIL.Image import Image

FONTS = tuple(sorted((Path(__file__).resolve().parent / "fonts").glob("*.ttf")))

LAYER = "<!--layer-->"
"""What stands in an SVG, in no group, between layers that change seldom: each is drawn once."""
STAMPS = "<!--stamps-->"
"""What such a layer begins with that is made of small things, the same on many pictures."""
STAMP = Box(-80, -48, 80, 48)
"""How far such a thing reaches at most from its place."""

_MARK = re.compile(r"<!--layer(?: ([^>]*))?-->")
_TITLE = re.compile(r"<title>[^<]*</title>")
_DEFS = re.compile(r"<defs>(.*?)</defs>", re.DOTALL)
_SHAPE = re.compile(r'<path id="([^"]*)"[^>]*/>|<g id="([^"]*)".*?</g>')
_FRAME = re.compile(r'viewBox="([^"]*)"(?: width="[^"]*" height="[^"]*")?')
_GROUP = re.compile(r"<g([^>]*)>(.*?)</g>")
_STAMP = re.compile(
    r'<(?:text|use|circle)\b[^>]*?(?P<at> c?x="(?P<x>[^"]*)" c?y="(?P<y>[^"]*)")[^>]*'
    r'(?:/>|>[^<]*</text>)|<path d="M(?P<start>(?P<left>[\d.-]+) (?P<top>[\d.-]+))[^>]*/>'
)


def layer(box: Box) -> str:
    """Return a mark like ``LAYER``, before a layer that changes often and lies in a box."""
    return f"<!--layer {' '.join(map(str, box))}-->"


def png(svg: str, width: int = 1400, colors: int = 0) -> bytes:
    """Return the picture as PNG, that many pixels wide: the same bytes on every machine.

    With ``colors`` it has no more than that many, which makes it a third as large. It is put
    together of its layers and stamps then; what was drawn before is not drawn anew.
    """
    if not colors:
        return _raster(svg, width)
    from PIL import Image  # takes as long to load as many a command of the judge to run

    few = _Layered(svg, width).picture().quantize(
        colors, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    )  # fmt: skip
    packed = BytesIO()
    few.save(packed, "PNG", compress_level=6)
    return packed.getvalue()


class _Layered:
    """A picture whose layers are drawn each by itself."""

    def __init__(self, svg: str, width: int) -> None:
        self.root, _, rest = svg.removesuffix("</svg>").partition(">")
        shapes = _SHAPE.finditer("".join(_DEFS.findall(rest)))
        self.shapes = {shape[1] or shape[2]: shape[0] for shape in shapes}
        self.body = _DEFS.sub("", _TITLE.sub("", rest))
        frame = _FRAME.search(self.root)
        assert frame, "a picture says what it shows"
        self.left, self.top, self.across, self.down = map(float, frame[1].split())
        self.width, self.scale = width, width / self.across

    def picture(self) -> Image:
        """Return the picture."""
        first, *others = _MARK.split(self.body)
        still, moving = [self.alone(first)], []
        for box, part in zip(others[::2], others[1::2], strict=True):
            if box is None and not part.startswith(STAMPS):
                still.append(self.alone(part))
            else:
                moving.append((box, part))
        made = _ground(tuple(still), self.width).copy()
        for box, part in moving:
            if part.startswith(STAMPS):
                self.stamp(made, part)
            else:
                self.lay(made, Box(*map(float, box.split())), part)
        return made

    def alone(self, part: str, box: str = "") -> str:
        """Return a part as an SVG with the shapes that it uses."""
        used = dict.fromkeys(re.findall(r'href="#([^"]*)"', part))
        root = _FRAME.sub(box, self.root) if box else self.root
        return f"{root}><defs>{''.join(map(self.shapes.__getitem__, used))}</defs>{part}</svg>"

    def lay(self, made: Image, box: Box, part: str) -> None:
        """Draw a layer onto the picture."""
        size = box.right - box.left, box.bottom - box.top
        frame = f'viewBox="{box.left} {box.top} {size[0]} {size[1]}"'
        drawn = _opened(self.alone(part, frame), round(size[0] * self.scale))
        made.paste(drawn, self.pixel(box.left, box.top), drawn)

    def stamp(self, made: Image, things: str) -> None:
        """Put small things onto the picture one by one."""
        right, down = (ceil(edge * self.scale) for edge in (STAMP.right, STAMP.bottom))
        x, y = right / self.scale, down / self.scale
        frame = f'viewBox="{-x} {-y} {2 * x} {2 * y}"'
        for style, group in _GROUP.findall(things):
            assert not _STAMP.sub("", group), "what is stamped has one place"
            for thing in _STAMP.finditer(group):
                place = thing.span("at") if thing["at"] else thing.span("start")
                start, end = (at - thing.start() for at in place)
                plain = f"{thing[0][:start]}{'' if thing['at'] else '0 0'}{thing[0][end:]}"
                image, left, top = _stamp(self.alone(f"<g{style}>{plain}</g>", frame), 2 * right)
                at = self.pixel(
                    float(thing["x"] or thing["left"]), float(thing["y"] or thing["top"])
                )
                made.paste(image, (at[0] + left - right, at[1] + top - down), image)

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        """Return where a place of the board is on the picture."""
        return round((x - self.left) * self.scale), round((y - self.top) * self.scale)


@lru_cache(maxsize=12)
def _ground(layers: tuple[str, ...], width: int) -> Image:
    """Return layers, one above the other; each one's ground is kept as well."""
    *below, last = layers
    drawn = _opened(last, width)
    if not below:
        return drawn.convert("RGB")
    made = _ground(tuple(below), width).copy()
    made.paste(drawn, mask=drawn)
    return made


@lru_cache(maxsize=4000)
def _stamp(svg: str, width: int) -> tuple[Image, int, int]:
    """Return what is drawn, without the empty rim, and where in the picture it is."""
    drawn = _opened(svg, width)
    box = drawn.getbbox() or (0, 0, 1, 1)
    return drawn.crop(box), box[0], box[1]


def _opened(svg: str, width: int) -> Image:
    from PIL import Image

    return Image.open(BytesIO(_raster(svg, width))).convert("RGBA")


def _raster(svg: str, width: int) -> bytes:
    made = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=[str(file) for file in FONTS],
    )
    return bytes(made)
