"""How far a unit acts, by its kind's span over the whole map, and which attacks cut that."""

from __future__ import annotations

from functools import lru_cache, partial

from judge.model.map import Location, Map, Span
from judge.model.order import Act, Move, Support
from judge.model.paths import steps_from
from judge.model.position import Unit
from judge.model.sheet import OpenBoard


class KindReach:
    """Support by the kind's ``support`` span, every other act by its ``carry`` span."""

    def spaces(self, unit: Unit, act_type: type[Act], board: OpenBoard) -> frozenset[str]:
        """Return the provinces within the span, the unit's own left out."""
        kind = board.map.kinds[unit.kind]
        span = kind.support if act_type is Support else kind.carry
        if span is None:
            return frozenset()
        return within(board.map, unit.kind, unit.at, span)


@lru_cache(maxsize=4096)
def within(game_map: Map, kind: str, at: Location, span: Span) -> frozenset[str]:
    """Return the provinces within a span of a unit of that kind, its own left out."""
    here, neighbors = at.province, partial(game_map.neighbors, kind)
    if span.over == "contact":
        near = {code for code, _ in steps_from([here], game_map.contacts.__getitem__, span.range)}
    else:
        near = {place.province for place, _ in steps_from([at], neighbors, span.range)}
    return frozenset(near - {here})


class ForeignAttack:
    """An attack by another power cuts, unless it comes from where the support is aimed.

    The rulebook, and STD-3 for one's own units.
    """

    def may_cut(self, attack: Move, attacker: Unit, act: Act, actor: Unit) -> bool:
        """Say whether the attack cuts short of dislodging the actor."""
        if attacker.power == actor.power:
            return False
        if isinstance(act, Support):
            aim = act.into or act.of.at
            return aim.province != attacker.at.province
        return True
