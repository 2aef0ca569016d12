"""How many units a power adjusts, and where it builds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from judge.model.position import Fact, Position, blockaded_centers
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

    def adjustments_due(self, power: str, position: Position) -> int:
        """Return centers less units."""
        if Fact(UNPLAYED, power) in position.facts:
            return 0
        shut = blockaded_centers(position.units.values(), position.owners, self.blockaders)
        owned = sum(owner == power and at not in shut for at, owner in position.owners.items())
        standing = [unit.power for unit in position.units.values()].count(power)
        return owned + self._needs_reserve(power, position) - standing

    def candidate_centers(self, power: str, position: Position) -> tuple[str, ...]:
        """Return the centers where the power could build if they are vacant."""
        return owned_homes(power, position)

    def build_sites(self, power: str, position: Position) -> frozenset[str]:
        """Return the vacant candidates, and the reserve if it is needed and vacant."""
        spots = {*self.candidate_centers(power, position)}
        if self._needs_reserve(power, position):
            spots.add(self.reserves[power])
        return frozenset(spots - position.units.keys())

    def _needs_reserve(self, power: str, position: Position) -> bool:
        if power not in self.reserves:
            return False
        return 0 < len(owned_homes(power, position)) < len(position.homes[power])


class OwnedCenters(HomeCenters):
    """One unit for each center owned; builds in every owned, vacant center, home or not."""

    def candidate_centers(self, power: str, position: Position) -> tuple[str, ...]:
        """Return all centers of the power."""
        return position.centers_of(power)


class Aberration(OwnedCenters):
    """The same, while the power owns one of its home centers; else it builds nowhere."""

    def candidate_centers(self, power: str, position: Position) -> tuple[str, ...]:
        """Return all centers of the power, or none."""
        return super().candidate_centers(power, position) if owned_homes(power, position) else ()


MUSTERS = {"homes": HomeCenters, "owned": OwnedCenters, "aberration": Aberration}


def owned_homes(power: str, position: Position) -> tuple[str, ...]:
    """Return the home centers that a power still owns."""
    return tuple(
        code for code in position.homes.get(power, ()) if position.owners.get(code) == power
    )
