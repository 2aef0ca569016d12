"""The spaces that nothing can enter in a season."""

from __future__ import annotations

from functools import lru_cache

from judge.hooks import Passage, Variant
from judge.model.map import Location
from judge.model.position import Position
from judge.model.turn import Turn


@lru_cache(maxsize=64)
def collect_closed_spaces(variant: Variant, turn: Turn) -> frozenset[str]:
    """Return the spaces that the season alone shuts to every unit.

    Nothing on the board is looked at, so that this tells nothing of it.
    """
    empty = Position(turn, {})
    return frozenset(
        code
        for rule in variant.rules.passage
        for code in variant.map.provinces
        if _closes_space(rule, code, variant, empty)
    )


def _closes_space(rule: Passage, code: str, variant: Variant, empty: Position) -> bool:
    """Say whether a rule lets no unit in, from any space beside it."""
    near = [Location(neighbor) for neighbor in variant.map.contacts.get(code, ())]
    return bool(near) and all(
        (why := rule.check_step(origin, Location(code), kind, empty))
        and why.code == "closed_season"
        for origin in near
        for kind in variant.map.kinds
    )
