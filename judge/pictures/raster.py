"""SVG made into PNG, with the fonts that travel with the program and no others."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from io import BytesIO
from math import ceil, floor
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import resvg_py

from judge.pictures.room import Box, extent

if TYPE_CHECKING:
    from PIL.Image import Image

    Drawn = tuple[Image, int, int]

FONTS = tuple(sorted((Path(__file__).resolve().parent / "fonts").glob("*.ttf")))

STAMP = Box(-80, -48, 80, 48)
"""How far a small thing reaches at most from its place."""
LINE = 4
"""How wide the line around a shape is at most."""
REACH = 28
"""How far a line, or a sign on one, reaches at most from the spots that it names."""

_LAYER = re.compile(r"<!--layer (\w+)(?: ([^>]*))?-->")
_TITLE = re.compile(r"<title>[^<]*</title>")
_DEFS = re.compile(r"<defs>(.*?)</defs>", re.DOTALL)
_SHAPE = re.compile(r'<path id="([^"]*)"[^>]*/>|<g id="([^"]*)".*?</g>')
_FRAME = re.compile(r'viewBox="([^"]*)"(?: width="[^"]*" height="[^"]*")?')
_GROUP = re.compile(r"<g([^>]*)>(.*?)</g>")
_USE = re.compile(r'<use href="#([^"]*)" fill="([^"]*)"')
_THING = re.compile(r"<[^>]*>")
_PLACES = re.compile(r' (?:d="M|points="|cx=")([^a-z"]*)(?:" cy="([^"]*))?')
_NUMBER = re.compile(r"-?[\d.]+")
_STAMP = re.compile(
    r'<(?:text|use|circle)\b[^>]*?(?P<at> c?x="(?P<x>[^"]*)" c?y="(?P<y>[^"]*)")[^>]*'
    r'(?:/>|>[^<]*</text>)|<path d="M(?P<start>(?P<left>[\d.-]+) (?P<top>[\d.-]+))[^>]*/>'
)

Kind = Literal["still", "shapes", "lines", "stamps", "loose"]


def layer(kind: Kind, box: Box | None = None) -> str:
    """Return what stands in an SVG, in no group, before a layer, so that little is drawn anew.

    A ``still`` layer seldom changes, a ``loose`` one always does; each lies in a box. Of ``shapes``
    few change at a time, and but in color; ``lines`` cover little of the picture; ``stamps`` are
    small and the same on many pictures.
    """
    return f"<!--layer {kind} {' '.join(map(str, box))}-->" if box else f"<!--layer {kind}-->"


def png(svg: str, width: int = 1400, colors: int = 0) -> bytes:
    """Return the picture as PNG, that many pixels wide: the same bytes on every machine.

    With ``colors`` it has no more than that many, which makes it a third as large. It is put
    together of its layers then; what was drawn before is not drawn anew.
    """
    if not colors:
        return _raster(svg, width)
    from PIL import Image  # takes as long to load as many a command of the judge to run

    few = _Layered(svg, width).picture().quantize(
        colors, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    )  # fmt: skip
    packed = BytesIO()
    few.save(packed, "PNG", compress_level=5)
    return packed.getvalue()


class _Layered:
    """A picture whose layers are drawn each by itself.

    Its pixels are counted from the origin of the board: what is seen on two pictures of one scale
    is the same on both.
    """

    def __init__(self, svg: str, width: int) -> None:
        self.root, _, rest = svg.removesuffix("</svg>").partition(">")
        shapes = _SHAPE.finditer("".join(_DEFS.findall(rest)))
        self.shapes = {shape[1] or shape[2]: shape[0] for shape in shapes}
        self.body = _DEFS.sub("", _TITLE.sub("", rest))
        frame = _FRAME.search(self.root)
        assert frame, "a picture says what it shows"
        left, top, across, down = map(float, frame[1].split())
        self.whole = Box(left, top, left + across, top + down)
        self.scale = width / across
        self.left, self.top = self.pixel(left, top, floor)
        self.size = width, ceil(down * self.scale)

    def picture(self) -> Image:
        """Return the picture."""
        from PIL import Image

        self.made = Image.new("RGB", self.size)
        first, *layers = _LAYER.split(self.body)
        if first:
            self.put(*self.lain(self.whole, first, _drawn))
        for kind, box, part in zip(layers[::3], layers[1::3], layers[2::3], strict=True):
            if kind == "shapes":
                self.fill(part)
            elif kind == "lines":
                self.line(part)
            elif kind == "stamps":
                self.stamp(part)
            else:
                drawn = _ground if kind == "still" else _drawn
                self.put(*self.lain(Box(*map(float, box.split())), part, drawn))
        return self.made

    def alone(self, part: str, box: str) -> str:
        """Return a part as an SVG with the shapes that it uses."""
        used = dict.fromkeys(re.findall(r'href="#([^"]*)"', part))
        root = _FRAME.sub(box, self.root)
        return f"{root}><defs>{''.join(map(self.shapes.__getitem__, used))}</defs>{part}</svg>"

    def lain(self, box: Box, part: str, drawn: Callable[[str, int], Drawn]) -> Drawn:
        """Return what lies in a box, and where."""
        left, top = self.pixel(box.left, box.top, floor)
        right, bottom = self.pixel(box.right, box.bottom, ceil)
        edges = (left, top, right - left, bottom - top)
        frame = f'viewBox="{" ".join(str(edge / self.scale) for edge in edges)}"'
        image, more_left, more_top = drawn(self.alone(part, frame), right - left)
        return image, left + more_left, top + more_top

    def put(self, image: Image, left: int, top: int, color: str = "") -> None:
        """Put what is drawn onto the picture, or a color through it."""
        self.made.paste(color or image, (left - self.left, top - self.top), image)

    def fill(self, shapes: str) -> None:
        """Put shapes onto the picture one by one."""
        for style, group in _GROUP.findall(shapes):
            for code, color in _USE.findall(group):
                path = self.shapes[code].partition(' d="')[2].partition('"')[0]
                box, use = extent(path).grown(LINE / 2), f'<g{style}><use href="#{code}"'
                self.put(*self.lain(box, f'{use} stroke="none"/></g>', _drawn_once), color)
                self.put(*self.lain(box, f'{use} fill="none"/></g>', _drawn_once))

    def line(self, lines: str) -> None:
        """Put lines onto the picture, those together that cover the same ground."""
        for style, group in _GROUP.findall(lines):
            for box, things in _near(_THING.findall(group)):
                if box.meets(self.whole):
                    part = f"<g{style}>{things}</g>"
                    self.put(*self.lain(box.within(self.whole), part, _drawn_once))

    def stamp(self, things: str) -> None:
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
                self.put(image, x + left - right, y + top - down)

    def pixel(self, x: float, y: float, whole: Callable[[float], int]) -> tuple[int, int]:
        """Return where a place of the board is, in pixels from its origin."""
        return whole(x * self.scale), whole(y * self.scale)


def _near(things: Iterable[str]) -> Iterator[tuple[Box, str]]:
    """Yield things with the box around them, those together that cover the same ground."""
    box, together = None, ""
    for thing in things:
        here = _reach(thing)
        if box and here.with_(box).area <= here.area + box.area:
            box, together = here.with_(box), together + thing
        else:
            if box:
                yield box, together
            box, together = here, thing
    if box:
        yield box, together


def _reach(thing: str) -> Box:
    """Return the box around a line, or around a sign on one."""
    places = _PLACES.search(thing)
    assert places, "a line says where it goes"
    numbers = [float(each) for each in _NUMBER.findall(f"{places[1]} {places[2] or ''}")]
    across, down = numbers[::2], numbers[1::2]
    return Box(min(across), min(down), max(across), max(down)).grown(REACH)


def _drawn(svg: str, width: int) -> Drawn:
    """Return what is drawn, without the empty rim, and where in the picture it is."""
    from PIL import Image

    drawn = Image.open(BytesIO(_raster(svg, width))).convert("RGBA")
    box = drawn.getbbox() or (0, 0, 1, 1)
    return drawn.crop(box), box[0], box[1]


_drawn_once = lru_cache(maxsize=4000)(_drawn)
_ground = lru_cache(maxsize=12)(_drawn)


def _raster(svg: str, width: int) -> bytes:
    made = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=[str(file) for file in FONTS],
    )
    return bytes(made)
