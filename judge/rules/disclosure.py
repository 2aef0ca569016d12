"""What a reader sees of the board, and who may know of whom in fog."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from judge.hooks import Disclosure, GameSettings
from judge.model.position import Position
from judge.model.reason import Reason
from judge.model.sheet import OpenBoard
from judge.model.turn import Phase
from judge.model.view import Sight


class SeesAll:
    """An open board."""

    def find_sight(self, powers: Sequence[str], position: Position, board: OpenBoard) -> Sight:
        """Return sight of everything."""
        return Sight()


class SeesOwn:
    """Sight of the spaces of one's own units and centers alone."""

    def find_sight(self, powers: Sequence[str], position: Position, board: OpenBoard) -> Sight:
        """Return sight of where the powers' units and centers are."""
        own_spaces = _collect_unit_spaces(powers, position) | _collect_owned_centers(
            powers, position
        )
        return Sight(own_spaces, own_spaces)


class SeesNear:
    """Sight of the spaces in and beside one's units and centers (CIV-3).

    Owners of centers are seen from units alone. A dislodged unit still sees (CIV-11).
    """

    def find_sight(self, powers: Sequence[str], position: Position, board: OpenBoard) -> Sight:
        """Return sight of what adjoins the powers' units and centers over any border."""
        around = _with_neighbors(_collect_unit_spaces(powers, position), board)
        centers = _with_neighbors(_collect_owned_centers(powers, position), board)
        return Sight(around | centers, around | _collect_owned_centers(powers, position))


class FogDisclosure(Disclosure):
    """Everybody knows who is in the game, and nobody more of the board than they see (STD-10).

    Everybody moves in a movement phase; who has to retreat, build or remove tells of the board.
    """

    public_ledger = False

    def may_show_orders_due(self, phase: Phase) -> bool:
        """Everybody has a duty then; the other phases tell of dislodgements and centers."""
        return phase is Phase.MOVEMENT

    def have_all_duties(self, phase: Phase) -> bool:
        """Who has centers and no unit would show by being neither late nor waited for."""
        return phase is Phase.MOVEMENT

    def list_news_for_all(self, before: Position, after: Position) -> tuple[Reason, ...]:
        """Name the powers that the phase has put out of the game."""
        powers = {*before.owners.values(), *(unit.power for unit in before.units.values())}
        powers |= {gone.unit.power for gone in before.dislodged}
        out = [power for power in sorted(powers) if not after.has_survived(power)]
        return tuple(Reason("eliminated", (power,)) for power in out)

    def check_settings(self, settings: GameSettings) -> Reason | None:
        """Refuse to wait for those who are late: it would tell that they have orders to give."""
        return Reason("waiting_tells") if settings.nmr == "wait" else None


def _collect_unit_spaces(powers: Sequence[str], position: Position) -> frozenset[str]:
    standing = {unit.at.province for unit in position.units.values() if unit.power in powers}
    driven = {d.unit.at.province for d in position.dislodged if d.unit.power in powers}
    return frozenset(standing | driven)


def _collect_owned_centers(powers: Sequence[str], position: Position) -> frozenset[str]:
    return frozenset(code for code, owner in position.owners.items() if owner in powers)


def _with_neighbors(spaces: Iterable[str], board: OpenBoard) -> frozenset[str]:
    return frozenset(spaces).union(*(board.map.contacts[code] for code in spaces))
