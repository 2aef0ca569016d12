"""Positions as text: the effects that deal them from nothing."""

from __future__ import annotations

from functools import lru_cache

from judge.model.difference import EMPTY, effects_between
from judge.model.position import Position, apply_effects
from judge.store.codec import read_effects, write_effects


def write_position(position: Position) -> str:
    """Return a position as text: the effects that deal it."""
    return write_effects(effects_between(EMPTY, position))


@lru_cache(maxsize=256)
def read_position(text: str) -> Position:
    """Return the position that ``snapshot`` wrote."""
    return apply_effects(EMPTY, read_effects(text))
