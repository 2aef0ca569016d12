"""How many units a power adjusts, and where it builds."""

from __future__ import annotations

from judge.model.position import Fact, Position
from judge.rules.opening import UNPLAYED


class HomeCenters:
    """One unit for each center owned; builds in own, owned, vacant home centers (STD-7).

    Powers that nobody plays neither build nor remove.
    """

    def allowance(self, power: str, position: Position) -> int:
        """Return centers less units."""
        if Fact(UNPLAYED, power) in position.facts:
            return 0
        owned = list(position.owners.values()).count(power)
        standing = [unit.power for unit in position.units.values()].count(power)
        return owned - standing

    def candidates(self, power: str, position: Position) -> tuple[str, ...]:
        """Return the centers where the power could build if they are vacant."""
        return tuple(
            code for code in position.homes.get(power, ()) if position.owners.get(code) == power
        )

    def sites(self, power: str, position: Position) -> frozenset[str]:
        """Return the vacant candidates."""
        return frozenset(self.candidates(power, position)) - position.units.keys()


class OwnedCenters(HomeCenters):
    """One unit for each center owned; builds in every owned, vacant center, home or not."""

    def candidates(self, power: str, position: Position) -> tuple[str, ...]:
        """Return all centers of the power."""
        return position.centers_of(power)
