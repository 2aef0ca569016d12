"""What units do together by orders of the variant's own, where it is plainly worth it."""

from __future__ import annotations

from collections.abc import Sequence

from judge.engine.prepared import prepare_phase
from judge.model.order import Order
from judge.robots.appraisal import Appraisal
from judge.robots.choices import list_plans, read_order_set
from judge.robots.outlook import Outlook
from judge.robots.trials import CREDIT, Trials

PLAINLY = 0.5
"""By how much the board must be worth more with a plan: what it destroys is gone for all."""


def improve_by_plans(outlook: Outlook, orders: Sequence[Order]) -> tuple[Order, ...]:
    """Return the orders, or what the board is worth more with: one plan in the place of some, if it
    plainly is, or to stay with all units where that is credited. All others are supposed to stay
    where they are."""
    plans = list_plans(outlook)
    if not plans and not outlook.variant.rules.aftermath:
        return tuple(orders)
    phase = prepare_phase(outlook.variant, outlook.supposed)
    trials = Trials(phase, Appraisal(outlook, outlook.power, phase.sheet.units), work=0)
    laid = trials.lay_orders(read_order_set(phase, orders), {})
    best, most = list[Order](), laid.appraise_change()
    for plan in plans:
        value = laid.appraise_change(read_order_set(phase, plan).values()) - PLAINLY
        if value > most:
            best, most = [*plan], value
    rest = trials.find_credited_rest()
    if rest is not None and laid.appraise_change(rest.values()) + CREDIT > most:
        best = [ready.order for ready in rest.values()]
    planned = {order.unit: order for order in best}
    return tuple(planned.get(order.unit, order) for order in orders)
