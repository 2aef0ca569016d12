"""The record of a phase, with all that the rules let follow from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.engine.context import TurnContext
from judge.model.order import Order
from judge.model.position import Effect, apply
from judge.model.reason import Result
from judge.model.sheet import PhaseRecord, Sheet, Solution


def record_phase(
    context: TurnContext,
    results: Sequence[Result],
    effects: Sequence[Effect],
    sheet: Sheet | None = None,
    solution: Solution | None = None,
) -> PhaseRecord:
    """Return the record of a phase and what the aftermath rules add to it.

    Each of those rules sees what came before it. Only movement has a sheet and a solution.
    """
    record = PhaseRecord(
        before=context.position,
        board=context.board,
        sheet=sheet,
        solution=solution,
        results=tuple(results),
        effects=tuple(effects),
        after=apply(context.position, effects),
    )
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
