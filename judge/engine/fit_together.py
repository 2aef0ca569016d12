"""The sheet of a movement phase: all questions to the rules are asked here; then numbers do."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import cast

from judge.engine.context import TurnContext
from judge.engine.ferries import collect_useful_fleets, has_convoy_route
from judge.engine.static_legality import check_order_on_map
from judge.hooks import find_first_refusal
from judge.model.map import Location
from judge.model.order import Act, Convoy, Move, Support
from judge.model.position import Unit
from judge.model.reason import Fate, Reason, Result
from judge.model.sheet import OpenBoard, Route, Sheet


def match_orders(context: TurnContext, sheet: Sheet) -> None:
    """Find out which orders on a sheet help, carry and cut which."""
    attackers, offers, sailing = sheet.attackers, sheet.offers, sheet.sailing
    if offers:
        walking = [sheet.occupant.get(start, -1) for start in offers]
        sailing += [r for r in walking if r >= 0 and sheet.dest[r] and r not in sailing]
    for row in sailing:
        _assign_fleets(context, sheet, row, offers.get(sheet.at[row], []))
    if narrows := context.board.map.narrows:
        for row, goal in enumerate(sheet.dest):
            strength = narrows.get(frozenset((sheet.at[row], goal)))
            if strength is not None and row not in sheet.routes:
                sheet.weak[row] = strength
    if offers:
        _note_idle_convoys(context, sheet)
    orders, at, dest, occupant = sheet.orders, sheet.at, sheet.dest, sheet.occupant
    backers, afar, backing = sheet.backers, sheet.afar, context.rules.backing
    for row in sheet.acts:
        act = orders[row]
        if isinstance(act, Support):
            into, backed = act.into, occupant.get(act.of.at.province, -1)
            fits = backed >= 0 and dest[backed] == (into.province if into else "")
            note = None
            if not fits or backing or (into and (into.coast or backed in afar)):
                note = _explain_idle_support(context, sheet, act, backed)
            if note is None:
                backers[backed] += (row,)
            else:
                sheet.notes[row] = note
        if at[row] in attackers:
            sheet.cutters[row] = _list_cutting_attacks(context, sheet, row, attackers[at[row]])


def _assign_fleets(context: TurnContext, sheet: Sheet, row: int, offering: list[int]) -> None:
    """Give the move its fleets if it goes by sea."""
    board = context.board
    move, by_land = cast(Move, sheet.orders[row]), row not in sheet.afar
    start, end = sheet.at[row], move.to.province
    route = _build_route(board, sheet, start, end, offering)
    joined = route.has_whole_way(lambda fleets: fleets)
    offers = [cast(Convoy, sheet.orders[r]) for r in offering if r in route.links]
    if by_land and offers and not move.via_convoy:
        useful_places = collect_useful_fleets(board, start, end, context.fleet_provinces)
        offers = [offer for offer in offers if offer.unit.at.province in useful_places]
    if context.rules.convoy.is_by_convoy(move, by_land, offers, joined):
        sheet.routes[row] = route


def _build_route(
    board: OpenBoard, sheet: Sheet, start: str, end: str, offering: list[int]
) -> Route:
    """Return the graph of the fleets whose orders fit the move, in either form (STD-5)."""
    contacts = board.map.contacts
    places = {sheet.at[r]: r for r in offering}
    onward: dict[int, str] = {}
    for place, fleet in places.items():
        to = cast(Convoy, sheet.orders[fleet]).to.province
        if to == end or (to in places and to in contacts[place]):
            onward[fleet] = to
    links: dict[int, tuple[int, ...]] = {}
    for place, fleet in places.items():
        if fleet in onward:
            goals = contacts[place] if onward[fleet] == end else {onward[fleet]}
            links[fleet] = tuple([r for p, r in places.items() if p in goals and r in onward])
    near, far = contacts[start], contacts[end]
    return Route(
        first=tuple([r for p, r in places.items() if r in onward and p in near]),
        links=links,
        last=frozenset([r for p, r in places.items() if p in far and onward.get(r) == end]),
    )


def _note_idle_convoys(context: TurnContext, sheet: Sheet) -> None:
    for start, fleets in sheet.offers.items():
        army = sheet.occupant.get(start)
        used_fleets = sheet.routes[army].links.keys() if army in sheet.routes else ()
        for row in fleets:
            if army is None:
                order = cast(Convoy, sheet.orders[row])
                why = Reason("no_such_unit", (order.of,))
                sheet.notes[row] = Result(order, Fate.FAILS, why)
            elif row not in used_fleets:
                sheet.notes[row] = explain_unmatched_convoy(context, sheet, row, army)
        if army is not None and used_fleets:
            used_rows = [row for row in fleets if row in used_fleets]
            sheet.notes.update(explain_needless_convoys(context, sheet, used_rows, army))


def _explain_idle_support(
    context: TurnContext, sheet: Sheet, support: Support, backed: int
) -> Result | None:
    """Say why a support helps nobody; None if the backed row's order is the one it is for."""
    if backed < 0:
        return Result(support, Fate.FAILS, Reason("no_such_unit", (support.of,)))
    into = support.into
    if sheet.dest[backed] != (into.province if into else ""):
        return explain_unmatched_support(context, sheet, support, backed)
    why = None
    if into:
        if into.coast:
            # It must be the right one (DATC 4.B.4), unless it means nothing (STD-9).
            coast = cast(Move, sheet.orders[backed]).to.coast
            if coast and into.coast != coast:
                return explain_unmatched_support(context, sheet, support, backed)
        if backed in sheet.afar and support.unit.at.province in context.fleet_provinces:
            why = check_sole_ferry(context, sheet.units[backed], into, support.unit)
    if why is None and context.rules.backing:
        why = find_first_refusal(
            rule.check_support(support.unit, sheet.units[backed], into, context.position)
            for rule in context.rules.backing
        )
    return None if why is None else Result(support, Fate.VOID, why)


def _list_cutting_attacks(
    context: TurnContext, sheet: Sheet, row: int, attacks: list[int]
) -> tuple[int, ...]:
    """Return the attacks on an actor that would cut its act."""
    may_cut, orders, units = context.rules.cutting.may_cut_act, sheet.orders, sheet.units
    act, actor = cast(Act, orders[row]), units[row]
    return tuple([r for r in attacks if may_cut(cast(Move, orders[r]), units[r], act, actor)])


def explain_unmatched_support(
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


def explain_unmatched_convoy(context: TurnContext, sheet: Sheet, row: int, army: int) -> Result:
    """Return the result of a convoy order that its army does not take.

    It is void if the unit cannot be convoyed, or no way by sea leads over this fleet (DATC 4.E.1).
    """
    board = context.board
    order, cargo = cast(Convoy, sheet.orders[row]), sheet.units[army]
    if not board.map.kinds[cargo.kind].convoyed:
        return Result(order, Fate.VOID, Reason("cannot_be_convoyed", (cargo,)))
    fleets = context.fleet_provinces
    if order.to.province not in fleets:  # else one link of a chain (STD-5)
        ways = collect_useful_fleets(board, cargo.at.province, order.to.province, fleets)
        if not ways:
            return Result(order, Fate.VOID, Reason("no_fleets", (cargo, order.to)))
        if order.unit.at.province not in ways:
            return Result(order, Fate.VOID, Reason("off_route", (order.unit, cargo, order.to)))
    walked = sheet.dest[army] and army not in sheet.routes
    return Result(order, Fate.FAILS, Reason("walked" if walked else "unmatched", (cargo,)))


def explain_needless_convoys(
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
    ways = collect_useful_fleets(board, start, end, context.fleet_provinces)
    for row in rows:
        order = sheet.orders[row]
        if order.unit.at.province not in ways:
            yield row, Result(order, Fate.VOID, Reason("off_route", (order.unit, cargo, to)))
