"""How sure a rate is that was counted on few."""

from __future__ import annotations

from math import sqrt


def wilson_interval(hits: int, tries: int) -> tuple[float, float]:
    """Return between which two rates the true one lies, at 95 %."""
    rate, z = hits / tries, 1.96
    middle = rate + z * z / (2 * tries)
    wide = z * sqrt(rate * (1 - rate) / tries + z * z / (4 * tries * tries))
    scale = 1 + z * z / tries
    return max((middle - wide) / scale, 0.0), min((middle + wide) / scale, 1.0)
