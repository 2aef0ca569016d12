"""Thousands of random turns of Global Diplomacy: limits, ruins, and each bomb judged twice.

GD_TURNS in the environment sets how many phases are played, GD_SEED the first seed.
"""

import os
from collections import Counter
from dataclasses import replace
from random import Random

from judge.engine.adjudicate import adjudicate_phase
from judge.engine.advance import list_next_turn_effects
from judge.model.order import Move
from judge.model.position import Ended, apply_effects
from judge.variants.gd.orders import Bomb
from tests.gd.dice import GD, POWERS, listed, movement, ordered, position
from tests.gd.second_opinion import check

TURNS = int(os.environ.get("GD_TURNS", "800"))
SEED = int(os.environ.get("GD_SEED", "0"))
FAILURES = {"arsenal_attacked", "carrier_attacked", "not_carrying", "carries_two_bombs"}
FAILURES |= {"carries_from_elsewhere", "carries_elsewhere", "carries_off_route"}
FAILURES |= {"nobody_carries", "link_too_long", "route_names_twice", "ruined"}


def phases(chance, most):
    """Phases of a random game, so many at most: each record with its orders."""
    board = position(chance)
    for left in reversed(range(most)):
        orders = ordered(board, chance)
        record = adjudicate_phase(GD, board, listed(orders))
        yield record, orders
        if left:
            (effect,) = list_next_turn_effects(GD, record)
            if isinstance(effect, Ended):
                return
            board = apply_effects(record.after, (effect,))


def test_random_games_keep_the_rules():
    """GD-11, GD-18 to GD-23, GD-32, GD-33: single turns, and every fortieth time a longer game.

    Bombs of every length go off in them, and others fail in every way there is.
    """
    turns, seed = 0, SEED
    went, met = Counter(), Counter()
    while turns < TURNS:
        for record, orders in phases(Random(seed), 1 if seed % 40 else 8):
            try:
                went += check(record, orders)
            except AssertionError as wrong:
                wrong.add_note(f"GD_SEED={seed}, {record.before.turn}")
                raise
            turns += 1
            met.update(r.why.code for r in record.results if isinstance(r.order, Bomb))
        seed += 1
    assert min(went[length] for length in range(4)) > TURNS // 100, went
    assert set(met) >= FAILURES, FAILURES - set(met)


def test_it_does_not_matter_who_owns_the_carriers():
    """GD XII.6: units of any number of powers. One power moves; all others change hands."""
    mover, *others = POWERS
    went = 0
    for seed in range(SEED, SEED + TURNS // 10):
        chance = Random(f"owners {seed}")
        board = position(chance)
        orders = movement(board, chance)
        moving = {code for code, order in orders.items() if isinstance(order, Move)}
        fates = []
        for _ in range(2):
            owners = {c: mover if c in moving else chance.choice(others) for c in board.units}
            units = {c: unit._replace(power=owners[c]) for c, unit in board.units.items()}
            given = {c: replace(order, unit=units[c]) for c, order in orders.items()}
            record = adjudicate_phase(GD, replace(board, units=units), listed(given))
            flown = [r for r in record.results if isinstance(r.order, Bomb)]
            fates.append({r.order.unit.at: (r.fate, r.why.code) for r in flown})
            went += sum(result.why.code == "explodes" for result in flown)
        assert fates[0] == fates[1], f"GD_SEED={seed}"
    assert went > TURNS // 20
