"""What holds of every movement phase, whatever the position and whatever is ordered."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from judge.engine.adjudicate import adjudicate_phase
from judge.engine.legality import check_order
from judge.model.order import Convoy, Move, Support
from judge.model.position import Moved, Removed, apply_effects
from judge.model.reason import Fate
from tests.engine.play import STANDARD
from tests.engine.same import (
    given_orders,
    outcome,
    renamed,
    shuffled_board,
    shuffled_orders,
    steady,
)
from tests.engine.turns import MAP, POWERS, SEEDS, movement


@steady
@given(movement())
def test_no_unit_is_lost_or_made_and_none_share_a_province(turn):
    position, orders = turn
    record = adjudicate_phase(STANDARD, position, orders)
    gone = sum(isinstance(effect, Removed) for effect in record.effects)
    after = record.after
    assert len(after.units) + len(after.dislodged) + gone == len(position.units)
    assert all(place == unit.at.province for place, unit in after.units.items())
    assert all(
        unit.at in MAP.list_places_for_kind(unit.kind, place) for place, unit in after.units.items()
    )


@steady
@given(movement(), st.builds(Random, SEEDS))
def test_the_order_of_powers_and_orders_is_no_matter(turn, rng):
    position, orders = turn
    record = adjudicate_phase(STANDARD, position, orders)
    again = adjudicate_phase(STANDARD, position, shuffled_orders(rng, orders))
    assert again.effects == record.effects
    assert again.after == record.after
    assert Counter(again.results) == Counter(record.results)


@steady
@given(movement(), st.builds(Random, SEEDS))
def test_the_order_of_units_on_the_board_is_no_matter(turn, rng):
    position, orders = turn
    record = adjudicate_phase(STANDARD, position, orders)
    again = adjudicate_phase(STANDARD, shuffled_board(rng, position), orders)
    assert outcome(again) == outcome(record)


@steady
@given(movement(), st.permutations(POWERS))
def test_renaming_the_powers_renames_the_outcome_and_no_more(turn, others):
    position, orders = turn
    names = dict(zip(POWERS, others, strict=True))
    record = adjudicate_phase(STANDARD, position, orders)
    again = adjudicate_phase(
        STANDARD,
        replace(
            position,
            units={place: renamed(unit, names) for place, unit in position.units.items()},
            owners={code: names[power] for code, power in position.owners.items()},
        ),
        {names[power]: [renamed(o, names) for o in listed] for power, listed in orders.items()},
    )
    assert again.after.units == {p: renamed(u, names) for p, u in record.after.units.items()}
    assert again.after.dislodged == tuple(renamed(each, names) for each in record.after.dislodged)
    assert [(r.order, r.fate, r.why) for r in again.results] == [
        (renamed(r.order, names), r.fate, renamed(r.why, names)) for r in record.results
    ]
    assert again.after.owners == {c: names[power] for c, power in record.after.owners.items()}


@steady
@given(movement())
def test_every_order_and_every_idle_unit_has_one_result_with_a_reason(turn):
    position, orders = turn
    record = adjudicate_phase(STANDARD, position, orders)
    told = {
        order.unit.at.province
        for power, listed in orders.items()
        for order in listed
        if order.unit.at.province in position.units
        and position.units[order.unit.at.province].power == power
    }
    idle = len(position.units.keys() - told)
    assert len(record.results) == len(given_orders(orders)) + idle
    assert all(result.why.code for result in record.results)
    assert sum(result.why.code == "no_order" for result in record.results) == idle
    effective = [r for r in record.results if (r.fate, r.why.code) not in STRAY]
    assert {r.order.unit.at.province for r in effective} == position.units.keys()
    assert len(effective) == len(position.units)


STRAY = {(Fate.VOID, code) for code in ("no_such_unit", "not_yours", "superseded")}
"""How orders end that no unit carries out."""


@steady
@given(movement())
def test_results_and_effects_tell_the_same_story(turn):
    position, orders = turn
    record = adjudicate_phase(STANDARD, position, orders)
    stood = {
        result.order.unit: result.order.to
        for result in record.results
        if isinstance(result.order, Move) and result.fate is Fate.STANDS
    }
    went = {effect.unit: effect.to for effect in record.effects if isinstance(effect, Moved)}
    assert went == stood
    driven = {each.unit for each in record.dislodged}
    assert not driven & went.keys()
    for result in record.results:
        if isinstance(result.order, Support) and result.order.unit in driven:
            assert result.fate is not Fate.STANDS
    kept = {each.unit for each in record.after.dislodged}
    removed = {effect.unit for effect in record.effects if isinstance(effect, Removed)}
    assert kept | removed == driven
    assert apply_effects(position, record.effects) == record.after


@steady
@given(movement())
def test_every_dislodged_unit_was_driven_out_by_a_foreign_unit_that_moved_in(turn):
    position, orders = turn
    record = adjudicate_phase(STANDARD, position, orders)
    went = {effect.unit: effect.to for effect in record.effects if isinstance(effect, Moved)}
    for each in record.dislodged:
        assert went[each.by].province == each.unit.at.province
        assert each.by.power != each.unit.power


@steady
@given(movement())
def test_retreats_lead_to_vacant_uncontested_neighbors_and_not_where_the_attacker_came_from(turn):
    position, orders = turn
    record = adjudicate_phase(STANDARD, position, orders)
    sheet, solution = record.sheet, record.solution
    tried = Counter(
        goal
        for row, goal in enumerate(sheet.dest)
        if goal and solution.path[row] and not solution.moves[row]
    )
    for each in record.dislodged:
        walked = each.unit.at in MAP.neighbors(each.by.kind, each.by.at)
        for at in each.options:
            assert at in MAP.neighbors(each.unit.kind, each.unit.at)
            assert at.province not in record.after.units
            assert tried[at.province] < 2 or at.province in position.units
            if walked and at.province == each.by.at.province:
                move = next(r.order for r in record.results if r.order.unit == each.by)
                row = sheet.occupant[each.by.at.province]
                assert row in sheet.routes, move
        if not each.options:
            assert Removed(each.unit) in record.effects


def decided_by_others(result):
    order, why = result.order, result.why
    helped = isinstance(order, Support | Convoy) and why.about[0] != order.unit
    return helped or why.code in ("no_fleets", "superseded", "sole_ferry", "off_route")


@steady
@given(movement())
def test_an_order_is_void_if_and_only_if_it_was_found_so_beforehand(turn):
    """But for what other units decide: no fleet on the way, help for what the other never could."""
    position, orders = turn
    record = adjudicate_phase(STANDARD, position, orders)
    void = {r.order: decided_by_others(r) for r in record.results if r.fate is Fate.VOID}
    for power, listed in orders.items():
        last = {order.unit.at.province: order for order in listed}
        for place, order in last.items():
            unit = position.units.get(place)
            if unit == order.unit and unit.power == power:
                if check_order(STANDARD, position, order):
                    assert order in void
                else:
                    assert void.get(order, True)
