"""Where no unit may go, and what none may be ordered, as things stand."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass

from judge.hooks import Passage, first_refusal
from judge.model.map import Location, Map
from judge.model.order import Act, Convoy, Order, Support
from judge.model.position import Position, Unit
from judge.model.reason import Reason
from judge.tables import SeasonTable


@dataclass(frozen=True)
class LoneKinds:
    """Kinds of unit that receive no support receive none: ordering it is void."""

    game_map: Map

    def check_order(self, order: Order, unit: Unit, position: Position) -> Reason | None:
        """Look at the unit that stands where the support names one."""
        if not isinstance(order, Support):
            return None
        backed = position.units.get(order.of.at.province)
        if backed is None or self.game_map.kinds[backed.kind].receives_support:
            return None
        return Reason("receives_no_support", (backed,))


@dataclass(frozen=True)
class SeasonalPassage:
    """Moves and retreats, by convoy too, keep to the seasons of each space."""

    spaces: Mapping[str, SeasonTable]

    def cache_key(self, position: Position) -> Hashable:
        """Return the season."""
        return position.turn.season

    def check_step(
        self, origin: Location, target: Location, kind: str, position: Position
    ) -> Reason | None:
        """Name the space that is closed."""
        season = position.turn.season
        into, out = self.spaces.get(target.province), self.spaces.get(origin.province)
        if into is not None and season not in (into.enter or into.open):
            return Reason("closed_season", (Location(target.province), season))
        if out is not None and season not in (out.leave or out.open):
            return Reason("closed_season", (Location(origin.province), season))
        return None


@dataclass(frozen=True)
class OpenWays:
    """A move that a passage rule shuts cannot be supported either."""

    passage: tuple[Passage, ...]

    def check_order(self, order: Order, unit: Unit, position: Position) -> Reason | None:
        """Ask the passage rules about the move that the support names."""
        if not isinstance(order, Support) or order.into is None:
            return None
        backed = position.units.get(order.of.at.province, order.of)
        at, into, kind = backed.at, order.into, backed.kind
        return first_refusal(rule.check_step(at, into, kind, position) for rule in self.passage)


@dataclass(frozen=True)
class TransitOnly:
    """From spaces that are for passage alone nothing supports, convoys or acts otherwise."""

    spaces: frozenset[str]

    def check_order(self, order: Order, unit: Unit, position: Position) -> Reason | None:
        """Let a unit there move or hold."""
        here = unit.at.province
        if here in self.spaces and isinstance(order, Act | Convoy):
            return Reason("transit_only", (Location(here),))
        return None


@dataclass(frozen=True)
class NoHelpAcross:
    """Over narrow borders nothing supports."""

    narrows: Collection[frozenset[str]]

    def check_order(self, order: Order, unit: Unit, position: Position) -> Reason | None:
        """Look at where the support is to count."""
        if not isinstance(order, Support):
            return None
        goal = (order.into or order.of.at).province
        if frozenset((unit.at.province, goal)) not in self.narrows:
            return None
        return Reason("too_narrow", (unit.at, Location(goal)))
