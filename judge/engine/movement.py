"""Movement: orders are read and laid out as a sheet, and what the solver finds is carried out."""

from __future__ import annotations

from itertools import compress
from typing import cast

from judge.engine.aftermath import record_phase
from judge.engine.build_sheet import build_sheet
from judge.engine.context import TurnContext
from judge.engine.entries import read_orders
from judge.engine.explain import dislodger, driven_back, explain
from judge.engine.retreats import retreat_options
from judge.engine.solver import solve
from judge.model.order import Move, Orders
from judge.model.position import Dislodged, Effect, Removed
from judge.model.sheet import PhaseRecord, Sheet, Solution


def adjudicate_movement(context: TurnContext, orders: Orders) -> PhaseRecord:
    """Return the record of a movement phase.

    Units without a retreat are dislodged and removed at once.
    """
    entries, strays = read_orders(context, orders)
    sheet = build_sheet(context, entries)
    solution = solve(sheet)
    effects: list[Effect] = [
        entry.step for entry in compress(entries, solution.moves) if entry.step
    ]
    dislodged = _dislodged(context, sheet, solution)
    effects += dislodged
    effects += [Removed(each.unit) for each in dislodged if not each.options]
    results = explain(sheet, solution) + strays
    return record_phase(context, results, effects, sheet, solution)


def _dislodged(context: TurnContext, sheet: Sheet, solution: Solution) -> list[Dislodged]:
    rows = list(compress(range(len(sheet.entries)), solution.dislodged))
    barred = _barred(sheet, solution) if rows else set()
    dislodged = []
    for row in rows:
        unit, attacker = sheet.entries[row].unit, dislodger(sheet, solution, row)
        origin = sheet.entries[attacker].place
        convoyed = attacker in sheet.routes and context.rules.origin_open
        options = retreat_options(context, unit, barred if convoyed else barred | {origin})
        dislodged.append(Dislodged(unit, sheet.entries[attacker].unit, options))
    return dislodged


def _barred(sheet: Sheet, solution: Solution) -> set[str]:
    """Return where no unit may retreat to: held after the moves, or fought for in vain."""
    entries, moves = sheet.entries, solution.moves
    barred = {
        entry.place
        for entry, moved, driven_out in zip(entries, moves, solution.dislodged, strict=True)
        if not moved and not driven_out
    }
    for rows in sheet.attackers.values():
        stopped = [
            row for row in rows if solution.path[row] == 1 and not driven_back(sheet, solution, row)
        ]
        if len(stopped) > 1 or any(moves[row] for row in rows):
            barred.add(cast(Move, entries[rows[0]].order).to.province)
    return barred
