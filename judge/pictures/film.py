"""Pictures one after the other: a game as one animated picture."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import takewhile
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement, fromstring, tostring

from judge.pictures.raster import png

SECONDS, LAST = 2.0, 5.0
"""How long a frame is seen, and how long the last."""

COLORS = 128
KINDS = {".svg": "", ".webp": "WEBP", ".png": "PNG", ".gif": "GIF"}
"""What a film can be, by the end of its name."""

_SVG = "http://www.w3.org/2000/svg"
_TITLE, _DEFS, _GROUP, _ANIMATE = (f"{{{_SVG}}}{tag}" for tag in ("title", "defs", "g", "animate"))


def build_film(frames: Sequence[str], ending: str, width: int = 800) -> bytes:
    """Return pictures of one size as one animated picture, of one of the ``KINDS``.

    As SVG it is sharp at any size and smaller than the pictures together: what they share is in it
    once.
    """
    if not KINDS[ending]:
        return _build_animated_svg(frames)
    from PIL import Image  # takes as long to load as many a command of the judge to run

    images = [Image.open(BytesIO(png(frame, width, COLORS))).convert("RGB") for frame in frames]
    times = [round(1000 * SECONDS)] * (len(images) - 1) + [round(1000 * LAST)]
    made = BytesIO()
    images[0].save(
        made, KINDS[ending], save_all=True, append_images=images[1:], duration=times, loop=0
    )
    return made.getvalue()


def _build_animated_svg(frames: Sequence[str]) -> bytes:
    roots = [fromstring(frame) for frame in frames]
    animation = Element(roots[0].tag, roots[0].attrib)
    animation.append(_merge_definitions(roots))
    layers = [[part for part in root if part.tag not in (_TITLE, _DEFS)] for root in roots]
    same = takewhile(_are_elements_equal, zip(*layers, strict=False))
    still = [parts[0] for parts in same]
    animation.extend(still)
    total = SECONDS * (len(frames) - 1) + LAST
    for number, (root, parts) in enumerate(zip(roots, layers, strict=True)):
        last = number == len(frames) - 1
        # Where nothing moves the last one stands.
        frame = SubElement(animation, _GROUP, {} if last else {"display": "none"})
        frame.extend(root.findall(_TITLE))
        frame.extend(parts[len(still) :])
        if len(frames) > 1:
            begin, end = (at * SECONDS / total for at in (number, number + 1))
            frame.append(_build_display_timing(begin, 1 if last else end, total))
    ElementTree.register_namespace("", _SVG)
    return tostring(animation)


def _merge_definitions(roots: Sequence[Element]) -> Element:
    """Return what the pictures define, once; the same name means the same in all of them."""
    known: dict[str, Element] = {}
    for root in roots:
        for part in root.iterfind(f"{_DEFS}/*"):
            before = known.setdefault(part.get("id", ""), part)
            assert _are_elements_equal((before, part)), "a name is defined in two ways"
    defs = Element(_DEFS)
    defs.extend(known.values())
    return defs


def _build_display_timing(begin: float, end: float, total: float) -> Element:
    """Return what shows a frame for its part of the whole time."""
    times, values = ["0"], ["none"]
    for at, value in ((begin, "inline"), (end, "none")):
        if at <= 0:
            values[0] = value
        elif at < 1:
            times.append(f"{at:.5f}")
            values.append(value)
    return Element(
        _ANIMATE,
        attributeName="display",
        calcMode="discrete",
        dur=f"{total:g}s",
        repeatCount="indefinite",
        keyTimes=";".join(times),
        values=";".join(values),
    )


def _are_elements_equal(parts: Sequence[Element]) -> bool:
    first = tostring(parts[0])
    return all(tostring(part) == first for part in parts[1:])
