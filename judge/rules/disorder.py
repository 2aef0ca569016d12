"""Civil disorder: what is done for units whose orders are missing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from judge.model.order import Build, Disband, Hold, Order, Remove
from judge.model.paths import distances_from
from judge.model.position import Dislodged, Position, Unit
from judge.model.reason import Reason
from judge.model.sheet import OpenBoard


@dataclass(frozen=True)
class CivilDisorder:
    """Units hold, dislodged units disband, builds are waived, the farthest units go (STD-7).

    ``count_from`` says from which centers distance is counted: the ``owned`` ones over any border
    (DATC 3.0, 4.D.8), or the ``homes`` as the older rulebooks have it.
    """

    count_from: Literal["owned", "homes"] = "owned"

    def default_order(self, unit: Unit, position: Position) -> Order:
        """Hold."""
        return Hold(unit)

    def default_retreat(self, unit: Dislodged, position: Position, board: OpenBoard) -> Order:
        """Disband."""
        return Disband(unit.unit)

    def default_builds(
        self, power: str, count: int, position: Position, board: OpenBoard
    ) -> tuple[Order, ...]:
        """Waive them all."""
        return ()

    def default_removals(
        self, power: str, count: int, position: Position, board: OpenBoard
    ) -> tuple[Unit, ...]:
        """Return the farthest units; fleets before armies, then by the province's full name."""
        owned = self.count_from == "owned"
        goals = position.centers_of(power) if owned else position.homes.get(power, ())
        steps = dict(distances_from(goals, board.map.contacts.__getitem__))
        kinds, names = board.map.kinds, board.map.provinces

        def removal_rank(unit: Unit) -> tuple[int, int, str]:
            far = steps.get(unit.at.province, len(names))
            return (-far, kinds[unit.kind].disorder, names[unit.at.province].name)

        return tuple(sorted(position.units_of(power), key=removal_rank)[:count])

    def explain_default(self, order: Order, position: Position, board: OpenBoard) -> Reason:
        """Say that no order came."""
        if isinstance(order, Build):
            return Reason("default_build")
        return Reason("disorder_removed" if isinstance(order, Remove) else "no_order")
