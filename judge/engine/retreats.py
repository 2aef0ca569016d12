"""Retreats: each dislodged unit goes to a free space, or off the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container

from judge.engine.context import TurnContext
from judge.model.map import Location
from judge.model.order import Disband, Order, Orders, Retreat
from judge.model.position import Dislodged, Effect, Moved, Removed, Unit
from judge.model.reason import Fate, Reason, Result
from judge.model.sheet import OpenBoard


def list_retreat_options(
    board: OpenBoard, unit: Unit, barred: Container[str]
) -> tuple[Location, ...]:
    """Return where a dislodged unit may go: each step of its own that is open now and not barred.

    ``barred`` are the provinces where units stand after the moves, where a bounce left a space
    empty, and where the attacker came from.
    """
    if not board.map.kinds[unit.kind].retreats:
        return ()
    return tuple(
        [to for to in board.list_open_steps(unit.kind, unit.at) if to.province not in barred]
    )


def find_retreat_goal(waiting: Dislodged, order: Order) -> tuple[Location | None, Reason | None]:
    """Return where a retreat order leads (None: off the board), and why if it is void.

    A coast may be left out where only one can be reached (DATC 4.B.2).
    """
    if isinstance(order, Disband):
        return None, None
    if not isinstance(order, Retreat):
        return None, Reason("wrong_phase", (waiting.unit,))
    near = [at for at in waiting.options if at.province == order.to.province]
    exact = [at for at in near if at.coast == order.to.coast]
    if exact or (len(near) == 1 and (not order.to.coast or not near[0].coast)):
        return (exact or near)[0], None
    if len(near) > 1:
        return None, Reason("coast_needed", (waiting.unit, *near))
    return None, Reason("no_retreat_there", (waiting.unit, order.to))


def adjudicate_retreats(context: TurnContext, orders: Orders) -> tuple[list[Result], list[Effect]]:
    """Return the results and effects of a retreat phase.

    Units that retreat to one province all disband, but that those over a narrow border give way to
    one that comes by another. Where the order is missing or void the disorder rule gives one; a
    void one stays in the results.
    """
    board, position, disorder = context.board, context.position, context.rules.disorder
    by_place = {waiting.unit.at.province: waiting for waiting in position.dislodged}
    orders_by_place: dict[str, Order] = {}
    strays: list[Result] = []
    for power, listed in orders.items():
        for order in listed:
            place = order.unit.at.province
            if place not in by_place or by_place[place].unit.power != power:
                why = Reason("not_dislodged", (order.unit,))
                strays.append(Result(order, Fate.VOID, why))
                continue
            if place in orders_by_place:
                why = Reason("superseded", (by_place[place].unit,))
                strays.append(Result(orders_by_place[place], Fate.VOID, why))
            orders_by_place[place] = order
    goals: dict[str, Location | None] = {}
    results: dict[str, Result] = {}
    for place, waiting in by_place.items():
        void: Result | None = None
        if place in orders_by_place:
            goals[place], why_void = find_retreat_goal(waiting, orders_by_place[place])
            if why_void is None:
                code = "disbands" if goals[place] is None else "retreats"
                results[place] = Result(orders_by_place[place], Fate.STANDS, Reason(code))
                continue
            void = Result(orders_by_place[place], Fate.VOID, why_void)
        order = disorder.make_default_retreat(waiting, position, board)
        goals[place], _ = find_retreat_goal(waiting, order)
        if void and goals[place] is None:
            results[place] = void
            continue
        strays += [void] if void else []
        results[place] = Result(
            order, Fate.STANDS, disorder.explain_default(order, position, board)
        )
    crowd = Counter(goal.province for goal in goals.values() if goal)
    firm = Counter(
        goal.province
        for place, goal in goals.items()
        if goal and not _is_narrow_border(board, place, goal)
    )
    effects: list[Effect] = []
    for place, goal in goals.items():
        unit = by_place[place].unit
        alone = goal and crowd[goal.province] == 1
        if goal and (
            alone or (firm[goal.province] == 1 and not _is_narrow_border(board, place, goal))
        ):
            effects.append(Moved(unit, goal))
            continue
        if goal:
            rivals = tuple(
                by_place[rival_place].unit
                for rival_place, where in goals.items()
                if where and where.province == goal.province and rival_place != place
            )
            code = "gave_way" if firm[goal.province] == 1 else "retreat_clash"
            why = Reason(code, (Location(goal.province), *rivals))
            results[place] = Result(results[place].order, Fate.FAILS, why)
        effects.append(Removed(unit))
    return [*results.values(), *strays], effects


def _is_narrow_border(board: OpenBoard, place: str, goal: Location) -> bool:
    return frozenset((place, goal.province)) in board.map.narrows
