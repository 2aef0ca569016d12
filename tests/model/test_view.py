"""One reader's picture, asked."""

from __future__ import annotations

from judge.model.map import Location
from judge.model.position import Unit
from judge.model.turn import Phase, Turn
from judge.model.view import View

PARIS = Unit("France", "army", Location("PAR"))
VENICE = Unit("Italy", "army", Location("VEN"))
VIEW = View(
    reader="France",
    powers=("France",),
    turn=Turn(1901, "spring", Phase.MOVEMENT),
    seen=frozenset({"PAR", "VEN"}),
    units=(PARIS, VENICE),
    dislodged=(),
    owners={"VEN": "Italy", "ROM": "Italy", "PAR": "France"},
)


def test_a_view_knows_the_units_of_a_power():
    assert VIEW.units_of("Italy") == (VENICE,)


def test_a_view_knows_the_centers_of_a_power_in_order():
    assert VIEW.centers_of("Italy") == ("ROM", "VEN")
