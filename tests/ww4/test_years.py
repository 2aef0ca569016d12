"""Years of war between robots, with missing orders; every position is checked by the map alone."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from judge.engine.adjudicate import adjudicate_phase
from judge.engine.advance import collect_wanted_orders, list_next_turn_effects
from judge.model.map import Location
from judge.model.position import Unit, apply_effects
from judge.model.turn import Phase
from tests.road.audit import position_faults
from tests.road.wanderer import Wanderer

pytestmark = pytest.mark.xdist_group("ww4 years")  # played once

YEARS = 12


@pytest.fixture(scope="module")
def years(ww4):
    """Every phase of twelve years."""
    robot = Wanderer(ww4, random.Random(6))
    position = ww4.rules.opening.deal_position(ww4.map, tuple(ww4.map.powers), 0)
    records = []
    while position.turn.year <= YEARS:
        wants = collect_wanted_orders(ww4, position)
        orders = {p: robot.choose_orders(p, position, wants.get(p)) for p in ww4.map.powers}
        record = adjudicate_phase(ww4, position, orders)
        position = apply_effects(record.after, list_next_turn_effects(ww4, record))
        records.append(record._replace(after=position))
    return records


def test_every_position_is_sound(ww4, years):
    found = [fault for record in years for fault in position_faults(ww4.map, record.after)]
    assert found == []


def test_nothing_stays_in_the_arctic_over_fall(years):
    for record in years:
        if record.before.turn.season == "fall":
            assert "ARC" not in record.after.units


def test_much_happens_in_twelve_years(ww4, years):
    codes = Counter(result.why.code for record in years for result in record.results)
    assert codes["ice_driven"] + codes["ice_lost"] > 0
    assert {"default_port", "default_land"} <= set(codes)
    assert codes["default_home"] + codes["default_center"] + codes["default_space"] > 0
    assert codes["default_farthest"] + codes["default_cut_off"] > 0
    owners = set(years[-1].after.owners.values())
    assert len(owners) < 36, "somebody is eliminated"


def test_votes_are_never_made_or_lost(ww4, years):
    """Every vote is a power's, in the pool, or an undecided majority's."""
    council = ww4.rules.procedure.council
    for record in years:
        position = record.after
        votes = sum(council.collect_votes_by_power(position).values())
        free = sum(p.capital not in position.owners for p in ww4.map.powers.values())
        assert 108 - 36 - free <= votes + council.count_votes_of_eliminated(position) <= 108


def test_summers_are_played_from_year_ten(years):
    summers = {r.before.turn.year for r in years if r.before.turn.season == "summer"}
    assert {10, 11, 12} <= summers


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"units": {"ARC": Unit("Cuba", "army", Location("ARC"))}}, "cannot stand there"),
        ({"units": {"HAV": Unit("Cuba", "fleet", Location("GNO"))}}, "is filed under"),
        ({"owners": {"ARC": "Cuba"}}, "Cuba owns ARC"),
        ({"owners": {}}, "and 0 centers in Spring"),
    ],
)
def test_the_audit_sees_what_is_wrong(ww4, change, words):
    start = ww4.rules.opening.deal_position(ww4.map, tuple(ww4.map.powers), 0)
    assert [*position_faults(ww4.map, start)] == []
    assert start.turn.phase is Phase.MOVEMENT
    assert any(words in fault for fault in position_faults(ww4.map, replace(start, **change)))
