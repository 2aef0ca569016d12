"""Reading ``geometry.toml``, and holding its picture against the board."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from math import dist
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field

from judge import resources
from judge.library.files import read_file
from judge.model.geometry import Geometry, Shape, Spot, rings
from judge.model.map import Map
from judge.tables import Border, Positive, Table

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


def load_geometry(name: str) -> Geometry | None:
    """Return how a map is drawn; None if it has no picture."""
    path = resources.find("maps", name) / "geometry.toml"
    return _read(path) if path.exists() else None


@cache
def _read(path: Path) -> Geometry:
    file = read_file(GeometryFile, path)
    return Geometry(
        size=file.size,
        land=file.land,
        water=file.water,
        colors=file.colors,
        shapes={code: Shape(**dict(table)) for code, table in file.provinces.items()},
        crossings=frozenset(frozenset(pair) for pair in file.crossings),
    )


def borders(geometry: Geometry) -> Mapping[frozenset[str], float]:
    """Return how long the common border of two provinces is in the picture, if they have one."""
    owners: defaultdict[frozenset[Spot], list[str]] = defaultdict(list)
    for code, shape in geometry.shapes.items():
        for ring in rings(shape.path):
            for ends in zip(ring, (*ring[1:], ring[0]), strict=True):
                owners[frozenset(ends)].append(code)
    lengths: defaultdict[frozenset[str], float] = defaultdict(float)
    for edge, codes in owners.items():
        if len(codes) == 2:
            lengths[frozenset(codes)] += dist(*edge)
    return lengths


def check_geometry(game_map: Map, geometry: Geometry) -> Iterator[str]:
    """Yield what is wrong with the picture of a board, one sentence each."""
    for code in sorted({*game_map.provinces} ^ {*geometry.shapes}):
        yield f"{code} is {'not drawn' if code in game_map.provinces else 'drawn, but no province'}"
    for code, shape in geometry.shapes.items():
        if set(shape.coasts) != set(game_map.provinces[code].coasts):
            yield f"{code} is drawn with the coasts {', '.join(shape.coasts) or 'none'}"
    drawn = borders(geometry)
    real = {
        frozenset((code, near)) for code in game_map.provinces for near in game_map.contacts[code]
    }
    for pair in sorted(real | set(drawn), key=sorted):
        names, length = " and ".join(sorted(pair)), drawn.get(pair, 0)
        if pair not in real and length > HAIR:
            yield f"{names} are no neighbors, but touch in the picture ({length:.0f})"
        if pair in real and length <= HAIR and pair not in geometry.crossings:
            yield f"{names} are neighbors, but do not touch in the picture ({length:.0f})"
