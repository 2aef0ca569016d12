"""The engine against the oracle, on boards small enough to try everything.

ORACLE_CASES in the environment sets how many turns are drawn, ORACLE_SEED the first seed.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from judge.engine.adjudicate import adjudicate_phase
from judge.model.map import Location, Map
from judge.model.order import Convoy, Hold, Move, Order, Support
from judge.model.position import Position, Unit
from tests.engine.boards import Turnout, board_of, random_board
from tests.engine.oracle import Case, Outcome
from tests.engine.play import SPRING, STANDARD, by_power

CASES = int(os.environ.get("ORACLE_CASES", "800"))
SEED = int(os.environ.get("ORACLE_SEED", "0"))

WATERS = {
    "North Sea": "NTH SKA ENG LON YOR EDI NWY DEN BEL HOL SWE PIC",
    "Ionian": "ION TYS ADR NAP ROM APU TUN GRE ALB VEN TRI AEG",
    "Baltic": "BAL BOT BER PRU LVN KIE DEN SWE FIN MUN SIL WAR",
    "Black Sea": "BLA AEG EAS CON ANK SMY ARM SEV RUM BUL GRE SYR",
    "Iberia": "MAO WES SPA POR GAS MAR LYO NAF BRE ENG IRI TUN",
}


def judged(game_map: Map, units: Mapping[str, Unit], given: Mapping[str, Order]) -> Outcome:
    """Return the engine's outcome in the oracle's words."""
    variant = STANDARD
    if game_map is not STANDARD.map:
        variant = replace(STANDARD, map=game_map, rules=replace(STANDARD.rules))
    record = adjudicate_phase(variant, Position(SPRING, units), by_power(given.values()))
    assert record.sheet is not None
    assert record.solution is not None
    return Outcome(
        units=record.after.units,
        dislodged={
            each.unit.at.province: (each.by, frozenset(each.options)) for each in record.dislodged
        },
        fates={result.order.unit.at.province: result.fate for result in record.results},
        core=frozenset(record.sheet.at[row] for row in record.solution.paradox),
        ring=False,
    )


def compare(game_map: Map, units: Mapping[str, Unit], given: Mapping[str, Order]) -> Outcome:
    expected = Case(game_map, units, given).outcome()
    found = judged(game_map, units, given)
    assert found == replace(expected, ring=False), "\n".join(map(str, given.values()))
    return expected


def test_small_boards_come_out_as_the_rules_equations_say():
    met: Counter[str] = Counter()
    for seed in range(SEED, SEED + CASES):
        rng = Random(seed)
        board = random_board(rng, f"tiny{seed}")
        turnout = Turnout(rng, board, list(board.provinces), rng.randint(5, 9))
        outcome = compare(board, turnout.units, turnout.orders)
        met["ring"] += outcome.ring
        met["paradox"] += bool(outcome.core)
        met["dislodged"] += bool(outcome.dislodged)
    assert met["ring"] > CASES // 100
    assert met["paradox"] > CASES // 100
    assert met["dislodged"] > CASES // 5


@pytest.mark.parametrize("waters", WATERS.values(), ids=WATERS)
def test_crowded_waters_come_out_as_the_rules_equations_say(waters):
    for seed in range(SEED, SEED + CASES // 10):
        rng = Random(seed)
        turnout = Turnout(rng, STANDARD.map, waters.split(), rng.randint(4, 8))
        compare(STANDARD.map, turnout.units, turnout.orders)


TWO_STRAITS = board_of(
    land=(),
    water=[
        *("S1 D1", "S1 G1", "S1 G2", "S1 H1", "S1 K1"),
        *("S2 D2", "S2 G1", "S2 G2", "S2 H2", "S2 K2"),
    ],
    seas=("S1", "S2"),
    name="two straits",
)


@pytest.mark.parametrize("crossed", [False, True], ids=["straight", "crossed"])
@pytest.mark.parametrize("colors", ["ABCDE", "ABCCA", "AABBC"])
def test_two_convoys_landing_on_each_others_fights_come_out_as_the_equations_say(colors, crossed):
    """Every way in which two landings can cut supports for or against the two fleets.

    DATC 6.F.22 to 6.F.24 are three of them.
    """
    armies, fleets, goals, hunters, others = colors
    units = {
        **{place: Unit(armies, "army", Location(place)) for place in ("D1", "D2")},
        **{place: Unit(fleets, "fleet", Location(place)) for place in ("S1", "S2")},
        **{place: Unit(goals, "fleet", Location(place)) for place in ("G1", "G2")},
        **{place: Unit(hunters, "fleet", Location(place)) for place in ("H1", "H2")},
        **{place: Unit(others, "fleet", Location(place)) for place in ("K1", "K2")},
    }
    seas = {place: Location("S" + place[1]) for place in ("D1", "D2", "H1", "H2", "K1", "K2")}
    landings = {"D1": "G2", "D2": "G1"} if crossed else {"D1": "G1", "D2": "G2"}
    crossing: dict[str, Order] = {}
    for start, goal in landings.items():
        sea = seas[start]
        crossing[start] = Move(units[start], Location(goal))
        crossing[sea.province] = Convoy(units[sea.province], units[start], Location(goal))
    met = Counter()
    for choice in product(
        backed("G1", units), backed("G2", units), joins("K1", units), joins("K2", units)
    ):
        given = crossing | {order.unit.at.province: order for order in choice}
        given |= {place: Move(units[place], seas[place]) for place in ("H1", "H2")}
        outcome = compare(TWO_STRAITS, units, given)
        met[len(outcome.core)] += 1
    assert met[0]
    assert met[1]
    assert met[2]


def backed(place: str, units: dict[str, Unit]) -> list[Order]:
    """Return what a unit where an army lands may do for the fleets or against them."""
    unit = units[place]
    return [
        *(Support(unit, units[fleet]) for fleet in ("S1", "S2")),
        *(Support(unit, units["H" + n], Location("S" + n)) for n in "12"),
    ]


def joins(place: str, units: dict[str, Unit]) -> list[Order]:
    """Return what a second hunter may do: attack by itself, support the first, or nothing."""
    unit, sea = units[place], Location("S" + place[1])
    return [Move(unit, sea), Support(unit, units["H" + place[1]], sea), Hold(unit)]
