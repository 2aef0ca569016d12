"""How many sets of one power's orders a prepared turn judges a second, and what a robot's turn
costs."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import get_args

from judge.engine.adjudicate import adjudicate_phase
from judge.engine.possible import collect_possible_orders_by_power
from judge.engine.prepared import prepare_phase
from judge.hooks import Variant
from judge.library import load
from judge.model.order import Order, Orders
from judge.model.position import Position
from judge.robots import Effort, Level, choose_robot_orders
from judge.views.project import build_view
from tests.bench.measure import Measured, per_second, times
from tests.engine.prepared import positions

BOARDS = {"standard": 3, "gd": 6, "ww4": 4}
"""How many times as quick as the plain road a prepared turn is to be."""
SETS = 300
SEATS = 5
NAME = "sets of one power's orders"


def thought() -> Iterator[Measured]:
    """Measure each board, warm: every order and set was judged before by both."""
    for code, goal in BOARDS.items():
        variant = load(code)
        position = positions(variant, years=4, seed=1)[-1]
        yield from _beside(variant, position, goal)
        for level in get_args(Level):
            yield _turn(variant, position, level)


def _beside(variant: Variant, position: Position, goal: int) -> Iterator[Measured]:
    """Lay the others' orders once, then sets of each power in turn; the same sets plainly."""
    chance = Random(f"{variant.code} sets")
    by_power = collect_possible_orders_by_power(variant, position)
    base = {power: _any_set(orders, chance) for power, orders in by_power.items()}
    powers = sorted({unit.power for unit in position.units.values()})
    sets = [(power, _any_set(by_power[power], chance)) for power in (powers * SETS)[:SETS]]
    whole: list[Orders] = [{**base, power: orders} for power, orders in sets]
    phase = prepare_phase(variant, position)
    laid = phase.lay_orders([phase.read_order(o) for orders in base.values() for o in orders])
    read = [[phase.read_order(order) for order in orders] for _, orders in sets]

    def plainly() -> int:
        for orders in whole:
            adjudicate_phase(variant, position, orders)
        return len(whole)

    def prepared() -> int:
        phase.known_stands.clear()  # else all would be remembered
        for orders in read:
            laid.outcome(orders)
        return len(read)

    plain = Measured(f"{NAME}, adjudicated ({variant.code})", per_second(plainly), "/s", more=True)
    quick = Measured(f"{NAME}, prepared ({variant.code})", per_second(prepared), "/s", more=True)
    yield plain
    yield quick
    counted = (
        f"{len(position.units)} units; the others' orders are laid once, nothing of an earlier set"
        " is remembered but what its orders mean; units and who was driven out, no reasons"
    )
    yield times("times as quick", quick, plain, goal, counted)


def _any_set(orders: Sequence[Order], chance: Random) -> tuple[Order, ...]:
    """Return any order for each unit."""
    by_unit: dict[str, list[Order]] = {}
    for order in orders:
        by_unit.setdefault(order.unit.at.province, []).append(order)
    return tuple(chance.choice(listed) for listed in by_unit.values())


def _turn(variant: Variant, position: Position, level: Level) -> Measured:
    """Measure what some seats' moves cost, thought up with as much work as belongs to a level."""
    figures = []
    powers = sorted({unit.power for unit in position.units.values()})[:SEATS]
    for power in powers:
        view = build_view([power], position, None, variant, power)
        start = time.process_time()
        choose_robot_orders(variant, view, power, 1, Effort(level))
        figures.append((time.process_time() - start) * 1000)
    return Measured(f"a turn of one {level} robot ({variant.code})", figures, "ms")
