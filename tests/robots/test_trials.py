"""What follows from a variant's own orders counts, laid or as a change, whatever else changes."""

from __future__ import annotations

from random import Random

import pytest

from judge.engine.prepared import prepare_phase
from judge.hooks import Variant
from judge.library import load
from judge.model.map import Location
from judge.model.order import Build, Hold, Order
from judge.model.position import Fact, Position, Unit
from judge.model.reason import Fate
from judge.model.turn import Phase, Turn
from judge.model.view import View
from judge.robots import Effort, Level, choose_robot_orders
from judge.robots.appraisal import Appraisal
from judge.robots.choices import STOCK_VERBS, find_choices, read_order_set
from judge.robots.outlook import Outlook
from judge.robots.trials import Trials, may_have_aftermath
from judge.variants.gd.license import LICENSE
from judge.views.project import build_view
from tests.robots.table import Table

ALLIANCE, AFRICA = "South American Alliance", "Greater African Union"
STATES = "United States"
UNION = "European Union"


def armed_alliance(near_to_win: bool = False) -> tuple[Variant, Position, View]:
    """An arsenal beside an African army, Africa being far from a win or not."""
    variant = load("gd")
    units = {
        "BRA": Unit(ALLIANCE, "arsenal", Location("BRA")),
        "ARG": Unit(ALLIANCE, "army", Location("ARG")),
        "VEN": Unit(ALLIANCE, "army", Location("VEN")),
        "PER": Unit(AFRICA, "army", Location("PER")),
    }
    own = dict.fromkeys(("BRA", "ARG", "VEN"), ALLIANCE)
    rest = [code for code in variant.map.centers if code not in own]
    owners = dict.fromkeys(rest[:15] if near_to_win else (), AFRICA) | own | {"PER": AFRICA}
    position = Position(Turn(2103, "spring", Phase.MOVEMENT), units, owners=owners)
    view = build_view([ALLIANCE], position, None, variant, ALLIANCE)
    return variant, position, view


@pytest.mark.parametrize("level", ["easy", "fair", "hard"])
def test_each_level_bombs_what_is_worth_it(level: Level) -> None:
    variant, _, view = armed_alliance(near_to_win=level == "easy")
    orders = choose_robot_orders(variant, view, ALLIANCE, 1, Effort(level, 300))
    assert [order.unit for order in orders] == [*view.units_of(ALLIANCE)]
    (bomb,) = [order for order in orders if order.verb not in STOCK_VERBS]
    assert bomb.links == (("BRA", "PER"),)


def test_a_bomb_counts_when_another_unit_does_otherwise() -> None:
    variant, position, view = armed_alliance()
    units = position.units
    outlook = Outlook(variant, view, ALLIANCE, position, position, Random(1))
    phase = prepare_phase(variant, position)
    rows = phase.sheet.units
    trials = Trials(phase, Appraisal(outlook, ALLIANCE, rows), work=1000)
    choices = find_choices(phase, outlook)
    rest = read_order_set(phase, [Hold(unit) for unit in units.values()])
    plan = next(
        change
        for listed in choices.values()
        for change in listed
        if any(map(may_have_aftermath, change.values()))
    )
    bare, bombing = trials.lay_orders(rest, {}), trials.lay_orders({**rest, **plan}, {})
    gain = bare.appraise_change(plan.values()) - bare.appraise_change()
    assert gain != pytest.approx(0)
    assert bombing.appraise_change() - bare.appraise_change() == pytest.approx(gain)
    idle = next(row for row, unit in enumerate(rows) if unit.power == ALLIANCE and row not in plan)
    for change in choices[idle]:
        if len(change) == 1 and not any(map(may_have_aftermath, change.values())):
            ready = change[idle]
            alone = bare.appraise_change([ready]) - bare.appraise_change()
            both = bombing.appraise_change([ready]) - bare.appraise_change()
            assert both - alone > gain / 2 if gain > 0 else both < alone


def test_easy_powers_alone_build_arsenals_and_fire_them() -> None:
    variant = load("gd")

    def easy(variant: Variant, view: View, power: str, seed: int) -> tuple[Order, ...]:
        return choose_robot_orders(variant, view, power, seed, Effort("easy"))

    table = Table(variant, dict.fromkeys(variant.map.powers, easy), seed=0)
    results = [result for record in table.turns(years=5) for result in record.results]
    assert any(isinstance(r.order, Build) and r.order.unit.kind == "arsenal" for r in results)
    assert any(r.order.verb == "bomb" and r.fate is Fate.STANDS for r in results)
    assert not any(r.fate is Fate.VOID for r in results)


@pytest.mark.parametrize("moves", [False, True])
def test_easy_power_rests_for_a_license_where_it_has_nothing_better_to_do(moves: bool) -> None:
    variant = load("gd")
    unit = Unit(ALLIANCE, "army", Location("BRA"))
    free = {"ARG", "VEN"} if moves else set[str]()
    owners = {code: ALLIANCE for code in variant.map.centers if code not in free}
    position = Position(Turn(2103, "fall", Phase.MOVEMENT), {"BRA": unit}, owners=owners)
    view = build_view([ALLIANCE], position, None, variant, ALLIANCE)
    (order,) = choose_robot_orders(variant, view, ALLIANCE, 1, Effort("easy"))
    assert isinstance(order, Hold) != moves


def test_who_is_too_small_for_an_arsenal_does_not_rest_for_a_license() -> None:
    variant = load("gd")
    for owned, rests in ((4, False), (5, True)):
        own = [code for code in variant.map.centers if code != "BRA"][:owned]
        unit = Unit(ALLIANCE, "army", Location("BRA"))
        position = Position(
            Turn(2103, "summer", Phase.MOVEMENT),
            {"BRA": unit},
            owners=dict.fromkeys(own, ALLIANCE),
        )
        view = build_view([ALLIANCE], position, None, variant, ALLIANCE)
        outlook = Outlook(variant, view, ALLIANCE, position, position, Random(1))
        phase = prepare_phase(variant, position)
        trials = Trials(phase, Appraisal(outlook, ALLIANCE, phase.sheet.units), work=0)
        assert (trials.find_credited_rest() is not None) == rests


@pytest.mark.parametrize("level", ["fair", "hard"])
def test_who_is_behind_rests_for_a_license_while_another_comes_near_to_a_win(level: Level) -> None:
    variant = load("gd")
    places = {"army": ("ITA", "WEU", "SCA"), "navy": ("BRI",)}
    units = [Unit(UNION, kind, Location(at)) for kind in places for at in places[kind]]
    far = ("ALA", "CUS", "WUS", "SUS", "MEX", "CUB", "VEN", "PER", "CHL", "ARG", "BRA", "JAP")
    for led, rests in ((12, True), (5, False)):
        position = Position(
            Turn(2103, "summer", Phase.MOVEMENT),
            {unit.at.province: unit for unit in (*units, Unit(STATES, "navy", Location("CUB")))},
            owners=dict.fromkeys(("BRI", "ITA", "SCA", "SPN", "WEU"), UNION)
            | dict.fromkeys(far[:led], STATES),
        )
        view = build_view([UNION], position, None, variant, UNION)
        orders = choose_robot_orders(variant, view, UNION, 1, Effort(level, 500))
        assert all(isinstance(order, Hold) for order in orders) == rests, led


def test_who_has_as_many_arsenals_as_it_may_build_does_not_rest_for_a_license() -> None:
    variant = load("gd")
    units = [Unit(ALLIANCE, "arsenal", Location("BRA")), Unit(ALLIANCE, "army", Location("ARG"))]
    for owned, rests in ((8, False), (9, True)):
        own = [code for code in variant.map.centers if code != "BRA"][:owned]
        position = Position(
            Turn(2103, "summer", Phase.MOVEMENT),
            {unit.at.province: unit for unit in units},
            owners=dict.fromkeys(own, ALLIANCE),
        )
        view = build_view([ALLIANCE], position, None, variant, ALLIANCE)
        outlook = Outlook(variant, view, ALLIANCE, position, position, Random(1))
        phase = prepare_phase(variant, position)
        trials = Trials(phase, Appraisal(outlook, ALLIANCE, phase.sheet.units), work=0)
        assert (trials.find_credited_rest() is not None) == rests, owned


@pytest.mark.parametrize("level", ["easy", "hard"])
def test_an_arsenal_is_built_where_it_reaches_most(level: Level) -> None:
    variant = load("gd")
    places = ("ALA", "WUS", "MEX", "CUB", "WCA")
    units = [Unit(STATES, "army", Location(at)) for at in places]
    homes = {name: power.homes for name, power in variant.map.powers.items()}
    owners = {code: name for name in homes for code in homes[name]}
    position = Position(
        Turn(2103, "spring", Phase.ADJUSTMENTS),
        {unit.at.province: unit for unit in units},
        homes=homes,
        owners=owners | dict.fromkeys(("MEX", "CUB"), STATES),
        facts=frozenset({Fact(LICENSE, STATES)}),
    )
    view = build_view([STATES], position, None, variant, STATES)
    # The central states are too far from everybody; the south can strike without a carrier.
    assert {*view.sites[STATES]} == {"CUS", "SUS"}
    orders = choose_robot_orders(variant, view, STATES, 1, Effort(level))
    assert orders == (Build(Unit(STATES, "arsenal", Location("SUS"))),)
