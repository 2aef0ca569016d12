"""What a reader sees of the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from judge.model.position import Position
from judge.model.sheet import OpenBoard
from judge.model.view import Seen


class SeesAll:
    """An open board."""

    def seen(self, powers: Sequence[str], position: Position, board: OpenBoard) -> Seen:
        """Return sight of everything."""
        return Seen()


class Own:
    """Sight of the spaces of one's own units and centers alone."""

    def seen(self, powers: Sequence[str], position: Position, board: OpenBoard) -> Seen:
        """Return sight of where the powers' units and centers are."""
        units = _spaces(powers, position)
        centers = _centers(powers, position)
        return Seen(units | centers, units | centers)


class Near:
    """Sight of the spaces in and beside one's units and centers (CIV-3).

    Owners of centers are seen from units alone. A dislodged unit still sees (CIV-11).
    """

    def seen(self, powers: Sequence[str], position: Position, board: OpenBoard) -> Seen:
        """Return sight of what adjoins the powers' units and centers over any border."""
        around = _beside(_spaces(powers, position), board)
        centers = _beside(_centers(powers, position), board)
        return Seen(around | centers, around | _centers(powers, position))


def _spaces(powers: Sequence[str], position: Position) -> frozenset[str]:
    standing = {unit.at.province for unit in position.units.values() if unit.power in powers}
    driven = {d.unit.at.province for d in position.dislodged if d.unit.power in powers}
    return frozenset(standing | driven)


def _centers(powers: Sequence[str], position: Position) -> frozenset[str]:
    return frozenset(code for code, owner in position.owners.items() if owner in powers)


def _beside(spaces: Iterable[str], board: OpenBoard) -> frozenset[str]:
    return frozenset(spaces).union(*(board.map.contacts[code] for code in spaces))
