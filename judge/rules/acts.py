"""What units may do: how far they act, what cuts that, who convoys, and where none may go."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Literal

from judge.hooks import Passage, find_first_refusal
from judge.model.map import Location, Map, Span
from judge.model.order import Act, Convoy, Move, Order, Support
from judge.model.paths import list_distances_from
from judge.model.position import Position, Unit
from judge.model.reason import Reason
from judge.model.sheet import OpenBoard
from judge.tables import SeasonTable


class KindReach:
    """Support by the kind's ``support`` span, every other act by its ``carry`` span."""

    def collect_provinces_in_reach(
        self, unit: Unit, act_type: type[Act], board: OpenBoard
    ) -> frozenset[str]:
        """Return the provinces within the span, the unit's own left out."""
        return _collect_provinces_for_act(board.map, unit.kind, unit.at, act_type is Support)


@lru_cache(maxsize=4096)
def _collect_provinces_for_act(
    game_map: Map, kind: str, at: Location, is_support: bool
) -> frozenset[str]:
    span = game_map.kinds[kind].support if is_support else game_map.kinds[kind].carry
    return frozenset() if span is None else collect_provinces_within(game_map, kind, at, span)


@lru_cache(maxsize=4096)
def collect_provinces_within(game_map: Map, kind: str, at: Location, span: Span) -> frozenset[str]:
    """Return the provinces within a span of a unit of that kind, its own left out."""
    here, neighbors = at.province, partial(game_map.neighbors, kind)
    if span.over == "contact":
        near = {
            code
            for code, _ in list_distances_from([here], game_map.contacts.__getitem__, span.range)
        }
    else:
        near = {place.province for place, _ in list_distances_from([at], neighbors, span.range)}
    return frozenset(near - {here})


class ForeignAttack:
    """An attack by another power cuts, unless it comes from where the support is aimed.

    The rulebook, and STD-3 for one's own units.
    """

    def may_cut_act(self, attack: Move, attacker: Unit, act: Act, actor: Unit) -> bool:
        """Say whether the attack cuts short of dislodging the actor."""
        if attacker.power == actor.power:
            return False
        if isinstance(act, Support):
            aim = act.into or act.of.at
            return aim.province != attacker.at.province
        return True


@dataclass(frozen=True)
class SeaConvoy:
    """Fleets convoy at sea and in provinces that ferry (DATC 4.A.3 by two settings).

    ``fallback``: an army ordered VIA walks where it can if no convoy is on offer. ``intent``:
    what, besides VIA, shows that an army which could walk is meant to sail: the convoy order of
    an ``own`` fleet, of ``any`` fleet, or nothing (``written``). Nothing convoys from ``barred``
    provinces.
    """

    fallback: bool = False
    intent: Literal["own", "written", "any"] = "own"
    barred: frozenset[str] = frozenset()

    def can_ferry(self, unit: Unit, board: OpenBoard) -> bool:
        """Say whether the unit's kind convoys and its province is one to convoy from."""
        if not board.map.kinds[unit.kind].convoys or unit.at.province in self.barred:
            return False
        province = board.map.provinces[unit.at.province]
        return province.terrain == "sea" or province.ferries

    def is_by_convoy(
        self, move: Move, by_land: bool, offers: Sequence[Convoy], joined: bool
    ) -> bool:
        """Say whether the move goes by sea; offers that help no route show no intent."""
        if not by_land:
            return True
        if move.via_convoy:
            return joined or not self.fallback
        if not joined or self.intent == "written":
            return False
        return self.intent == "any" or any(offer.unit.power == move.unit.power for offer in offers)


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

    def make_cache_key(self, position: Position) -> Hashable:
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
        return find_first_refusal(
            rule.check_step(at, into, kind, position) for rule in self.passage
        )


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
