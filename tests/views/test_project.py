"""What is left of a position and its record in one reader's View."""

from dataclasses import replace

import pytest

from judge.engine.adjudicate import adjudicate
from judge.engine.advance import advance
from judge.library import load
from judge.model.map import Location
from judge.model.order import Hold, Move, Support
from judge.model.position import Captured, Dislodged, Fact, Position, Unit, apply
from judge.model.reason import Reason
from judge.model.view import Sight
from judge.views import project
from judge.views.veil import UNSEEN_PLACE, UNSEEN_POWER, UNSEEN_UNIT, veil

STANDARD = load("standard")
TRI, TYR, VEN, SER = (
    Unit("Austria", "army", Location("TRI")),
    Unit("Austria", "army", Location("TYR")),
    Unit("Italy", "army", Location("VEN")),
    Unit("Turkey", "army", Location("SER")),
)


class Near:
    """Sees its own units' provinces and those beside them, and only the powers met there."""

    def seen(self, powers, position, board):
        own = {unit.at.province for unit in position.units.values() if unit.power in powers}
        own |= {gone.unit.at.province for gone in position.dislodged if gone.unit.power in powers}
        spaces = own.union(*(board.contacts[place] for place in own))
        met = {position.units[place].power for place in spaces if place in position.units}
        return Sight(frozenset(spaces), frozenset(met) | frozenset(powers))


FOGGY = replace(STANDARD, rules=replace(STANDARD.rules, sight=Near()))


@pytest.fixture
def turn():
    """Austria dislodges Venice; Turkey holds Serbia."""
    start = STANDARD.rules.opening.deal(STANDARD.map, list(STANDARD.map.powers), 1)
    units = {unit.at.province: unit for unit in (TRI, TYR, VEN, SER)}
    before = replace(
        start, turn=STANDARD.calendar.parse("F1902M"), units=units, facts=frozenset({SECRET})
    )
    orders = {
        "Austria": [Move(TRI, VEN.at), Support(TYR, TRI, VEN.at)],
        "Italy": [Hold(VEN)],
        "Turkey": [Hold(SER)],
    }
    record = adjudicate(STANDARD, before, orders)
    return record, apply(record.after, advance(STANDARD, record))


SECRET = Fact("test", "NWY", "spy")


def test_where_all_is_seen_everybody_is_told_everything(turn):
    record, position = turn
    ours = project(["Italy"], position, record, STANDARD, "Italy")
    all_of_it = project(None, position, record, STANDARD, "master")
    assert ours.results == all_of_it.results == record.results
    assert ours.effects == record.effects
    assert set(map(tuple, ours.units)) == set(map(tuple, position.units.values()))
    assert ours.owners == position.owners
    assert ours.played == record.before.turn
    assert ours.turn == position.turn
    assert ours.facts == {SECRET}


def test_contacts_are_the_others_who_are_still_in_the_game(turn):
    record, position = turn
    view = project(["Italy"], position, record, STANDARD, "Italy")
    assert set(view.contacts) == set(STANDARD.map.powers) - {"Italy"}
    beaten = Position(position.turn, {TRI.at.province: TRI}, owners={"SER": "Turkey"})
    assert project(["Turkey"], beaten, None, STANDARD, "").contacts == ("Austria",)


def test_what_each_power_has_to_build(turn):
    record, position = turn
    view = project(["Italy"], position, record, STANDARD, "Italy")
    assert view.due["Austria"] == STANDARD.rules.muster.allowance("Austria", position)
    assert set(view.due) == set(STANDARD.map.powers)


def test_fog_hides_units_orders_owners_and_powers(turn):
    record, position = turn
    view = project(["Italy"], position, record, FOGGY, "Italy")
    assert "SER" not in view.seen and "TRI" in view.seen
    assert SER not in [Unit(*unit) for unit in view.units]
    assert {result.order.unit for result in view.results} == {TRI, TYR, VEN}
    assert all("SER" not in str(effect) for effect in view.effects)
    assert view.contacts == ("Austria",)
    assert "ANK" not in view.owners and view.owners["NAP"] == "Italy"
    assert set(view.due) == {"Austria", "Italy"}
    assert set(view.homes) <= {"Austria", "Italy"}
    assert view.facts == frozenset()
    assert [gone.unit for gone in view.dislodged] == [VEN]


def test_changing_what_is_out_of_sight_changes_nothing(turn):
    record, position = turn
    elsewhere = Unit("Turkey", "fleet", Location("BLA"))
    units = {code: unit for code, unit in position.units.items() if unit != SER}
    other = replace(position, units={**units, "BLA": elsewhere}, facts=frozenset())
    seen = project(["Italy"], position, record, FOGGY, "Italy")
    assert project(["Italy"], other, record, FOGGY, "Italy") == seen


def test_an_attacker_out_of_sight_stays_unnamed(turn):
    record, position = turn
    gone = Dislodged(VEN, SER, (Location("APU"),))
    hidden = replace(record, effects=(gone, Captured("SER", "Turkey")))
    (told,) = project(["Italy"], position, hidden, FOGGY, "Italy").effects
    assert told.unit == VEN and told.options == gone.options
    assert told.by != SER and "Turkey" not in str(told)


def test_the_start_has_no_record():
    start = STANDARD.rules.opening.deal(STANDARD.map, list(STANDARD.map.powers), 1)
    view = project(["Italy"], start, None, FOGGY, "Italy")
    assert view.played is None and view.results == () and view.effects == ()
    assert {unit.power for unit in view.units} == {"Italy", "Austria"}


def test_a_veiled_reason():
    sight = Sight(frozenset({"VEN"}), frozenset({"Italy"}))
    own, known = frozenset({"Italy"}), frozenset(STANDARD.map.powers)
    why = Reason("bounced", (SER, VEN, Location("SER"), VEN.at, "2", "Turkey", "Italy"))
    assert veil(why, sight, own, known).about == (
        UNSEEN_UNIT,
        VEN,
        UNSEEN_PLACE,
        VEN.at,
        "2",
        UNSEEN_POWER,
        "Italy",
    )
    assert veil(why, Sight(), own, known) is why
