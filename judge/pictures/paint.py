"""SVG made into pixels: as much of SVG as pictures of boards are made of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path as File
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, fromstring

import celiagg as agg
from PIL import Image

from judge.pictures.tokens import SANS

FONTS = File(__file__).resolve().parent / "fonts"
FILES = {
    "DejaVu Sans Condensed": "DejaVuSansCondensed-Bold.ttf",
    "DejaVu Serif": "DejaVuSerif-Bold.ttf",
    "DejaVu Serif Condensed": "DejaVuSerifCondensed-Italic.ttf",
}
"""The fonts that travel with the program, by the names of their families."""

FINE = 8
"""How many times larger letters are measured than painted, which leaves no steps between them."""

_STEP = re.compile(r"([MmLlHhVvCcZz])([^A-Za-z]*)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_MOVE = re.compile(r"(?:translate|scale)\(([^)]*)\)")

Style = Mapping[str, str]


class Place(NamedTuple):
    """How what is painted lies on the pixels: times ``scale``, then moved."""

    scale: float
    x: float
    y: float

    def moved(self, x: float, y: float) -> Place:
        """Return how what has its origin at a spot lies."""
        return Place(self.scale, self.x + self.scale * x, self.y + self.scale * y)


class Painter:
    """A canvas, and SVG painted onto it.

    ``place`` says how the SVG lies on it. ``pixels`` are RGBA, the colors weakened by the alpha.
    Lines have round ends and corners; what is filled is half a pixel larger all around, so that
    nothing is seen between neighbors.
    """

    def __init__(self, size: tuple[int, int], place: Place) -> None:
        width, height = self.size = size
        self.place = place
        self.shapes: dict[str, Element] = {}
        self.pixels = bytearray(4 * width * height)
        shape = (height, width, 4)
        array = memoryview(self.pixels).cast("B", shape)
        self.canvas = agg.CanvasRGBA32(array, font_cache=_read())

    def paint(self, svg: str) -> None:
        """Paint elements; those in ``defs`` are to be used."""
        for element in fromstring(f"<g>{svg}</g>"):
            if element.tag == "defs":
                self.shapes |= {each.attrib["id"]: each for each in element}
            else:
                self._element(element, {"font-family": SANS}, self.place)

    def image(self) -> Image.Image:
        """Return what is painted, on black."""
        return Image.frombuffer("RGBA", self.size, self.pixels, "raw", "RGBA", 0, 1).convert("RGB")

    def sheer(self) -> Image.Image:
        """Return what is painted, on nothing."""
        return Image.frombytes("RGBa", self.size, bytes(self.pixels)).convert("RGBA")

    def _element(self, element: Element, around: Style, place: Place) -> None:
        given = element.attrib
        style = {**around, **given}
        if opacity := style.pop("opacity", ""):
            below = bytes(self.pixels)
            self._solid(element, style, place)
            self._fade(below, float(opacity))
        else:
            self._solid(element, style, place)

    def _fade(self, below: bytes, opacity: float) -> None:
        """Let what was there before shine through what was painted since."""
        before, since = (
            Image.frombytes("RGBA", self.size, each) for each in (below, bytes(self.pixels))
        )
        self.pixels[:] = Image.blend(before, since, opacity).tobytes()

    def _solid(self, element: Element, style: dict[str, str], place: Place) -> None:
        given, tag = element.attrib, element.tag
        if tag == "g":
            for numbers in _MOVE.findall(style.pop("transform", "")):
                first, *more = map(float, numbers.split())
                moved = place.moved(first, *more) if more else None
                place = moved or place._replace(scale=place.scale * first)
            for child in element:
                self._element(child, style, place)
        elif tag == "use":
            used = self.shapes[given["href"][1:]]
            self._element(used, style, place.moved(*_numbers(given, "x", "y")))
        elif tag == "text":
            self._text(element.text or "", style, place.moved(*_numbers(given, "x", "y")))
        elif tag in _OUTLINES:
            self._outline(_OUTLINES[tag](given), style, place)

    def _outline(self, path: Any, style: Style, place: Place) -> None:
        lain = agg.Transform(place.scale, 0, 0, place.scale, place.x, place.y)
        for side, paint in _sides(style):
            self.canvas.draw_shape(path, lain, _state(side, style), fill=paint, stroke=paint)

    def _text(self, words: str, style: Style, place: Place) -> None:
        family, size = style.get("font-family", "").partition(",")[0], float(style["font-size"])
        font = _font(family, size * FINE)
        if style.get("text-anchor") == "middle":
            place = place.moved(-_read().width(font, words) / FINE / 2, 0)
        scale = place.scale / FINE
        lain = agg.Transform(scale, 0, 0, scale, place.x, place.y)
        for side, paint in _sides(style):
            state = _state(side, style, FINE)
            self.canvas.draw_text(words, font, lain, state, fill=paint, stroke=paint)


def _numbers(given: Style, *keys: str) -> list[float]:
    return [float(given.get(key, 0)) for key in keys]


def _sides(style: Style) -> Iterator[tuple[str, Any]]:
    """Yield what is to be painted of an outline, inside and edge, the upper last."""
    sides = (("fill", "#000000"), ("stroke", "none"))
    for side, default in sides[:: -1 if style.get("paint-order") == "stroke" else 1]:
        color = style.get(side, default)
        if color != "none":
            yield side, _color(color, style.get(f"{side}-opacity", "1"))


@lru_cache(maxsize=500)
def _color(color: str, opacity: str) -> Any:
    red, green, blue = bytes.fromhex(color.removeprefix("#"))
    return agg.SolidPaint(red / 255, green / 255, blue / 255, float(opacity))


def _state(side: str, style: Style, fine: int = 1) -> Any:
    if side == "fill":
        return _inside(even=style.get("fill-rule") == "evenodd")
    return _edge(float(style.get("stroke-width", 1)) * fine, style.get("stroke-dasharray", ""))


@cache
def _inside(*, even: bool) -> Any:
    drawing, text = agg.DrawingMode, agg.TextDrawingMode
    return agg.GraphicsState(
        drawing_mode=drawing.DrawEofFill if even else drawing.DrawFill,
        text_drawing_mode=text.TextDrawRaster,
    )


@lru_cache(maxsize=500)
def _edge(width: float, dash: str) -> Any:
    lengths = [float(each) for each in dash.split()]
    return agg.GraphicsState(
        drawing_mode=agg.DrawingMode.DrawStroke,
        text_drawing_mode=agg.TextDrawingMode.TextDrawStroke,
        line_width=width,
        line_join=agg.LineJoin.JoinRound,
        line_cap=agg.LineCap.CapRound,
        line_dash_pattern=[*zip(lengths[::2], lengths[1::2], strict=True)],
    )


@cache
def _read() -> Any:
    """Return where fonts are kept that were read."""
    return agg.FontCache()


@lru_cache(maxsize=100)
def _font(family: str, size: float) -> Any:
    """Return a font. Raises OSError, ValueError: with one that was not read, words are nothing."""
    file = FONTS / FILES[family]
    font = agg.FreeTypeFont(str(file), size)
    font.hinting = False
    if not _read().width(font, "M"):
        file.read_bytes()
        if not _read().width(font, "M"):
            raise ValueError(f"{file} is not a font")
    return font


@lru_cache(maxsize=2000)
def _path(data: str) -> Any:
    """Return the outline that an SVG path describes."""
    path, x, y = agg.Path(), 0.0, 0.0
    start = x, y
    for letter, rest in _STEP.findall(data):
        step, near = letter.lower(), letter.islower()
        if step == "z":
            path.close()
            x, y = start
        numbers = [float(each) for each in _NUMBER.findall(rest)]
        for n in range(0, len(numbers), _TAKES[step] or 1):
            given = numbers[n : n + _TAKES[step]]
            if step == "h":
                given = [given[0], 0 if near else y]
            elif step == "v":
                given = [0 if near else x, given[0]]
            if near:
                given = [each + (y if odd % 2 else x) for odd, each in enumerate(given)]
            *_, x, y = given
            if step == "m" and not n:
                path.move_to(x, y)
                start = x, y
            elif step == "c":
                path.cubic_to(*given)
            else:
                path.line_to(x, y)
    return path


_TAKES = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "z": 0}
"""How many numbers each step of a path takes."""


def _circle(given: Style) -> Any:
    path = agg.Path()
    x, y, radius = _numbers(given, "cx", "cy", "r")
    path.ellipse(x, y, radius, radius)
    return path


def _rect(given: Style) -> Any:
    x, y, width, height, radius = _numbers(given, "x", "y", "width", "height", "rx")
    if not radius:
        path = agg.Path()
        path.rect(x, y, width, height)
        return path
    across, down, bend = width - 2 * radius, height - 2 * radius, 0.45 * radius
    corners = (
        f"M{x + radius} {y}h{across}c{radius - bend} 0 {radius} {bend} {radius} {radius}"
        f"v{down}c0 {radius - bend} {-bend} {radius} {-radius} {radius}"
        f"h{-across}c{bend - radius} 0 {-radius} {-bend} {-radius} {-radius}"
        f"v{-down}c0 {bend - radius} {bend} {-radius} {radius} {-radius}z"
    )
    return _path(corners)


_OUTLINES: dict[str, Callable[[Style], Any]] = {
    "path": lambda given: _path(given["d"]),
    "polygon": lambda given: _path(f"M{given['points']}z"),
    "circle": _circle,
    "rect": _rect,
}
