"""The whole of one phase."""

from __future__ import annotations

from judge.engine.adjustments import adjudicate_adjustments
from judge.engine.context import TurnContext
from judge.engine.movement import adjudicate_movement
from judge.engine.retreats import adjudicate_retreats
from judge.hooks import Variant
from judge.model.order import Orders
from judge.model.position import Position
from judge.model.sheet import PhaseRecord
from judge.model.turn import Phase


def adjudicate(variant: Variant, position: Position, orders: Orders) -> PhaseRecord:
    """Return the record of the position's phase, whichever it is, under these orders.

    ``orders`` maps powers to what they ordered, in the order given; anything in it may be void.
    """
    context = TurnContext.of(variant, position)
    phase = position.turn.phase
    if phase is Phase.RETREATS:
        return adjudicate_retreats(context, orders)
    if phase is Phase.ADJUSTMENTS:
        return adjudicate_adjustments(context, orders)
    return adjudicate_movement(context, orders)
