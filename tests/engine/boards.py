"""Small boards and crowded turns on them, drawn from a seeded source."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from random import Random

from judge.library.maps import ARMY, FLEET
from judge.model.map import Leg, Location, Map, Province
from judge.model.order import Convoy, Hold, Move, Order, Support
from judge.model.position import Unit

POWERS = ("Red", "Blue", "Green")


def board_of(
    land: Iterable[str],
    water: Iterable[str],
    seas: Iterable[str],
    name: str = "tiny",
    ferries: Iterable[str] = (),
) -> Map:
    """Return a map from its borders, each written once: ``"AB BER"``.

    The spaces of ``seas`` are sea, all others land; from ``ferries`` fleets convoy too.
    """
    borders = [(text.split(), way) for way in ("land", "water") for text in _of(land, water, way)]
    legs = tuple(
        Leg(Location.from_text(here), Location.from_text(there), way)
        for (one, two), way in borders
        for here, there in ((one, two), (two, one))
    )
    codes = sorted({leg.origin.province for leg in legs} | set(seas))
    return Map(
        name=name,
        provinces={
            code: Province(
                code,
                code.capitalize(),
                "sea" if code in seas else "land",
                coasts=tuple(
                    sorted({s.origin.coast for s in legs if s.origin.province == code} - {""})
                ),
                ferries=code in ferries,
            )
            for code in codes
        },
        legs=legs,
        kinds={"army": ARMY, "fleet": FLEET},
        powers={},
        contacts={
            code: frozenset(s.target.province for s in legs if s.origin.province == code)
            for code in codes
        },
    )


def _of(land: Iterable[str], water: Iterable[str], way: str) -> Iterable[str]:
    return land if way == "land" else water


def random_board(rng: Random, name: str) -> Map:
    """Return a board of six to nine spaces: seas that touch, shores around them, some inland."""
    seas = [f"S{i}" for i in range(rng.randint(2, 4))]
    shores = [f"C{i}" for i in range(rng.randint(3, 5))]
    inland = [f"L{i}" for i in range(rng.randint(0, 1))]
    water = [f"{a} {b}" for a, b in pairwise(seas)]
    land = []
    for shore in shores:
        beach = rng.sample(seas, rng.choice((1, 2)))
        water += [f"{shore} {sea}" for sea in beach]
    for i, shore in enumerate(shores):
        for other in shores[:i]:
            if rng.random() < 0.5:
                land.append(f"{shore} {other}")
                if rng.random() < 0.5:
                    water.append(f"{shore} {other}")
    for place in inland:
        land += [f"{place} {shore}" for shore in rng.sample(shores, 2)]
    ferries = shores[: rng.choice((0, 0, 0, 1))]
    return board_of(land, water, seas, name, ferries)


class Turnout:
    """Units on a board and what they are ordered, with an eye for trouble."""

    def __init__(self, rng: Random, game_map: Map, spaces: Sequence[str], count: int) -> None:
        self.rng = rng
        self.board = game_map
        self.units: dict[str, Unit] = {}
        self.orders: dict[str, Order] = {}
        crowd = rng.sample(list(spaces), len(spaces))
        crowd.sort(
            key=lambda place: game_map.provinces[place].terrain != "sea" or rng.random() < 0.2
        )
        for place in crowd[:count]:
            kinds = [kind for kind in game_map.kinds if game_map.list_places_for_kind(kind, place)]
            kind = rng.choice(kinds)
            at = rng.choice(game_map.list_places_for_kind(kind, place))
            self.units[place] = Unit(rng.choice(POWERS), kind, at)
        for unit in self.shuffled():
            if unit.kind == "army" and rng.random() < 0.7:
                self.embark(unit)
        for order in list(self.orders.values()):
            if isinstance(order, Convoy) and rng.random() < 0.8:
                self.trap(order)
        for unit in self.shuffled():
            if self.idle(unit) and rng.random() < 0.55:
                self.attack(unit)
        for unit in self.shuffled():
            if self.idle(unit):
                self.orders[unit.at.province] = self.support(unit)

    def ferries(self, place: str) -> bool:
        province = self.board.provinces[place]
        return province.terrain == "sea" or province.ferries

    def shuffled(self) -> list[Unit]:
        units = list(self.units.values())
        self.rng.shuffle(units)
        return units

    def idle(self, unit: Unit) -> bool:
        return unit.at.province not in self.orders

    def embark(self, army: Unit) -> None:
        """Put an army on a chain of fleets that have no orders yet, if there is one."""
        chain: list[Unit] = []
        here = army.at.province
        while True:
            near = [self.units[p] for p in sorted(self.board.contacts[here]) if p in self.units]
            fleets = [
                unit
                for unit in near
                if self.idle(unit)
                and unit not in chain
                and unit.kind == "fleet"
                and self.ferries(unit.at.province)
            ]
            if not fleets or (chain and self.rng.random() < 0.5):
                break
            chain.append(self.rng.choice(fleets))
            here = chain[-1].at.province
        ports = [
            place
            for place in sorted(self.board.contacts[here] - {army.at.province})
            if self.board.list_places_for_kind("army", place)
        ]
        if not chain or not ports:
            return
        goal = Location(self.rng.choice([p for p in ports if p in self.units] or ports))
        via = self.rng.random() < 0.3
        self.orders[army.at.province] = Move(army, goal, via)
        link_form = self.rng.random() < 0.2
        for fleet, onward in zip(chain, [*(f.at for f in chain[1:]), goal], strict=True):
            self.orders[fleet.at.province] = Convoy(fleet, army, onward if link_form else goal)

    def trap(self, convoy: Convoy) -> None:
        """Fight for some convoying fleet with the support of the unit where the army will land."""
        goal = self.orders[convoy.of.at.province]
        backer = self.units.get(goal.to.province) if isinstance(goal, Move) else None
        if backer is None or not self.idle(backer):
            return
        near = self.next_to(backer)
        prey = [order.unit for order in self.orders.values() if isinstance(order, Convoy)]
        prey = [fleet for fleet in prey if fleet.at in near]
        if not prey:
            return
        fleet = self.rng.choice(prey)
        sea = fleet.at
        hunters = [u for u in self.shuffled() if self.idle(u) and sea in self.next_to(u)]
        hunters.remove(backer)
        for hunter in hunters[:2]:
            if self.rng.random() < 0.7:
                self.orders[hunter.at.province] = Move(hunter, sea)
        attack = self.orders.get(hunters[0].at.province) if hunters else None
        if isinstance(attack, Move) and self.rng.random() < 0.6:
            self.orders[backer.at.province] = Support(backer, hunters[0], sea)
        else:
            self.orders[backer.at.province] = Support(backer, fleet)

    def next_to(self, unit: Unit) -> tuple[Location, ...]:
        return self.board.neighbors(unit.kind, unit.at)

    def attack(self, unit: Unit) -> None:
        """Send a unit somewhere, to where a fight is to be had if it can."""
        near = self.next_to(unit)
        if not near:
            return
        fights = [
            to
            for to in near
            if to.province in self.units and self.units[to.province].power != unit.power
        ]
        pick = fights if fights and self.rng.random() < 0.7 else list(near)
        self.orders[unit.at.province] = Move(unit, self.rng.choice(pick))

    def support(self, unit: Unit) -> Order:
        """Return a support that fits for most, for some one that does not, or another order."""
        near = {to.province for to in self.next_to(unit)}
        fitting: list[Order] = [
            Support(unit, other.unit, other.to)
            for other in self.orders.values()
            if isinstance(other, Move) and other.to.province in near
        ]
        held: list[Order] = [
            Support(unit, other)
            for place, other in self.units.items()
            if place in near and not isinstance(self.orders.get(place), Move)
        ]
        if self.rng.random() < 0.85 and (fitting or held):
            return self.rng.choice(
                fitting if fitting and self.rng.random() < 0.7 else held or fitting
            )
        other = self.rng.choice(list(self.units.values()))
        to = Location(self.rng.choice(list(self.board.provinces)))
        spot = self.rng.choice(self.board.list_places_for_kind(unit.kind, to.province) or (to,))
        return self.rng.choice(
            [Hold(unit), Support(unit, other), Support(unit, other, to), Move(unit, spot)]
            + [Convoy(unit, other, to)] * (other.kind == "army")
        )
