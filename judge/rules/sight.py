"""What a reader sees of the board."""

from __future__ import annotations

from collections.abc import Sequence

from judge.model.position import Position
from judge.model.sheet import Board
from judge.model.view import Sight


class SeesAll:
    """An open board."""

    def seen(self, powers: Sequence[str], position: Position, board: Board) -> Sight:
        """Return sight of everything."""
        return Sight()
