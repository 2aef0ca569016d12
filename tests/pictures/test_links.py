"""Neighbors that do not touch in a picture are joined in it."""

from __future__ import annotations

import re
from dataclasses import replace
from math import dist

import pytest

from judge.library import load_geometry
from judge.model.geometry import Geometry, Spot
from judge.pictures.ground import draw_neighbor_links
from judge.pictures.room import draw_box_around_outline
from judge.pictures.scale import shrink_geometry
from tests.pictures.test_geometry import geometry, square

END = r'<circle cx="(-?[\d.]+)" cy="(-?[\d.]+)" r="6" fill="(#\w+)"'


def ends(drawn: Geometry, sea: frozenset[str] = frozenset()) -> list[tuple[Spot, str]]:
    """Where lines begin and end, and their color."""
    found = re.findall(END, "".join(draw_neighbor_links(drawn, sea)))
    return [(Spot(float(x), float(y)), color) for x, y, color in found]


def test_a_line_goes_where_two_spaces_are_nearest() -> None:
    shapes = {"A": square(100, 100), "B": square(260, 100), "C": square(200, 200)}
    drawn = replace(geometry(), shapes=shapes, crossings=frozenset([frozenset("AB")]))
    (start, land), (end, _) = ends(drawn)
    assert {start.x, end.x} == {200, 260}
    assert start.y == end.y
    water = ends(drawn, frozenset("B"))[0][1]
    assert water != land
    near = replace(drawn, shapes=shapes | {"B": square(204, 100)})
    assert dist(*(spot for spot, _ in ends(near))) >= 34
    point = replace(drawn, crossings=frozenset([frozenset("AC")]))
    assert ends(point) == []
    assert "".join(draw_neighbor_links(point, frozenset())).count("<circle") == 1


def test_a_line_over_the_edge_of_the_world_is_at_both_edges() -> None:
    world = load_geometry("ww4")
    assert world
    over = replace(world, crossings=frozenset([frozenset(("SAM", "TAH"))]))
    spots = [spot for spot, _ in ends(over)]
    assert len(spots) == 4
    assert min(spot.x for spot in spots) < 0
    assert max(spot.x for spot in spots) > world.size[0]


@pytest.mark.parametrize("name", ["standard", "gd"])
def test_every_line_joins_its_two_spaces(name: str) -> None:
    drawn = shrink_geometry(geometry(name))
    for pair in drawn.crossings:
        spots = [spot for spot, _ in ends(replace(drawn, crossings=frozenset([pair])))]
        for code in pair:
            near = draw_box_around_outline(drawn.shapes[code].path).with_rim(20)
            assert any(near.contains_spot(spot) for spot in spots), (code, spots)
