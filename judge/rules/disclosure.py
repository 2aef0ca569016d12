"""What a reader sees of the board, and who may know of whom in fog."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from judge.hooks import Disclosure, GameSettings
from judge.model.position import Position
from judge.model.reason import Reason
from judge.model.sheet import OpenBoard
from judge.model.turn import Phase
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
        own = _spaces(powers, position) | _centers(powers, position)
        return Seen(own, own)


class Near:
    """Sight of the spaces in and beside one's units and centers (CIV-3).

    Owners of centers are seen from units alone. A dislodged unit still sees (CIV-11).
    """

    def seen(self, powers: Sequence[str], position: Position, board: OpenBoard) -> Seen:
        """Return sight of what adjoins the powers' units and centers over any border."""
        around = _beside(_spaces(powers, position), board)
        centers = _beside(_centers(powers, position), board)
        return Seen(around | centers, around | _centers(powers, position))


class Fogged(Disclosure):
    """Everybody knows who is in the game, and nobody more of the board than they see (STD-10).

    Everybody moves in a movement phase; who has to retreat, build or remove tells of the board.
    """

    public_ledger = False

    def shows_duties(self, phase: Phase) -> bool:
        """Every power that has a unit moves; the other phases tell of dislodgements and centers."""
        return phase is Phase.MOVEMENT

    def announced(self, before: Position, after: Position) -> tuple[Reason, ...]:
        """Name the powers that the phase has put out of the game."""
        powers = {*before.owners.values(), *(unit.power for unit in before.units.values())}
        powers |= {gone.unit.power for gone in before.dislodged}
        out = [power for power in sorted(powers) if not after.has_survived(power)]
        return tuple(Reason("eliminated", (power,)) for power in out)

    def setting_refused(self, settings: GameSettings) -> Reason | None:
        """Refuse to wait for those who are late: it would tell that they have orders to give."""
        return Reason("waiting_tells") if settings.nmr == "wait" else None


def _spaces(powers: Sequence[str], position: Position) -> frozenset[str]:
    standing = {unit.at.province for unit in position.units.values() if unit.power in powers}
    driven = {d.unit.at.province for d in position.dislodged if d.unit.power in powers}
    return frozenset(standing | driven)


def _centers(powers: Sequence[str], position: Position) -> frozenset[str]:
    return frozenset(code for code, owner in position.owners.items() if owner in powers)


def _beside(spaces: Iterable[str], board: OpenBoard) -> frozenset[str]:
    return frozenset(spaces).union(*(board.map.contacts[code] for code in spaces))
