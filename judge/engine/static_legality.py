"""What an order means on a board, whatever else is ordered: a place for it, or why it is void."""

from __future__ import annotations

from typing import NamedTuple

from judge.engine.context import TurnContext
from judge.engine.ferries import carriers, has_route
from judge.model.map import Location
from judge.model.order import Act, Convoy, Hold, Move, Order, Support
from judge.model.reason import Reason

REASONS = ("cannot_move", "cannot_support", "cannot_convoy")
"""The codes put together here; an order type of a variant's own has one of its own."""


class Ruling(NamedTuple):
    """An order looked at alone: ``order`` has its coasts filled in, ``why`` says it is void.

    ``by_land``: a move that one step of the unit's own makes.
    """

    order: Order
    why: Reason | None = None
    by_land: bool = False


def check_alone(context: TurnContext, order: Order) -> Ruling:
    """Return what a movement order comes to by the map alone; the position is not looked at."""
    if not isinstance(order, Hold | Move | Convoy | Act):
        return Ruling(order, Reason("wrong_phase", (order.unit,)))
    if order.verb not in context.board.map.kinds[order.unit.kind].orders:
        return Ruling(order, Reason("cannot_" + order.verb, (order.unit,)))
    if isinstance(order, Move):
        return _move(context, order)
    if isinstance(order, Support):
        return _support(context, order)
    if isinstance(order, Convoy):
        return _convoy(context, order)
    return Ruling(order)


def _move(context: TurnContext, order: Move) -> Ruling:
    board, unit, to = context.board, order.unit, order.to
    kind = board.map.kinds[unit.kind]
    if to.province == unit.at.province:
        return Ruling(order, Reason("same_place", (unit,)))
    standing = board.map.places(unit.kind, to.province)
    if not standing:
        return Ruling(order, Reason("wrong_terrain", (unit, to)))
    if to.coast and to not in standing:
        if standing != (Location(to.province),):
            return Ruling(order, Reason("wrong_coast", (unit, to)))
        to = standing[0]  # DATC 4.B.6: a coast is no matter to an army
    near = [at for at in board.reach(unit.kind, unit.at) if at.province == to.province]
    if to.coast:
        near = [at for at in near if at == to]
    if len(near) > 1:
        return Ruling(order, Reason("coast_needed", (unit, *near)))  # DATC 4.B.1
    by_land = bool(near)
    if not by_land and board.closed:
        for end in (to,) if to.coast else standing:
            if (unit.kind, unit.at, end) in board.closed:
                return Ruling(order, board.closed[unit.kind, unit.at, end])
    if not by_land and not (
        kind.convoyed and has_route(board, unit.at.province, to.province, carriers(context))
    ):
        return Ruling(order, Reason("not_adjacent", (unit, to)))
    via = order.via_convoy and kind.convoyed
    return Ruling(Move(unit, near[0] if near else to, via), by_land=by_land)


def _support(context: TurnContext, order: Support) -> Ruling:
    board = context.board
    unit, of, into = order.unit, order.of, order.into
    if of.at.province == unit.at.province:
        return Ruling(order, Reason("supports_itself", (unit,)))
    aim = into or of.at
    if aim.province == unit.at.province:
        return Ruling(order, Reason("same_place", (unit,)))
    if aim.province not in context.rules.reach.spaces(unit, Support, board):
        return Ruling(order, Reason("out_of_reach", (unit, Location(aim.province))))
    if into and into.coast and into.coast not in board.map.provinces[into.province].coasts:
        order = Support(unit, of, Location(into.province))
    return Ruling(order)


def _convoy(context: TurnContext, order: Convoy) -> Ruling:
    board, unit = context.board, order.unit
    if not context.rules.convoy.can_ferry(unit, board):
        if not board.map.kinds[unit.kind].convoys:
            return Ruling(order, Reason("cannot_convoy", (unit,)))
        return Ruling(order, Reason("no_convoy_from", (unit, Location(unit.at.province))))
    if order.of.kind and not board.map.kinds[order.of.kind].convoyed:
        return Ruling(order, Reason("cannot_be_convoyed", (order.of,)))
    if order.to.province == order.of.at.province:
        return Ruling(order, Reason("same_place", (order.of,)))
    if order.to.province == order.unit.at.province:
        return Ruling(order, Reason("carries_onto_itself", (order.unit,)))
    return Ruling(order)
