"""Which order each unit carries out."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from judge.engine.context import TurnContext
from judge.engine.ferries import has_convoy_route
from judge.engine.static_legality import check_order_on_map, find_refusal_of_passage
from judge.hooks import find_first_refusal
from judge.model.order import Act, Convoy, Hold, Move, Order, Orders, Support
from judge.model.reason import Fate, Reason, Result
from judge.model.sheet import Sheet


def build_sheet(context: TurnContext, orders: Orders) -> tuple[Sheet, list[Result]]:
    """Return a sheet with an order for each unit on the board, and the results of other orders.

    The last order for a unit counts; earlier ones, and orders for units that do not stand there
    or belong to others, are void.
    """
    sheet = Sheet.from_units(context.position.units)
    row_orders, strays = _list_orders_by_row(sheet, orders)
    posts, conduct, position = context.posts, context.rules.conduct, context.position
    dest, acts, attackers = sheet.dest, sheet.acts, sheet.attackers
    carried_out = sheet.orders = cast(list[Order], row_orders)
    for row, order in enumerate(row_orders):
        if order is None or not posts[order.unit].is_plainly_legal(order):
            order = carried_out[row] = find_effective_order(context, sheet, row, order)
        else:
            for rule in conduct:
                if rule.check_order(order, order.unit, position) is not None:
                    order = carried_out[row] = find_effective_order(context, sheet, row, order)
                    break
        if type(order) is Move:
            goal = dest[row] = order.to.province
            if goal in attackers:
                attackers[goal].append(row)
            else:
                attackers[goal] = [row]
        elif type(order) is Support or isinstance(order, Act):
            acts.append(row)
        elif type(order) is Convoy:
            sheet.offers.setdefault(order.of.at.province, []).append(row)
    return sheet, strays


def _list_orders_by_row(sheet: Sheet, orders: Orders) -> tuple[list[Order | None], list[Result]]:
    """Return the order that counts for each row, if any, and the results of other orders.

    A unit is known by its province: a wrong kind or coast in naming it is no matter (DATC 4.B.5,
    4.C.2).
    """
    units, owners, occupant = sheet.units, sheet.power, sheet.occupant
    row_orders: list[Order | None] = [None] * len(units)
    strays: list[Result] = []
    for power, listed in orders.items():
        for order in listed:
            named = order.unit
            row = occupant.get(named.at.province, -1)
            if row < 0:
                strays.append(Result(order, Fate.VOID, Reason("no_such_unit", (named,))))
            elif owners[row] != power:
                strays.append(Result(order, Fate.VOID, Reason("not_yours", (units[row],))))
            else:
                if (earlier := row_orders[row]) is not None:
                    strays.append(Result(earlier, Fate.VOID, Reason("superseded", (units[row],))))
                row_orders[row] = order if named == units[row] else replace(order, unit=units[row])
    return row_orders, strays


def find_effective_order(context: TurnContext, sheet: Sheet, row: int, wish: Order | None) -> Order:
    """Return the order that a unit carries out, with its coasts filled in, and note what is to be
    known of it: a hold where it has none, or one that is void."""
    rules, unit = context.rules, sheet.units[row]
    if wish is None:
        wish = rules.disorder.make_default_order(unit, context.position)
        sheet.silent.add(row)
    order, why, by_land = check_order_on_map(context, wish)
    if why is None and rules.conduct:
        why = find_first_refusal(
            rule.check_order(order, unit, context.position) for rule in rules.conduct
        )
    if why is None and isinstance(order, Move) and (order.via_convoy or not by_land):
        why = _check_convoyed_move(context, sheet, row, order, by_land)
    if why is None:
        return order
    sheet.void[row] = Result(wish, Fate.VOID, why)
    return Hold(unit)


def _check_convoyed_move(
    context: TurnContext, sheet: Sheet, row: int, move: Move, by_land: bool
) -> Reason | None:
    """Note a move that asks for a convoy, or say why it is void: no fleets stand that could carry
    it (STD-8, DATC 4.E.1).

    One that walks if no convoy is offered is left to do so.
    """
    if not by_land or context.rules.convoy.is_by_convoy(move, True, (), joined=False):
        unit, to = move.unit, move.to
        why = find_refusal_of_passage(context, move)
        if why is not None:
            return why
        if not has_convoy_route(
            context.board, unit.at.province, to.province, context.fleet_provinces
        ):
            return Reason("no_fleets", (unit, to))
    sheet.sailing.append(row)
    if not by_land:
        sheet.afar.add(row)
    return None
