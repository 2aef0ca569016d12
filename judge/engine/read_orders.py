"""Which order each unit carries out."""

from __future__ import annotations

from dataclasses import replace

from judge.engine.context import TurnContext
from judge.engine.ferries import has_route
from judge.engine.static_legality import check_alone
from judge.hooks import veto
from judge.model.order import Act, Convoy, Hold, Move, Order, Orders
from judge.model.reason import Fate, Reason, Result
from judge.model.sheet import Sheet


def read_orders(context: TurnContext, orders: Orders) -> tuple[Sheet, list[Result]]:
    """Return a sheet with an order for each unit on the board, and the results of other orders.

    The last order for a unit counts; earlier ones, and orders for units that do not stand there
    or belong to others, are void.
    """
    position, rules, conduct = context.position, context.rules, context.rules.conduct
    sheet = Sheet.of(position.units)
    given, strays = _given(sheet, orders)
    units, attackers, carried_out = sheet.units, sheet.attackers, sheet.orders
    for row, wish in enumerate(given):
        unit = units[row]
        if wish is None:
            wish = rules.disorder.order(unit, position)
            sheet.silent.add(row)
        order, why, by_land = check_alone(context, wish)
        if conduct and why is None:
            why = veto(rule.forbids(order, unit, position) for rule in conduct)
        if isinstance(order, Move):
            if why is None and (order.via_convoy or not by_land):
                why = _embarked(context, sheet, row, order, by_land)
            if why is None:
                goal = sheet.dest[row] = order.to.province
                if goal in attackers:
                    attackers[goal].append(row)
                else:
                    attackers[goal] = [row]
        elif why is None:
            if isinstance(order, Act):
                sheet.acts.append(row)
            elif isinstance(order, Convoy):
                sheet.offers.setdefault(order.of.at.province, []).append(row)
        if why is not None:
            sheet.void[row] = Result(wish, Fate.VOID, why)
            order = Hold(unit)
        carried_out.append(order)
    return sheet, strays


def _given(sheet: Sheet, orders: Orders) -> tuple[list[Order | None], list[Result]]:
    """Return the order that counts for each row, if any, and the results of the other orders.

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
                continue
            unit = units[row]
            if owners[row] != power:
                strays.append(Result(order, Fate.VOID, Reason("not_yours", (unit,))))
                continue
            earlier = given[row]
            if earlier is not None:
                strays.append(Result(earlier, Fate.VOID, Reason("superseded", (unit,))))
            given[row] = order if named == unit else replace(order, unit=unit)
    return given, strays


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
