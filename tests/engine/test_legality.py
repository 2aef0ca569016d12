"""What may be ordered, said before the deadline and without a look at other units."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import ClassVar

import pytest

from judge.engine.context import Post, TurnContext
from judge.engine.legality import check_order
from judge.engine.static_legality import check_order_on_map
from judge.hooks import OrderType, Variant
from judge.library import load
from judge.model.map import Location
from judge.model.order import (
    Act,
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    Waive,
)
from judge.model.position import Dislodged, Fact, Position, Unit
from judge.model.reason import Fate
from judge.model.turn import Phase, Turn
from tests.engine.play import (
    FALL,
    SPRING,
    STANDARD,
    army,
    convoy,
    fleet,
    move,
    play,
    standing,
    support,
)

HOMES = {power.name: power.homes for power in STANDARD.map.powers.values()}
VENICE = army("Italy", "VEN")
LONDON = army("England", "LON")
MIDDLE = fleet("France", "MAO")


def why(order: Order, position: Position | None = None, variant: Variant = STANDARD) -> str:
    """Return the code of the reason, or nothing."""
    found = check_order(variant, position or Position(SPRING, standing([order.unit])), order)
    return found.code if found else ""


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (Hold(VENICE), ""),
        (move(VENICE, "TYR"), ""),
        (move(VENICE, "VEN"), "same_place"),
        (move(VENICE, "ADR"), "wrong_terrain"),
        (move(VENICE, "MUN"), "not_adjacent"),
        (move(army("Germany", "MUN"), "NWY"), "not_adjacent"),
        (move(VENICE, "GRE"), ""),
        (move(fleet("Italy", "ROM"), "VEN"), "not_adjacent"),
        (move(fleet("Italy", "ROM"), "TYR"), "wrong_terrain"),
        (move(MIDDLE, "SPA"), "coast_needed"),
        (move(MIDDLE, "SPA/nc"), ""),
        (move(MIDDLE, "SPA/ec"), "wrong_coast"),
        (move(fleet("France", "GAS"), "SPA"), ""),
        (move(fleet("France", "GAS"), "SPA/sc"), "not_adjacent"),
        (move(army("France", "GAS"), "SPA/sc"), ""),
        (move(fleet("France", "SPA/nc"), "MAR"), "not_adjacent"),
        (support(VENICE, army("Austria", "VIE"), "TYR"), ""),
        (support(VENICE, army("Austria", "TYR")), ""),
        (support(VENICE, army("Austria", "VIE")), "out_of_reach"),
        (support(VENICE, VENICE), "supports_itself"),
        (convoy(fleet("England", "NTH"), LONDON, "NWY"), ""),
        (convoy(fleet("England", "EDI"), LONDON, "NWY"), "no_convoy_from"),
        (convoy(fleet("England", "NTH"), fleet("England", "LON"), "NWY"), "cannot_be_convoyed"),
        (convoy(fleet("England", "NTH"), LONDON, "LON"), "same_place"),
        (Convoy(fleet("England", "NTH"), Unit("", "", LONDON.at), Location("NWY")), ""),
        (convoy(VENICE, LONDON, "NWY"), "cannot_convoy"),
        (Retreat(VENICE, Location("TYR")), "wrong_phase"),
        (Build(VENICE), "wrong_phase"),
    ],
    ids=lambda value: f"{value.verb} {value.unit.at}" if isinstance(value, Order) else value,
)
def test_orders_of_a_movement_phase(order, code):
    assert why(order) == code


def test_what_is_void_beforehand_is_void_when_it_is_adjudicated():
    for order in (move(VENICE, "MUN"), move(VENICE, "ADR"), support(VENICE, VENICE)):
        assert play(order).why("VEN") == why(order)


def test_a_move_by_sea_into_a_space_that_is_closed_is_void_beforehand():
    variant, turn = load("gd"), Turn(2103, "spring", Phase.MOVEMENT)
    carried, ship = army("European Union", "UKR"), Unit("European Union", "navy", Location("MED"))
    order = Move(carried, Location("EGY"), via_convoy=True)
    units = standing([carried, ship])
    ruined = frozenset({Fact("gd.ruin", "EGY")})
    assert why(order, Position(turn, units), variant) == ""
    assert why(order, Position(turn, units, facts=ruined), variant) == "ruined"


@pytest.mark.parametrize("code", ["standard", "gd"])
def test_what_is_plainly_legal_is_so_step_by_step(code, monkeypatch):
    variant, rng = load(code), Random(1)
    context = TurnContext.from_position(
        variant, variant.rules.opening.deal_position(variant.map, tuple(variant.map.powers), 1)
    )
    spots = list({leg.target for leg in variant.map.legs})
    orders: list[Order] = []
    for kind, at in variant.map.steps:
        unit = Unit("Italy", kind, at)
        for spot in [at, *rng.sample(spots, 6), *variant.map.neighbors(kind, at)]:
            other, goal = Unit("", "", spot), rng.choice([at, *variant.map.neighbors(kind, at)])
            orders += (Move(unit, spot), Support(unit, other), Support(unit, other, goal))
    plain = {
        order: check_order_on_map(context, order) for order in orders if _takes(context, order)
    }
    assert len(plain) > 1500
    monkeypatch.setattr(Post, "is_plainly_legal", lambda post, order: False)
    assert {order: check_order_on_map(context, order) for order in plain} == plain


def _takes(context: TurnContext, order: Order) -> bool:
    return context.posts[order.unit].is_plainly_legal(order)


def test_a_unit_must_stand_there_and_be_named_rightly():
    position = Position(SPRING, standing([VENICE]))
    assert why(Hold(army("Italy", "ROM")), position) == "no_such_unit"
    assert why(Hold(army("Austria", "VEN")), position) == "no_such_unit"
    assert why(Hold(fleet("Italy", "VEN")), position) == "no_such_unit"


def test_other_units_are_neither_confirmed_nor_denied():
    alone = Position(SPRING, standing([LONDON, VENICE]))
    assert why(support(VENICE, army("Austria", "TYR")), alone) == ""
    assert why(move(LONDON, "NWY"), alone) == ""
    assert play(move(LONDON, "NWY")).why("LON") == "no_fleets"


class Sing(Act):
    """An act of some variant."""

    verb: ClassVar[str] = "sing"


def test_acts_of_a_variant_are_orders_of_a_movement_phase():
    singing = OrderType(Sing, read={}, write=lambda order, unit: f"{unit(order.unit)} SING")
    variant = replace(STANDARD, orders={**STANDARD.orders, Sing: singing})
    assert why(Sing(VENICE), variant=variant) == "cannot_sing"


def test_orders_of_a_retreat_phase():
    waiting = Dislodged(VENICE, army("Austria", "TRI"), (Location("ROM"),))
    position = Position(SPRING._replace(phase=Phase.RETREATS), {}, (waiting,))
    assert why(Retreat(VENICE, Location("ROM")), position) == ""
    assert why(Retreat(VENICE, Location("TYR")), position) == "no_retreat_there"
    assert why(Disband(VENICE), position) == ""
    assert why(Disband(army("Italy", "ROM")), position) == "not_dislodged"
    assert why(Hold(VENICE), position) == "wrong_phase"


def test_orders_of_an_adjustment_phase():
    position = Position(
        FALL._replace(phase=Phase.ADJUSTMENTS),
        standing([VENICE, army("Austria", "VIE"), army("Austria", "BUD")]),
        owners={"VEN": "Italy", "ROM": "Italy", "VIE": "Austria"},
        homes=HOMES,
    )
    assert why(Build(army("Italy", "ROM")), position) == ""
    assert why(Build(army("Italy", "VEN")), position) == "occupied"
    assert why(Waive.for_power("Italy"), position) == ""
    assert why(Remove(VENICE), position) == "no_removal_due"
    assert why(Build(army("Austria", "TRI")), position) == "no_build_due"
    assert why(Waive.for_power("Austria"), position) == "no_build_due"
    assert why(Remove(army("Austria", "VIE")), position) == ""
    assert why(Remove(army("Austria", "GAL")), position) == "no_such_unit"
    assert why(Move(VENICE, Location("TYR")), position) == "wrong_phase"


def test_a_void_order_leaves_a_unit_that_can_be_supported_in_place():
    """STD-2"""
    outcome = play(
        move(VENICE, "MUN"),
        support(army("Italy", "ROM"), VENICE),
        move(army("Austria", "TRI"), "VEN"),
        support(army("Austria", "TYR"), army("Austria", "TRI"), "VEN"),
    )
    assert outcome.fate("VEN") is Fate.VOID
    assert outcome.fate("ROM") is Fate.STANDS
    assert outcome.fate("TRI") is Fate.FAILS
