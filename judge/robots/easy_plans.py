"""What units do together by orders of the variant's own, where it is plainly worth it."""

from __future__ import annotations

from collections.abc import Sequence

from judge.engine.prepared import prepare
from judge.model.order import Order
from judge.robots.appraisal import Appraisal
from judge.robots.choices import list_plans, read_all
from judge.robots.outlook import Outlook
from judge.robots.trials import Trials


def carry_out_best_plan(outlook: Outlook, orders: Sequence[Order]) -> tuple[Order, ...]:
    """Return orders with the plan in the place of some with which the board is worth most, if it is
    worth more so: all others stay where they are."""
    plans = list_plans(outlook)
    if not plans:
        return tuple(orders)
    phase = prepare(outlook.variant, outlook.supposed)
    appraisal = Appraisal(outlook, outlook.power, phase.sheet.units)
    laid = Trials(phase, appraisal, work=0).lay_orders(read_all(phase, orders), {})

    def value(plan: Sequence[Order]) -> float:
        return laid.appraise_change(read_all(phase, plan).values())

    best = max(plans, key=value)
    if value(best) <= value(()):
        return tuple(orders)
    planned = {order.unit: order for order in best}
    return tuple(planned.get(order.unit, order) for order in orders)
