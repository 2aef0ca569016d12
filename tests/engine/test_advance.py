"""From one phase to the next: what is skipped, and what ends the game."""

from __future__ import annotations

from judge.engine.adjudicate import adjudicate_phase
from judge.engine.advance import WantedOrders, collect_wanted_orders, list_next_turn_effects
from judge.model.order import Hold, Order
from judge.model.position import Began, Ended, Position, Unit
from judge.model.turn import Phase, Turn
from tests.engine.play import (
    FALL,
    SPRING,
    STANDARD,
    army,
    by_power,
    fleet,
    move,
    play,
    standing,
    support,
)

HOMES = {power.name: power.homes for power in STANDARD.map.powers.values()}
ATTACK = [
    Hold(army("Italy", "VEN")),
    move(army("Austria", "TRI"), "VEN"),
    support(army("Austria", "TYR"), army("Austria", "TRI"), "VEN"),
]


def autumn(*orders: Order, units: tuple[Unit, ...] = (), **owned: str) -> tuple[object, ...]:
    """Play a fall and return what follows."""
    owners = {code: power for power, codes in owned.items() for code in codes.split()}
    all_units = standing([*units, *(order.unit for order in orders)])
    position = Position(FALL, all_units, owners=owners, homes=HOMES)
    return list_next_turn_effects(STANDARD, adjudicate_phase(STANDARD, position, by_power(orders)))


def test_retreats_follow_when_somebody_can_retreat():
    assert list_next_turn_effects(STANDARD, play(*ATTACK).record) == (
        Began(Turn(1901, "spring", Phase.RETREATS)),
    )


def test_retreats_are_skipped_when_nobody_waits():
    assert list_next_turn_effects(STANDARD, play(Hold(army("Italy", "VEN"))).record) == (
        Began(FALL),
    )


def test_adjustments_follow_when_units_and_centers_differ():
    winter = (Began(Turn(1901, "fall", Phase.ADJUSTMENTS)),)
    assert autumn(Italy="VEN") == winter
    assert autumn(Hold(army("Italy", "TYR"))) == winter
    assert autumn(Hold(army("Italy", "TYR")), Italy="VEN ROM") == winter


def test_adjustments_are_skipped_when_there_are_none():
    spring = (Began(Turn(1902, "spring", Phase.MOVEMENT)),)
    assert autumn(Hold(army("Italy", "TYR")), Italy="VEN") == spring
    assert autumn(Hold(army("Italy", "VEN")), Italy="VEN ROM", units=(fleet("Italy", "ROM"),)) == (
        spring
    )


def test_adjustments_are_skipped_when_nobody_has_room_to_build():
    assert autumn(
        Hold(army("Italy", "VEN")), Hold(army("Austria", "TYR")), Italy="VEN MUN", Austria="ROM"
    ) == (Began(Turn(1902, "spring", Phase.MOVEMENT)),)


def test_the_game_ends_instead_of_going_on():
    codes = STANDARD.map.centers
    assert autumn(France=" ".join(codes[:18]), Italy=" ".join(codes[18:])) == (
        Ended("victory", ("France",)),
    )


def test_a_movement_phase_wants_every_unit_of_its_power():
    paris, brest, venice = army("France", "PAR"), fleet("France", "BRE"), army("Italy", "VEN")
    position = Position(SPRING, standing([paris, venice, brest]))
    assert collect_wanted_orders(STANDARD, position) == {
        "France": WantedOrders((paris, brest)),
        "Italy": WantedOrders((venice,)),
    }


def test_a_retreat_phase_wants_the_dislodged_units_alone():
    after = play(*ATTACK, Hold(army("Italy", "ROM"))).after
    waiting = Position(SPRING._replace(phase=Phase.RETREATS), after.units, after.dislodged)
    assert collect_wanted_orders(STANDARD, waiting) == {
        "Italy": WantedOrders((army("Italy", "VEN"),))
    }
