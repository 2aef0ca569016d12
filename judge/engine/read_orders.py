"""Which order each unit carries out."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from judge.engine.context import TurnContext
from judge.engine.ferries import has_route
from judge.engine.static_legality import check_alone
from judge.hooks import veto
from judge.model.order import Act, Convoy, Hold, Move, Order, Orders, Support
from judge.model.reason import Fate, Reason, Result
from judge.model.sheet import Sheet


def read_orders(context: TurnContext, orders: Orders) -> tuple[Sheet, list[Result]]:
    """Return a sheet with an order for each unit on the board, and the results of other orders.

    The last order for a unit counts; earlier ones, and orders for units that do not stand there
    or belong to others, are void.
    """
    sheet = Sheet.of(context.position.units)
    given, strays = _given(sheet, orders)
    posts, free = context.posts, not context.rules.conduct
    dest, acts, attackers = sheet.dest, sheet.acts, sheet.attackers
    carried_out = sheet.orders = cast(list[Order], given)
    for row, order in enumerate(given):
        if order is None or not (free and posts[order.unit].takes(order)):
            order = carried_out[row] = _checked(context, sheet, row, order)
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


def _given(sheet: Sheet, orders: Orders) -> tuple[list[Order | None], list[Result]]:
    """Return the order that counts for each row, if any, and the results of other orders.

    A unit is known by its province: a wrong kind or coast in naming it is no matter (DATC 4.B.5,
    4.C.2).
    """
    units, owners, occupant = sheet.units, sheet.power, sheet.occupant
    given: list[Order | None] = [None] * len(units)
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
                if (earlier := given[row]) is not None:
                    strays.append(Result(earlier, Fate.VOID, Reason("superseded", (units[row],))))
                given[row] = order if named == units[row] else replace(order, unit=units[row])
    return given, strays


def _checked(context: TurnContext, sheet: Sheet, row: int, wish: Order | None) -> Order:
    """Return the order that a unit carries out, with its coasts filled in, and note what is to be
    known of it: a hold where it has none, or one that is void."""
    rules, unit = context.rules, sheet.units[row]
    if wish is None:
        wish = rules.disorder.order(unit, context.position)
        sheet.silent.add(row)
    order, why, by_land = check_alone(context, wish)
    if why is None and rules.conduct:
        why = veto(rule.forbids(order, unit, context.position) for rule in rules.conduct)
    if why is None and isinstance(order, Move) and (order.via_convoy or not by_land):
        why = _embarked(context, sheet, row, order, by_land)
    if why is None:
        return order
    sheet.void[row] = Result(wish, Fate.VOID, why)
    return Hold(unit)


def _embarked(
    context: TurnContext, sheet: Sheet, row: int, move: Move, by_land: bool
) -> Reason | None:
    """Note a move that asks for a convoy, or say why it is void: no fleets stand that could carry
    it (STD-8, DATC 4.E.1).

    One that walks if no convoy is offered is left to do so.
    """
    if not by_land or context.rules.convoy.takes(move, True, (), joined=False):
        unit, to, passage = move.unit, move.to, context.rules.passage
        why = veto(rule.closed(unit.at, to, unit.kind, context.position) for rule in passage)
        if why is not None:
            return why
        if not has_route(context.board, unit.at.province, to.province, context.fleets):
            return Reason("no_fleets", (unit, to))
    sheet.sailing.append(row)
    if not by_land:
        sheet.afar.add(row)
    return None
