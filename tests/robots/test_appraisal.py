"""What units are worth where they stand is the same, counted anew or from what has changed."""

from __future__ import annotations

from random import Random

import pytest

from judge.library import load
from judge.model.map import Location
from judge.model.position import Position, Unit
from judge.model.turn import Phase, Turn
from judge.robots.appraisal import Appraisal, Survey
from judge.robots.outlook import Outlook
from judge.views.project import build_view
from tests.robots import kinds
from tests.robots.table import Table


@pytest.mark.parametrize("code", ["standard", "gd"])
@pytest.mark.parametrize("season", ["spring", "fall"])
def test_value_from_changes_is_the_value_counted_anew(code: str, season: str) -> None:
    variant, dice = load(code), Random(f"{code} {season}")
    table = Table(variant, dict.fromkeys(variant.map.powers, kinds.dumb), seed=3)
    for _ in table.turns(years=3):
        turn = table.position.turn
        if turn.phase is Phase.MOVEMENT and turn.season == season:
            break
    power = [*variant.map.powers][1]
    position = table.position
    outlook = Outlook(variant, table.view(power), power, position, position, dice)
    units = [*position.units.values()]
    appraisal = Appraisal(outlook, power, units)
    laid = Survey(appraisal, units, units)
    values = set()
    for _ in range(60):
        stands: list[Unit | None] = [*units]
        for row in dice.sample(range(len(units)), 3):
            unit = units[row]
            places = (*outlook.list_steps_of_unit(unit), unit.at)
            stands[row] = dice.choice([None, *(unit._replace(at=at) for at in places)])
        if len({unit.at.province for unit in stands if unit}) < sum(map(bool, stands)):
            continue  # two do not stand in one place
        changed = [(row, stand) for row, stand in enumerate(stands) if stand is not units[row]]
        value = laid.appraise_change(changed)
        assert value == pytest.approx(Survey(appraisal, stands, units).value)
        values.add(round(value, 6))
    assert len(values) > 5


def test_units_count_where_they_can_help_as_well() -> None:
    variant = load("gd")
    there = Unit("South American Alliance", "air force", Location("VEN"))
    position = Position(
        Turn(2103, "spring", Phase.MOVEMENT), {"VEN": there}, owners={"VEN": there.power}
    )
    view = build_view([there.power], position, None, variant, there.power)
    outlook = Outlook(variant, view, there.power, position, position, Random(1))
    appraisal = Appraisal(outlook, there.power, [there])
    reach = appraisal.find_reach_of_unit(there)
    # GD IX.1: it supports into any space one or two spaces away, and moves but one.
    helped = {center for center, _ in reach.adds}
    assert {appraisal.centers[center] for center in reach.near} < {
        appraisal.centers[center] for center in helped
    }
    assert appraisal.number["ARG"] in helped
    assert appraisal.number["ARG"] not in reach.near


def test_a_home_center_is_worth_more_than_another() -> None:
    variant = load("standard")
    army = Unit("Austria", "army", Location("BOH"))
    worth = {}
    for code, owned in (("VIE", "VIE"), ("MUN", "MUN")):
        position = Position(
            Turn(1905, "fall", Phase.MOVEMENT),
            {"BOH": army},
            owners={owned: "Austria"},
            homes={name: power.homes for name, power in variant.map.powers.items()},
        )
        view = build_view(["Austria"], position, None, variant, "Austria")
        outlook = Outlook(variant, view, "Austria", position, position, Random(1))
        appraisal = Appraisal(outlook, "Austria", [army])
        worth[code] = appraisal.find_prospect(appraisal.number[code], 0).worth
    assert worth["VIE"] > worth["MUN"] > 0
