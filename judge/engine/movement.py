"""Movement: orders are read and laid out as a sheet, and what the solver finds is carried out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import compress
from typing import cast

from judge.engine.context import TurnContext
from judge.engine.explain import (
    explain_results,
    find_dislodger_row,
    is_driven_back,
    measure_strength_with_supports,
)
from judge.engine.fit_together import match_orders
from judge.engine.read_orders import build_sheet
from judge.engine.retreats import list_retreat_options
from judge.engine.solver import solve_sheet
from judge.model.order import Move, Orders
from judge.model.position import Dislodged, Effect, Moved, Removed
from judge.model.sheet import Results, Sheet, Solution


def adjudicate_movement(
    context: TurnContext, orders: Orders
) -> tuple[Results, list[Effect], Sheet, Solution]:
    """Return the results and effects of a movement phase, its sheet and solution.

    Units without a retreat are dislodged and removed at once.
    """
    sheet, strays = build_sheet(context, orders)
    match_orders(context, sheet)
    solution = solve_sheet(sheet)
    went = cast(Iterator[Move], compress(sheet.orders, solution.moves))
    effects: list[Effect] = [Moved(move.unit, move.to) for move in went]
    rows = compress(range(len(sheet.units)), solution.dislodged)
    dislodged = [_describe_dislodgement(context, sheet, solution, row) for row in rows]
    effects += dislodged
    effects += [
        Removed(dislodgement.unit) for dislodgement in dislodged if not dislodgement.options
    ]
    return Results(partial(explain_results, sheet, solution, strays)), effects, sheet, solution


def _describe_dislodgement(
    context: TurnContext, sheet: Sheet, solution: Solution, row: int
) -> Dislodged:
    unit, attacker = sheet.units[row], find_dislodger_row(sheet, solution, row)
    by_convoy = attacker in sheet.routes and context.rules.origin_open
    near = list_retreat_options(context.board, unit, () if by_convoy else (sheet.at[attacker],))
    options = [to for to in near if not _is_closed_to_retreats(sheet, solution, to.province)]
    return Dislodged(unit, sheet.units[attacker], tuple(options))


def _is_closed_to_retreats(sheet: Sheet, solution: Solution, place: str) -> bool:
    """Whether no unit may retreat there: it is held after the moves, or was fought for in vain."""
    moves = solution.moves
    holder = sheet.occupant.get(place, -1)
    if holder >= 0 and not moves[holder] and not solution.dislodged[holder]:
        return True
    failed = 0
    for row in sheet.attackers.get(place, ()):
        if moves[row]:
            return True
        failed += (
            solution.path[row] == 1
            and not is_driven_back(sheet, solution, row)
            and measure_strength_with_supports(sheet, solution, row) > 0
        )
    return failed > 1
