"""Who can take nothing by itself helps others against each other, where a center comes open so."""

from __future__ import annotations

from random import Random

import pytest

from judge.engine.prepared import prepare_phase
from judge.library import load
from judge.model.map import Location
from judge.model.order import Order, Support
from judge.model.position import Position, Unit
from judge.model.turn import Phase, Turn
from judge.robots import Effort, Level, choose_robot_orders
from judge.robots.choices import find_choices
from judge.robots.outlook import Outlook
from judge.views.project import build_view

HOMES = {
    "VIE": "Austria",
    "LON": "England",
    "PAR": "France",
    "BER": "Germany",
    "ROM": "Italy",
    "MOS": "Russia",
    "CON": "Turkey",
}


def stand_in_each_home(season: str, power: str, **moved: str) -> Outlook:
    """Seven spaces each of which borders all others, with an army in each; some are another's than
    that of whose home it is, or nobody's."""
    variant = load("pure")
    names = {code: moved.get(code, home) for code, home in HOMES.items()}
    units = {code: Unit(name, "army", Location(code)) for code, name in names.items() if name}
    position = Position(Turn(1905, season, Phase.MOVEMENT), units, owners=HOMES)
    view = build_view([power], position, None, variant, power)
    return Outlook(variant, view, power, position, position, Random(1))


def list_helped_others(outlook: Outlook) -> list[Order]:
    """What the search would try that helps units of others."""
    choices = find_choices(prepare_phase(outlook.variant, outlook.supposed), outlook)
    return [
        ready.order
        for changes in choices.values()
        for change in changes
        for ready in change.values()
        if isinstance(ready.order, Support)
        and outlook.supposed.units[ready.order.of.at.province].power != outlook.power
    ]


@pytest.mark.parametrize("level", ["fair", "hard"])
def test_who_can_take_nothing_alone_helps_one_against_another(level: Level) -> None:
    outlook = stand_in_each_home("spring", "Germany")
    effort = Effort(level, 500)
    (order,) = choose_robot_orders(outlook.variant, outlook.view, "Germany", 1, effort)
    assert isinstance(order, Support)
    assert order.into is not None
    assert order.into.province not in ("BER", order.of.at.province)


@pytest.mark.parametrize("level", ["fair", "hard"])
def test_nobody_is_helped_to_a_center_that_is_counted_at_once(level: Level) -> None:
    outlook = stand_in_each_home("fall", "Germany")
    effort = Effort(level, 500)
    (order,) = choose_robot_orders(outlook.variant, outlook.view, "Germany", 1, effort)
    assert not isinstance(order, Support)
    assert not list_helped_others(outlook)


def test_who_can_take_something_alone_helps_nobody() -> None:
    assert list_helped_others(stand_in_each_home("spring", "Germany"))
    open_center = stand_in_each_home("spring", "Germany", MOS="")
    two_units = stand_in_each_home("spring", "Germany", MOS="Germany")
    for outlook in (open_center, two_units):
        assert not outlook.is_hemmed_in
        assert not list_helped_others(outlook)
