"""What the judge writes, it reads."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.language.fill_in import complete
from judge.language.reader import read_line, read_order
from judge.language.statement import Line, Ordered
from judge.language.writer import place_words, say, unit_words, write
from judge.library import load
from judge.model.map import Location
from judge.model.order import Build, Convoy, Disband, Hold, Move, Remove, Retreat, Support, Waive
from judge.model.position import Dislodged, Unit
from judge.model.turn import Phase

MAP = load("standard").map
SPOTS = [
    (kind, at) for kind in MAP.kinds for code in MAP.provinces for at in MAP.places(kind, code)
]
PHASES = {
    **dict.fromkeys((Hold, Move, Support, Convoy), Phase.MOVEMENT),
    **dict.fromkeys((Retreat, Disband), Phase.RETREATS),
    **dict.fromkeys((Build, Remove, Waive), Phase.ADJUSTMENTS),
}


@st.composite
def orders(draw):
    """Draw an order of any type and the units it names, each in its own province."""
    kind, at = draw(st.sampled_from(SPOTS))
    unit = Unit(draw(st.sampled_from(sorted(MAP.powers))), kind, at)
    other_kind, other_at = draw(st.sampled_from([s for s in SPOTS if s[1].province != at.province]))
    other = Unit("", other_kind, other_at)
    to = draw(st.sampled_from(MAP.neighbors(kind, at)))
    into = draw(st.sampled_from(MAP.neighbors(other_kind, other_at)))
    land = draw(st.sampled_from([s[1] for s in SPOTS if s[0] == "army" and s[1] != other_at]))
    order = draw(
        st.sampled_from(
            [
                Hold(unit),
                Move(unit, to),
                Move(unit, to, via_convoy=True),
                Support(unit, other),
                Support(unit, other, into),
                Convoy(unit, other, land),
                Retreat(unit, to),
                Disband(unit),
                Build(unit),
                Remove(unit),
                Waive.by(unit.power),
            ]
        )
    )
    return order, unit, other


def read_back(text, order, unit, other):
    """Read a line as a player's mail and complete it from the two units."""
    (found,) = read_line(Line(1, text), load("standard"), PHASES[type(order)])
    assert isinstance(found, Ordered), (text, found)
    driven = (Dislodged(unit, unit),) if isinstance(order, Retreat | Disband) else ()
    return complete(found, (unit, other), driven, (unit.power,), MAP)


@given(orders())
@settings(max_examples=120, deadline=None)
def test_canonical_text_is_read_back(drawn):
    order, unit, other = drawn
    text = write(order, MAP)
    assert read_order(text, load("standard"), PHASES[type(order)], unit.power) == order
    whole = read_back(text, order, unit, other)
    assert whole.order == order
    assert whole.notes == ()


@given(orders())
@settings(max_examples=120, deadline=None)
def test_the_judges_own_wording_is_read_back(drawn):
    order, unit, other = drawn
    if isinstance(order, Move):
        order = replace(order, via_convoy=False)  # the judge's wording names the ships instead
    for line in (say(order, MAP), f"{unit.power}:     {say(order, MAP)}. (*void*)"):
        assert read_back(line, order, unit, other).order == order


@pytest.mark.parametrize(
    ("order", "short", "long"),
    [
        (Hold(Unit("Italy", "army", Location("ROM"))), "A ROM H", "Army Rome HOLD"),
        (
            Move(Unit("Italy", "army", Location("APU")), Location("ALB"), True),
            "A APU - ALB VIA",
            "Army Apulia -> Albania",
        ),
        (
            Support(
                Unit("Austria", "army", Location("TYR")),
                Unit("", "army", Location("TRI")),
                Location("VEN"),
            ),
            "A TYR S A TRI - VEN",
            "Army Tyrolia SUPPORT Army Trieste -> Venice",
        ),
        (
            Convoy(
                Unit("Italy", "fleet", Location("ION")),
                Unit("", "army", Location("APU")),
                Location("ALB"),
            ),
            "F ION C A APU - ALB",
            "Fleet Ionian Sea CONVOY Army Apulia -> Albania",
        ),
        (
            Disband(Unit("Turkey", "fleet", Location("BLA"))),
            "F BLA DISBAND",
            "Fleet Black Sea DISBAND",
        ),
        (
            Build(Unit("Russia", "fleet", Location("STP", "nc"))),
            "BUILD F STP/nc",
            "Builds a fleet in St Petersburg (north coast)",
        ),
        (
            Remove(Unit("Italy", "fleet", Location("ION"))),
            "REMOVE F ION",
            "Removes the fleet in the Ionian Sea",
        ),
        (Waive.by("Italy"), "WAIVE", "Build waived"),
    ],
)
def test_wordings(order, short, long):
    assert write(order, MAP) == short
    assert say(order, MAP) == long


def test_a_convoyed_move_names_its_route_and_a_foreign_unit_its_owner():
    move = Move(Unit("Italy", "army", Location("APU")), Location("ALB"))
    assert say(move, MAP, route=("ION",)) == "Army Apulia -> Ionian Sea -> Albania"
    support = Support(
        Unit("Russia", "army", Location("RUM")), Unit("", "army", Location("SER")), None
    )
    assert say(support, MAP, "Austrian") == "Army Rumania SUPPORT Austrian Army Serbia"


def test_names_have_no_dots():
    assert unit_words(Unit("", "fleet", Location("STP", "sc")), MAP) == (
        "Fleet St Petersburg (south coast)"
    )
    assert place_words(Location("LYO"), MAP, article=True) == "the Gulf of Lyon"
    assert not any("." in place_words(Location(code), MAP) for code in MAP.provinces)
