"""Retreats, builds and removals by what the board would be worth after them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain

from judge.model.order import Build, Disband, Move, Order, Remove, Retreat
from judge.model.paths import list_distances_from
from judge.model.position import Unit
from judge.robots.appraisal import Appraisal
from judge.robots.easy_changes import (
    choose_easy_adjustments,
    choose_easy_retreats,
    list_legal_builds,
)
from judge.robots.outlook import Outlook

LIKE = 0.3
"""What it costs to build one more unit of a kind, if a power has none of another."""
SHUT_IN = 1.0
"""What it costs to build one more where there is nothing to be won, for each own unit of its kind
that waits there to be carried away."""


def search_retreats(outlook: Outlook) -> tuple[Order, ...]:
    """Take each dislodged unit to where the board is worth most, no two to the same province."""
    standing = [*outlook.supposed.units.values()]
    driven = [waiting for waiting in outlook.known.dislodged if waiting.unit.power == outlook.power]
    units = [*standing, *(waiting.unit for waiting in driven)]
    appraisal = Appraisal(outlook, outlook.power, units)
    stands: list[Unit | None] = [*standing, *(None for _ in driven)]
    orders: list[Order] = []
    for row, waiting in enumerate(driven, len(standing)):
        taken = {unit.at.province for unit in stands[len(standing) :] if unit is not None}
        retreats = [
            retreat
            for retreat in (Retreat(waiting.unit, at) for at in waiting.options)
            if retreat.to.province not in taken and outlook.is_legal(retreat)
        ]

        def rate_retreat(retreat: Retreat, row: int = row) -> float:
            there = [*stands]
            there[row] = retreat.unit._replace(at=retreat.to)
            return appraisal.appraise_places(there, units)

        best = max(retreats, key=rate_retreat, default=None)
        stands[row] = waiting.unit._replace(at=best.to) if best else None
        orders.append(best or Disband(waiting.unit))
    return tuple(orders) if all(map(outlook.is_legal, orders)) else choose_easy_retreats(outlook)


def search_adjustments(outlook: Outlook) -> tuple[Order, ...]:
    """Remove the units without which the board is worth most; build as by rule of thumb, but of
    the kinds that can stand in a center the one that the board is worth more with."""
    if outlook.due < 0:
        return _choose_removals(outlook)
    orders: list[Order] = []
    built: tuple[Build, ...] = ()
    for order in choose_easy_adjustments(outlook):
        if isinstance(order, Build):
            order = _choose_better_build(outlook, order, built)
            built = (*built, order)
        orders.append(order)
    return tuple(orders)


def _choose_removals(outlook: Outlook) -> tuple[Order, ...]:
    """Remove last the guards of own centers: who stands where others can be next turn, or in the
    one after if none of the units left can come to its help."""
    units = [*outlook.supposed.units.values()]
    appraisal = Appraisal(outlook, outlook.power, units)
    own, gone = [*outlook.units], list[Unit]()
    threatened = _collect_provinces_within_two_moves(outlook)

    def is_guard(unit: Unit) -> bool:
        code = unit.at.province
        if outlook.supposed.owners.get(code) != outlook.power or code not in threatened:
            return False
        others = {*own} - {unit, *gone}
        steps = chain.from_iterable(map(outlook.list_steps_of_unit, others))
        return outlook.is_guard(unit) or code not in {to.province for to in steps}

    def rate_rest_without(unit: Unit) -> tuple[bool, float]:
        away = {unit, *gone}
        left = [None if u in away else u for u in units]
        return not is_guard(unit), appraisal.appraise_places(left, units)

    for _ in range(min(-outlook.due, len(own))):
        gone.append(max((unit for unit in own if unit not in gone), key=rate_rest_without))
    return tuple(map(Remove, gone))


def _collect_provinces_within_two_moves(outlook: Outlook) -> set[str]:
    """Return where units of others can be after one move or two."""
    others = [unit for unit in outlook.supposed.units.values() if unit.power != outlook.power]
    moved = {unit._replace(at=to) for unit in others for to in outlook.list_steps_of_unit(unit)}
    return {at.province for unit in moved for at in (unit.at, *outlook.list_steps_of_unit(unit))}


def _choose_better_build(outlook: Outlook, order: Build, built: tuple[Build, ...]) -> Build:
    """Return the build in the same center of which the board is worth most."""
    game_map, code = outlook.variant.map, order.unit.at.province
    if Move.verb not in game_map.kinds[order.unit.kind].orders:
        return order
    same = [
        build
        for build in list_legal_builds(outlook, (code,), built)
        if Move.verb in game_map.kinds[build.unit.kind].orders
    ]
    before = [*outlook.supposed.units.values(), *(earlier.unit for earlier in built)]

    def rate_build(build: Build) -> float:
        units = [*before, build.unit]
        own = [unit.kind for unit in before if unit.power == outlook.power]
        like = own.count(build.unit.kind) / max(len(own), 1)
        board = Appraisal(outlook, outlook.power, units).appraise_places(units, units)
        return board - LIKE * like - SHUT_IN * _count_shut_in(outlook, build.unit, before)

    return max([order, *same], key=rate_build)


def _count_shut_in(outlook: Outlook, unit: Unit, others: Sequence[Unit]) -> int:
    """Return how many of the other own units of a unit's kind stand where it could come by itself,
    0 if it could come to a center that is not its power's."""
    game_map, position = outlook.variant.map, outlook.supposed
    ways = list_distances_from([unit.at], partial(game_map.neighbors, unit.kind))
    there = {at.province for at, _ in ways}
    if any(position.owners.get(code) != unit.power for code in there & {*game_map.centers}):
        return 0
    return sum(
        (other.power, other.kind) == (unit.power, unit.kind) and other.at.province in there
        for other in others
    )
