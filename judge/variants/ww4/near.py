"""How near centers are to a unit, by steps of its own kind, coast by coast for fleets (WW4-11)."""

from __future__ import annotations

from collections.abc import Collection

from judge.model.map import Location
from judge.model.sheet import OpenBoard

Steps = dict[str, int]


def steps_from(kind: str, at: Location, board: OpenBoard) -> Steps:
    """Return for each province that a unit of that kind can get to its distance from ``at``.

    Seasons do not count, nor what stands in between. The unit's own space is at distance 0.
    """
    key = ("steps", kind, at)
    found: Steps | None = board.memory.get(key)
    if found is None:
        found = board.memory[key] = _walk(kind, at, board)
    return found


def _walk(kind: str, at: Location, board: OpenBoard) -> Steps:
    steps = {at.province: 0}
    seen, frontier, far = {at}, [at], 0
    while frontier:
        far += 1
        ahead = {to for here in frontier for to in board.map.neighbors(kind, here)} - seen
        seen |= ahead
        frontier = sorted(ahead)
        for place in frontier:
            steps.setdefault(place.province, far)
    return steps


def center_counts_by_distance(
    kind: str, at: Location, centers: Collection[str], board: OpenBoard
) -> tuple[int, ...]:
    """Return how many of the centers lie at distance 1, at 2, and so on (WW4-8).

    Of two censuses the one with more at the first difference is the greater tuple; the space
    itself does not count.
    """
    steps = steps_from(kind, at, board)
    found: dict[int, int] = {}
    for code in centers:
        far = steps.get(code, 0)
        if far:
            found[far] = found.get(far, 0) + 1
    return tuple(found.get(far, 0) for far in range(1, max(found, default=0) + 1))
