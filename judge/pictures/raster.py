"""SVG made into PNG, with the fonts that travel with the program and no others."""

from __future__ import annotations

from pathlib import Path

import resvg_py

FONTS = tuple(sorted((Path(__file__).resolve().parent / "fonts").glob("*.ttf")))


def png(svg: str, width: int = 1400) -> bytes:
    """Return the picture as PNG, that many pixels wide: the same bytes on every machine."""
    made = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=[str(file) for file in FONTS],
    )
    return bytes(made)
