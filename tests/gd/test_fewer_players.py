"""Games for two to six players (GD XIV, GD-9, GD-39)."""

from collections import Counter

import pytest

from judge.library import load
from judge.rules.opening import collect_powers_by_side

RF, US, PR = "Russian Federation", "United States", "People's Republic of Asia"
EU, SA, GA = "European Union", "South American Alliance", "Greater African Union"
POWERS = (US, RF, SA, EU, GA, PR)


def start(**options):
    variant = load("gd", options)
    return variant, variant.rules.opening.deal_position(variant.map, tuple(variant.map.powers), 7)


def groups(seed=7, **options):
    variant = load("gd", options)
    return variant.rules.opening.list_powers_of_players(tuple(variant.map.powers), seed)


@pytest.mark.parametrize(
    ("players", "centers", "win"),
    [("6", 36, 16), ("5", 34, 15), ("4", 33, 15), ("3", 35, 16), ("2", 36, 16)],
)
def test_gd_9_centers_and_the_number_that_wins(players, centers, win):
    """GD XIV.2 to XIV.5."""
    variant, position = start(players=players)
    assert (len(set(variant.map.centers) - position.lost), variant.win) == (centers, win)
    assert len(groups(players=players)) == int(players)


def test_gd_9_five_players():
    """GD XIV.2: nobody plays the European Union; it and the Russian Federation have three."""
    _, position = start(players="5")
    assert position.lost == {"YAK", "SCA"}
    assert {u.at.province for u in position.units_of(EU)} == {"BRI", "WEU", "ITA"}
    assert position.centers_of(RF) == ("RUS", "UKR", "URA")
    assert set(collect_powers_by_side(position)) == {US, RF, SA, GA, PR}


def test_gd_9_four_players():
    """GD XIV.3: nor the Greater African Union, whose four centers are garrisoned."""
    _, position = start(players="4")
    assert position.lost == {"YAK", "SCA", "MAD"}
    assert {u.kind for u in position.units.values()} == {"army"}
    assert {u.at.province for u in position.units_of(GA)} == {"EGY", "WAF", "EAF", "SAF"}
    assert set(collect_powers_by_side(position)) == {US, RF, SA, PR}


def test_gd_9_garrisons_of_other_kinds():
    """GD XIV.2: where the master says so; the other centers keep their armies."""
    _, position = start(players="5", garrisons="N BRI, N WEU/sc")
    garrison = {str(u.at): u.kind for u in position.units_of(EU)}
    assert garrison == {"BRI": "navy", "WEU/sc": "navy", "ITA": "army"}
    _, position = start(players="4", garrisons="AF SAF")
    kinds = Counter(unit.kind for unit in position.units.values())
    assert kinds == {"army": 6, "air force": 1}


@pytest.mark.parametrize(
    "listed", ["R BRI", "N RUS", "N WEU", "A BRI, N BRI", "X BRI", "N BRI AF", "navies"]
)
def test_gd_43_garrisons_that_cannot_be(listed):
    """No arsenals; one unit to a home center of a power that nobody plays."""
    with pytest.raises(ValueError, match=r"BRI|RUS|WEU|armies"):
        start(players="5", garrisons=listed)


def test_gd_9_three_players():
    """GD XIV.4: two powers each, fixed; Yakutskaya is no center, the EU has its four."""
    _, position = start(players="3")
    assert set(collect_powers_by_side(position).values()) == {(US, SA), (RF, EU), (GA, PR)}
    assert position.lost == {"YAK"}
    assert len(position.centers_of(EU)) == 4
    assert len(position.centers_of(RF)) == 3
    assert groups(players="3") == ((US, SA), (EU, RF), (GA, PR))


def test_gd_9_two_players():
    """GD XIV.5: the naval powers against the Eurasian ones."""
    assert groups(players="2") == ((US, SA, GA), (EU, RF, PR))
    _, position = start(players="2")
    assert not position.lost


def test_gd_9_six_players_have_a_power_each():
    _, position = start()
    assert groups() == tuple((power,) for power in POWERS)
    assert (position.units, position.facts, position.lost) == ({}, frozenset(), frozenset())


@pytest.mark.parametrize("players", ["2", "3"])
def test_gd_9_powers_by_lot(players):
    """GD XIV.4, XIV.5: the lot decides which powers go together; the same seed draws the same."""
    drawn = {groups(seed, players=players, powers="draw") for seed in range(30)}
    assert len(drawn) > 5
    for sides_ in drawn:
        assert sorted(power for side in sides_ for power in side) == sorted(POWERS)
        assert {len(side) for side in sides_} == {6 // int(players)}
    assert groups(5, players=players, powers="draw") == groups(5, players=players, powers="draw")


def test_gd_9_the_position_tells_what_was_drawn():
    variant = load("gd", {"players": "3", "powers": "draw"})
    drawn = variant.rules.opening.list_powers_of_players(tuple(variant.map.powers), 3)
    position = variant.rules.opening.deal_position(variant.map, tuple(variant.map.powers), 3)
    assert {frozenset(side) for side in collect_powers_by_side(position).values()} == set(
        map(frozenset, drawn)
    )


def test_gd_39_eliminated_centers_start_empty():
    for players in "543":
        _, position = start(players=players)
        assert not position.lost & position.units.keys()
        assert not position.lost & {home for homes in position.homes.values() for home in homes}
        assert not position.lost & position.owners.keys()


def test_other_variants_have_a_player_for_each_power():
    variant = load("standard")
    assert len(variant.rules.opening.list_powers_of_players(tuple(variant.map.powers), 0)) == 7
