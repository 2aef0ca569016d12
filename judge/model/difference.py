"""How one position becomes another, in effects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from judge.model.position import (
    Began,
    Captured,
    CenterLost,
    Dislodged,
    Effect,
    Forgotten,
    Noted,
    Placed,
    Position,
    Removed,
    Settled,
    Unsettled,
    apply_effects,
)
from judge.model.turn import Phase, Turn

EMPTY = Position(Turn(0, "", Phase.MOVEMENT), {})
"""Before a game begins."""


def find_effects_between(before: Position, after: Position) -> tuple[Effect, ...]:
    """Return effects that make ``after`` of ``before``, few where little changed.

    Raises ValueError where no effects can: an ended game stays ended.
    """
    for reset_units in (False, True):
        effects = tuple(_list_effects_of_change(before, after, reset_units))
        if _without_homeless_powers(apply_effects(before, effects)) == _without_homeless_powers(
            after
        ):
            return effects
    raise ValueError(f"no effects lead from {before} to {after}")


def _without_homeless_powers(position: Position) -> Position:
    """Return a position without the powers that have no homes."""
    homes = {power: homes for power, homes in position.homes.items() if homes}
    return replace(position, homes=homes)


def _list_effects_of_change(
    before: Position, after: Position, reset_units: bool
) -> Iterator[Effect]:
    """Yield the effects; ``whole``: all units are taken up and set down again."""
    moved = reset_units or before.dislodged != after.dislodged
    gone = [u for u in before.units.values() if moved or after.units.get(u.at.province) != u]
    if moved:
        yield from (Removed(waiting.unit) for waiting in before.dislodged)
    yield from (Removed(unit) for unit in gone)
    if moved:
        for waiting in after.dislodged:
            yield Placed(waiting.unit)
            yield Dislodged(waiting.unit, waiting.by, waiting.options)
    for unit in after.units.values():
        if moved or before.units.get(unit.at.province) != unit:
            yield Placed(unit)
    yield from (CenterLost(code) for code in sorted(after.lost - before.lost))
    for code in dict.fromkeys((*before.owners, *after.owners)):
        owner = after.owners.get(code, "")
        if before.owners.get(code, "") != owner:
            yield Captured(code, owner)
    for power, homes in after.homes.items():
        old = before.homes.get(power, ())
        same = next((n for n, (a, b) in enumerate(zip(old, homes, strict=False)) if a != b), None)
        same = min(len(old), len(homes)) if same is None else same
        yield from (Unsettled(code, power) for code in old[same:])
        yield from (Settled(code, power) for code in homes[same:])
    yield from (Forgotten(fact) for fact in sorted(before.facts - after.facts))
    yield from (Noted(fact) for fact in sorted(after.facts - before.facts))
    if before.turn != after.turn:
        yield Began(after.turn)
    if after.ended is not None and after.ended != before.ended:
        yield after.ended
