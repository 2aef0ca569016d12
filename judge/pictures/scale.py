"""A board shrunk, so that what stands on it is drawn larger against it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from judge.model.geometry import Geometry, Shape, Spot, split_path_into_rings


@lru_cache(maxsize=8)
def shrink_geometry(geometry: Geometry) -> Geometry:
    """Return a board as much smaller as its symbols are to be larger."""
    by = 1 / geometry.symbols
    if by == 1:
        return geometry
    width, height = geometry.size
    return replace(
        geometry,
        size=(round(width * by), round(height * by)),
        land=_scale_path(geometry.land, by),
        water=_scale_path(geometry.water, by),
        shapes={code: _scale_shape(shape, by) for code, shape in geometry.shapes.items()},
    )


def _scale_shape(shape: Shape, by: float) -> Shape:
    return Shape(
        _scale_path(shape.path, by),
        _scale_spot(shape.unit, by),
        _scale_spot(shape.dislodged, by),
        _scale_spot(shape.label, by),
        {coast: _scale_spot(spot, by) for coast, spot in shape.coasts.items()},
    )


def _scale_spot(spot: Spot, by: float) -> Spot:
    return Spot(round(spot.x * by), round(spot.y * by))


def _scale_path(path: str, by: float) -> str:
    return "".join(_scale_ring_paths(path, by))


def _scale_ring_paths(path: str, by: float) -> Iterator[str]:
    for ring in split_path_into_rings(path):
        first, *more = dict.fromkeys(_scale_spot(spot, by) for spot in ring)
        steps = (f"{b.x - a.x} {b.y - a.y}" for a, b in pairwise((first, *more)))
        yield f"M{first.x} {first.y}l{' '.join(steps)}z"
