"""The board, its calendar and its kinds of unit."""

import json
from itertools import combinations

import pytest

from judge import resources
from judge.library import check_map, load
from judge.library.files import read_toml
from judge.library.maps import MapFile, build_map
from judge.library.statements import list_broken_statements, measure_distance
from judge.model.turn import Phase, Turn


def test_check_map_finds_nothing_wrong():
    """GD V.1, GD-28: 36 centers, and every statement of the rules on the board."""
    assert check_map("gd") == ()


@pytest.fixture
def raw():
    folder = resources.find_file("maps", "gd/map.toml").parent
    return dict(read_toml(folder / "map.toml"))


def broken_without(raw, *borders):
    """What no longer holds when borders are taken out of the map."""
    provinces = {code: dict(table) for code, table in raw["provinces"].items()}
    for one, other, way in borders:
        for here, there in ((one, other), (other, one)):
            words = provinces[here][way].split()
            words.remove(there)
            provinces[here][way] = " ".join(words)
    file = MapFile.model_validate_json(json.dumps({**raw, "provinces": provinces}))
    return list(list_broken_statements(build_map("gd", file, {}), file.statements))


@pytest.mark.parametrize(
    ("border", "said"),
    [
        (("IND", "PAK", "land"), "GD V.3"),
        (("KAZ", "TIB", "land"), None),  # the corner at the Pamirs joins them all the same
        (("MAT", "NAT", "water"), "GD XII.12"),
        (("SAH", "EGY", "land"), "GD XII.12"),
        (("SAU", "ISR", "land"), "GD XII.8"),
        (("PNG", "QLD", "land"), "GD VII.5"),
        (("NIO", "SIO", "water"), "GD VII.2"),
        (("GRE", "POL", "water"), "GD VII.8"),
    ],
)
def test_a_statement_that_fails_is_told(raw, border, said):
    told = broken_without(raw, border)
    if said is None:
        assert not told
    else:
        assert any(line.startswith(said) for line in told)


def test_gd_28_the_corner_joins_all_four(gd):
    for one, other in combinations(("MIE", "KAZ", "TIB", "PAK"), 2):
        assert other in gd.map.contacts[one]
        assert any(
            (leg.origin.province, leg.target.province) == (one, other) for leg in gd.map.legs
        )


def test_gd_25_the_lands_of_a_canal_have_one_coast(gd):
    assert all(not gd.map.provinces[code].coasts for code in ("CAM", "COL", "EGY", "ISR"))


def test_distances(gd):
    """GD IX.1: what is two spaces from Tibet."""
    assert measure_distance(gd.map, "TIB", "NIO") == 2
    assert measure_distance(gd.map, "TIB", "SIO") == 3
    assert measure_distance(gd.map, "TIB", "TIB") == 0


def test_gd_27_four_home_centers_each(gd):
    assert [len(power.homes) for power in gd.map.powers.values()] == [4] * 6


def test_gd_1_the_calendar(gd):
    """GD VII.9: builds first, then Winter 2101; builds after Spring and Fall."""
    turn, seen = gd.calendar.find_first_turn(), []
    for _ in range(12):
        seen.append(str(turn))
        turn = gd.calendar.find_next_turn(turn)
    assert seen == [
        "W2101B",
        *("W2101M", "W2101R", "S2101M", "S2101R", "S2101B"),
        *("U2101M", "U2101R", "F2101M", "F2101R", "F2101B"),
        "W2102M",
    ]
    assert gd.calendar.parse_turn("W2101B") == Turn(2101, "winter", Phase.ADJUSTMENTS)
    assert gd.calendar.parse_turn("W2102B") is None
    assert gd.calendar.turn_title(gd.calendar.find_first_turn()) == "Winter of 2101"


def test_gd_2_owners_change_in_spring_and_fall(gd):
    counting = {
        s
        for s in ("winter", "spring", "summer", "fall")
        if gd.calendar.has_center_count(Turn(1, s, Phase.MOVEMENT))
    }
    assert counting == {"spring", "fall"}


def test_gd_10_gd_11_the_kinds(gd):
    kinds = gd.map.kinds.values()
    assert [(kind.code, kind.limit) for kind in kinds] == [
        ("A", 5),
        ("N", 5),
        ("AF", 5),
        ("R", None),
    ]


def test_an_opening_turn_is_none_of_other_years():
    """The standard calendar has no opening phases."""
    calendar = load("standard").calendar
    assert not calendar.is_opening_turn(calendar.find_first_turn())
