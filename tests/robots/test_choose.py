"""Robots order what they are asked for, in every phase of every variant, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import pytest

from judge.engine.advance import collect_wanted_orders
from judge.hooks import Variant
from judge.language.reader import read_order
from judge.language.writer import write_order
from judge.library import codes, load
from judge.model.map import Location
from judge.model.order import Build, Hold, Move, Order, Remove, Support, Waive
from judge.model.position import Position, Unit
from judge.model.turn import Phase, Turn
from judge.model.view import View
from judge.robots import Effort, Level, choose_robot_orders
from judge.robots.choices import read_order_set
from judge.robots.idle_units import IdleUnits
from judge.robots.outlook import Outlook, make_support_of
from judge.robots.policies import Policies
from judge.robots.searched_moves import HARD, MoveSearch
from judge.views.project import build_view
from tests.robots.table import Table, void_results

BOARDS = [
    *((code, {}) for code in codes()),
    ("standard", {"sight": "near"}),
    ("standard", {"sight": "own"}),
    ("modern", {"sight": "near"}),
    ("civ", {"map": "gd"}),
]

LEVELS: dict[int, Level] = {0: "fair", 1: "hard"}
MOST = 8
"""So many powers of a board order at most; ``tests.robots.boards`` has all of them play."""


def easy(variant: Variant, view: View, power: str, seed: int) -> tuple[Order, ...]:
    return choose_robot_orders(variant, view, power, seed, Effort("easy"))


def any_level(variant: Variant, view: View, power: str, seed: int) -> tuple[Order, ...]:
    """By the number of the power: two are fair and hard, but think little, the others easy."""
    level = LEVELS.get([*variant.map.powers].index(power), "easy")
    return choose_robot_orders(variant, view, power, seed, Effort(level, 60))


def checked(variant: Variant, view: View, power: str, seed: int) -> tuple[Order, ...]:
    """The orders, as many as are wanted, each as players write it; in the first turn of each kind
    they are the same again."""
    orders = any_level(variant, view, power, seed)
    if power not in [*variant.map.powers][:3]:
        return orders
    phase = view.turn.phase
    if phase is not Phase.MOVEMENT or view.turn == variant.calendar.find_first_turn():
        assert orders == any_level(variant, view, power, seed)
    for order in orders[:3]:
        assert read_order(write_order(order, variant), variant, phase, power).verb == order.verb
    if phase is Phase.MOVEMENT:
        assert [order.unit for order in orders] == [*view.units_of(power)]
    elif phase is Phase.RETREATS:
        driven = [gone.unit for gone in view.dislodged if gone.unit.power == power]
        assert [order.unit for order in orders] == driven
    else:
        assert len(orders) == abs(view.due[power])
        assert all(isinstance(order, Build | Waive | Remove) for order in orders)
    return orders


@pytest.mark.parametrize(("code", "options"), BOARDS)
def test_robots_play_every_board(code: str, options: dict[str, str]) -> None:
    variant = load(code, options)
    table = Table(variant, dict.fromkeys([*variant.map.powers][:MOST], checked), seed=7)
    for record in table.turns(years=1):
        assert void_results(record) == []
    assert len(table.position.units) > 0


def games(years: int) -> Iterator[Table]:
    variant = load("standard")
    for seed in range(3):
        table = Table(variant, dict.fromkeys(variant.map.powers, easy), seed)
        for _ in table.turns(years):
            pass
        yield table


def test_robots_take_centers() -> None:
    for table in games(years=3):
        assert len(table.position.owners) > 28
        assert len(table.position.units) > 25


def test_another_seed_plays_another_game() -> None:
    first, second, _ = games(years=1)
    assert first.position.units != second.position.units


def test_who_has_nothing_to_order_orders_nothing() -> None:
    variant = load("standard")
    table = Table(variant, {}, seed=0)
    assert collect_wanted_orders(variant, table.position).keys() == variant.map.powers.keys()
    view = table.view("France")
    assert easy(variant, view, "Atlantis", 0) == ()


@pytest.mark.parametrize("level", ["fair", "hard"])
def test_two_units_take_together_what_one_cannot(level: Level) -> None:
    variant = load("standard")
    units = [
        Unit("Austria", "army", Location("TYR")),
        Unit("Austria", "army", Location("BOH")),
        Unit("Germany", "army", Location("MUN")),
    ]
    position = Position(
        Turn(1905, "fall", Phase.MOVEMENT),
        {unit.at.province: unit for unit in units},
        owners={"MUN": "Germany"} | dict.fromkeys(("VIE", "BUD", "TRI", "VEN"), "Austria"),
    )
    view = build_view(["Austria"], position, None, variant, "Austria")
    orders = choose_robot_orders(variant, view, "Austria", 1, Effort(level, 2000))
    assert sorted(order.verb for order in orders) == ["move", "support"]
    assert {order.to for order in orders if isinstance(order, Move)} == {Location("MUN")}


def test_nobody_helps_what_an_own_unit_does_not_do() -> None:
    variant = load("standard")

    def hard(variant: Variant, view: View, power: str, seed: int) -> tuple[Order, ...]:
        return choose_robot_orders(variant, view, power, seed, Effort("hard", 200))

    table = Table(variant, dict.fromkeys(variant.map.powers, hard), seed=2)
    helped = 0
    for record in table.turns(years=2):
        orders = {result.order.unit.at.province: result.order for result in record.results}
        for order in orders.values():
            if not isinstance(order, Support):
                continue
            other = orders[order.of.at.province]
            if other.unit.power == order.unit.power:
                goal = other.to.province if isinstance(other, Move) else ""
                assert goal == (order.into.province if order.into else ""), order
                helped += 1
    assert helped > 0


def test_an_easy_robot_brings_an_army_over_the_sea() -> None:
    variant = load("standard")
    units = [
        Unit("England", "army", Location("YOR")),
        Unit("England", "fleet", Location("NTH")),
    ]
    position = Position(
        Turn(1905, "fall", Phase.MOVEMENT),
        {unit.at.province: unit for unit in units},
        owners=dict.fromkeys(("LON", "EDI", "LVP"), "England"),
    )
    view = build_view(["England"], position, None, variant, "England")
    chosen = [easy(variant, view, "England", seed) for seed in range(6)]
    across = [orders for orders in chosen if any(order.verb == "convoy" for order in orders)]
    assert across, "the army is asked before the fleet in one turn of two"
    for orders in across:
        (move,) = [order for order in orders if isinstance(order, Move)]
        assert move.via_convoy
        assert move.to.province in variant.map.centers


def test_easy_robots_do_not_support_more_than_can_be_needed() -> None:
    variant = load("standard")
    units = [Unit("France", "army", Location(code)) for code in ("PAR", "BRE", "GAS", "MAR", "PIC")]
    units.append(Unit("Germany", "army", Location("BUR")))
    position = Position(
        Turn(1905, "fall", Phase.MOVEMENT),
        {unit.at.province: unit for unit in units},
        owners={"MUN": "Germany"} | dict.fromkeys(("PAR", "MAR", "BRE"), "France"),
    )
    view = build_view(["France"], position, None, variant, "France")
    for seed in range(6):
        orders = easy(variant, view, "France", seed)
        aims = [
            (order.into or order.of.at).province for order in orders if isinstance(order, Support)
        ]
        most = max(map(aims.count, aims), default=0)
        assert most <= 1, "one army of Germany is all that could come"


ISLANDERS = {
    "sailho": ("South", "A PER, F NES, F LOV", "TAR XEN HAD NES", {"North": "A PRO, F NAR"}),
    "standard": ("England", "A YOR, F NTH, F NWY", "LON EDI LVP NWY", {"France": "F MAO, A PIC"}),
}
"""By boards: who owns the centers and may build; their army can leave the island by ship alone."""


@pytest.mark.parametrize("board", ISLANDERS)
def test_no_second_army_is_built_where_one_waits_to_be_carried(board: str) -> None:
    variant = load(board)
    power, own, owned, others = ISLANDERS[board]
    units = read_units({power: own, **others})
    position = Position(
        Turn(1902, "fall", Phase.ADJUSTMENTS),
        {unit.at.province: unit for unit in units},
        owners=dict.fromkeys(owned.split(), power),
        homes={power: variant.map.powers[power].homes},
    )
    view = build_view([power], position, None, variant, power)
    (order,) = choose_robot_orders(variant, view, power, 1, Effort("hard", 200))
    assert isinstance(order, Build)
    assert order.unit.kind == "fleet"


@pytest.mark.parametrize("level", ["easy", "hard"])
def test_who_guards_a_center_is_not_removed_before_who_guards_none(level: Level) -> None:
    variant = load("standard")
    useless = Unit("Austria", "fleet", Location("WAL"))
    units = [
        *(Unit("Austria", "army", Location(code)) for code in ("BEL", "BUR")),
        Unit("Austria", "fleet", Location("HOL")),
        *(Unit("England", "fleet", Location(code)) for code in ("NTH", "IRI")),
        Unit("Germany", "army", Location("RUH")),
        useless,
    ]
    owners = dict.fromkeys(("BEL", "HOL", "PAR"), "Austria") | {"LVP": "England", "MUN": "Germany"}
    position = Position(
        Turn(1905, "fall", Phase.ADJUSTMENTS),
        {unit.at.province: unit for unit in units},
        owners=owners,
    )
    view = build_view(["Austria"], position, None, variant, "Austria")
    (order,) = choose_robot_orders(variant, view, "Austria", 1, Effort(level))
    assert order == Remove(useless)


def read_units(texts: Mapping[str, str]) -> list[Unit]:
    """Units by their powers, as in ``A PAR, F BRE``."""
    kinds = {"A": "army", "F": "fleet"}
    return [
        Unit(name, kinds[kind], Location(code))
        for name, text in texts.items()
        for kind, code in map(str.split, text.split(", "))
    ]


HOMES_FROM_AFAR = {
    "Austria": ("A BUD, A GRE, A BUL", "VIE BUD", {"Russia": "A UKR, A SEV", "Turkey": "A CON"}),
    "France": (
        "A PAR, A RUH, A HOL, F NTH",
        "PAR BRE MAR",
        {"England": "F IRI, F LVP", "Germany": "A MUN, A BEL, A KIE"},
    ),
    "Germany": (
        "A BER, A HOL, A RUH, A BUR",
        "BER MUN KIE",
        {"France": "A PAR, A BEL", "Russia": "A WAR, A LVN", "England": "F NTH, F NWY"},
    ),
    "Italy": (
        "F TUN, F WES, A NAP, A PIE",
        "ROM NAP TUN",
        {"Turkey": "F ION, F AEG", "France": "A MAR, A SPA"},
    ),
}
"""One unit too many has each power that owns the centers: its units, and those of others about."""


@pytest.mark.parametrize("power", HOMES_FROM_AFAR)
def test_the_only_unit_that_can_hold_a_home_in_time_is_not_removed(power: str) -> None:
    variant = load("standard")
    own, owned, others = HOMES_FROM_AFAR[power]
    units = read_units({power: own, **others})
    homes = variant.map.powers[power].homes
    position = Position(
        Turn(1905, "fall", Phase.ADJUSTMENTS),
        {unit.at.province: unit for unit in units},
        owners=dict.fromkeys(owned.split(), power),
        homes={power: homes},
    )
    view = build_view([power], position, None, variant, power)
    (order,) = choose_robot_orders(variant, view, power, 1, Effort("hard", 200))
    assert isinstance(order, Remove)
    assert order.unit.at.province not in homes


def test_one_unit_steps_into_each_center_that_stands_open() -> None:
    variant = load("standard")
    units = [Unit("England", "fleet", Location(code)) for code in ("NTH", "SKA", "NWG")]
    units.append(Unit("Germany", "fleet", Location("BAL")))
    position = Position(
        Turn(1905, "spring", Phase.MOVEMENT),
        {unit.at.province: unit for unit in units},
        owners=dict.fromkeys(("LON", "EDI"), "England") | dict.fromkeys(("DEN", "NWY"), "Germany"),
    )
    view = build_view(["England"], position, None, variant, "England")
    outlook = Outlook(variant, view, "England", position, position, Random(1))
    policies = Policies(outlook)
    for _ in range(10):
        orders = policies.draw_set_against(["DEN", "NWY"])
        goals = [order.to.province for order in orders if isinstance(order, Move)]
        assert goals.count("DEN") == goals.count("NWY") == 1


def test_who_helped_what_is_given_up_is_put_to_use_as_well() -> None:
    variant = load("standard")
    places = (("army", "HOL"), ("army", "LON"), ("fleet", "NTH"))
    army, crosser, ferry = units = [Unit("England", kind, Location(at)) for kind, at in places]
    position = Position(
        Turn(1905, "fall", Phase.MOVEMENT),
        {unit.at.province: unit for unit in units},
        owners=dict.fromkeys(("HOL", "LON", "BEL"), "England"),
    )
    view = build_view(["England"], position, None, variant, "England")
    search = MoveSearch(Outlook(variant, view, "England", position, position, Random(1)), HARD, 900)
    crossing = Move(crosser, Location("BEL"), via_convoy=True)
    orders = [make_support_of(army, crossing), crossing, Hold(ferry)]
    given = read_order_set(search.phase, orders)
    idle = IdleUnits(search.outlook, search.trials, search.choices)
    used = idle.put_idle_units_to_use(given, [search.sample_orders_of_others()])
    after = {ready.order.unit: ready.order for ready in used.values()}
    assert after[crosser] != crossing
    assert after[army] != orders[0], "nobody helps a crossing that is given up"
