"""From a solved sheet to the record of a movement phase."""

from __future__ import annotations

from judge.engine.explain import dislodger, driven_back, explain
from judge.hooks import Ruleset
from judge.model.map import Location
from judge.model.order import Order
from judge.model.position import Dislodged, Effect, Position, Removed, apply
from judge.model.reason import Result
from judge.model.sheet import Board, PhaseRecord, Sheet, Solution


def conclude(
    board: Board,
    sheet: Sheet,
    solution: Solution,
    position: Position,
    rules: Ruleset,
    strays: tuple[Result, ...] = (),
) -> PhaseRecord:
    """Return the record of the phase, what follows from it included.

    Units without a retreat are dislodged and removed at once.
    """
    effects: list[Effect] = [
        entry.step
        for entry, moves in zip(sheet.entries, solution.moves, strict=True)
        if moves and entry.step
    ]
    driven = [row for row, out in enumerate(solution.dislodged) if out]
    if driven:
        closed = _closed(sheet, solution)
        waiting = [_driven(board, sheet, solution, row, closed, rules) for row in driven]
        effects += waiting
        effects += [Removed(each.unit) for each in waiting if not each.options]
    record = PhaseRecord(
        before=position,
        board=board,
        sheet=sheet,
        solution=solution,
        results=explain(sheet, solution) + strays,
        effects=tuple(effects),
        after=apply(position, effects),
    )
    return settle(record, rules)


def settle(record: PhaseRecord, rules: Ruleset) -> PhaseRecord:
    """Return the record with all that the aftermath rules add, each seeing what came before."""
    for rule in rules.aftermath:
        more = rule.settle(record)
        if more.results or more.effects:
            replaced: dict[Order, Result] = {result.order: result for result in more.results}
            results = [replaced.pop(result.order, result) for result in record.results]
            record = PhaseRecord(
                record.before,
                record.board,
                record.sheet,
                record.solution,
                (*results, *replaced.values()),
                record.effects + more.effects,
                apply(record.after, more.effects),
            )
    return record


def _closed(sheet: Sheet, solution: Solution) -> set[int]:
    """Return the provinces no unit may retreat to: held after the moves, or fought for in vain."""
    closed = set()
    for row, place in enumerate(sheet.at):
        if solution.moves[row]:
            closed.add(sheet.dest[row])
        elif not solution.dislodged[row]:
            closed.add(place)
    for place, attackers in sheet.attackers.items():
        if len(attackers) > 1:
            failed = [row for row in attackers if solution.path[row] and not solution.moves[row]]
            if sum(not driven_back(sheet, solution, row) for row in failed) > 1:
                closed.add(place)
    return closed


def _driven(
    board: Board,
    sheet: Sheet,
    solution: Solution,
    row: int,
    closed: set[int],
    rules: Ruleset,
) -> Dislodged:
    unit = sheet.entries[row].unit
    by = dislodger(sheet, solution, row)
    barred = None if by in sheet.routes and rules.origin_open else sheet.at[by]
    options: tuple[Location, ...] = ()
    if board.map.kinds[unit.kind].retreats:
        number = board.number
        options = tuple(
            [
                at
                for at in board.reach(unit.kind, unit.at)
                if (place := number[at.province]) not in closed and place != barred
            ]
        )
    return Dislodged(unit, sheet.entries[by].unit, options)
