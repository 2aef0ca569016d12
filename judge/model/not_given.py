"""What a reader is told of orders that are not given, or not any more."""

from __future__ import annotations

from dataclasses import dataclass

from judge.model.transcript import HeardLine
from judge.model.view import View


@dataclass(frozen=True, slots=True)
class KeptOrders:
    """Orders that wait, as they were typed: for a ``turn`` in print, or in a plan of that name.

    ``heard`` is what would become of them on the present board, ``now`` the orders that would
    stand, ``used`` that they do.
    """

    name: str
    turn: str
    heard: tuple[HeardLine, ...]
    now: tuple[str, ...]
    used: bool = False


@dataclass(frozen=True, slots=True)
class Trial:
    """What would come of orders: the View after a turn that is not played."""

    view: View


@dataclass(frozen=True, slots=True)
class Explained:
    """What became of the units that were in a space, or tried to get there, in the last turn."""

    place: str


NotGiven = KeptOrders | Trial | Explained
