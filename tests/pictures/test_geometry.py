"""The pictures of boards: everything has its place in them, and neighbors touch."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

import pytest

from judge.library import codes, load, load_geometry
from judge.library.geometry import check_geometry, measure_border_lengths
from judge.model.geometry import Geometry, Shape, Spot, split_path_into_rings

Ring = tuple[Spot, ...]

DRAWN = sorted({b.name for b in (load(c).map for c in codes()) if load_geometry(b.name)})


def geometry(name: str = "standard") -> Geometry:
    found = load_geometry(name)
    assert found is not None
    return found


def holds(outline: Iterable[Ring], spot: Spot) -> bool:
    """Say whether a spot lies in a shape: a line from it crosses the outline an odd time."""
    crossed = 0
    for ring in outline:
        for one, other in zip(ring, (*ring[1:], ring[0]), strict=True):
            if (one.y > spot.y) != (other.y > spot.y):
                at = one.x + (spot.y - one.y) * (other.x - one.x) / (other.y - one.y)
                crossed += at > spot.x
    return crossed % 2 == 1


def test_the_standard_board_is_drawn() -> None:
    assert "standard" in DRAWN


@pytest.mark.parametrize("name", DRAWN)
def test_a_board_is_drawn_as_it_is(name: str) -> None:
    assert list(check_geometry(load(name).map, geometry(name))) == []


@pytest.mark.parametrize("name", DRAWN)
def test_units_and_names_stand_in_their_provinces(name: str) -> None:
    drawn = geometry(name)
    for code, shape in drawn.shapes.items():
        outline = tuple(split_path_into_rings(shape.path))
        for spot in (shape.unit, shape.dislodged, shape.label, *shape.coasts.values()):
            assert holds(outline, spot), (code, spot)


@pytest.mark.parametrize("name", DRAWN)
def test_no_unit_covers_another(name: str) -> None:
    shapes = geometry(name).shapes.values()
    spots = [spot for shape in shapes for spot in (shape.unit, *shape.coasts.values())]
    for one, other in combinations(spots, 2):
        assert max(abs(one.x - other.x), abs(one.y - other.y)) > 36, (one, other)


def square(left: int, top: int, side: int = 100) -> Shape:
    middle = Spot(left + side / 2, top + side / 2)
    path = f"M{left} {top}l{side} 0 0 {side}-{side} 0z"
    return Shape(path, middle, middle, middle)


def test_a_path_is_read() -> None:
    corners = [(5, 7), (105, 7), (105, 107), (5, 107)]
    assert list(split_path_into_rings(square(5, 7).path)) == [
        tuple(Spot(*corner) for corner in corners)
    ]
    assert len(list(split_path_into_rings(square(0, 0).path + square(300, 0).path))) == 2


def test_borders_are_measured() -> None:
    shapes = {"A": square(0, 0), "B": square(100, 0), "C": square(100, 100), "D": square(300, 0)}
    drawn = measure_border_lengths(replace(geometry(), shapes=shapes))
    assert drawn == {frozenset("AB"): 100, frozenset("BC"): 100}


def told(drawn: Geometry) -> list[str]:
    return list(check_geometry(load("standard").map, drawn))


def test_a_picture_that_is_wrong_is_found() -> None:
    drawn = geometry()
    shapes = dict(drawn.shapes)
    assert "DEN and SWE are neighbors, but do not touch in the picture (0)" in told(
        replace(drawn, crossings=frozenset())
    )
    swapped = replace(drawn, shapes=shapes | {"PAR": shapes["BRE"], "BRE": shapes["PAR"]})
    wrong = [line.rpartition(" (")[0] for line in told(swapped)]
    assert "BRE and ENG are neighbors, but do not touch in the picture" in wrong
    assert "ENG and PAR are no neighbors, but touch in the picture" in wrong
