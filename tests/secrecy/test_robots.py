"""A robot orders the same in two worlds that differ only where its player has no sight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from judge.game.robots.thinking import with_robot_orders
from judge.language.writer import write_order
from tests.secrecy.cases import pair
from tests.secrecy.worlds import Arena, World, civ, fog, me

PAIRS = 8


@cache
def pairs_of_worlds(arena: Callable[[], Arena]) -> tuple[tuple[World, World], ...]:
    found = (pair(seed, arena()) for seed in range(40))
    return tuple(two for two in found if two is not None)[:PAIRS]


def orders_of_robot(one: World, level: str) -> tuple[str, ...]:
    """What a robot in my seat orders, alone or with robots in all other seats."""
    game, mine = one.game, me(one.game.variant)
    orders = {power: given for power, given in game.orders.items() if power != mine}
    game = replace(game, orders=orders)
    seat = game.seat_of_power(mine)
    assert seat is not None
    thought = with_robot_orders(game.with_seat(replace(seat, robot=level)))
    return tuple(write_order(order, game.variant) for order in thought.orders.get(mine, ()))


@pytest.mark.parametrize("arena", [civ, fog])
@pytest.mark.parametrize("level", ["easy", "fair"])
def test_what_a_robot_cannot_see_changes_none_of_its_orders(
    arena: Callable[[], Arena], level: str
) -> None:
    pairs = pairs_of_worlds(arena)
    assert len(pairs) == PAIRS
    ordered = [(orders_of_robot(one, level), orders_of_robot(other, level)) for one, other in pairs]
    assert any(orders for orders, _ in ordered)
    assert [one for one, other in ordered if one != other] == []
