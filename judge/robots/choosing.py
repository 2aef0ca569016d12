"""What a robot orders."""

from __future__ import annotations

from random import Random

from judge.hooks import Variant
from judge.model.order import Order
from judge.model.turn import Phase
from judge.model.view import View
from judge.robots.easy_changes import choose_easy_adjustments, choose_easy_retreats
from judge.robots.easy_moves import EasyMoves
from judge.robots.easy_plans import improve_by_plans
from judge.robots.effort import WORK, Effort
from judge.robots.guesses import suppose_unseen
from judge.robots.outlook import Outlook
from judge.robots.searched_changes import search_adjustments, search_retreats
from judge.robots.searched_moves import FAIR, HARD, search_moves
from judge.robots.values import value_for_moves
from judge.views.known import position_from_view


def choose_robot_orders(
    variant: Variant, view: View, power: str, seed: int, effort: Effort
) -> tuple[Order, ...]:
    """Return what a robot orders for a power in the present phase, whichever it is.

    It knows nothing but the view, which is its power's own. The same seed gives the same orders,
    those of another turn or power are others. Each order would be taken by all that the view
    shows; where nothing is due there are none.
    """
    known = position_from_view(view, variant)
    supposed = suppose_unseen(known, view, variant, power)
    dice = Random(f"{seed} {view.turn} {power}")
    outlook = Outlook(variant, view, power, known, supposed, dice)
    if view.ended is not None:
        return ()
    plain = effort.level == "easy"
    match view.turn.phase:
        case Phase.MOVEMENT if plain:
            moves = EasyMoves(outlook, value_for_moves(outlook)).choose_orders_of_units()
            return improve_by_plans(outlook, moves)
        case Phase.MOVEMENT:
            habit = FAIR if effort.level == "fair" else HARD
            return search_moves(outlook, habit, effort.work or WORK[effort.level])
        case Phase.RETREATS:
            return choose_easy_retreats(outlook) if plain else search_retreats(outlook)
        case Phase.ADJUSTMENTS:
            return choose_easy_adjustments(outlook) if plain else search_adjustments(outlook)
