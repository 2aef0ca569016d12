"""The board of World War IV, and the names on it."""

from collections import Counter

import pytest

from judge.language.lexicon import build_lexicon, find_power
from judge.library import load
from judge.library.check import check_map
from judge.model.map import Location


def test_the_map_is_sound_and_has_the_counts_of_its_facts():
    """WW4 I.1, II.1, II.9, II.10, II.11, II.12, II.13, II.16: see [counts] and [[statements]]."""
    assert check_map("ww4") == ()


def test_every_power_has_three_centers_and_a_capital(ww4):
    """WW4 I.1."""
    for power in ww4.map.powers.values():
        assert len(power.homes) == 3
        assert power.capital in power.homes
    start = ww4.rules.opening.deal_position(ww4.map, tuple(ww4.map.powers), 0)
    assert set(Counter(unit.power for unit in start.units.values()).values()) == {3}
    assert {u.at.province for u in start.units.values()} == set(start.owners)


def test_a_power_is_known_by_its_name_or_an_unmistakable_abbreviation(ww4):
    spoken = Counter()
    for power in ww4.map.powers.values():
        assert not power.letter
        names = {power.name, power.adjective, *power.aliases}
        spoken.update(name.casefold() for name in names)
        assert all(find_power(ww4.map, name) == power.name for name in names)
    assert max(spoken.values()) == 1
    assert all(len(name) > 1 for name in spoken)
    assert build_lexicon(ww4.map).letters == {}
    assert find_power(ww4.map, "G") is None


def test_no_abbreviation_of_a_power_is_one_of_a_space(ww4):
    for power in ww4.map.powers.values():
        assert not {alias.upper() for alias in power.aliases} & set(ww4.map.provinces)


@pytest.mark.parametrize(("choice", "reach"), [("wide", True), ("narrow", False)])
def test_how_far_the_arctic_reaches_is_a_setting(choice, reach):
    """WW4 II.2."""
    game_map = load("ww4", {"arctic": choice}).map
    near = {at.province for at in game_map.neighbors("fleet", Location("ARC"))}
    assert ({"HUD", "LAB"} <= near) is reach
    assert ("ARC" in game_map.contacts["HUD"]) is reach
    assert {"BAR", "BRG", "NWG"} <= near


def test_default_units(ww4):
    """WW4 IV.2, WW4-8: two or more fleets at the start make the fleet the default unit."""
    fleets = {power for power, kind in ww4.rules.disorder.kinds.items() if kind == "fleet"}
    assert fleets == {
        "Amazon Empire", "Australia", "Catholica", "Colombia", "Cuba", "Indonesia", "Japan",
        "North Africa", "Oceania", "Philippines", "Song Empire", "United Kingdom", "United States",
    }  # fmt: skip


def test_hemispheres():
    """WW4 II.5, WW4-2: the Americas and Oceania are western; the United Kingdom is a setting."""
    haven = load("ww4").rules.aftermath[0].haven
    assert Counter(haven.values()) == {"BAF": 14, "NOV": 22}
    assert haven["Oceania"] == "BAF"
    assert (
        load("ww4", {"united_kingdom": "west"}).rules.aftermath[0].haven["United Kingdom"] == "BAF"
    )


def test_the_table_of_powers_in_the_rules_is_true(ww4):
    """WW4 VI.1."""
    rows = [line.strip("| ").split(" | ") for line in ww4.about.splitlines() if line[:1] == "|"]
    haven, kinds = ww4.rules.aftermath[0].haven, ww4.rules.disorder.kinds
    told = {}
    for name, short, homes, kind, side in rows[2:]:
        assert side == {"BAF": "west", "NOV": "east"}[haven[name]]
        assert kind == kinds[name]
        codes = homes.split(", ")
        assert f"{ww4.map.powers[name].capital}*" in codes
        told[name] = (tuple(c.rstrip("*") for c in codes), tuple(short.split(", ")))
    assert told == {p.name: (p.homes, p.aliases or ("-",)) for p in ww4.map.powers.values()}
