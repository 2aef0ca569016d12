"""A picture painted layer by layer: what other pictures have as well is painted once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from io import BytesIO
from math import ceil, floor
from pathlib import Path
from typing import NamedTuple

import pillow_lunasvg
from PIL import Image

from judge.pictures.cells import Box

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

    def convert_to_pixels(self, x: float, y: float) -> tuple[float, float]:
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


_MOST_KEPT = 192
"""Of the 256 colors that a palette has, how many are kept for those that are named."""
NEAR = 8
"""Colors whose parts differ by no more would be taken for one another as colors are made few."""

STAMP = Box(-80, -48, 80, 48)
"""How far a small thing reaches at most from its place."""

_LAYER = re.compile(r"<!--layer (\w+) ([^>]*)-->")
_TITLE = re.compile(r"<title>[^<]*</title>")
_DEFS = re.compile(r"<defs>(.*?)</defs>", re.DOTALL)
_SHAPE = re.compile(r'<path id="([^"]*)"[^>]*/>|<g id="([^"]*)".*?</g>')
_FRAME = re.compile(r'viewBox="([^"]*)"')
_USED = re.compile(r'href="#([^"]*)"')
_GROUP = re.compile(r"<g([^>]*)>(.*?)</g>")
_STAMP = re.compile(
    r'<(?:text|use|circle)\b[^>]*?(?P<at> c?x="(?P<x>[^"]*)" c?y="(?P<y>[^"]*)")[^>]*'
    r'(?:/>|>[^<]*</text>)|<path d="M(?P<start>(?P<left>[\d.-]+) (?P<top>[\d.-]+))[^>]*/>'
)


class LayeredPicture:
    """A picture that is painted layer by layer.

    Its pixels are counted from the origin of the board: what is seen on two pictures of one scale
    is the same on both.
    """

    def __init__(self, svg: str, width: int) -> None:
        root, _, rest = svg.removesuffix("</svg>").partition(">")
        shapes = _SHAPE.finditer("".join(_DEFS.findall(rest)))
        self.shapes = {shape[1] or shape[2]: shape[0] for shape in shapes}
        self.body = _DEFS.sub("", _TITLE.sub("", rest))
        frame = _FRAME.search(root)
        assert frame, "a picture says what it shows"
        left, top, across, down = map(float, frame[1].split())
        scale = width / across
        self.place = PixelTransform(scale, -floor(left * scale), -floor(top * scale))
        self.size = width, ceil(down * scale)

    def paint_picture(self) -> Image.Image:
        """Return the picture, on black."""
        (width, height), made = self.size, Image.new("RGB", self.size)
        first, *layers = _LAYER.split(self.body)
        if first:
            self.paint_layer(made, first)
        still: tuple[str, ...] = ()
        for kind, edge, part in zip(layers[::3], layers[1::3], layers[2::3], strict=True):
            down = floor(float(edge) * self.place.scale + self.place.y)
            if kind == "still":
                place = self.place._replace(y=self.place.y - down)
                still = (*still, self.with_used_shapes(part))
                made.paste(_paint_still_layers(still, (width, height - down), place), (0, down))
            elif kind == "plain":
                self.paint_layer(made, part)
            elif kind == "stamps":
                self.stamp_items(made, part)
            else:
                head = paint_svg(self.with_used_shapes(part), (width, down), self.place)
                made.paste(head, (0, 0))
        return made

    def paint_layer(self, made: Image.Image, part: str) -> None:
        """Paint a part upon all that is there."""
        image = paint_svg(self.with_used_shapes(part), self.size, self.place)
        made.paste(image, (0, 0), image)

    def with_used_shapes(self, part: str) -> str:
        """Return a part with the shapes that it uses."""
        used = dict.fromkeys(_USED.findall(part))
        return f"<defs>{''.join(map(self.shapes.__getitem__, used))}</defs>{part}"

    def stamp_items(self, made: Image.Image, things: str) -> None:
        """Put small things onto the picture one by one."""
        for style, group in _GROUP.findall(things):
            assert not _STAMP.sub("", group), "what is stamped has one place"
            for thing in _STAMP.finditer(group):
                place = thing.span("at") if thing["at"] else thing.span("start")
                start, end = (end - thing.start() for end in place)
                plain = f"{thing[0][:start]}{'' if thing['at'] else '0 0'}{thing[0][end:]}"
                alone = self.with_used_shapes(f"<g{style}>{plain}</g>")
                image, left, top = _paint_stamp(alone, self.place.scale)
                x, y = float(thing["x"] or thing["left"]), float(thing["y"] or thing["top"])
                x, y = self.place.convert_to_pixels(x, y)
                made.paste(image, (round(x) + left, round(y) + top), image)


@lru_cache(maxsize=6)
def _paint_still_layers(
    layers: tuple[str, ...], size: tuple[int, int], place: PixelTransform
) -> Image.Image:
    """Return layers that seldom change, one upon the other; nobody draws upon this one."""
    *below, last = layers
    made = (
        _paint_still_layers(tuple(below), size, place).copy() if below else Image.new("RGB", size)
    )
    image = paint_svg(last, size, place)
    made.paste(image, (0, 0), image)
    return made


@lru_cache(maxsize=2000)
def _paint_stamp(svg: str, scale: float) -> tuple[Image.Image, int, int]:
    """Return a small thing without the empty rim, and where it begins, seen from its place."""
    right, down = (ceil(edge * scale) for edge in (STAMP.right, STAMP.bottom))
    drawn = paint_svg(svg, (2 * right, 2 * down), PixelTransform(scale, right, down))
    box = drawn.getbbox() or (0, 0, 1, 1)
    return drawn.crop(box), box[0] - right, box[1] - down


def with_few_colors(image: Image.Image, named: Iterable[str], most: int) -> Image.Image:
    """Return a picture with no more colors than ``most``, unless more are ``named`` and seen in it:
    those are kept as they are, and of the others those that come nearest to all that is left."""
    rgb = dict.fromkeys(tuple(bytes.fromhex(color[1:])) for color in named)
    seen = {color for _, color in image.getcolors(image.width * image.height) or ()}
    kept = [color for color in rgb if color in seen][:_MOST_KEPT]
    most = max(most, len(kept) * 4 // 3)
    rough = image.quantize(most - len(kept), Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    flat = rough.getpalette() or []
    others = (tuple(flat[n : n + 3]) for n in range(0, len(flat), 3))
    apart = [color for color in others if all(_are_apart(color, own) for own in kept)]
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for color in (*kept, *apart) for part in color])
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def _are_apart(color: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return max(abs(a - b) for a, b in zip(color, other, strict=True)) > NEAR
