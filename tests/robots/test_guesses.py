"""What others have shown stands where they showed it; what nobody showed may stand anywhere."""

from __future__ import annotations

from judge.library import load
from judge.model.facts import ShownSpace, list_faded_facts, shown_fact
from judge.model.map import Location
from judge.model.position import Fact, Position, Unit
from judge.model.turn import Phase, Turn
from judge.robots.guesses import suppose_unseen
from judge.views.known import position_from_view
from judge.views.project import build_view

CIV = load("civ", {"civs": "7"})
OWN, FRIEND, STRANGER = [*CIV.map.powers][:3]
TURN = Turn(1902, "fall", Phase.MOVEMENT)
ARMY = Unit(STRANGER, "army", Location("SWE"))
FLEET = Unit(STRANGER, "fleet", Location("STP", "nc"))


def suppose(facts: frozenset[Fact]) -> Position:
    units = {"PAR": Unit(OWN, "army", Location("PAR"))}
    position = Position(TURN, units, owners={"PAR": OWN}, facts=facts)
    view = build_view([OWN], position, None, CIV, OWN)
    return suppose_unseen(position_from_view(view, CIV), view, CIV, OWN)


def test_units_and_centers_that_were_shown_are_where_they_were() -> None:
    shown = [
        ShownSpace(1902, "SWE", STRANGER, ARMY),
        ShownSpace(1902, "STP", "", FLEET),
        ShownSpace(1902, "ANK", FRIEND, None),
    ]
    supposed = suppose(frozenset(shown_fact(OWN, space) for space in shown))
    assert supposed.units["SWE"] == ARMY
    assert supposed.units["STP"] == FLEET
    assert "ANK" not in supposed.units
    assert (supposed.owners["SWE"], supposed.owners["ANK"]) == (STRANGER, FRIEND)
    assert "SMY" in supposed.units, "nobody has shown it: a unit may stand there"
    blind = suppose(frozenset())
    assert "ANK" in blind.units


def test_what_another_was_shown_is_not_known() -> None:
    fact = shown_fact(FRIEND, ShownSpace(1902, "SWE", STRANGER, ARMY))
    assert suppose(frozenset([fact])) == suppose(frozenset())


def test_what_was_shown_fades_when_another_year_is_over() -> None:
    old = shown_fact(OWN, ShownSpace(1901, "SWE", STRANGER, ARMY))
    new = shown_fact(OWN, ShownSpace(1902, "ANK", FRIEND, None))
    assert list_faded_facts([old, new], 1902) == (old,)
