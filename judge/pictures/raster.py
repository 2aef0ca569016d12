"""SVG made into PNG, with the fonts that travel with the program and no others."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import resvg_py

FONTS = tuple(sorted((Path(__file__).resolve().parent / "fonts").glob("*.ttf")))


def png(svg: str, width: int = 1400, colors: int = 0) -> bytes:
    """Return the picture as PNG, that many pixels wide: the same bytes on every machine.

    With ``colors`` it has no more than that many, and is a third as large.
    """
    made = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=[str(file) for file in FONTS],
    )
    return _reduced(bytes(made), colors) if colors else bytes(made)


def _reduced(made: bytes, colors: int) -> bytes:
    """Return a picture with few colors."""
    from PIL import Image  # takes as long to load as many a command of the judge to run

    packed = BytesIO()
    with Image.open(BytesIO(made)) as image:
        few = image.convert("RGB").quantize(
            colors, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
        )
    few.save(packed, "PNG", compress_level=6)
    return packed.getvalue()
