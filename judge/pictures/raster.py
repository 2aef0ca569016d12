"""SVG of boards made into PNG."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Literal

from judge.model.errors import JudgeError

_NAMED = re.compile('fill="(#[0-9a-f]{6})"')

Kind = Literal["still", "plain", "stamps", "head"]


def layer_marker(kind: Kind, edge: float = 0) -> str:
    """Return what stands in an SVG, in no group, before a layer, so that little is painted anew.

    ``still`` layers come first and seldom change, the first the least; they lie below their edge.
    ``stamps`` are small and the same on many pictures; nothing ``plain`` comes after them. A
    ``head`` covers all that is above its edge.
    """
    return f"<!--layer {kind} {edge:g}-->"


def png(svg: str, width: int = 1400, colors: int = 0) -> bytes:
    """Return the picture as PNG, that many pixels wide: the same bytes on every machine.

    With ``colors`` it has no more than that many, which makes it a third as large, unless the SVG
    names more: those, the powers' above all, stay what they are. Raises JudgeError if what paints
    is not installed.
    """
    try:
        from judge.pictures.layered import LayeredPicture, with_few_colors
    except ModuleNotFoundError as missing:
        install = "pip install 'diplomacy-judge[png]'"
        raise JudgeError(f"PNG needs the package {missing.name}: {install}") from missing

    made = LayeredPicture(svg, width).paint_picture()
    if colors:
        made = with_few_colors(made, _NAMED.findall(svg), colors)
    packed = BytesIO()
    made.save(packed, "PNG", compress_level=5)
    return packed.getvalue()
