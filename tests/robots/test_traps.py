"""What rules take off the board after the moves is no place to be."""

from __future__ import annotations

from random import Random

from judge.library import load
from judge.model.map import Location
from judge.model.position import Position, Unit
from judge.model.turn import Phase, Turn
from judge.robots import Effort, choose_robot_orders
from judge.robots.outlook import Outlook
from judge.views.project import build_view

ICE = Location("ARC")


def seen_from_the_ice(season: str) -> Outlook:
    variant = load("ww4")
    units = {"ARC": Unit("Canada", "fleet", ICE)}
    position = Position(Turn(3, season, Phase.MOVEMENT), units, owners={"VAN": "Canada"})
    view = build_view(["Canada"], position, None, variant, "Canada")
    return Outlook(variant, view, "Canada", position, position, Random(1))


def test_the_ice_is_a_trap_before_winter_alone() -> None:
    assert seen_from_the_ice("fall").traps == {("fleet", ICE)}
    assert seen_from_the_ice("spring").traps == frozenset()


def test_a_fleet_leaves_the_ice_before_winter() -> None:
    outlook = seen_from_the_ice("fall")
    for effort in (Effort("easy"), Effort("hard", 50)):
        (order,) = choose_robot_orders(outlook.variant, outlook.view, "Canada", 1, effort)
        assert order.verb == "move"
