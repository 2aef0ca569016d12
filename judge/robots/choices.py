"""What a power's units could do, alone and together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from judge.engine.possible import possible_orders
from judge.engine.prepared import Prepared, PreparedOrder
from judge.model.order import Convoy, Hold, Move, Order, Support
from judge.model.position import Unit
from judge.model.turn import Phase
from judge.robots.outlook import Outlook

STOCK_VERBS = frozenset({Hold.verb, Move.verb, Support.verb, Convoy.verb})
"""Of the orders of all games, from which nothing follows but moves."""

OrderSet = dict[int, PreparedOrder]
"""A power's orders, or those of several, by the rows of their units."""

Helpers = Mapping[tuple[str, str], Sequence[Order]]
"""Supports and convoys by where the unit that is helped stands, and goes or stays."""


def read_order_set(phase: Prepared, orders: Iterable[Order]) -> OrderSet:
    """Return orders as their units carry them out."""
    return {ready.row: ready for ready in map(phase.read_order, orders)}


def find_choices(phase: Prepared, outlook: Outlook) -> dict[int, list[OrderSet]]:
    """Return for each own unit what it could do: an order, or one that others join."""
    row_of = phase.sheet.occupant
    plans = [read_order_set(phase, orders) for orders in list_plans(outlook)]
    own = _list_own_orders(phase, outlook, plans)
    choices: dict[int, list[OrderSet]] = {row_of[unit.at.province]: [] for unit in outlook.units}
    helpers = _group_helpers(own)
    for order in own:
        choices[phase.read_order(order).row] += _list_ways_of_order(phase, order, helpers)
    for plan in plans:
        for ready in plan.values():
            choices[ready.row].append(plan)
    return choices


def _list_ways_of_order(phase: Prepared, order: Order, helpers: Helpers) -> list[OrderSet]:
    """Return an order alone, if it can be, and with each that helps it; with all that carry it,
    too."""
    read = phase.read_order
    ready, by_sea = read(order), isinstance(order, Move) and order.via_convoy
    alone: list[OrderSet] = [] if by_sea else [{ready.row: ready}]
    if not isinstance(order, Move | Hold):
        return alone
    goal = order.to if isinstance(order, Move) else order.unit.at
    joining = [
        read(helper)
        for helper in helpers.get((order.unit.at.province, goal.province), ())
        if isinstance(helper, Convoy) == by_sea
    ]
    joined = [{ready.row: ready, helper.row: helper} for helper in joining]
    if by_sea and len(joining) > 1:
        joined.append({ready.row: ready, **{fleet.row: fleet for fleet in joining}})
    return alone + joined


def _list_own_orders(phase: Prepared, outlook: Outlook, plans: list[OrderSet]) -> list[Order]:
    """Return the orders that make sense apart: of the variant's own none that belong into plans,
    and none that help another's unit, unless that alone can open a center before the count."""
    counted = outlook.variant.calendar.has_center_count(outlook.known.turn)
    others_too = outlook.is_hemmed_in and not counted
    helped = outlook.supposed.units.values() if others_too else outlook.units
    standing = {unit.at.province for unit in helped}
    planned = {ready.order.verb for plan in plans for ready in plan.values()} - STOCK_VERBS
    planned |= {kind.verb for kind, known in outlook.variant.orders.items() if known.serves}
    return [
        order
        for order in possible_orders(phase.variant, phase.position, outlook.power)
        if order.verb not in planned
        and not (isinstance(order, Support | Convoy) and order.of.at.province not in standing)
    ]


def _group_helpers(orders: Iterable[Order]) -> Helpers:
    helpers: dict[tuple[str, str], list[Order]] = {}
    for order in orders:
        if isinstance(order, Support | Convoy):
            goal = order.to if isinstance(order, Convoy) else order.into or order.of.at
            helpers.setdefault((order.of.at.province, goal.province), []).append(order)
    return helpers


def measure_plans_of_unit(outlook: Outlook, unit: Unit) -> float:
    """Return how much an own unit could do by plans from where it would be built: how many spaces
    of others they are against, each the less the more units have to help."""
    kinds, known = outlook.variant.map.kinds, outlook.known
    beside = {
        code: other
        for code, other in outlook.supposed.units.items()
        if other.power != outlook.power or Move.verb in kinds[other.kind].orders
    }
    there = replace(
        known,
        turn=known.turn._replace(phase=Phase.MOVEMENT),
        units={**beside, unit.at.province: unit},
    )
    then = replace(outlook, known=there, supposed=there)
    return sum([1 / len(plan) for plan in list_plans(then)])


def list_plans(outlook: Outlook) -> list[tuple[Order, ...]]:
    """Return what own units could do together by orders of the variant's own, the first plan
    against each space where somebody else stands or owns a center."""
    variant, position = outlook.variant, outlook.supposed
    plans: dict[str, tuple[Order, ...]] = {}
    for order_type in variant.orders:
        for orders in order_type.plans(outlook.units, variant.map):
            target = [code for _, code in orders[0].links][-1]
            there = position.units.get(target)
            owner = there.power if there else position.owners.get(target, outlook.power)
            if target in plans or owner == outlook.power:
                continue
            if all(map(outlook.is_legal, orders)):
                plans[target] = orders
    return [*plans.values()]
