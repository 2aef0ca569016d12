"""A picture painted layer by layer: what other pictures have as well is painted once."""

from __future__ import annotations

import re
from functools import lru_cache
from math import ceil, floor

from PIL import Image

from judge.pictures.cells import Box
from judge.pictures.paint import Painter, Place

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


class Layered:
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
        self.place = Place(scale, -floor(left * scale), -floor(top * scale))
        self.size = width, ceil(down * scale)

    def picture(self) -> Image.Image:
        """Return the picture."""
        (width, height), canvas = self.size, Painter(self.size, self.place)
        made: Image.Image | None = None
        first, *layers = _LAYER.split(self.body)
        canvas.paint(self.alone(first))
        still: tuple[str, ...] = ()
        for kind, edge, part in zip(layers[::3], layers[1::3], layers[2::3], strict=True):
            down = floor(float(edge) * self.place.scale + self.place.y)
            if kind == "still":
                place = self.place._replace(y=self.place.y - down)
                still = (*still, self.alone(part))
                below = _still(still, (width, height - down), place)
                canvas.pixels[-len(below) :] = below
            elif kind == "plain":
                canvas.paint(self.alone(part))
            elif kind == "stamps":
                made = canvas.image()
                self.stamp(made, part)
            elif made:
                head = Painter((width, down), self.place)
                head.paint(self.alone(part))
                made.paste(head.image(), (0, 0))
        return made or canvas.image()

    def alone(self, part: str) -> str:
        """Return a part with the shapes that it uses."""
        used = dict.fromkeys(_USED.findall(part))
        return f"<defs>{''.join(map(self.shapes.__getitem__, used))}</defs>{part}"

    def stamp(self, made: Image.Image, things: str) -> None:
        """Put small things onto the picture one by one."""
        for style, group in _GROUP.findall(things):
            assert not _STAMP.sub("", group), "what is stamped has one place"
            for thing in _STAMP.finditer(group):
                place = thing.span("at") if thing["at"] else thing.span("start")
                start, end = (end - thing.start() for end in place)
                plain = f"{thing[0][:start]}{'' if thing['at'] else '0 0'}{thing[0][end:]}"
                alone = self.alone(f"<g{style}>{plain}</g>")
                image, left, top = _stamp(alone, self.place.scale)
                x, y = float(thing["x"] or thing["left"]), float(thing["y"] or thing["top"])
                x, y = self.place.moved(x, y)[1:]
                made.paste(image, (round(x) + left, round(y) + top), image)


@lru_cache(maxsize=6)
def _still(layers: tuple[str, ...], size: tuple[int, int], place: Place) -> bytes:
    """Return the pixels of layers that seldom change, one upon the other."""
    canvas = Painter(size, place)
    *below, last = layers
    if below:
        canvas.pixels[:] = _still(tuple(below), size, place)
    canvas.paint(last)
    return bytes(canvas.pixels)


@lru_cache(maxsize=2000)
def _stamp(svg: str, scale: float) -> tuple[Image.Image, int, int]:
    """Return a small thing without the empty rim, and where it begins, seen from its place."""
    right, down = (ceil(edge * scale) for edge in (STAMP.right, STAMP.bottom))
    canvas = Painter((2 * right, 2 * down), Place(scale, right, down))
    canvas.paint(svg)
    drawn = canvas.sheer()
    box = drawn.getbbox() or (0, 0, 1, 1)
    return drawn.crop(box), box[0] - right, box[1] - down
