"""When two records tell the same, and how to shuffle and rename what they are made from."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import HealthCheck, settings

from judge.model.order import Order, Orders
from judge.model.position import Dislodged, Position, Unit
from judge.model.reason import Reason
from judge.model.sheet import PhaseRecord

steady = settings(
    max_examples=250,
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
