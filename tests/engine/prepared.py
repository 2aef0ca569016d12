"""Whether a prepared phase finds what the engine finds: random orders on five boards.

``python -m tests.engine.prepared --choices 20000`` compares so many sets of orders, and prints how
many are not the same.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from judge.engine.context import TurnContext
from judge.engine.movement import adjudicate_movement
from judge.engine.possible import collect_possible_orders_by_power
from judge.engine.prepared import prepare_phase
from judge.hooks import Variant
from judge.library import load
from judge.model.order import Convoy, Move, Order
from judge.model.position import Position, Removed, Unit, apply_effects
from judge.model.turn import Phase
from tests.robots import kinds
from tests.robots.table import Table

BOARDS = ("standard", "gd", "ww4", "modern", "hundred")
CHANGES = 20
"""How many choices of one power are laid over each profile of the others."""

Choice = dict[str, tuple[Order, ...]]


class Case(NamedTuple):
    """A position, orders of all, and others of one power laid over them."""

    position: Position
    base: Choice
    changes: tuple[tuple[Order, ...], ...]


def positions(variant: Variant, years: int, seed: int) -> list[Position]:
    """Positions of a game between players that go for each other."""
    table = Table(variant, dict.fromkeys(variant.map.powers, kinds.greedy), seed)
    befores = [record.before for record in table.turns(years)]
    return [before for before in befores if before.units and before.turn.phase is Phase.MOVEMENT]


def cases(variant: Variant, choices: int, chance: Random, spread: int = 10) -> Iterator[Case]:
    """So many choices in all, over profiles on several positions.

    One half of the profiles is of any legal orders, in the other most go by sea who can.
    """
    found = positions(variant, years=7, seed=chance.randrange(1000))
    sample = chance.sample(found, min(spread, len(found)))
    profiles = max(1, choices // CHANGES // len(sample))
    for position in sample:
        by_unit: dict[str, dict[Unit, list[Order]]] = {}
        for power, orders in collect_possible_orders_by_power(variant, position).items():
            for order in orders:
                by_unit.setdefault(power, {}).setdefault(order.unit, []).append(order)
        for number in range(profiles):
            wet = number % 2 == 1
            base = {power: choice(units, chance, wet) for power, units in by_unit.items()}
            power = chance.choice(sorted(by_unit))
            changes = tuple(choice(by_unit[power], chance, wet) for _ in range(CHANGES))
            yield Case(position, base, changes)


def choice(by_unit: dict[Unit, list[Order]], chance: Random, wet: bool) -> tuple[Order, ...]:
    """An order for most units; in ``wet`` ones rather a convoy, or a move that asks for one."""
    chosen: list[Order] = []
    for orders in by_unit.values():
        if chance.random() < 0.05:
            continue
        afloat = [o for o in orders if isinstance(o, Convoy) or (type(o) is Move and o.via_convoy)]
        chosen.append(chance.choice(afloat if wet and afloat else orders))
    return tuple(chosen)


def differences(variant: Variant, found: Sequence[Case] | Iterator[Case]) -> Iterator[str]:
    """Yield what differs between the two roads, choice by choice; "" where nothing does."""
    for position, base, changes in found:
        phase = prepare_phase(variant, position)
        laid = phase.lay_orders(
            [phase.read_order(order) for orders in base.values() for order in orders]
        )
        power = next(orders[0].unit.power for orders in changes if orders)
        silent = [
            phase.make_default_order(row)
            for row, unit in enumerate(phase.sheet.units)
            if unit.power == power
        ]
        for orders in changes:
            given = {ready.row: ready for ready in silent}
            given |= {ready.row: ready for ready in map(phase.read_order, orders)}
            upshot = laid.outcome([*given.values()])
            context = TurnContext.from_position(variant, position)
            _, effects, _, _ = adjudicate_movement(context, {**base, power: orders})
            kept = [effect for effect in effects if not isinstance(effect, Removed)]
            after = apply_effects(position, kept)
            driven = sorted(waiting.unit for waiting in after.dislodged)
            same = dict(after.units) == dict(upshot.units) and driven == sorted(upshot.dislodged)
            yield "" if same else f"{variant.code} {position.turn}: {base} {orders}"


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m tests.engine.prepared", description=__doc__)
    options.add_argument("--choices", type=int, default=20_000)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    wrong = 0
    for code in BOARDS:
        variant, chance = load(code), Random(f"{chosen.seed} {code}")
        told = [*differences(variant, cases(variant, chosen.choices // len(BOARDS), chance))]
        bad = [text for text in told if text]
        print(f"{code}: {len(told):,} choices, {len(bad)} otherwise", *bad[:1], flush=True)
        wrong += len(bad)
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
