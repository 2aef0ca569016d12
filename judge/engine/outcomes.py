"""From a solved sheet to the record of a movement phase."""

from __future__ import annotations

from dataclasses import replace
from itertools import compress

from judge.engine.context import TurnContext
from judge.engine.explain import dislodger, driven_back, explain
from judge.model.map import Location
from judge.model.order import Order
from judge.model.position import Dislodged, Effect, Removed, apply
from judge.model.reason import Result
from judge.model.sheet import PhaseRecord, Sheet, Solution


def conclude(
    context: TurnContext, sheet: Sheet, solution: Solution, strays: tuple[Result, ...] = ()
) -> PhaseRecord:
    """Return the record of the phase, what follows from it included.

    Units without a retreat are dislodged and removed at once.
    """
    effects: list[Effect] = [
        entry.step for entry in compress(sheet.entries, solution.moves) if entry.step
    ]
    rows = compress(range(len(sheet.entries)), solution.dislodged)
    driven = [_driven(context, sheet, solution, row) for row in rows]
    effects += driven
    effects += [Removed(each.unit) for each in driven if not each.options]
    record = PhaseRecord(
        before=context.position,
        board=context.board,
        sheet=sheet,
        solution=solution,
        results=explain(sheet, solution) + strays,
        effects=tuple(effects),
        after=apply(context.position, effects),
    )
    return apply_after(context, record)


def apply_after(context: TurnContext, record: PhaseRecord) -> PhaseRecord:
    """Return the record with all that the aftermath rules add, each seeing what came before."""
    for rule in context.rules.aftermath:
        more = rule.apply_after(record)
        if more.results or more.effects:
            record = replace(
                record,
                results=_replaced(record.results, more.results) if more.results else record.results,
                effects=record.effects + more.effects,
                after=apply(record.after, more.effects),
            )
    return record


def _replaced(results: tuple[Result, ...], others: tuple[Result, ...]) -> tuple[Result, ...]:
    """Return the results with others in place of those of the same orders."""
    new: dict[Order, Result] = {result.order: result for result in others}
    kept = [new.pop(result.order, result) for result in results]
    return (*kept, *new.values())


def _closed(sheet: Sheet, solution: Solution, place: int) -> bool:
    """Whether no unit may retreat there: it is held after the moves, or was fought for in vain."""
    moves = solution.moves
    holder = sheet.occupant.get(place, -1)
    if holder >= 0 and not moves[holder] and not solution.dislodged[holder]:
        return True
    if place not in sheet.attackers:
        return False
    failed = 0
    for row in sheet.attackers[place]:
        if moves[row]:
            return True
        failed += solution.path[row] == 1 and not driven_back(sheet, solution, row)
    return failed > 1


def _driven(context: TurnContext, sheet: Sheet, solution: Solution, row: int) -> Dislodged:
    board, unit = context.board, sheet.entries[row].unit
    by = dislodger(sheet, solution, row)
    barred = None if by in sheet.routes and context.rules.origin_open else sheet.at[by]
    options: list[Location] = []
    if board.map.kinds[unit.kind].retreats:
        for at in board.reach(unit.kind, unit.at):
            place = board.number[at.province]
            if place != barred and not _closed(sheet, solution, place):
                options.append(at)
    return Dislodged(unit, sheet.entries[by].unit, tuple(options))
