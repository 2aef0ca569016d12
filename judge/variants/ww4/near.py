"""How near centers are to a unit, by steps of its own kind, coast by coast for fleets (WW4-11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from functools import partial

from judge.model.map import Location
from judge.model.memory import Question
from judge.model.paths import steps_from
from judge.model.sheet import OpenBoard

DISTANCES: Question[tuple[str, Location], dict[str, int]] = Question()
"""How far each province is for a unit of a kind at a place."""


def distances(kind: str, at: Location, board: OpenBoard) -> Mapping[str, int]:
    """Return for each province that a unit of that kind can get to its distance from ``at``.

    Seasons do not count, nor what stands in between. The unit's own space is at distance 0.
    """

    def find() -> dict[str, int]:
        steps: dict[str, int] = {}
        for place, far in steps_from([at], partial(board.map.neighbors, kind)):
            steps.setdefault(place.province, far)
        return steps

    return board.memory.answer(DISTANCES, (kind, at), find)


def center_counts_by_distance(
    kind: str, at: Location, centers: Collection[str], board: OpenBoard
) -> tuple[int, ...]:
    """Return how many of the centers lie at distance 1, at 2, and so on (WW4-8).

    Of two censuses the one with more at the first difference is the greater tuple; the space
    itself does not count.
    """
    steps = distances(kind, at, board)
    counts = Counter(steps.get(code, 0) for code in centers)
    return tuple(counts[far] for far in range(1, max(counts, default=0) + 1))
