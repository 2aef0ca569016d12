"""Positions as text: the effects that deal them from nothing."""

from __future__ import annotations

from functools import lru_cache

from judge.model.difference import EMPTY, difference
from judge.model.position import Position, apply
from judge.store.codec import read_effects, write_effects


def snapshot(position: Position) -> str:
    """Return a position as text: the effects that deal it."""
    return write_effects(difference(EMPTY, position))


@lru_cache(maxsize=256)
def restore(text: str) -> Position:
    """Return the position that ``snapshot`` wrote."""
    return apply(EMPTY, read_effects(text))
