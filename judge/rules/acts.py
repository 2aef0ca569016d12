"""How far a unit acts, which attacks cut that, who convoys, and when an army takes ship."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Literal

from judge.model.map import Location, Map, Span
from judge.model.order import Act, Convoy, Move, Support
from judge.model.paths import distances_from
from judge.model.position import Unit
from judge.model.sheet import OpenBoard


class KindReach:
    """Support by the kind's ``support`` span, every other act by its ``carry`` span."""

    def provinces_in_reach(
        self, unit: Unit, act_type: type[Act], board: OpenBoard
    ) -> frozenset[str]:
        """Return the provinces within the span, the unit's own left out."""
        return _provinces_for_act(board.map, unit.kind, unit.at, act_type is Support)


@lru_cache(maxsize=4096)
def _provinces_for_act(game_map: Map, kind: str, at: Location, is_support: bool) -> frozenset[str]:
    span = game_map.kinds[kind].support if is_support else game_map.kinds[kind].carry
    return frozenset() if span is None else provinces_within(game_map, kind, at, span)


@lru_cache(maxsize=4096)
def provinces_within(game_map: Map, kind: str, at: Location, span: Span) -> frozenset[str]:
    """Return the provinces within a span of a unit of that kind, its own left out."""
    here, neighbors = at.province, partial(game_map.neighbors, kind)
    if span.over == "contact":
        near = {
            code for code, _ in distances_from([here], game_map.contacts.__getitem__, span.range)
        }
    else:
        near = {place.province for place, _ in distances_from([at], neighbors, span.range)}
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
