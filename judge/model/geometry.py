"""The picture of a board: shapes and the places on them, in the picture's own units."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate, starmap
from typing import NamedTuple


class Spot(NamedTuple):
    """A point of the picture; y grows downwards."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Shape:
    """A province as it is drawn: its outline as an SVG path, and where things stand on it.

    ``coasts`` says where fleets stand that are on one of its coasts.
    """

    path: str
    unit: Spot
    dislodged: Spot
    label: Spot
    coasts: Mapping[str, Spot] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Geometry:
    """All that is needed to draw a board; each is equal to itself alone.

    ``land`` and ``water`` are the outlines of what is no province. ``colors`` are those of the
    powers. ``crossings`` are pairs of neighbors between which the picture has water. ``symbols``
    says how many times larger than usual what stands on the board is drawn. ``traced``: each
    outline was drawn for itself.
    """

    size: tuple[int, int]
    land: str
    water: str
    colors: Mapping[str, str]
    shapes: Mapping[str, Shape]
    crossings: frozenset[frozenset[str]] = frozenset()
    symbols: float = 1
    traced: bool = False


def split_path_into_rings(path: str) -> Iterator[tuple[Spot, ...]]:
    """Yield the closed lines of a path, each point once."""
    for ring in path.split("z")[:-1]:
        steps = [int(number) for number in re.findall(r"-?\d+", ring)]
        across, down = accumulate(steps[::2]), accumulate(steps[1::2])
        yield tuple(starmap(Spot, zip(across, down, strict=True)))


def is_inside_path(path: str, spot: Spot) -> bool:
    """Return whether a point lies within the lines of a path, by the even-odd rule."""
    crossed = 0
    for ring in split_path_into_rings(path):
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
            if (a.y > spot.y) != (b.y > spot.y):
                crossed += spot.x < a.x + (spot.y - a.y) * (b.x - a.x) / (b.y - a.y)
    return crossed % 2 == 1
