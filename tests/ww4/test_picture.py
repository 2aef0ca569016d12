"""The picture of World War IV: what is drawn is what is played."""

from itertools import pairwise

from judge.library import load_geometry
from judge.library.geometry import check_geometry, measure_border_lengths, split_path_into_rings


def inside(spot, path):
    """Say whether a point lies in an outline."""
    odd = False
    for ring in split_path_into_rings(path):
        for (ax, ay), (bx, by) in pairwise((*ring, ring[0])):
            if (ay > spot[1]) != (by > spot[1]):
                odd ^= spot[0] < ax + (spot[1] - ay) * (bx - ax) / (by - ay)
    return odd


def area(path):
    whole = 0.0
    for ring in split_path_into_rings(path):
        whole += sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise((*ring, ring[0]))) / 2
    return abs(whole)


def test_spaces_touch_just_where_they_border(ww4):
    """WW4 II.1, II.9, II.11: with few exceptions, and these are neighbors that are drawn apart."""
    geometry = load_geometry("ww4")
    assert list(check_geometry(ww4.map, geometry)) == []
    assert len(geometry.crossings) <= 60
    for pair in geometry.crossings:
        one, other = pair
        assert other in ww4.map.contacts[one]
    assert {"ANC", "YAK"} in geometry.crossings
    drawn = measure_border_lengths(geometry)
    assert drawn[frozenset(("EGY", "EMD"))] > 10
    assert drawn[frozenset(("EGY", "RED"))] > 10


def test_every_space_has_room_for_its_unit_and_its_name():
    for code, shape in load_geometry("ww4").shapes.items():
        assert area(shape.path) > 2500, code
        for spot in (shape.unit, *shape.coasts.values()):
            assert inside(spot, shape.path), code


def test_every_power_has_a_color_of_its_own(ww4):
    colors = load_geometry("ww4").colors
    assert set(colors) == set(ww4.map.powers)
    assert len(set(colors.values())) == 36
