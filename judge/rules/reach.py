"""How far a unit acts: as its kind's span says, over the whole map, open or shut."""

from __future__ import annotations

from judge.model.map import Map, Span
from judge.model.order import Act, Support
from judge.model.position import Unit
from judge.model.sheet import Board


class KindReach:
    """Support by the kind's ``support`` span, every other act by its ``carry`` span."""

    def spaces(self, unit: Unit, act_type: type[Act], board: Board) -> frozenset[str]:
        """Return the provinces within the span, the unit's own left out."""
        kind = board.map.kinds[unit.kind]
        span = kind.support if act_type is Support else kind.carry
        if span is None:
            return frozenset()
        key = ("reach", unit.kind, unit.at, span)
        found = board.memory.get(key)
        if found is None:
            found = board.memory[key] = within(board.map, unit, span)
        return frozenset(found)


def within(board_map: Map, unit: Unit, span: Span) -> frozenset[str]:
    """Return the provinces within a span of a unit, its own left out."""
    here = unit.at.province
    if span.over == "contact":
        found = frontier = {here}
        for _ in range(span.range):
            frontier = {near for code in frontier for near in board_map.contacts[code]} - found
            found = found | frontier
        return frozenset(found - {here})
    places = edge = {unit.at}
    for _ in range(span.range):
        edge = {to for at in edge for to in board_map.neighbours(unit.kind, at)} - places
        places = places | edge
    return frozenset(at.province for at in places) - {here}
