"""Who may know of whom where all sit at one table: on an open board, and in fog."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from judge.hooks import GameSettings
from judge.model.position import Position
from judge.model.reason import Reason
from judge.model.turn import Phase
from judge.model.view import View


@dataclass(frozen=True)
class Open:
    """Everybody knows everybody, and sees who is late."""

    addresses: bool = True
    public_seats = True
    reserved_names: ClassVar[frozenset[str]] = frozenset()

    def without_addresses(self) -> Self:
        """Return the same for a game whose players are not told each other's addresses."""
        return replace(self, addresses=False)

    def acquaintances(self, powers: Sequence[str], position: Position) -> frozenset[str] | None:
        """Everybody knows of all."""
        return None

    def knows(self, seen: View | None, powers: Sequence[str]) -> bool:
        """Everybody hears of all."""
        return True

    def shows_duties(self, phase: Phase) -> bool:
        """The board shows them anyway."""
        return True

    def announced(self, before: Position, after: Position) -> tuple[Reason, ...]:
        """Nothing more than the board shows."""
        return ()

    def alarm_for(self, alarm: Reason) -> Reason:
        """Name the address of whoever wrote, where addresses are known."""
        return alarm if self.addresses else Reason(alarm.code)

    def setting_refused(self, settings: GameSettings) -> Reason | None:
        """Take every setting."""
        return None


@dataclass(frozen=True)
class Fogged(Open):
    """Everybody knows who is in the game, and nobody more of the board than they see (STD-10).

    Everybody moves in a movement phase; who has to retreat, build or remove tells of the board.
    """

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
