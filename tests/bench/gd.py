"""How long a full turn of Global Diplomacy takes: sixty units, two bombs on their way."""

from __future__ import annotations

import random
from collections import Counter

from judge.engine.adjudicate import adjudicate_phase
from judge.hooks import Variant
from judge.language.reader import read_order
from judge.library import load
from judge.model.order import Hold, Move, Order, Support
from judge.model.position import Position, Unit
from judge.model.turn import Phase, Turn
from tests.bench.measure import Measured, per_second
from tests.bench.phases import Played

UNITS = 60
TURNS = 50

US, RF = "United States", "Russian Federation"
GA, PR = "Greater African Union", "People's Republic of Asia"
CHAINS = (
    (US, "R SUS BOMB VIA NAT SAH EGY TO SIO"),
    (US, "N NAT CARRY BOMB FROM SUS TO SAH"),
    (GA, "A SAH CARRY BOMB FROM NAT TO EGY"),
    (GA, "AF EGY CARRY BOMB FROM SAH TO SIO"),
    (RF, "R URA BOMB VIA KAZ TIB TO SEA"),
    (RF, "A KAZ CARRY BOMB FROM URA TO TIB"),
    (PR, "AF TIB CARRY BOMB FROM KAZ TO SEA"),
)


def gd() -> Measured:
    """Measure random moves and supports, each turn with two chains that nobody breaks."""
    variant = load("gd")
    turns = [full_turn(variant, random.Random(f"gd {seed}")) for seed in range(TURNS)]

    def work() -> int:
        for played in turns:
            adjudicate_phase(*played)
        return len(turns)

    return Measured(
        f"a turn of {UNITS} units and two chains (gd)",
        [1000 / figure for figure in per_second(work)],
        "ms",
        limit=3,
        counted="Global Diplomacy, random moves and supports; from parsed orders to results",
    )


def full_turn(variant: Variant, chance: random.Random) -> Played:
    game_map = variant.map
    orders: list[Order] = [
        read_order(text, variant, Phase.MOVEMENT, power) for power, text in CHAINS
    ]
    units = {order.unit.at.province: order.unit for order in orders}
    bombs = frozenset(units)
    counts = Counter((unit.power, unit.kind) for unit in units.values())
    free = 9 * sorted(game_map.provinces.keys() - units)
    chance.shuffle(free)
    for code in free:
        power, kind = (
            chance.choice(list(game_map.powers)),
            chance.choice(["army", "navy", "air force"]),
        )
        places = game_map.list_places_for_kind(kind, code)
        if len(units) < UNITS and code not in units and places and counts[power, kind] < 5:
            units[code] = Unit(power, kind, chance.choice(places))
            counts[power, kind] += 1
    assert len(units) == UNITS
    for code, unit in units.items():
        if code not in bombs:
            orders.append(_order(variant, unit, units, bombs, chance))
    listed: dict[str, list[Order]] = {}
    for order in orders:
        listed.setdefault(order.unit.power, []).append(order)
    owners = {code: chance.choice(list(game_map.powers)) for code in game_map.centers}
    return Played(variant, Position(Turn(2104, "fall", Phase.MOVEMENT), units, (), owners), listed)


def _order(
    variant: Variant,
    unit: Unit,
    units: dict[str, Unit],
    bombs: frozenset[str],
    chance: random.Random,
) -> Order:
    """Return a move to a neighbor, or support for the unit in one; never an attack on a chain."""
    near = [at for at in variant.map.neighbors(unit.kind, unit.at) if at.province not in bombs]
    if not near:
        return Hold(unit)
    to = chance.choice(near)
    if to.province in units and chance.random() < 0.6:
        return Support(unit, units[to.province])
    return Move(unit, to)
