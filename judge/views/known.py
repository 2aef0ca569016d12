"""The board that a reader knows, as a position of its own."""

from __future__ import annotations

from judge.hooks import Variant
from judge.model.facts import NAME, UNSEEN
from judge.model.position import Fact, Position
from judge.model.view import View


def position_from_view(view: View, variant: Variant) -> Position:
    """Return a position with what stands in a view, and with nothing else.

    Facts say which spaces are out of sight.
    """
    hidden = set(variant.map.provinces) - view.seen
    return Position(
        turn=view.turn,
        units={unit.at.province: unit for unit in view.units},
        dislodged=view.dislodged,
        owners=dict(view.owners),
        homes=dict(view.homes),
        facts=view.facts
        | {Fact(UNSEEN, code) for code in hidden}
        | {Fact(NAME, power, name) for power, name in view.names.items()},
        lost=view.lost,
        ended=view.ended,
    )
