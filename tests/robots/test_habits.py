"""What robots expect of others is what people do, and what failed they try again only for a
reason."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

from judge.engine.adjudicate import adjudicate_phase
from judge.engine.advance import list_next_turn_effects
from judge.library import load
from judge.model.map import Location
from judge.model.order import Move, Order
from judge.model.position import Position, Unit, apply_effects
from judge.model.turn import Phase, Turn
from judge.robots import Effort, choose_robot_orders
from judge.robots.choices import read_order_set
from judge.robots.idle_units import IdleUnits
from judge.robots.outlook import Outlook
from judge.robots.policies import Policies
from judge.robots.searched_moves import HARD, MoveSearch
from judge.views.project import build_view
from tests.bench.phases import PEOPLE, Played, read_movements

DRAWS = 6
PHASES = 40


def find_steps_into_open_centers(outlook: Outlook, unit: Unit, owned: bool) -> set[Location]:
    """The foreign centers next to a unit in which nobody stands, somebody's or nobody's."""
    position = outlook.supposed
    return {
        to
        for to in outlook.list_steps_of_unit(unit)
        if to.province in outlook.variant.map.centers
        and to.province not in position.units
        and position.owners.get(to.province) != outlook.power
        and (to.province in position.owners) == owned
    }


def count_steps(phase: Played, owned: bool) -> Counter[str]:
    """How many units could step into an open center, and did: as people had it, and as robots
    suppose."""
    position, seen = phase.position, Counter[str]()
    for power, orders in phase.orders.items():
        view = build_view([power], position, None, phase.variant, power)
        outlook = Outlook(phase.variant, view, power, position, position, Random(f"{view.turn}"))
        policies = Policies(outlook)
        open_to = {
            unit: find_steps_into_open_centers(outlook, unit, owned) for unit in outlook.units
        }

        def count(given: list[Order], open_to: dict[Unit, set[Location]] = open_to) -> int:
            return sum(
                isinstance(order, Move) and order.to in open_to.get(order.unit, set())
                for order in given
            )

        seen["could"] += sum(map(bool, open_to.values()))
        seen["did"] += count([*orders])
        if any(open_to.values()):
            seen["foreseen"] += sum(count(policies.draw_another_set()) for _ in range(DRAWS))
    return seen


def test_open_centers_are_entered_as_often_as_people_do() -> None:
    calendar = load("standard").calendar
    fall = (p for p in read_movements(PEOPLE) if calendar.has_center_count(p.position.turn))
    phases = [*islice(fall, PHASES)]
    for owned in (True, False):
        seen = sum((count_steps(phase, owned) for phase in phases), Counter[str]())
        assert seen["could"] > 50
        people, model = seen["did"] / seen["could"], seen["foreseen"] / seen["could"] / DRAWS
        assert abs(people - model) < 0.1, (owned, people, model)


def test_what_bounced_is_not_tried_again_without_need() -> None:
    variant = load("standard")
    north = Unit("Austria", "army", Location("VIE"))
    south = Unit("Italy", "army", Location("VEN"))
    units = [
        *(north, south),
        Unit("Austria", "fleet", Location("TRI")),
        Unit("Italy", "army", Location("ROM")),
    ]
    position = Position(
        Turn(1902, "spring", Phase.MOVEMENT),
        {unit.at.province: unit for unit in units},
        owners={
            code: name for name in ("Austria", "Italy") for code in variant.map.powers[name].homes
        },
    )
    bounced = {unit.power: [Move(unit, Location("TYR"))] for unit in (north, south)}
    record = adjudicate_phase(variant, position, bounced)
    later = apply_effects(record.after, list_next_turn_effects(variant, record))
    view = build_view(["Italy"], later, record, variant, "Italy")
    for seed in range(4):
        assert bounced["Italy"][0] not in choose_robot_orders(
            variant, view, "Italy", seed, Effort("hard", 400)
        )


def test_own_units_do_not_bounce_off_each_other_only_to_stay() -> None:
    variant = load("standard")
    west, south = own = [Unit("France", "army", Location(at)) for at in ("PAR", "MAR")]
    others = [Unit("Germany", "army", Location("PIC")), Unit("Italy", "army", Location("PIE"))]
    position = Position(
        Turn(1905, "fall", Phase.MOVEMENT),
        {unit.at.province: unit for unit in [*own, *others]},
        owners=dict.fromkeys(("PAR", "MAR", "BRE"), "France") | {"MUN": "Germany"},
    )
    view = build_view(["France"], position, None, variant, "France")
    search = MoveSearch(Outlook(variant, view, "France", position, position, Random(1)), HARD, 900)
    answers = [search.sample_orders_of_others() for _ in range(4)]
    idle = IdleUnits(search.outlook, search.trials, search.choices)
    given = read_order_set(search.phase, [Move(unit, Location("BUR")) for unit in own])
    used = idle.put_idle_units_to_use(given, answers)
    assert {ready.order.unit for ready in used.values() if not ready.goal} == {west, south}
