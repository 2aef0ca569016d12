"""The whole of one phase: what the orders come to, and what the rules let follow from that."""

from __future__ import annotations

from collections.abc import Sequence

from judge.engine.adjustments import adjudicate_adjustments
from judge.engine.context import TurnContext
from judge.engine.movement import adjudicate_movement
from judge.engine.retreats import adjudicate_retreats
from judge.hooks import Variant
from judge.model.order import Order, Orders
from judge.model.position import Position, apply_effects
from judge.model.reason import Result
from judge.model.sheet import PhaseRecord, Sheet, Solution
from judge.model.turn import Phase


def adjudicate_phase(variant: Variant, position: Position, orders: Orders) -> PhaseRecord:
    """Return the record of the position's phase, whichever it is, under these orders.

    ``orders`` maps powers to what they ordered, in the order given; anything in it may be void.
    Each aftermath rule sees what came before it.
    """
    context = TurnContext.from_position(variant, position)
    results: Sequence[Result]
    sheet: Sheet | None = None
    solution: Solution | None = None
    phase = position.turn.phase
    if phase is Phase.MOVEMENT:
        results, effects, sheet, solution = adjudicate_movement(context, orders)
    else:
        in_phase = adjudicate_retreats if phase is Phase.RETREATS else adjudicate_adjustments
        phase_results, effects = in_phase(context, orders)
        results = tuple(phase_results)
    after = apply_effects(position, effects)
    record = PhaseRecord(position, context.board, sheet, solution, results, tuple(effects), after)
    for rule in context.rules.aftermath:
        more = rule.settle_phase(record)
        if more.results or more.effects:
            record = record._replace(
                results=_replace_results(record.results, more.results)
                if more.results
                else record.results,
                effects=record.effects + more.effects,
                after=apply_effects(record.after, more.effects),
            )
    return record


def _replace_results(
    results: Sequence[Result], replacements: tuple[Result, ...]
) -> tuple[Result, ...]:
    """Return the results with others in place of those of the same orders."""
    new: dict[Order, Result] = {result.order: result for result in replacements}
    updated = [new.pop(result.order, result) for result in results]
    return (*updated, *new.values())
