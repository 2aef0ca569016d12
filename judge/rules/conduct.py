"""Orders that no unit may be given as things stand."""

from __future__ import annotations

from dataclasses import dataclass

from judge.hooks import Passage, veto
from judge.model.map import Location, Map
from judge.model.order import Act, Convoy, Order, Support
from judge.model.position import Position, Unit
from judge.model.reason import Reason


@dataclass(frozen=True)
class LoneKinds:
    """Kinds of unit that receive no support receive none: ordering it is void."""

    game_map: Map

    def forbids(self, order: Order, unit: Unit, position: Position) -> Reason | None:
        """Look at the unit that stands where the support names one."""
        if not isinstance(order, Support):
            return None
        backed = position.units.get(order.of.at.province)
        if backed is None or self.game_map.kinds[backed.kind].receives_support:
            return None
        return Reason("receives_no_support", (backed,))


@dataclass(frozen=True)
class OpenWays:
    """A move that a passage rule shuts cannot be supported either."""

    passage: tuple[Passage, ...]

    def forbids(self, order: Order, unit: Unit, position: Position) -> Reason | None:
        """Ask the passage rules about the move that the support names."""
        if not isinstance(order, Support) or order.into is None:
            return None
        backed = position.units.get(order.of.at.province, order.of)
        at, into, kind = backed.at, order.into, backed.kind
        return veto(rule.closed(at, into, kind, position) for rule in self.passage)


@dataclass(frozen=True)
class TransitOnly:
    """From spaces that are for passage alone nothing supports, convoys or acts otherwise."""

    spaces: frozenset[str]

    def forbids(self, order: Order, unit: Unit, position: Position) -> Reason | None:
        """Let a unit there move or hold."""
        here = unit.at.province
        if here in self.spaces and isinstance(order, Act | Convoy):
            return Reason("transit_only", (Location(here),))
        return None
