"""Which order each unit carries out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from judge.engine.context import TurnContext
from judge.engine.ferries import has_route
from judge.engine.static_legality import check_alone
from judge.hooks import veto
from judge.model.order import Act, Convoy, Hold, Move, Order, Orders
from judge.model.position import Unit
from judge.model.reason import Fate, Reason, Result
from judge.model.sheet import Sheet


def read_orders(context: TurnContext, orders: Orders) -> tuple[Sheet, list[Result]]:
    """Return a sheet with an order for each unit on the board, and the results of other orders.

    The last order for a unit counts; earlier ones, and orders for units that do not stand there
    or belong to others, are void.
    """
    units, position, rules = context.position.units, context.position, context.rules
    given, strays = _given(units, orders)
    sheet = Sheet.of(units)
    conduct, attackers, carried_out = rules.conduct, sheet.attackers, sheet.orders
    for row, (place, unit) in enumerate(units.items()):
        wish = given.get(place)
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


def _given(units: Mapping[str, Unit], orders: Orders) -> tuple[dict[str, Order], list[Result]]:
    """Return the orders that count, by their units' provinces, and the results of the others.

    A unit is known by its province: a wrong kind or coast in naming it is no matter (DATC 4.B.5,
    4.C.2).
    """
    given: dict[str, Order] = {}
    strays: list[Result] = []
    for power, listed in orders.items():
        for order in listed:
            named = order.unit
            place = named.at.province
            unit = units.get(place)
            if unit is None or unit.power != power:
                code = "not_yours" if unit else "no_such_unit"
                strays.append(Result(order, Fate.VOID, Reason(code, (unit or named,))))
                continue
            if place in given:
                strays.append(Result(given[place], Fate.VOID, Reason("superseded", (unit,))))
            given[place] = order if named == unit else replace(order, unit=unit)
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
