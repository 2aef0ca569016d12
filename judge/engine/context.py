"""What the engine looks at through a whole turn."""

from __future__ import annotations

from dataclasses import dataclass

from judge.engine.board import compile_board
from judge.hooks import Ruleset, Variant
from judge.model.position import Position
from judge.model.sheet import OpenBoard


@dataclass(frozen=True, slots=True)
class TurnContext:
    """The map as it is open now, the position before the orders, and the rules of the game."""

    board: OpenBoard
    position: Position
    rules: Ruleset

    @classmethod
    def of(cls, variant: Variant, position: Position) -> TurnContext:
        """Return the context of a variant's turn."""
        return cls(compile_board(variant.map, position, variant.rules), position, variant.rules)
