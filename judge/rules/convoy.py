"""Who convoys, and when an army takes ship."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from judge.model.order import Convoy, Move
from judge.model.position import Unit
from judge.model.sheet import OpenBoard


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
        if unit.at.province in self.barred:
            return False
        province = board.map.provinces[unit.at.province]
        return board.map.kinds[unit.kind].convoys and (
            province.terrain == "sea" or province.ferries
        )

    def takes(self, move: Move, by_land: bool, offers: Sequence[Convoy], joined: bool) -> bool:
        """Say whether the move goes by sea; offers that help no route show no intent."""
        if not by_land:
            return True
        if move.via_convoy:
            return joined or not self.fallback
        if not joined or self.intent == "written":
            return False
        return self.intent == "any" or any(each.unit.power == move.unit.power for each in offers)
