"""The one search: how far it is from some places to others, step by step."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

Place = TypeVar("Place", bound=Hashable)


def list_distances_from(
    starts: Iterable[Place],
    onward: Callable[[Place], Iterable[Place]],
    most: int | None = None,
) -> Iterator[tuple[Place, int]]:
    """Yield every place that can be reached, with the steps from the nearest of the starts.

    The starts come first, at 0, then the nearer places before the farther ones, each once; none
    more than ``most`` steps away. ``onward`` says where one step leads: ``contacts.__getitem__``
    of a map over any border. Places are whatever can be told apart: provinces, locations, rows.
    """
    reached = dict.fromkeys(starts, 0)
    waiting = list(reached)
    for place in waiting:
        steps = reached[place]
        yield place, steps
        if steps != most:
            for following in onward(place):
                if following not in reached:
                    reached[following] = steps + 1
                    waiting.append(following)
