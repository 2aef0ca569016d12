"""Writing orders: canonical text for the store, the records and the players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from judge.hooks import Variant
from judge.model.map import Map
from judge.model.order import Order
from judge.model.position import Unit


def write_order(order: Order, variant: Variant) -> str:
    """Return the order as canonical text, which ``reader.read_order`` turns back into it."""
    return variant.orders[type(order)].write(order, lambda unit: write_unit(unit, variant.map))


def write_orders(orders: Iterable[Order], variant: Variant) -> Iterator[tuple[Order, str]]:
    """Yield many orders, each with its canonical text: each unit that they name is written once."""
    unit_text, order_types = cache(lambda unit: write_unit(unit, variant.map)), variant.orders
    for order in orders:
        yield order, order_types[type(order)].write(order, unit_text)


def write_unit(unit: Unit, game_map: Map) -> str:
    """Return a unit as canonical text, without its power: ``F STP/sc``."""
    kind = game_map.kinds[unit.kind].code + " " if unit.kind else ""
    return f"{kind}{unit.at}"
