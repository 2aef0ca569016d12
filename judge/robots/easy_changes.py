"""Retreats, builds and removals by rule of thumb."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import sqrt

from judge.model.order import Build, Disband, Move, Order, Remove, Retreat, Waive
from judge.model.position import Unit
from judge.robots.choices import measure_plans_of_unit
from judge.robots.outlook import Outlook
from judge.robots.values import value_for_builds, value_for_moves

FEW = 4
"""Of units that cannot move there is to be at most one in so many."""


def choose_easy_retreats(outlook: Outlook) -> tuple[Order, ...]:
    """Take each dislodged unit to the best place that is left, no two to the same province."""
    values, gone = value_for_moves(outlook), set[str]()
    orders: list[Order] = []
    for waiting in outlook.known.dislodged:
        unit = waiting.unit
        if unit.power != outlook.power:
            continue
        free = [at for at in waiting.options if at.province not in gone]
        best = sorted(free, key=lambda at: (-values.value_unit_at(unit, at), at))
        order = outlook.find_first_legal(*(Retreat(unit, at) for at in best), Disband(unit))
        if isinstance(order, Retreat):
            gone.add(order.to.province)
        if order is not None:
            orders.append(order)
    return tuple(orders)


def choose_easy_adjustments(outlook: Outlook) -> tuple[Order, ...]:
    """Build where it is worth most, or remove the units that stand where it is worth least."""
    return _choose_removals(outlook) if outlook.due < 0 else _choose_builds(outlook)


def _choose_removals(outlook: Outlook) -> tuple[Order, ...]:
    values = value_for_builds(outlook)

    def rank_for_keeping(unit: Unit) -> tuple[bool, bool, float, Unit]:
        moves = Move.verb in outlook.variant.map.kinds[unit.kind].orders
        return not moves, outlook.is_guard(unit), values.value_unit_at(unit, unit.at), unit

    return tuple(map(Remove, sorted(outlook.units, key=rank_for_keeping)[: -outlook.due]))


def _choose_builds(outlook: Outlook) -> tuple[Order, ...]:
    orders: list[Order] = []
    built: tuple[Build, ...] = ()
    for _ in range(outlook.due):
        build = _choose_best_build(outlook, built)
        if build is None:
            orders.append(Waive.for_power(outlook.power))
        else:
            orders.append(build)
            built = (*built, build)
    return tuple(orders)


def _choose_best_build(outlook: Outlook, built: tuple[Build, ...]) -> Build | None:
    values, game_map = value_for_builds(outlook), outlook.variant.map
    units = (*outlook.units, *(build.unit for build in built))
    count = Counter(unit.kind for unit in units)
    most = max(values.worth.values(), default=1) * 1e6

    def rate_build(build: Build) -> float:
        name, at = build.unit.kind, build.unit.at
        if Move.verb in game_map.kinds[name].orders:
            return values.value_unit_at(build.unit, at) / sqrt(1 + count[name])
        if (count[name] + 1) * FEW > len(units):
            return 0.0
        use = measure_plans_of_unit(outlook, build.unit)
        return most + use if use else 0.0

    sites = outlook.view.sites.get(outlook.power, ())
    return max(list_legal_builds(outlook, sites, built), key=rate_build, default=None)


def list_legal_builds(
    outlook: Outlook, codes: Iterable[str], built: tuple[Build, ...]
) -> list[Build]:
    """Return what can be built in provinces beside what is built already, whatever the kind."""
    game_map = outlook.variant.map
    builds = (
        Build(Unit(outlook.power, name, at))
        for code in codes
        for name in game_map.kinds
        for at in game_map.list_places_for_kind(name, code)
    )
    return [build for build in builds if outlook.is_legal(build, built)]
