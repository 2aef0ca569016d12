"""How different two colors look: by CIEDE2000 (1 is the least that is seen), and by contrast."""

from __future__ import annotations

from functools import cache
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import NamedTuple

_WHITE = (0.95047, 1.0, 1.08883)
_FULL = 25.0**7


class Lab(NamedTuple):
    """A color as eyes see it: how light it is, how red (or green), how yellow (or blue)."""

    light: float
    red: float
    yellow: float


@cache
def convert_to_lab(color: str) -> Lab:
    """Return a color of the web, ``#a62f16``, as CIELAB under daylight."""
    r, g, b = (_linearize(part / 255) for part in bytes.fromhex(color.removeprefix("#")))
    tristimulus = (
        0.4124564 * r + 0.3575761 * g + 0.1804375 * b,
        0.2126729 * r + 0.7151522 * g + 0.0721750 * b,
        0.0193339 * r + 0.1191920 * g + 0.9503041 * b,
    )
    x, y, z = (
        _take_cube_root(part / white) for part, white in zip(tristimulus, _WHITE, strict=True)
    )
    return Lab(116 * y - 16, 500 * (x - y), 200 * (y - z))


def measure_contrast(color: str, other: str) -> float:
    """Return the contrast of two colors, from 1 to 21, as WCAG 2 has it: lines need 3."""
    low, high = sorted(_measure_luminance(each) for each in (color, other))
    return (high + 0.05) / (low + 0.05)


def _measure_luminance(color: str) -> float:
    root = (convert_to_lab(color).light + 16) / 116
    return root**3 if root > 6 / 29 else (root - 4 / 29) * 108 / 841


def _linearize(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _take_cube_root(part: float) -> float:
    return float(part ** (1 / 3)) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116


def measure_color_difference(one: Lab, other: Lab) -> float:
    """Return the difference of two colors by CIEDE2000.

    As in Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula", 2005.
    """
    chroma = (hypot(*one[1:]) + hypot(*other[1:])) / 2
    more = 1.5 - 0.5 * _convert_to_part(chroma)
    chroma_1, chroma_2 = hypot(one.red * more, one.yellow), hypot(other.red * more, other.yellow)
    hue_1 = degrees(atan2(one.yellow, one.red * more)) % 360
    hue_2 = degrees(atan2(other.yellow, other.red * more)) % 360
    gray = not chroma_1 * chroma_2
    turn = 0.0 if gray else (hue_2 - hue_1 + 180) % 360 - 180
    hue = hue_1 + hue_2 if gray else (hue_1 + turn / 2) % 360
    light, chroma = (one.light + other.light) / 2, (chroma_1 + chroma_2) / 2
    waves = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    by_light = (other.light - one.light) / (
        1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2)
    )
    by_chroma = (chroma_2 - chroma_1) / (1 + 0.045 * chroma)
    by_hue = 2 * sqrt(chroma_1 * chroma_2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * waves)
    rotation = sin(radians(60 * exp(-(((hue - 275) / 25) ** 2)))) * -2 * _convert_to_part(chroma)
    return sqrt(by_light**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue)


def _convert_to_part(chroma: float) -> float:
    return sqrt(chroma**7 / (chroma**7 + _FULL))
