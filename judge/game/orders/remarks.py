"""What is said of an order that stands, but from which nothing will come as things are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.engine.context import TurnContext
from judge.engine.ferries import is_out_of_convoy_reach
from judge.engine.legality import check_order
from judge.hooks import Variant
from judge.language.writer import write_order
from judge.model.facts import UNSEEN
from judge.model.map import Location
from judge.model.order import Convoy, Move, Order, Support
from judge.model.position import Position
from judge.model.reason import Reason

_COASTS = frozenset({"coast_needed", "wrong_coast"})
"""Reasons against a move that are none against help for it."""


def list_remarks_on_order(
    variant: Variant, own_orders: Sequence[Order], order: Order, as_seen: Position
) -> tuple[Reason, ...]:
    """Return what is to be said of an order beside the sender's ``own`` other ones, by the rules
    and the board as they know it."""
    counsel = [
        why
        for rule in variant.rules.counsel
        for why in rule.hint_at_order(order, own_orders, as_seen)
    ]
    return (*_list_remarks_on_fit(variant, own_orders, order, as_seen), *counsel)


def _list_remarks_on_fit(
    variant: Variant, own_orders: Sequence[Order], order: Order, as_seen: Position
) -> Iterator[Reason]:
    if isinstance(order, Move):
        yield from _list_remarks_on_journey(variant, own_orders, order, as_seen)
    elif isinstance(order, Support | Convoy):
        aim = order.to if isinstance(order, Convoy) else order.into
        if isinstance(order, Convoy) and (
            inland := _explain_impossible_convoy(variant, as_seen, order)
        ):
            yield inland
        elif never := _explain_impossible_help(variant, as_seen, order, aim):
            yield never
        elif other := next(
            (o for o in own_orders if o.unit.at.province == order.of.at.province), None
        ):
            goes = other.to if isinstance(other, Move) else None
            fits = (aim and aim.province) == (goes and goes.province)
            # a link of a chain names the next fleet's space (STD-5)
            if not fits and not (isinstance(order, Convoy) and goes is not None):
                yield Reason("does_not_fit", (write_order(other, variant),))


def _list_remarks_on_journey(
    variant: Variant, own_orders: Sequence[Order], move: Move, as_seen: Position
) -> Iterator[Reason]:
    """Remark on a way by sea that nobody of the sender's serves, or nobody at all could."""
    here, there = move.unit.at.province, move.to.province
    steps = variant.map.neighbors(move.unit.kind, move.unit.at)
    can_walk = any(step.province == there for step in steps)
    walks = can_walk and not variant.rules.convoy.is_by_convoy(move, True, (), joined=False)
    if not walks and not any(
        isinstance(o, Convoy) and o.of.at.province == here for o in own_orders
    ):
        if not _can_anybody_ferry(variant, as_seen):
            yield Reason("no_ferry_anywhere", (move.unit,))
            return
        on_foot = (write_order(Move(move.unit, move.to), variant),) if can_walk else ()
        yield Reason("unconvoyed", (move.unit, *on_foot))


def _can_anybody_ferry(variant: Variant, as_seen: Position) -> bool:
    """Say whether a unit stands somewhere that could convoy, as far as that is known."""
    board = TurnContext.from_position(variant, as_seen).board
    hidden = any(fact.rule == UNSEEN for fact in as_seen.facts)
    return hidden or any(
        variant.rules.convoy.can_ferry(unit, board) for unit in as_seen.units.values()
    )


def find_way_by_land(variant: Variant, order: Order) -> Move | None:
    """Return a move without the convoy that it asks for if one of its ends is inland, else None."""
    if not isinstance(order, Move) or not order.via_convoy:
        return None
    ends = (order.unit.at.province, order.to.province)
    return None if all(map(variant.map.is_coastal, ends)) else Move(order.unit, order.to)


def _explain_impossible_convoy(variant: Variant, as_seen: Position, order: Convoy) -> Reason | None:
    """Say why nobody can be convoyed on a way, whoever stands there."""
    context = TurnContext.from_position(variant, as_seen)
    for location in (order.of.at, order.to):
        if is_out_of_convoy_reach(context, location.province):
            return Reason("no_convoy_there", (Location(location.province),))
    return None


def _explain_impossible_help(
    variant: Variant, as_seen: Position, order: Support | Convoy, aim: Location | None
) -> Reason | None:
    """Say why the unit that is to be helped can never go there, as far as that is known."""
    unit = as_seen.units.get(order.of.at.province)
    if unit is None or aim is None or any(fact.rule == UNSEEN for fact in as_seen.facts):
        return None
    by_sea = isinstance(order, Convoy)
    why = check_order(variant, as_seen, Move(unit, aim, by_sea))
    return (
        Reason("helps_nobody", (why.code, *why.about)) if why and why.code not in _COASTS else None
    )
