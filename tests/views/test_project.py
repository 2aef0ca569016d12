"""What is left of a position and its record in one reader's View."""

from dataclasses import replace

import pytest

from judge.engine.adjudicate import adjudicate_phase
from judge.engine.advance import list_next_turn_effects
from judge.library import load
from judge.model.map import Location
from judge.model.order import Hold, Move, Support
from judge.model.position import Dislodged, Fact, Position, Unit, apply_effects
from judge.views import build_view

STANDARD = load("standard")
TRI, TYR, VEN, SER = (
    Unit("Austria", "army", Location("TRI")),
    Unit("Austria", "army", Location("TYR")),
    Unit("Italy", "army", Location("VEN")),
    Unit("Turkey", "army", Location("SER")),
)


FOGGY = load("standard", {"sight": "near"})


@pytest.fixture
def turn():
    """Austria dislodges Venice; Turkey holds Serbia."""
    start = STANDARD.rules.opening.deal_position(STANDARD.map, list(STANDARD.map.powers), 1)
    units = {unit.at.province: unit for unit in (TRI, TYR, VEN, SER)}
    before = replace(
        start, turn=STANDARD.calendar.parse_turn("F1902M"), units=units, facts=frozenset({SECRET})
    )
    orders = {
        "Austria": [Move(TRI, VEN.at), Support(TYR, TRI, VEN.at)],
        "Italy": [Hold(VEN)],
        "Turkey": [Hold(SER)],
    }
    record = adjudicate_phase(STANDARD, before, orders)
    return record, apply_effects(record.after, list_next_turn_effects(STANDARD, record))


SECRET = Fact("test", "NWY", "spy")


def test_where_all_is_seen_everybody_is_told_everything(turn):
    record, position = turn
    ours = build_view(["Italy"], position, record, STANDARD, "Italy")
    all_of_it = build_view(None, position, record, STANDARD, "master")
    assert ours.results == all_of_it.results == record.results
    assert ours.effects == record.effects
    assert set(map(tuple, ours.units)) == set(map(tuple, position.units.values()))
    assert ours.owners == position.owners
    assert ours.played == record.before.turn
    assert ours.turn == position.turn
    assert ours.facts == {SECRET}


def test_contacts_are_the_others_who_are_still_in_the_game(turn):
    record, position = turn
    view = build_view(["Italy"], position, record, STANDARD, "Italy")
    assert set(view.contacts) == set(STANDARD.map.powers) - {"Italy"}
    beaten = Position(position.turn, {TRI.at.province: TRI}, owners={"SER": "Turkey"})
    assert build_view(["Turkey"], beaten, None, STANDARD, "").contacts == ("Austria",)


def test_what_each_power_has_to_build(turn):
    record, position = turn
    view = build_view(["Italy"], position, record, STANDARD, "Italy")
    assert view.due["Austria"] == STANDARD.rules.muster.count_adjustments_due("Austria", position)
    assert set(view.due) == set(STANDARD.map.powers)


def test_fog_hides_units_orders_and_owners(turn):
    record, position = turn
    view = build_view(["Italy"], position, record, FOGGY, "Italy")
    assert "SER" not in view.seen and "TRI" in view.seen
    assert {Unit(*unit) for unit in view.units} == {
        Unit("Austria", "army", Location("VEN")),
        TYR,
    }
    assert {result.order.unit for result in view.results} == {VEN, TYR}
    assert "ANK" not in view.owners and view.owners["NAP"] == "Italy"
    assert set(view.due) == {"Italy"} and set(view.homes) == {"Italy"}
    assert view.facts == frozenset()
    assert [gone.unit for gone in view.dislodged] == [VEN]
    assert not view.whole


def test_changing_what_is_out_of_sight_changes_nothing(turn):
    record, position = turn
    elsewhere = Unit("Turkey", "fleet", Location("BLA"))
    units = {code: unit for code, unit in position.units.items() if unit != SER}
    other = replace(position, units={**units, "BLA": elsewhere}, facts=frozenset())
    seen = build_view(["Italy"], position, record, FOGGY, "Italy")
    assert build_view(["Italy"], other, record, FOGGY, "Italy") == seen


def test_an_attacker_is_told_by_his_power_alone(turn):
    record, position = turn
    (told,) = [
        e
        for e in build_view(["Italy"], position, record, FOGGY, "").effects
        if isinstance(e, Dislodged)
    ]
    assert told.unit == VEN and told.by == Unit("Austria", "", Location(""))


def test_the_start_has_no_record():
    start = STANDARD.rules.opening.deal_position(STANDARD.map, list(STANDARD.map.powers), 1)
    view = build_view(["Italy"], start, None, FOGGY, "Italy")
    assert view.played is None and view.results == () and view.effects == ()
    assert {unit.power for unit in view.units} == {"Italy", "Austria"}


def test_own_sight_is_of_ones_own_spaces(turn):
    record, position = turn
    view = build_view(["Italy"], position, record, load("standard", {"sight": "own"}), "Italy")
    assert view.seen == {"VEN", "ROM", "NAP"}
