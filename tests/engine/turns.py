"""Hypothesis strategies: positions on the standard map and what players might order there."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from judge.model.map import Location, Map
from judge.model.order import Convoy, Disband, Hold, Move, Order, Retreat, Support
from judge.model.position import Position, Unit
from judge.model.turn import Phase
from tests.engine.play import FALL, SPRING, STANDARD

MAP: Map = STANDARD.map
POWERS = tuple(MAP.powers)
PLACES = tuple(MAP.provinces)
SPOTS = {
    (kind, place): MAP.list_places_for_kind(kind, place)
    for kind in MAP.kinds
    for place in PLACES
    if MAP.list_places_for_kind(kind, place)
}
NEAR = {(kind, at): MAP.neighbors(kind, at) for (kind, _), spots in SPOTS.items() for at in spots}
HOMES = {power.name: power.homes for power in MAP.powers.values()}
CORNERS = ("NTH", "ION", "BAL", "BLA", "MAO", "GAL", "TYR", "BUR")

SEEDS = st.integers(0, 2**32 - 1)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Return up to twenty-six units of few powers, crowded about a corner of the board."""
    rng = Random(draw(SEEDS))
    corner = rng.choice(CORNERS)
    around = [corner, *sorted(MAP.contacts[corner])]
    around += sorted({far for near in around for far in MAP.contacts[near]} - {*around})
    powers = rng.sample(POWERS, rng.randint(2, 5))
    units = {}
    for place in rng.sample(around, rng.randint(4, min(26, len(around)))):
        kind = rng.choice([kind for kind in MAP.kinds if (kind, place) in SPOTS])
        units[place] = Unit(rng.choice(powers), kind, rng.choice(SPOTS[kind, place]))
    owners = {code: rng.choice(powers) for code in MAP.centers if rng.random() < 0.6}
    turn = SPRING if rng.random() < 0.5 else FALL
    return Position(turn, units, owners=owners, homes=HOMES)


@st.composite
def movement(draw: st.DrawFn) -> tuple[Position, dict[str, list[Order]]]:
    """Return a position, and orders of every sort: fitting, foolish, forgotten, given twice."""
    position = draw(positions())
    rng = Random(draw(SEEDS))
    units = list(position.units.values())
    wanted: dict[str, Order] = {}
    for unit in rng.sample(units, len(units)):
        place = unit.at.province
        if place in wanted:
            continue
        choice = rng.random()
        near = NEAR[unit.kind, unit.at]
        if choice < 0.35:
            foes = [
                to
                for to in near
                if to.province in position.units and position.units[to.province].power != unit.power
            ]
            to = rng.choice(foes if foes and rng.random() < 0.7 else near)
            wanted[place] = Move(unit, to, via_convoy=rng.random() < 0.1)
        elif choice < 0.5 and unit.kind == "army":
            wanted |= _crossing(rng, unit, position, wanted)
    for unit in units:
        if unit.at.province in wanted or rng.random() < 0.05:
            continue
        wanted[unit.at.province] = _backing(rng, unit, wanted, position)
    listed: dict[str, list[Order]] = {}
    for order in wanted.values():
        if rng.random() < 0.08:
            listed.setdefault(order.unit.power, []).append(_nonsense(rng, order.unit))
        power = order.unit.power if rng.random() < 0.98 else rng.choice(POWERS)
        listed.setdefault(power, []).append(order)
    return position, listed


def _crossing(
    rng: Random, army: Unit, position: Position, taken: dict[str, Order]
) -> dict[str, Order]:
    """Return an army's move over water and the convoy orders of the fleets on its way."""
    chain: list[Unit] = []
    here = army.at.province
    while len(chain) < 4 and (not chain or rng.random() < 0.5):
        fleets = [
            position.units[code]
            for code in sorted(MAP.contacts[here])
            if MAP.provinces[code].terrain == "sea" and code in position.units
        ]
        fleets = [fleet for fleet in fleets if fleet not in chain]
        if not fleets:
            break
        chain.append(rng.choice(fleets))
        here = chain[-1].at.province
    ports = [
        at
        for code in sorted(MAP.contacts[here] - {army.at.province})
        for at in SPOTS.get(("army", code), ())
    ]
    if not chain or not ports:
        return {}
    to = rng.choice([port for port in ports if port.province in position.units] or ports)
    orders: dict[str, Order] = {army.at.province: Move(army, to, rng.random() < 0.3)}
    named = army if rng.random() < 0.8 else army._replace(power="", kind="")
    links = [*(fleet.at for fleet in chain[1:]), to]
    linked = rng.random() < 0.3
    for fleet, link in zip(chain, links, strict=True):
        if fleet.at.province not in taken:
            orders[fleet.at.province] = Convoy(fleet, named, link if linked else to)
    return orders


def _backing(rng: Random, unit: Unit, wanted: dict[str, Order], position: Position) -> Order:
    near = {to.province for to in NEAR[unit.kind, unit.at]}
    moves: list[Order] = [
        Support(unit, order.unit, order.to)
        for order in wanted.values()
        if isinstance(order, Move) and order.to.province in near
    ]
    holds: list[Order] = [
        Support(unit, position.units[code])
        for code in sorted(near & position.units.keys())
        if not isinstance(wanted.get(code), Move)
    ]
    if (moves or holds) and rng.random() < 0.85:
        return rng.choice(moves if moves and rng.random() < 0.75 else holds or moves)
    return Hold(unit) if rng.random() < 0.5 else _nonsense(rng, unit)


def _nonsense(rng: Random, unit: Unit) -> Order:
    to = Location(rng.choice(PLACES), rng.choice(("", "", "", "nc", "sc", "ec")))
    other = Unit(rng.choice(POWERS), rng.choice(("army", "fleet", "")), to)
    there = Location(rng.choice(PLACES))
    return rng.choice(
        [
            Move(unit, to),
            Move(unit, to, via_convoy=True),
            Support(unit, other),
            Support(unit, other, there),
            Convoy(unit, other, there),
            Convoy(unit, other, to),
            Hold(unit._replace(kind="fleet")),
            Hold(other._replace(power=unit.power, kind="army")),
            Retreat(unit, to),
            Disband(unit),
        ]
    )


@st.composite
def retreats(draw: st.DrawFn, position: Position) -> dict[str, list[Order]]:
    """Return retreat orders for a position with dislodged units, good and bad."""
    rng = Random(draw(SEEDS))
    listed: dict[str, list[Order]] = {}
    for each in position.dislodged:
        unit, choice = each.unit, rng.random()
        if choice < 0.7 and each.options:
            order: Order = Retreat(unit, rng.choice(each.options))
        elif choice < 0.8:
            order = Disband(unit)
        elif choice < 0.9:
            order = _nonsense(rng, unit)
        else:
            continue
        listed.setdefault(unit.power, []).append(order)
    return listed


def in_phase(position: Position, phase: Phase) -> Position:
    """Return the same board later in its season."""
    turn = position.turn._replace(phase=phase)
    return Position(turn, position.units, position.dislodged, position.owners, position.homes)
