"""What holds of retreats, adjustments and the next turn, whatever came before."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from judge.engine.adjudicate import adjudicate_phase
from judge.engine.advance import collect_wanted_orders, list_next_turn_effects
from judge.model.order import Build, Order, Remove, Waive
from judge.model.position import Moved, Placed, Position, Removed, Unit, apply_effects
from judge.model.reason import Fate
from judge.model.turn import Phase
from tests.engine.play import STANDARD
from tests.engine.same import (
    given_orders,
    outcome,
    shuffled_board,
    shuffled_orders,
    steady,
)
from tests.engine.turns import HOMES, MAP, POWERS, SEEDS, in_phase, movement, positions, retreats

# Retreats


@steady
@given(st.data())
def test_retreating_units_all_stand_somewhere_or_are_gone_and_never_share(data):
    position, orders = data.draw(movement())
    waiting = in_phase(adjudicate_phase(STANDARD, position, orders).after, Phase.RETREATS)
    moves = data.draw(retreats(waiting))
    record = adjudicate_phase(STANDARD, waiting, moves)
    assert not record.after.dislodged
    went = [effect for effect in record.effects if isinstance(effect, Moved)]
    gone = [effect for effect in record.effects if isinstance(effect, Removed)]
    assert Counter(e.unit for e in (*went, *gone)) == Counter(d.unit for d in waiting.dislodged)
    options = {each.unit: each.options for each in waiting.dislodged}
    assert all(effect.to in options[effect.unit] for effect in went)
    assert len({effect.to.province for effect in went}) == len(went)
    assert len(record.after.units) == len(waiting.units) + len(went)
    told = {order.unit.at.province for order in given_orders(moves)}
    silent = {each.unit.at.province for each in waiting.dislodged} - told
    assert sum(r.why.code == "no_order" for r in record.results) == len(silent)
    assert len(record.results) == len(given_orders(moves)) + len(silent)


@steady
@given(st.data())
def test_the_order_of_retreats_is_no_matter(data):
    position, orders = data.draw(movement())
    waiting = in_phase(adjudicate_phase(STANDARD, position, orders).after, Phase.RETREATS)
    moves = data.draw(retreats(waiting))
    rng = Random(data.draw(SEEDS))
    record = adjudicate_phase(STANDARD, waiting, moves)
    again = adjudicate_phase(STANDARD, shuffled_board(rng, waiting), shuffled_orders(rng, moves))
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
            at = rng.choice(
                MAP.list_places_for_kind(kind, code)
                or MAP.list_places_for_kind("army", code)
                or ("",)
            )
            build = Build(Unit(power, kind, at)) if at else Waive.for_power(power)
            remove = Remove(rng.choice(units)._replace(power=power))
            listed.setdefault(power, []).append(
                rng.choice([build, build, remove, remove, Waive.for_power(power)])
            )
    return position, listed


@steady
@given(adjustments())
def test_after_adjustments_nobody_has_more_units_than_centers(turn):
    position, orders = turn
    record = adjudicate_phase(STANDARD, position, orders)
    for power in POWERS:
        centers = len(position.centers_of(power))
        before, after = len(position.units_of(power)), len(record.after.units_of(power))
        if before >= centers:
            assert after == centers
        else:
            assert before <= after <= centers
    assert len(record.results) >= len(given_orders(orders))


@steady
@given(adjustments())
def test_builds_stand_on_own_vacant_home_centers_and_removals_are_ones_own(turn):
    position, orders = turn
    record = adjudicate_phase(STANDARD, position, orders)
    for effect in record.effects:
        unit = effect.unit
        if isinstance(effect, Placed):
            place = unit.at.province
            assert place in HOMES[unit.power]
            assert position.owners[place] == unit.power
            assert place not in position.units
            assert unit.at in MAP.list_places_for_kind(unit.kind, place)
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
    whole = adjudicate_phase(STANDARD, position, orders)
    board = shuffled_board(rng, position)
    for power, listed in orders.items():
        alone = adjudicate_phase(STANDARD, board, {power: listed})
        assert set(alone.after.units_of(power)) == set(whole.after.units_of(power))
        assert [r for r in alone.results if r.order in listed] == [
            r for r in whole.results if r.order in listed
        ]


# From phase to phase


@steady
@given(movement())
def test_the_next_turn_is_later_and_asks_somebody_something(turn):
    position, orders = turn
    record = adjudicate_phase(STANDARD, position, orders)
    effects = list_next_turn_effects(STANDARD, record)
    assert len(effects) == 1
    after = apply_effects(record.after, effects)
    assert after.ended is not None or (
        (after.turn.year, after.turn != position.turn) >= (position.turn.year, True)
        and (after.turn.phase is Phase.MOVEMENT or collect_wanted_orders(STANDARD, after))
    )
    if record.after.dislodged:
        assert after.turn == position.turn._replace(phase=Phase.RETREATS)
