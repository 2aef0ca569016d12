"""What an order means on a board, whatever else is ordered: a place for it, or why it is void."""

from __future__ import annotations

from judge.engine.context import TurnContext
from judge.engine.ferries import has_convoy_route, list_convoy_provinces
from judge.hooks import find_first_refusal
from judge.model.map import Location
from judge.model.order import Act, Convoy, Hold, Move, Order, Support
from judge.model.reason import Reason, explain_inability

_IN_SEASON = (Hold, Move, Convoy, Act)

Ruling = tuple[Order, Reason | None, bool]
"""An order looked at alone: with its coasts filled in; why it is void; whether one step of the
unit's own makes the move that it is."""


def check_order_on_map(context: TurnContext, order: Order) -> Ruling:
    """Return what a movement order comes to by the map alone; the position is not looked at."""
    unit = order.unit
    post = context.posts[unit]
    if post.is_plainly_legal(order):
        return order, None, isinstance(order, Move)
    if order.verb not in post.orders:
        if isinstance(order, _IN_SEASON):
            return order, explain_inability(order), False
        return order, Reason("wrong_phase", (unit,)), False
    if isinstance(order, Move):
        return _check_move(context, order)
    if isinstance(order, Support):
        return _check_support(context, order, post.backs)
    if isinstance(order, Convoy):
        return order, _check_convoy(context, order, post.ferries), False
    return order, None if isinstance(order, _IN_SEASON) else Reason("wrong_phase", (unit,)), False


def find_refusal_of_passage(context: TurnContext, move: Move) -> Reason | None:
    """Say why nothing comes from where a unit stands to where it is to be carried, if so."""
    at, to, kind = move.unit.at, move.to, move.unit.kind
    passage, position = context.rules.passage, context.position
    return find_first_refusal(rule.check_step(at, to, kind, position) for rule in passage)


def _check_move(context: TurnContext, order: Move) -> Ruling:
    """Return what a move comes to that is not a step by land as it is written."""
    board, unit, to = context.board, order.unit, order.to
    kind = board.map.kinds[unit.kind]
    if to.province == unit.at.province:
        return order, Reason("same_place", (unit,)), False
    standing = board.map.list_places_for_kind(unit.kind, to.province)
    if not standing:
        return order, Reason("wrong_terrain", (unit, to)), False
    if to.coast and to not in standing:
        if standing != (Location(to.province),):
            return order, Reason("wrong_coast", (unit, to)), False
        to = standing[0]  # DATC 4.B.6: a coast is no matter to an army
    near = [at for at in board.list_open_steps(unit.kind, unit.at) if at.province == to.province]
    if to.coast:
        near = [at for at in near if at == to]
    if len(near) == 1:
        return Move(unit, near[0], order.via_convoy and kind.convoyed), None, True
    if near:
        return order, Reason("coast_needed", (unit, *near)), False  # DATC 4.B.1
    for end in (to,) if to.coast else standing:
        if (unit.kind, unit.at, end) in board.closed:
            return order, board.closed[unit.kind, unit.at, end], False
    start = unit.at.province
    if not kind.convoyed or not has_convoy_route(
        board, start, to.province, list_convoy_provinces(context)
    ):
        return order, Reason("not_adjacent", (unit, to)), False
    return Move(unit, to, order.via_convoy), None, False


def _check_support(context: TurnContext, order: Support, backs: frozenset[Location]) -> Ruling:
    unit, into = order.unit, order.into
    here, there = unit.at.province, order.of.at.province
    if there == here:
        return order, Reason("supports_itself", (unit,)), False
    aim = into.province if into else there
    if aim == here:
        return order, Reason("same_place", (unit,)), False
    if Location(aim) not in backs:
        return order, Reason("out_of_reach", (unit, Location(aim))), False
    if into and into.coast and into.coast not in context.board.map.provinces[aim].coasts:
        order = Support(unit, order.of, Location(aim))
    return order, None, False


def _check_convoy(context: TurnContext, order: Convoy, ferries: bool) -> Reason | None:
    board, unit = context.board, order.unit
    if not ferries:
        if not board.map.kinds[unit.kind].convoys:
            return Reason("cannot_convoy", (unit,))
        return Reason("no_convoy_from", (unit, Location(unit.at.province)))
    if order.of.kind and not board.map.kinds[order.of.kind].convoyed:
        return Reason("cannot_be_convoyed", (order.of,))
    if order.to.province == order.of.at.province:
        return Reason("same_place", (order.of,))
    if order.to.province == order.unit.at.province:
        return Reason("carries_onto_itself", (order.unit,))
    return None
