"""Reading ``geometry.toml``, and holding its picture against the board."""

from __future__ import annotations

import logging
import os
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from math import dist
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field

from judge import resources
from judge.library.files import FileError, Layer, describe_problem, read_toml, validate_tables
from judge.library.maps import read_map
from judge.model.geometry import Geometry, Shape, Spot, is_inside_path, split_path_into_rings
from judge.model.map import Map
from judge.tables import Border, Positive, Table

_log = logging.getLogger(__name__)

HAIR = 10
"""Borders up to that length, of a picture two thousand wide, are a point where four spaces meet."""

Point = Annotated[tuple[int, int], AfterValidator(Spot._make)]


class ShapeTable(Table):
    """How a province is drawn: its outline, and where what stands on it goes."""

    path: str
    unit: Point
    dislodged: Point
    label: Point
    coasts: dict[str, Point] = Field(default_factory=dict)


class GeometryFile(Table):
    """A ``geometry.toml``."""

    size: tuple[Positive, Positive]
    land: str
    water: str
    colors: dict[str, Annotated[str, Field(pattern="^#[0-9a-f]{6}$")]]
    provinces: dict[str, ShapeTable]
    crossings: tuple[Border, ...] = ()
    symbols: Annotated[float, Field(ge=1, le=2)] = 1
    traced: bool = False


def load_geometry(name: str) -> Geometry | None:
    """Return how a map is drawn; None if it has no picture, or one with which something is wrong.

    What that is is logged once; it costs nothing but the pictures.
    """
    return _find_geometry_or_none(name, os.environ.get(resources.OVERLAY, ""))


def read_geometry(name: str) -> Geometry | None:
    """Return how a map is drawn; None if it has no picture. Raises FileError if that is wrong."""
    path = resources.find_optional_file("maps", f"{name}/geometry.toml")
    return _read_geometry_file(name, path) if path else None


@cache
def _find_geometry_or_none(name: str, _overlay: str) -> Geometry | None:
    """Return the same as ``load_geometry``; where the file lies depends on the operator's own."""
    try:
        return read_geometry(name)
    except FileError as trouble:
        _log.error("the map of %s goes without pictures: %s", name, trouble)
        return None


@cache
def _read_geometry_file(name: str, path: Path) -> Geometry:
    tables, spaces = read_toml(path), read_map(name).provinces
    layers = (Layer(path, tables),)
    file = validate_tables(GeometryFile, tables, layers, {"space": spaces})
    wrong = [
        describe_problem(
            layers, ("provinces", code), "not drawn" if code in spaces else "no such space"
        )
        for code in sorted({*spaces} ^ {*file.provinces})
    ]
    for code in {*spaces} & {*file.provinces}:
        coasts = sorted(filter(None, spaces[code].water))
        if coasts != sorted(file.provinces[code].coasts):
            text = f"must be {', '.join(coasts) or 'none'}"
            wrong.append(describe_problem(layers, ("provinces", code, "coasts"), text))
    if wrong:
        raise FileError(*wrong)
    return Geometry(
        size=file.size,
        land=file.land,
        water=file.water,
        colors=file.colors,
        shapes={code: Shape(**dict(table)) for code, table in file.provinces.items()},
        crossings=frozenset(frozenset(pair) for pair in file.crossings),
        symbols=file.symbols,
        traced=file.traced,
    )


def measure_border_lengths(geometry: Geometry) -> Mapping[frozenset[str], float]:
    """Return how long the common border of two provinces is in the picture, if they have one."""
    owners: defaultdict[frozenset[Spot], list[str]] = defaultdict(list)
    for code, shape in geometry.shapes.items():
        for ring in split_path_into_rings(shape.path):
            for ends in zip(ring, (*ring[1:], ring[0]), strict=True):
                owners[frozenset(ends)].append(code)
    lengths: defaultdict[frozenset[str], float] = defaultdict(float)
    for edge, codes in owners.items():
        if len(codes) == 2:
            lengths[frozenset(codes)] += dist(*edge)
    return lengths


def check_geometry(game_map: Map, geometry: Geometry) -> Iterator[str]:
    """Yield what is wrong with the picture of a board, one sentence each.

    Where outlines were ``traced``, each for itself, their borders do not meet to the point; there
    units must stand within.
    """
    if geometry.traced:
        for code, shape in geometry.shapes.items():
            for spot in (shape.unit, shape.dislodged, *shape.coasts.values()):
                if not is_inside_path(shape.path, spot):
                    yield f"a unit in {code} stands outside of it in the picture"
        return
    drawn = measure_border_lengths(geometry)
    real = {
        frozenset((code, near)) for code in game_map.provinces for near in game_map.contacts[code]
    }
    for pair in sorted(real | set(drawn), key=sorted):
        names, length = " and ".join(sorted(pair)), drawn.get(pair, 0)
        if pair not in real and length > HAIR:
            yield f"{names} are no neighbors, but touch in the picture ({length:.0f})"
        if pair in real and length <= HAIR and pair not in geometry.crossings:
            yield f"{names} are neighbors, but do not touch in the picture ({length:.0f})"
