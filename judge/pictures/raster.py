"""SVG made into PNG, with the fonts that travel with the program and no others."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from io import BytesIO
from math import ceil, floor
from pathlib import Path
from typing import TYPE_CHECKING

import resvg_py

from judge.pictures.room import Box, extent

if TYPE_CHECKING:
    from PIL.Image import Image

    Drawn = tuple[Image, int, int]

FONTS = tuple(sorted((Path(__file__).resolve().parent / "fonts").glob("*.ttf")))

LAYER = "<!--layer-->"
"""What stands in an SVG, in no group, between layers that change seldom: each is drawn once."""
STAMPS = "<!--stamps-->"
"""What such a layer begins with that is made of small things, the same on many pictures."""
SHAPES = "<!--shapes-->"
"""What such a layer begins with that is made of shapes, of which few change at a time."""
STAMP = Box(-80, -48, 80, 48)
"""How far a small thing reaches at most from its place."""
LINE = 4
"""How wide the line around a shape is at most."""

_MARK = re.compile(r"<!--layer(?: ([^>]*))?-->")
_TITLE = re.compile(r"<title>[^<]*</title>")
_DEFS = re.compile(r"<defs>(.*?)</defs>", re.DOTALL)
_SHAPE = re.compile(r'<path id="([^"]*)"[^>]*/>|<g id="([^"]*)".*?</g>')
_FRAME = re.compile(r'viewBox="([^"]*)"(?: width="[^"]*" height="[^"]*")?')
_GROUP = re.compile(r"<g([^>]*)>(.*?)</g>")
_USE = re.compile(r'<use href="#([^"]*)"[^>]*?(?:/>|></use>)')
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
        left, top, across, down = map(float, frame[1].split())
        self.whole = Box(left, top, left + across, top + down)
        self.width, self.scale = width, width / across

    def picture(self) -> Image:
        """Return the picture."""
        first, *others = _MARK.split(self.body)
        made = _ground(self.alone(first), self.width).copy()
        for box, part in zip(others[::2], others[1::2], strict=True):
            if part.startswith(SHAPES):
                self.fill(made, part)
            elif part.startswith(STAMPS):
                self.stamp(made, part)
            elif box:
                self.lay(made, Box(*map(float, box.split())), part, _drawn)
            elif part:
                self.lay(made, self.whole, part, _drawn_once)
        return made

    def alone(self, part: str, box: str = "") -> str:
        """Return a part as an SVG with the shapes that it uses."""
        used = dict.fromkeys(re.findall(r'href="#([^"]*)"', part))
        root = _FRAME.sub(box, self.root) if box else self.root
        return f"{root}><defs>{''.join(map(self.shapes.__getitem__, used))}</defs>{part}</svg>"

    def lay(self, made: Image, box: Box, part: str, drawn: Callable[[str, int], Drawn]) -> None:
        """Draw what lies in a box onto the picture."""
        left, top = self.pixel(box.left, box.top, floor)
        right, bottom = self.pixel(box.right, box.bottom, ceil)
        x, y = self.whole.left + left / self.scale, self.whole.top + top / self.scale
        across, down = (right - left) / self.scale, (bottom - top) / self.scale
        frame = f'viewBox="{x} {y} {across} {down}"'
        image, more_left, more_top = drawn(self.alone(part, frame), right - left)
        made.paste(image, (left + more_left, top + more_top), image)

    def fill(self, made: Image, shapes: str) -> None:
        """Put shapes onto the picture one by one."""
        for style, group in _GROUP.findall(shapes):
            for use in _USE.finditer(group):
                path = self.shapes[use[1]].partition(' d="')[2].partition('"')[0]
                box = extent(path).grown(LINE / 2)
                self.lay(made, box, f"<g{style}>{use[0]}</g>", _drawn_once)

    def stamp(self, made: Image, things: str) -> None:
        """Put small things onto the picture one by one."""
        right, down = (ceil(edge * self.scale) for edge in (STAMP.right, STAMP.bottom))
        reach = right / self.scale, down / self.scale
        frame = f'viewBox="{-reach[0]} {-reach[1]} {2 * reach[0]} {2 * reach[1]}"'
        for style, group in _GROUP.findall(things):
            assert not _STAMP.sub("", group), "what is stamped has one place"
            for thing in _STAMP.finditer(group):
                place = thing.span("at") if thing["at"] else thing.span("start")
                start, end = (end - thing.start() for end in place)
                plain = f"{thing[0][:start]}{'' if thing['at'] else '0 0'}{thing[0][end:]}"
                alone = self.alone(f"<g{style}>{plain}</g>", frame)
                image, left, top = _drawn_once(alone, 2 * right)
                at = float(thing["x"] or thing["left"]), float(thing["y"] or thing["top"])
                x, y = self.pixel(*at, round)
                made.paste(image, (x + left - right, y + top - down), image)

    def pixel(self, x: float, y: float, whole: Callable[[float], int]) -> tuple[int, int]:
        """Return where a place of the board is on the picture."""
        return whole((x - self.whole.left) * self.scale), whole((y - self.whole.top) * self.scale)


@lru_cache(maxsize=12)
def _ground(svg: str, width: int) -> Image:
    return _opened(svg, width).convert("RGB")


def _drawn(svg: str, width: int) -> Drawn:
    """Return what is drawn, without the empty rim, and where in the picture it is."""
    drawn = _opened(svg, width)
    box = drawn.getbbox() or (0, 0, 1, 1)
    return drawn.crop(box), box[0], box[1]


_drawn_once = lru_cache(maxsize=3000)(_drawn)


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
