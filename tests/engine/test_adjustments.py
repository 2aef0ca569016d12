"""The rules of builds and removals, one by one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge.engine.adjudicate import adjudicate_phase
from judge.engine.advance import WantedOrders, collect_wanted_orders
from judge.hooks import Variant
from judge.model.map import Location
from judge.model.order import Build, Hold, Order, Remove, Waive
from judge.model.position import Position, Unit
from judge.model.reason import Fate, Reason
from judge.model.turn import Phase
from tests.engine.play import FALL, STANDARD, Outcome, army, by_power, fleet, standing

WINTER = FALL._replace(phase=Phase.ADJUSTMENTS)
HOMES = {power.name: power.homes for power in STANDARD.map.powers.values()}


def winter(*units: Unit, **owned: str) -> Position:
    owners = {code: power for power, codes in owned.items() for code in codes.split()}
    return Position(WINTER, standing(units), owners=owners, homes=HOMES)


def adjust(position: Position, *orders: Order, variant: Variant = STANDARD) -> Outcome:
    return Outcome(adjudicate_phase(variant, position, by_power(orders)))


def codes(outcome: Outcome) -> list[str]:
    return [result.why.code for result in outcome.record.results]


RUSSIA = "MOS SEV STP WAR"


def test_a_build_stands_and_what_is_not_ordered_is_waived():
    """STD-7"""
    outcome = adjust(winter(Italy="NAP ROM"), Build(fleet("Italy", "NAP")))
    assert codes(outcome) == ["builds", "no_order"]
    assert outcome.after.units == {"NAP": fleet("Italy", "NAP")}


@pytest.mark.parametrize(
    ("unit", "why"),
    [
        (army("Italy", "TYR"), "no_center"),
        (army("Italy", "SWI"), "no_center"),
        (army("Italy", "VEN"), "occupied"),
        (army("Italy", "MUN"), "not_home"),
        (army("Italy", "NAP"), "not_owned"),
    ],
)
def test_builds_go_on_own_owned_vacant_home_centers(unit, why):
    """STD-7"""
    position = winter(army("Italy", "VEN"), Italy="VEN ROM MUN", Austria="NAP")
    outcome = adjust(position, Build(unit))
    assert (outcome.fate(unit.at.province), outcome.why(unit.at.province)) == (Fate.VOID, why)


@pytest.mark.parametrize("kind", [army, fleet])
def test_a_build_without_its_meaningless_coast_stands(kind):
    """STD-9"""
    outcome = adjust(winter(Italy="ROM"), Build(kind("Italy", "ROM/nc")))
    assert outcome.fate("ROM") is Fate.STANDS
    assert outcome.after.units == {"ROM": kind("Italy", "ROM")}


def test_a_fleet_is_not_built_inland():
    assert adjust(winter(Russia=RUSSIA), Build(fleet("Russia", "MOS"))).why("MOS") == (
        "no_place_for"
    )


def test_a_fleet_needs_its_coast_where_there_are_two():
    """DATC 4.B.7"""
    position = winter(Russia=RUSSIA)
    outcome = adjust(position, Build(fleet("Russia", "STP")))
    assert outcome.result("STP").why == Reason(
        "coast_needed",
        (fleet("Russia", "STP"), Location("STP", "nc"), Location("STP", "sc")),
    )
    assert adjust(position, Build(fleet("Russia", "STP/nc"))).why("STP") == "builds"


def test_a_center_is_built_on_once():
    outcome = adjust(
        winter(Italy="NAP ROM"), Build(fleet("Italy", "NAP")), Build(army("Italy", "NAP"))
    )
    assert codes(outcome) == ["builds", "built_twice", "no_order"]
    assert outcome.after.units == {"NAP": fleet("Italy", "NAP")}


def test_the_later_of_too_many_builds_are_void():
    """DATC 4.D.4"""
    position = winter(army("Italy", "TUN"), Italy="NAP ROM")
    outcome = adjust(position, Build(army("Italy", "NAP")), Build(army("Italy", "ROM")))
    assert codes(outcome) == ["builds", "too_many"]


def test_a_waiver_uses_a_build_up():
    outcome = adjust(winter(Italy="NAP"), Waive.for_power("Italy"), Build(army("Italy", "NAP")))
    assert codes(outcome) == ["waives", "too_many"]
    assert not outcome.after.units


def test_builds_for_which_there_is_no_room_are_unusable():
    outcome = adjust(winter(Italy="NAP MUN BER"), Build(army("Italy", "NAP")))
    assert codes(outcome) == ["builds", "unusable", "unusable"]


def test_who_builds_removes_nothing_and_who_removes_builds_nothing():
    position = winter(army("Austria", "VIE"), army("Austria", "BUD"), Italy="NAP", Austria="VIE")
    outcome = adjust(
        position,
        Remove(army("Italy", "NAP")),
        Build(army("Austria", "TRI")),
        Waive.for_power("Austria"),
        Remove(army("Austria", "BUD")),
    )
    assert outcome.why("NAP") == "no_removal_due"
    assert outcome.why("TRI") == "no_build_due"
    assert outcome.why("BUD") == "removes"
    assert set(outcome.after.units) == {"VIE"}


def test_orders_of_another_phase_are_void():
    position = winter(army("Austria", "VIE"), Italy="NAP")
    outcome = adjust(position, Hold(army("Italy", "NAP")), Hold(army("Austria", "VIE")))
    assert outcome.fate("NAP") is Fate.VOID
    assert outcome.fate("VIE") is Fate.VOID


def test_removals_are_ones_own_standing_units_each_once():
    position = winter(
        army("Austria", "VIE"),
        army("Austria", "BUD"),
        army("Austria", "GAL"),
        army("Italy", "VEN"),
        Austria="VIE",
        Italy="VEN",
    )
    outcome = adjust(
        position,
        Remove(army("Austria", "TRI")),
        Remove(Unit("Austria", "army", Location("VEN"))),
        Remove(army("Austria", "VIE")),
        Remove(army("Austria", "VIE")),
        Remove(army("Austria", "BUD")),
        Remove(army("Austria", "GAL")),
    )
    assert codes(outcome) == [
        "no_such_unit",
        "not_yours",
        "removes",
        "removed_twice",
        "removes",
        "too_many",
    ]
    assert set(outcome.after.units) == {"GAL", "VEN"}


def test_missing_removals_are_taken_by_disorder_from_what_is_left():
    position = winter(army("Italy", "VEN"), army("Italy", "TYR"), army("Italy", "LVN"), Italy="VEN")
    outcome = adjust(position, Remove(army("Italy", "LVN")))
    assert codes(outcome) == ["removes", "disorder_removed"]
    assert set(outcome.after.units) == {"VEN"}


def test_who_has_lost_every_center_loses_every_unit():
    """STD-6"""
    outcome = adjust(winter(army("Italy", "VEN"), fleet("Italy", "ION"), Austria="VEN"))
    assert not outcome.after.units


def test_a_kind_has_its_limit():
    kinds = {**STANDARD.map.kinds, "fleet": replace(STANDARD.map.kinds["fleet"], limit=2)}
    variant = replace(
        STANDARD, map=replace(STANDARD.map, kinds=kinds), rules=replace(STANDARD.rules)
    )
    outcome = adjust(
        winter(fleet("Italy", "ION"), fleet("Austria", "ADR"), Italy="NAP ROM VEN TUN"),
        Build(fleet("Italy", "NAP")),
        Build(fleet("Italy", "ROM")),
        Build(army("Italy", "ROM")),
        variant=variant,
    )
    assert codes(outcome) == ["disorder_removed", "builds", "limit_reached", "builds", "no_order"]


def test_what_is_wanted_counts_only_builds_with_room():
    position = winter(
        army("Austria", "VIE"),
        army("Austria", "BUD"),
        army("Turkey", "CON"),
        Italy="NAP MUN",
        Austria="VIE",
        Turkey="CON",
        Germany="KIE",
    )
    assert collect_wanted_orders(STANDARD, position) == {
        "Italy": WantedOrders(builds=1),
        "Austria": WantedOrders(removals=1),
        "Germany": WantedOrders(builds=1),
    }
