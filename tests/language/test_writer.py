"""What the judge writes, it reads."""

from dataclasses import replace
from typing import get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.language.fill_in import complete_order
from judge.language.reader import read_line, read_order
from judge.language.statement import Line, OrderStatement, without_doubt
from judge.language.writer import write_order
from judge.letters.orders import OrderWords
from judge.letters.phrasing import load_words
from judge.library import codes, load
from judge.model.map import Location
from judge.model.order import Build, Convoy, Disband, Hold, Move, Remove, Retreat, Support, Waive
from judge.model.position import Dislodged, Unit
from judge.model.reason import Fate, Reason, Result

STANDARD = load("standard")
MAP = STANDARD.map
SPOTS = [
    (kind, at)
    for kind in MAP.kinds
    for code in MAP.provinces
    for at in MAP.list_places_for_kind(kind, code)
]
TYPES = {
    (*variant.grammar, order_type): (variant, order_type)
    for variant in map(load, (*codes(), "standard"))
    for order_type in variant.orders.values()
}.values()
"""Each type in a variant of each grammar."""


def units_of(variant, power):
    """Units of a power wherever their kinds can stand."""
    game_map = variant.map
    return st.sampled_from(
        [
            Unit(power, kind, at)
            for kind in game_map.kinds
            for code in game_map.provinces
            for at in game_map.list_places_for_kind(kind, code)
        ]
    )


def values_of(variant, hint):
    """What a field of that type may hold."""
    codes_of_map = st.sampled_from(list(variant.map.provinces))
    places = units_of(variant, "").map(lambda unit: unit.at)
    return {
        Unit: units_of(variant, ""),
        Location: places,
        Location | None: st.none() | places,
        bool: st.booleans(),
        str: codes_of_map,
        tuple[str, ...]: st.lists(codes_of_map, min_size=1, max_size=4).map(tuple),
    }[hint]


def orders_of(variant, order_type):
    """Orders of a type, filled in by what its fields are declared to hold."""
    hints = get_type_hints(order_type.order)
    power = next(iter(variant.map.powers))
    if order_type.subject == "none":
        return st.just(order_type.order(Unit(power, "", Location(""))))
    values = {name: values_of(variant, hints[name]) for name in order_type.order.__match_args__}
    return st.builds(order_type.order, **{**values, "unit": units_of(variant, power)})


@pytest.mark.parametrize(
    ("variant", "order_type"),
    TYPES,
    ids=[f"{variant.code} {order_type.order.__name__}" for variant, order_type in TYPES],
)
@given(data=st.data())
@settings(max_examples=20)
def test_every_type_of_every_variant_is_read_as_it_is_written(variant, order_type, data):
    order = data.draw(orders_of(variant, order_type))
    text = write_order(order, variant)
    assert read_order(text, variant, order_type.phase, order.unit.power) == order


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
    choices = [
        Hold(unit),
        Move(unit, to),
        Move(unit, to, via_convoy=True),
        Support(unit, other),
        Support(unit, other, into),
        Retreat(unit, to),
        Disband(unit),
        Build(unit),
        Remove(unit),
        Waive.for_power(unit.power),
    ]
    if other_kind == "army":  # nobody can convoy a fleet, so its coast cannot be filled in
        choices.append(Convoy(unit, other, land))
    return draw(st.sampled_from(choices)), unit, other


def printed(order):
    """The order as the results have it, without a route or an owner."""
    return OrderWords(load_words(STANDARD), {}, ()).write_order_text(order)


def read_back(text, order, unit, other):
    """Read a line as a player's mail and complete it from the two units."""
    found = without_doubt(*read_line(Line(1, text), STANDARD, STANDARD.orders[type(order)].phase))
    assert isinstance(found, OrderStatement), (text, found)
    driven = (Dislodged(unit, unit),) if isinstance(order, Retreat | Disband) else ()
    return complete_order(found, (unit, other), driven, (unit.power,), STANDARD)


@given(orders())
@settings(max_examples=120)
def test_canonical_text_needs_no_completion(drawn):
    order, unit, other = drawn
    whole = read_back(write_order(order, STANDARD), order, unit, other)
    assert whole.order == order
    assert whole.notes == ()


@given(orders())
@settings(max_examples=120)
def test_the_judges_own_wording_is_read_back(drawn):
    order, unit, other = drawn
    if isinstance(order, Move):
        order = replace(order, via_convoy=False)  # the judge's wording names the ships instead
    for line in (printed(order), f"{unit.power}:     {printed(order)}. (*void*)"):
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
            "Build fleet St Petersburg (north coast)",
        ),
        (
            Remove(Unit("Italy", "fleet", Location("ION"))),
            "REMOVE F ION",
            "Remove fleet Ionian Sea",
        ),
        (Waive.for_power("Italy"), "WAIVE", "Waive a build"),
    ],
)
def test_wordings(order, short, long):
    assert write_order(order, STANDARD) == short
    assert printed(order) == long


def test_a_convoyed_move_names_its_route_and_a_foreign_unit_its_owner():
    move = Move(Unit("Italy", "army", Location("APU")), Location("ALB"))
    ferry = Convoy(Unit("Italy", "fleet", Location("ION")), move.unit, move.to)
    serbia = Unit("Austria", "army", Location("SER"))
    support = Support(Unit("Russia", "army", Location("RUM")), serbia._replace(power=""))
    orders = [Result(order, Fate.STANDS, Reason("acts")) for order in (move, ferry, support)]
    words = OrderWords(load_words(STANDARD), {"SER": serbia}, orders)
    assert words.write_order_text(move) == "Army Apulia -> Ionian Sea -> Albania"
    assert words.write_order_text(support) == "Army Rumania SUPPORT Austrian Army Serbia"
