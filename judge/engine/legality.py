"""Whether an order may be given at all, as far as that can be said beforehand."""

from __future__ import annotations

from collections.abc import Sequence

from judge.engine.adjustments import check_build
from judge.engine.context import TurnContext
from judge.engine.retreats import find_retreat_goal
from judge.engine.static_legality import check_order_on_map, find_refusal_of_passage
from judge.hooks import Variant, find_first_refusal
from judge.model.order import Build, Move, Order, Remove
from judge.model.position import Position
from judge.model.reason import Reason
from judge.model.turn import Phase


def check_order(
    variant: Variant, position: Position, order: Order, earlier: Sequence[Build] = ()
) -> Reason | None:
    """Say why an order would be void whatever others order, or None.

    ``earlier`` are the builds that the same power lists before this one.

    ``order`` is complete (``unit.power`` and ``unit.kind`` given). Nothing is looked at but the
    map, the ordered unit and what is due to its power: units that others own are neither confirmed
    nor denied.
    """
    context, unit = TurnContext.from_position(variant, position), order.unit
    phase = position.turn.phase
    if variant.orders[type(order)].phase is not phase:
        return Reason("wrong_phase", (unit,))
    if phase is Phase.RETREATS:
        waiting = next(
            (dislodgement for dislodgement in position.dislodged if dislodgement.unit == unit), None
        )
        return find_retreat_goal(waiting, order)[1] if waiting else Reason("not_dislodged", (unit,))
    if phase is Phase.ADJUSTMENTS:
        return _check_adjustment(context, order, earlier)
    if position.units.get(unit.at.province) != unit:
        return Reason("no_such_unit", (unit,))
    _, why, by_land = check_order_on_map(context, order)
    why = why or find_first_refusal(
        rule.check_order(order, unit, position) for rule in context.rules.conduct
    )
    if why is None and isinstance(order, Move) and not by_land:
        return find_refusal_of_passage(context, order)
    return why


def _check_adjustment(
    context: TurnContext, order: Order, earlier: Sequence[Build]
) -> Reason | None:
    position = context.position
    due = context.rules.muster.count_adjustments_due(order.unit.power, position)
    if isinstance(order, Remove):
        if due >= 0:
            return Reason("no_removal_due", (order.unit,))
        standing = position.units.get(order.unit.at.province) == order.unit
        return None if standing else Reason("no_such_unit", (order.unit,))
    if due <= 0:
        return Reason("no_build_due", (order.unit,))
    return check_build(context, order, earlier) if isinstance(order, Build) else None
