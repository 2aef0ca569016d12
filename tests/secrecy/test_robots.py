"""A robot orders the same in two worlds that differ only where its player has no sight."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import islice

import pytest

from tests.secrecy.cases import orders_of_robot, pair
from tests.secrecy.worlds import Arena, World, civ, fog

PAIRS = 8


@cache
def pairs_of_worlds(arena: Callable[[], Arena]) -> tuple[tuple[World, World], ...]:
    found = (pair(seed, arena()) for seed in range(40))
    return tuple(islice((two for two in found if two is not None), PAIRS))


@pytest.mark.parametrize("arena", [civ, fog])
@pytest.mark.parametrize("level", ["easy", "fair"])
def test_what_a_robot_cannot_see_changes_none_of_its_orders(
    arena: Callable[[], Arena], level: str
) -> None:
    pairs = pairs_of_worlds(arena)
    assert len(pairs) == PAIRS
    ordered = [
        (orders_of_robot(one, (level,)), orders_of_robot(other, (level,))) for one, other in pairs
    ]
    assert any(orders for orders, _ in ordered)
    assert [one for one, other in ordered if one != other] == []
