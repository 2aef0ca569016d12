"""Writing orders: canonical text for the store, the records and the players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from judge.hooks import Variant
from judge.model.map import Map
from judge.model.order import Order
from judge.model.position import Unit


def write_order(order: Order, variant: Variant) -> str:
    """Return the order as canonical text, which ``reader.read_order`` turns back into it."""
    return variant.orders[type(order)].write(order, lambda unit: write_unit(unit, variant.map))


def write_orders(orders: Iterable[Order], variant: Variant) -> Iterator[str]:
    """Yield the canonical texts of many orders; what they name is written once."""
    write_known_unit, writers = _make_unit_writer(variant.map), variant.orders
    for order in orders:
        yield writers[type(order)].write(order, write_known_unit)


@lru_cache(maxsize=64)
def _make_unit_writer(game_map: Map) -> Callable[[Unit], str]:
    """Return what writes a unit of a map, each once."""
    return lru_cache(maxsize=50_000)(lambda unit: write_unit(unit, game_map))


def write_unit(unit: Unit, game_map: Map) -> str:
    """Return a unit as canonical text, without its power: ``F STP/sc``."""
    kind = game_map.kinds[unit.kind].code + " " if unit.kind else ""
    return f"{kind}{unit.at}"
