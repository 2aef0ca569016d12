"""Supports and convoys that help nobody: because nothing fits them, or because nothing could."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import cast

from judge.engine.context import TurnContext
from judge.engine.ferries import has_convoy_route, useful_fleets
from judge.engine.static_legality import check_order_on_map
from judge.model.map import Location
from judge.model.order import Convoy, Move, Support
from judge.model.position import Unit
from judge.model.reason import Fate, Reason, Result
from judge.model.sheet import Sheet


def unmatched_support_result(
    context: TurnContext, sheet: Sheet, order: Support, backed: int
) -> Result:
    """Return the result of a support that does not fit what the unit does.

    A support of a move that the unit can never make is void (DATC 4.E.1).
    """
    unit = sheet.units[backed]
    why = order.into and _explain_impossible_move(context, unit, order.into, order.unit)
    if why:
        return Result(order, Fate.VOID, why)
    return Result(order, Fate.FAILS, Reason("unmatched", (unit,)))


def _explain_impossible_move(
    context: TurnContext, unit: Unit, to: Location, backer: Unit
) -> Reason | None:
    _, why, by_land = check_order_on_map(context, Move(unit, to))
    if why is not None:
        return None if why.code == "coast_needed" else why  # DATC 4.B.4
    return None if by_land else check_sole_ferry(context, unit, to, backer)


def check_sole_ferry(context: TurnContext, unit: Unit, to: Location, backer: Unit) -> Reason | None:
    """Say why a move over water cannot be supported: the backer itself would have to carry it.

    No unit convoys and supports at once (DATC 6.D.31).
    """
    board = context.board
    start, end, here = unit.at.province, to.province, backer.at.province
    if has_convoy_route(board, start, end, context.fleet_provinces - {here}):
        return None
    if has_convoy_route(board, start, end, context.fleet_provinces):
        return Reason("sole_ferry", (backer, unit, to))
    return Reason("no_fleets", (unit, to))


def unmatched_convoy_result(context: TurnContext, sheet: Sheet, row: int, army: int) -> Result:
    """Return the result of a convoy order that its army does not take.

    It is void if the unit cannot be convoyed, or no way by sea leads over this fleet (DATC 4.E.1).
    """
    board = context.board
    order, cargo = cast(Convoy, sheet.orders[row]), sheet.units[army]
    if not board.map.kinds[cargo.kind].convoyed:
        return Result(order, Fate.VOID, Reason("cannot_be_convoyed", (cargo,)))
    fleets = context.fleet_provinces
    if order.to.province not in fleets:  # else one link of a chain (STD-5)
        ways = useful_fleets(board, cargo.at.province, order.to.province, fleets)
        if not ways:
            return Result(order, Fate.VOID, Reason("no_fleets", (cargo, order.to)))
        if order.unit.at.province not in ways:
            return Result(order, Fate.VOID, Reason("off_route", (order.unit, cargo, order.to)))
    walked = sheet.dest[army] and army not in sheet.routes
    return Result(order, Fate.FAILS, Reason("walked" if walked else "unmatched", (cargo,)))


def needless_convoy_results(
    context: TurnContext, sheet: Sheet, rows: Collection[int], army: int
) -> Iterator[tuple[int, Result]]:
    """Yield the results of those orders that fit their army's move though no way needs them."""
    board = context.board
    cargo, to = sheet.units[army], cast(Move, sheet.orders[army]).to
    start, end = cargo.at.province, to.province
    offering = {sheet.at[row] for row in rows}
    if has_convoy_route(board, start, end, offering) and not any(
        has_convoy_route(board, start, end, offering - {place}) for place in offering
    ):
        return  # without any of them there would be no way
    ways = useful_fleets(board, start, end, context.fleet_provinces)
    for row in rows:
        order = sheet.orders[row]
        if order.unit.at.province not in ways:
            yield row, Result(order, Fate.VOID, Reason("off_route", (order.unit, cargo, to)))
