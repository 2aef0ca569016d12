"""How many units a power adjusts, where it builds, and what is done for missing orders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from judge.model.order import Build, Disband, Hold, Order, Remove
from judge.model.paths import list_distances_from
from judge.model.position import Dislodged, Fact, Position, Unit, collect_blockaded_centers
from judge.model.reason import Reason
from judge.model.sheet import OpenBoard
from judge.rules.opening import UNPLAYED


@dataclass(frozen=True)
class HomeCenters:
    """One unit for each center owned; builds in own, owned, vacant home centers (STD-7).

    Powers that nobody plays neither build nor remove. ``reserves`` are spaces by power: while
    it owns some of its home centers but not all, it may have one unit more, and build there too.
    ``blockaders`` are the kinds of unit that blockade centers.
    """

    reserves: Mapping[str, str] = field(default_factory=dict)
    blockaders: frozenset[str] = frozenset()

    def count_adjustments_due(self, power: str, position: Position) -> int:
        """Return centers less units."""
        if Fact(UNPLAYED, power) in position.facts:
            return 0
        shut = collect_blockaded_centers(position.units.values(), position.owners, self.blockaders)
        owned = sum(owner == power and at not in shut for at, owner in position.owners.items())
        standing = [unit.power for unit in position.units.values()].count(power)
        return owned + self._needs_reserve(power, position) - standing

    def list_candidate_centers(self, power: str, position: Position) -> tuple[str, ...]:
        """Return the centers where the power could build if they are vacant."""
        return list_owned_homes(power, position)

    def build_sites(self, power: str, position: Position) -> frozenset[str]:
        """Return the vacant candidates, and the reserve if it is needed and vacant."""
        spots = {*self.list_candidate_centers(power, position)}
        if self._needs_reserve(power, position):
            spots.add(self.reserves[power])
        return frozenset(spots - position.units.keys())

    def _needs_reserve(self, power: str, position: Position) -> bool:
        if power not in self.reserves:
            return False
        return 0 < len(list_owned_homes(power, position)) < len(position.homes[power])


class OwnedCenters(HomeCenters):
    """One unit for each center owned; builds in every owned, vacant center, home or not."""

    def list_candidate_centers(self, power: str, position: Position) -> tuple[str, ...]:
        """Return all centers of the power."""
        return position.centers_of(power)


class Aberration(OwnedCenters):
    """The same, while the power owns one of its home centers; else it builds nowhere."""

    def list_candidate_centers(self, power: str, position: Position) -> tuple[str, ...]:
        """Return all centers of the power, or none."""
        return (
            super().list_candidate_centers(power, position)
            if list_owned_homes(power, position)
            else ()
        )


MUSTERS = {"homes": HomeCenters, "owned": OwnedCenters, "aberration": Aberration}


def list_owned_homes(power: str, position: Position) -> tuple[str, ...]:
    """Return the home centers that a power still owns."""
    return tuple(
        code for code in position.homes.get(power, ()) if position.owners.get(code) == power
    )


@dataclass(frozen=True)
class CivilDisorder:
    """Units hold, dislodged units disband, builds are waived, the farthest units go (STD-7).

    ``count_from`` says from which centers distance is counted: the ``owned`` ones over any border
    (DATC 3.0, 4.D.8), or the ``homes`` as the older rulebooks have it.
    """

    count_from: Literal["owned", "homes"] = "owned"

    def make_default_order(self, unit: Unit, position: Position) -> Order:
        """Hold."""
        return Hold(unit)

    def make_default_retreat(self, unit: Dislodged, position: Position, board: OpenBoard) -> Order:
        """Disband."""
        return Disband(unit.unit)

    def choose_default_builds(
        self, power: str, count: int, position: Position, board: OpenBoard
    ) -> tuple[Order, ...]:
        """Waive them all."""
        return ()

    def choose_default_removals(
        self, power: str, count: int, position: Position, board: OpenBoard
    ) -> tuple[Unit, ...]:
        """Return the farthest units; fleets before armies, then by the province's full name."""
        owned = self.count_from == "owned"
        goals = position.centers_of(power) if owned else position.homes.get(power, ())
        steps = dict(list_distances_from(goals, board.map.contacts.__getitem__))
        kinds, names = board.map.kinds, board.map.provinces

        def rank_for_removal(unit: Unit) -> tuple[int, int, str]:
            far = steps.get(unit.at.province, len(names))
            return (-far, kinds[unit.kind].disorder, names[unit.at.province].name)

        return tuple(sorted(position.units_of(power), key=rank_for_removal)[:count])

    def explain_default(self, order: Order, position: Position, board: OpenBoard) -> Reason:
        """Say that no order came."""
        if isinstance(order, Build):
            return Reason("default_build")
        return Reason("disorder_removed" if isinstance(order, Remove) else "no_order")
