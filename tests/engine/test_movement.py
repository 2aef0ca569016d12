"""Single rules of movement that random boards seldom show, each as small as it gets."""

from __future__ import annotations

import pytest

from judge.model.order import Build, Disband, Order, Retreat
from judge.model.reason import Fate
from tests.engine.play import army, convoy, fleet, move, play, support


def test_the_convoy_order_of_an_own_fleet_for_another_move_shows_no_intent_to_sail():
    """DATC 4.A.3: Kiel walks to Denmark; the order of its own fleet is for Holland."""
    kiel = army("Germany", "KIE")
    outcome = play(
        move(kiel, "DEN"),
        convoy(fleet("Germany", "HEL"), kiel, "HOL"),
        convoy(fleet("England", "BAL"), kiel, "DEN"),
        move(fleet("Russia", "BOT"), "BAL"),
        support(fleet("Russia", "LVN"), fleet("Russia", "BOT"), "BAL"),
    )
    assert outcome.fate("KIE") is Fate.STANDS
    assert outcome.why("BAL") == "walked"


@pytest.mark.parametrize("sort", [Disband, Build, lambda unit: Retreat(unit, unit.at)])
def test_an_order_of_another_phase_is_void_and_the_unit_holds(sort):
    venice = army("Italy", "VEN")
    order: Order = sort(venice)
    outcome = play(order, support(army("Italy", "ROM"), venice))
    assert (outcome.fate("VEN"), outcome.why("VEN")) == (Fate.VOID, "wrong_phase")
    assert outcome.fate("ROM") is Fate.STANDS
    assert set(outcome.after.units) == {"VEN", "ROM"}
