from functools import partial

from judge.model.map import Location
from judge.model.paths import list_distances_from
from tests.engine.play import STANDARD

BORDERS = STANDARD.map.contacts.__getitem__


def test_steps_go_over_any_border_to_every_province():
    steps = dict(list_distances_from(("BUD", "NAP"), BORDERS))
    assert (steps["BUD"], steps["VIE"], steps["ION"], steps["STP"]) == (0, 1, 1, 4)
    assert steps.keys() == STANDARD.map.provinces.keys()
    assert dict(list_distances_from((), BORDERS)) == {}


def test_the_nearer_places_come_first_and_each_once():
    places = list(list_distances_from(("PAR", "PAR"), BORDERS))
    assert places[0] == ("PAR", 0)
    assert [steps for _, steps in places] == sorted(steps for _, steps in places)
    assert len(dict(places)) == len(places)


def test_steps_end_where_they_are_to_end():
    assert {code for code, _ in list_distances_from(["PAR"], BORDERS, 1)} == {
        "PAR",
        "BRE",
        "PIC",
        "BUR",
        "GAS",
    }
    assert dict(list_distances_from(["PAR"], BORDERS, 0)) == {"PAR": 0}


def test_a_unit_goes_its_own_way():
    """A fleet rounds Spain coast by coast, and Switzerland is nowhere."""
    fleet = partial(STANDARD.map.neighbors, "fleet")
    steps = dict(list_distances_from([Location("SPA", "nc")], fleet))
    assert (steps[Location("MAO")], steps[Location("SPA", "sc")]) == (1, 2)
    assert "SWI" not in dict(list_distances_from(["PAR"], BORDERS))


def test_nothing_is_asked_that_the_caller_does_not_want():
    asked = []

    def onward(place):
        asked.append(place)
        return (place + 1,)

    assert next(place for place, _ in list_distances_from([0], onward) if place == 3) == 3
    assert asked == [0, 1, 2]
