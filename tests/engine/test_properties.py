"""What holds of every phase, whatever the position and whatever is ordered."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge.engine.adjudicate import adjudicate
from judge.engine.advance import advance, wanted
from judge.engine.legality import check
from judge.model.order import Build, Move, Order, Orders, Remove, Support, Waive
from judge.model.position import (
    Dislodged,
    Moved,
    Placed,
    Position,
    Removed,
    Unit,
    apply,
)
from judge.model.reason import Fate, Reason
from judge.model.sheet import PhaseRecord
from judge.model.turn import Phase
from tests.engine.play import STANDARD
from tests.engine.turns import HOMES, MAP, POWERS, SEEDS, in_phase, movement, positions, retreats

steady = settings(
    max_examples=250,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def given_orders(orders: Orders) -> list[Order]:
    return [order for listed in orders.values() for order in listed]


def outcome(record: PhaseRecord) -> tuple[object, ...]:
    """Return all of a record that must not hang on the order of anything.

    Where two units do the same harm, the reason names one; which one follows the board.
    """
    after = record.after
    return (
        Counter((r.order, r.fate, r.why.code) for r in record.results),
        Counter(loose(effect) for effect in record.effects),
        dict(after.units),
        Counter(loose(each) for each in after.dislodged),
        dict(after.owners),
    )


def loose(effect: object) -> object:
    if isinstance(effect, Dislodged):
        return (effect.unit, effect.by, frozenset(effect.options))
    return effect


def shuffled_board(rng: Random, position: Position) -> Position:
    units = list(position.units.items())
    rng.shuffle(units)
    waiting = list(position.dislodged)
    rng.shuffle(waiting)
    return replace(position, units=dict(units), dislodged=tuple(waiting))


def shuffled_orders(rng: Random, orders: Orders) -> Orders:
    """Shuffle all but the orders of one unit among themselves: the last one counts."""
    powers = list(orders)
    rng.shuffle(powers)
    shuffled = {}
    for power in powers:
        places = list(dict.fromkeys(order.unit.at.province for order in orders[power]))
        rng.shuffle(places)
        shuffled[power] = sorted(
            orders[power], key=lambda order: places.index(order.unit.at.province)
        )
    return shuffled


def renamed(thing: object, names: dict[str, str]) -> object:
    """Return orders, units and reasons with every power renamed."""
    if isinstance(thing, Unit):
        return thing._replace(power=names.get(thing.power, thing.power))
    if isinstance(thing, str):
        return names.get(thing, thing)
    if isinstance(thing, Order):
        changes = {"unit": renamed(thing.unit, names)}
        if hasattr(thing, "of"):
            changes["of"] = renamed(thing.of, names)
        return replace(thing, **changes)
    if isinstance(thing, Dislodged):
        return replace(thing, unit=renamed(thing.unit, names), by=renamed(thing.by, names))
    if isinstance(thing, Reason):
        return Reason(thing.code, tuple(renamed(each, names) for each in thing.about))
    return thing


# Movement


@steady
@given(movement())
def test_no_unit_is_lost_or_made_and_none_share_a_province(turn):
    position, orders = turn
    record = adjudicate(STANDARD, position, orders)
    gone = sum(isinstance(effect, Removed) for effect in record.effects)
    after = record.after
    assert len(after.units) + len(after.dislodged) + gone == len(position.units)
    assert all(place == unit.at.province for place, unit in after.units.items())
    assert all(unit.at in MAP.places(unit.kind, place) for place, unit in after.units.items())


@steady
@given(movement(), st.builds(Random, SEEDS))
def test_the_order_of_powers_and_orders_is_no_matter(turn, rng):
    position, orders = turn
    record = adjudicate(STANDARD, position, orders)
    again = adjudicate(STANDARD, position, shuffled_orders(rng, orders))
    assert again.effects == record.effects
    assert again.after == record.after
    assert Counter(again.results) == Counter(record.results)


@steady
@given(movement(), st.builds(Random, SEEDS))
def test_the_order_of_units_on_the_board_is_no_matter(turn, rng):
    position, orders = turn
    record = adjudicate(STANDARD, position, orders)
    again = adjudicate(STANDARD, shuffled_board(rng, position), orders)
    assert outcome(again) == outcome(record)


@steady
@given(movement(), st.permutations(POWERS))
def test_renaming_the_powers_renames_the_outcome_and_no_more(turn, others):
    position, orders = turn
    names = dict(zip(POWERS, others, strict=True))
    record = adjudicate(STANDARD, position, orders)
    again = adjudicate(
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
    record = adjudicate(STANDARD, position, orders)
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
    record = adjudicate(STANDARD, position, orders)
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
    assert apply(position, record.effects) == record.after


@steady
@given(movement())
def test_every_dislodged_unit_was_driven_out_by_a_foreign_unit_that_moved_in(turn):
    position, orders = turn
    record = adjudicate(STANDARD, position, orders)
    went = {effect.unit: effect.to for effect in record.effects if isinstance(effect, Moved)}
    for each in record.dislodged:
        assert went[each.by].province == each.unit.at.province
        assert each.by.power != each.unit.power


@steady
@given(movement())
def test_retreats_lead_to_vacant_uncontested_neighbours_and_not_where_the_attacker_came_from(turn):
    position, orders = turn
    record = adjudicate(STANDARD, position, orders)
    sheet, solution = record.sheet, record.solution
    tried = Counter(
        sheet.entries[row].order.to.province
        for row in range(len(sheet.entries))
        if sheet.dest[row] >= 0 and solution.path[row] and not solution.moves[row]
    )
    for each in record.dislodged:
        walked = each.unit.at in MAP.neighbours(each.by.kind, each.by.at)
        for at in each.options:
            assert at in MAP.neighbours(each.unit.kind, each.unit.at)
            assert at.province not in record.after.units
            assert tried[at.province] < 2 or at.province in position.units
            if walked and at.province == each.by.at.province:
                move = next(r.order for r in record.results if r.order.unit == each.by)
                row = sheet.occupant[record.board.number[each.by.at.province]]
                assert row in sheet.routes, move
        if not each.options:
            assert Removed(each.unit) in record.effects


@steady
@given(movement())
def test_an_order_found_void_beforehand_is_void_afterwards(turn):
    position, orders = turn
    record = adjudicate(STANDARD, position, orders)
    voided = {r.order for r in record.results if r.fate is Fate.VOID}
    for power, listed in orders.items():
        for order in listed:
            unit = position.units.get(order.unit.at.province)
            if unit is None or unit.power != power or order.unit != unit:
                continue
            why = check(STANDARD, position, order)
            if why is not None:
                assert order in voided


# Retreats


@steady
@given(st.data())
def test_retreating_units_all_stand_somewhere_or_are_gone_and_never_share(data):
    position, orders = data.draw(movement())
    waiting = in_phase(adjudicate(STANDARD, position, orders).after, Phase.RETREATS)
    moves = data.draw(retreats(waiting))
    record = adjudicate(STANDARD, waiting, moves)
    assert not record.after.dislodged
    went = [effect for effect in record.effects if isinstance(effect, Moved)]
    gone = [effect for effect in record.effects if isinstance(effect, Removed)]
    assert Counter(e.unit for e in (*went, *gone)) == Counter(d.unit for d in waiting.dislodged)
    options = {each.unit: each.options for each in waiting.dislodged}
    assert all(effect.to in options[effect.unit] for effect in went)
    assert len({effect.to.province for effect in went}) == len(went)
    assert len(record.after.units) == len(waiting.units) + len(went)
    silent = {each.unit for each in waiting.dislodged} - {
        order.unit for order in given_orders(moves)
    }
    assert sum(r.why.code == "no_order" for r in record.results) >= len(silent)


@steady
@given(st.data())
def test_the_order_of_retreats_is_no_matter(data):
    position, orders = data.draw(movement())
    waiting = in_phase(adjudicate(STANDARD, position, orders).after, Phase.RETREATS)
    moves = data.draw(retreats(waiting))
    rng = Random(data.draw(SEEDS))
    record = adjudicate(STANDARD, waiting, moves)
    again = adjudicate(STANDARD, shuffled_board(rng, waiting), shuffled_orders(rng, moves))
    assert outcome(again) == outcome(record)


# Adjustments


@st.composite
def adjustments(draw: st.DrawFn) -> tuple[Position, dict[str, list[Order]]]:
    position = in_phase(draw(positions()), Phase.ADJUSTMENTS)
    rng = Random(draw(SEEDS))
    units = list(position.units.values())
    listed: dict[str, list[Order]] = {}
    for power in POWERS:
        for _ in range(rng.randint(0, 5)):
            code = rng.choice(HOMES[power] if rng.random() < 0.8 else list(MAP.provinces))
            kind = rng.choice(("army", "fleet"))
            at = rng.choice(MAP.places(kind, code) or MAP.places("army", code) or ("",))
            build = Build(Unit(power, kind, at)) if at else Waive.by(power)
            remove = Remove(rng.choice(units)._replace(power=power))
            listed.setdefault(power, []).append(
                rng.choice([build, build, remove, remove, Waive.by(power)])
            )
    return position, listed


@steady
@given(adjustments())
def test_after_adjustments_nobody_has_more_units_than_centres(turn):
    position, orders = turn
    record = adjudicate(STANDARD, position, orders)
    for power in POWERS:
        centres = len(position.centres_of(power))
        before, after = len(position.units_of(power)), len(record.after.units_of(power))
        if before >= centres:
            assert after == centres
        else:
            assert before <= after <= centres
    assert len(record.results) >= len(given_orders(orders))


@steady
@given(adjustments())
def test_builds_stand_on_own_vacant_home_centres_and_removals_are_ones_own(turn):
    position, orders = turn
    record = adjudicate(STANDARD, position, orders)
    for effect in record.effects:
        unit = effect.unit
        if isinstance(effect, Placed):
            place = unit.at.province
            assert place in HOMES[unit.power]
            assert position.owners[place] == unit.power
            assert place not in position.units
            assert unit.at in MAP.places(unit.kind, place)
        else:
            assert isinstance(effect, Removed)
            assert position.units[unit.at.province] == unit
    done = Counter(r.why.code for r in record.results if r.fate is Fate.STANDS)
    assert done["builds"] == sum(isinstance(effect, Placed) for effect in record.effects)
    assert done["removes"] + done["disorder_removed"] == sum(
        isinstance(effect, Removed) for effect in record.effects
    )


@steady
@given(adjustments(), st.builds(Random, SEEDS))
def test_a_power_adjusts_for_itself_alone(turn, rng):
    """What the others order, and in which order they stand, changes nothing for a power."""
    position, orders = turn
    whole = adjudicate(STANDARD, position, orders)
    board = shuffled_board(rng, position)
    for power, listed in orders.items():
        alone = adjudicate(STANDARD, board, {power: listed})
        assert set(alone.after.units_of(power)) == set(whole.after.units_of(power))
        assert [r for r in alone.results if r.order in listed] == [
            r for r in whole.results if r.order in listed
        ]


# From phase to phase


@steady
@given(movement())
def test_the_next_turn_is_later_and_asks_somebody_something(turn):
    position, orders = turn
    record = adjudicate(STANDARD, position, orders)
    effects = advance(STANDARD, record)
    assert len(effects) == 1
    after = apply(record.after, effects)
    assert after.ended is not None or (
        (after.turn.year, after.turn != position.turn) >= (position.turn.year, True)
        and (after.turn.phase is Phase.MOVEMENT or wanted(STANDARD, after))
    )
    if record.after.dislodged:
        assert after.turn == position.turn._replace(phase=Phase.RETREATS)
