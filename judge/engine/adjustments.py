"""Adjustments: builds and removals, each power for itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.engine.context import TurnContext
from judge.hooks import find_first_refusal
from judge.model.map import Location
from judge.model.order import Build, Order, Orders, Remove, Waive
from judge.model.position import Effect, Placed, Removed, Unit
from judge.model.reason import Fate, Reason, Result


def adjudicate_adjustments(
    context: TurnContext, orders: Orders
) -> tuple[list[Result], list[Effect]]:
    """Return the results and effects of an adjustment phase.

    Orders are taken one by one until the builds or removals are used up (DATC 4.D.4, 4.D.6);
    builds and removals left over are for the disorder rule, what it leaves of builds is waived.
    """
    position = context.position
    results: list[Result] = []
    effects: list[Effect] = []
    powers = {unit.power for unit in position.units.values()} | set(position.owners.values())
    for power in sorted(powers | orders.keys()):
        due = context.rules.muster.count_adjustments_due(power, position)
        listed = orders.get(power, ())
        if due > 0:
            outcome, changes = _adjudicate_builds(context, power, due, listed)
        else:
            outcome, changes = _adjudicate_removals(context, power, -due, listed)
        results += outcome
        effects += changes
    return results, effects


def check_build(context: TurnContext, order: Build, earlier: Sequence[Build]) -> Reason | None:
    """Say why a build is void after the earlier ones of the same list."""
    board, position, rules = context.board, context.position, context.rules
    order = without_idle_coast(context, order)
    unit = order.unit
    place = unit.at
    on_site = place.province in rules.muster.build_sites(unit.power, position)
    if not on_site and (place.province not in board.map.centers or place.province in position.lost):
        return Reason("no_center", (place,))
    there = position.units.get(place.province)
    if any(built.unit.at.province == place.province for built in earlier):
        return Reason("built_twice", (Location(place.province),))
    if not on_site:
        if position.owners.get(place.province) != unit.power:
            return Reason("not_owned", (Location(place.province),))  # whoever may stand there
        if there is None:
            return Reason("not_home", (Location(place.province),))
    if there is not None:
        return Reason("occupied", (Location(place.province), there))
    standing = board.map.list_places_for_kind(unit.kind, place.province)
    if place not in standing:
        if len(standing) > 1:
            return Reason("coast_needed", (unit, *standing))  # DATC 4.B.7
        return Reason("no_place_for", (place, unit.kind))
    limit = board.map.kinds[unit.kind].limit
    if limit is not None:
        have = [*position.units_of(unit.power), *(built.unit for built in earlier)]
        if sum(counted_unit.kind == unit.kind for counted_unit in have) >= limit:
            return Reason("limit_reached", (unit, str(limit)))
    return find_first_refusal(
        rule.check_build(order, position, earlier) for rule in rules.build_check
    )


def without_idle_coast(context: TurnContext, order: Build) -> Build:
    """Return the build without a coast that means nothing to its unit (STD-9)."""
    unit, without_coast = order.unit, Location(order.unit.at.province)
    if unit.at.coast and context.board.map.list_places_for_kind(
        unit.kind, without_coast.province
    ) == (without_coast,):
        return Build(unit._replace(at=without_coast))
    return order


def _adjudicate_builds(
    context: TurnContext, power: str, due: int, listed: Sequence[Order]
) -> tuple[list[Result], list[Effect]]:
    board, position, rules = context.board, context.position, context.rules
    results: list[Result] = []
    built: list[Build] = []
    used = 0
    for order in listed:
        why = None
        if isinstance(order, Build):
            order = without_idle_coast(context, order)
        if not isinstance(order, Build | Waive):
            why = Reason("no_removal_due", (order.unit,))
        elif used == due:
            why = Reason("too_many", (str(due),))
        elif isinstance(order, Build):
            why = check_build(context, order, built)
            if why is None:
                built.append(order)
        used += why is None
        code = "builds" if isinstance(order, Build) else "waives"
        results.append(
            Result(order, Fate.VOID, why) if why else Result(order, Fate.STANDS, Reason(code))
        )
    effects: list[Effect] = [Placed(order.unit) for order in built]
    room = len(rules.muster.build_sites(power, position)) - len(built)
    standing = {**position.units, **{order.unit.at.province: order.unit for order in built}}
    rest = replace(position, units=standing)
    by_default = rules.disorder.choose_default_builds(power, due - used, rest, board)
    for order in by_default:
        effects.append(Placed(order.unit))
        results.append(
            Result(order, Fate.STANDS, rules.disorder.explain_default(order, rest, board))
        )
    unused_builds = due - used - len(by_default)
    usable = max(0, min(unused_builds, room))
    results += [Result(Waive.for_power(power), Fate.STANDS, Reason("no_order"))] * usable
    results += [Result(Waive.for_power(power), Fate.STANDS, Reason("unusable"))] * (
        unused_builds - usable
    )
    return results, effects


def _adjudicate_removals(
    context: TurnContext, power: str, due: int, listed: Sequence[Order]
) -> tuple[list[Result], list[Effect]]:
    board, position, disorder = context.board, context.position, context.rules.disorder
    results: list[Result] = []
    gone: list[Unit] = []
    for order in listed:
        unit = position.units.get(order.unit.at.province)
        if not isinstance(order, Remove):
            why: Reason | None = Reason("no_build_due", (order.unit,))
        elif unit is None or unit.power != power:
            why = Reason("no_such_unit" if unit is None else "not_yours", (order.unit,))
        elif unit in gone:
            why = Reason("removed_twice", (unit,))
        elif len(gone) == due:
            why = Reason("too_many", (str(due),))
        else:
            why = None
            gone.append(unit)
        results.append(
            Result(order, Fate.VOID, why) if why else Result(order, Fate.STANDS, Reason("removes"))
        )
    missing = due - len(gone)
    if missing:
        standing = {place: unit for place, unit in position.units.items() if unit not in gone}
        rest = replace(position, units=standing)
        for unit in disorder.choose_default_removals(power, missing, rest, board):
            gone.append(unit)
            why = disorder.explain_default(Remove(unit), rest, board)
            results.append(Result(Remove(unit), Fate.STANDS, why))
    return results, [Removed(unit) for unit in gone]
