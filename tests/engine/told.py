"""What was ordered on a small board, told plainly: which orders are valid, and who sails.

Nothing here comes from the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, pairwise, permutations

from judge.model.map import Location, Map
from judge.model.order import Convoy, Hold, Move, Order, Support
from judge.model.position import Unit


@dataclass(frozen=True)
class Told:
    """A board, its units and the one order that each was given."""

    board: Map
    units: Mapping[str, Unit]
    given: Mapping[str, Order]

    # What may be ordered

    @cached_property
    def order(self) -> Mapping[str, Order]:
        """The orders carried out: a unit with a void order holds."""
        return {
            place: self.given[place] if self.valid(self.given[place]) else Hold(unit)
            for place, unit in self.units.items()
        }

    def valid(self, order: Order) -> bool:
        unit = order.unit
        if isinstance(order, Move):
            if order.to.province == unit.at.province:
                return False
            by_sea = (
                unit.kind == "army"
                and order.to in self.board.list_places_for_kind("army", order.to.province)
                and self.joined(self.carriers, unit.at.province, order.to.province)
            )
            if order.via_convoy and unit.kind == "army":
                return by_sea  # STD-8
            return self.by_land(order) or by_sea
        if isinstance(order, Support):
            aim = (order.into or order.of.at).province
            near = {at.province for at in self.board.neighbors(unit.kind, unit.at)}
            return aim in near and order.of.at != unit.at
        if isinstance(order, Convoy):
            goal = order.to.province
            apart = goal not in (order.of.at.province, unit.at.province)
            return unit.at.province in self.carriers and apart
        return True

    def by_land(self, order: Move) -> bool:
        return order.to in self.board.neighbors(order.unit.kind, order.unit.at)

    @cached_property
    def carriers(self) -> frozenset[str]:
        """Where fleets stand that may convoy: at sea, or where the board says so."""
        return frozenset(
            place
            for place, unit in self.units.items()
            for province in (self.board.provinces[place],)
            if unit.kind == "fleet" and (province.terrain == "sea" or province.ferries)
        )

    @cached_property
    def goals(self) -> Mapping[str, str]:
        return {p: order.to.province for p, order in self.order.items() if isinstance(order, Move)}

    def goal(self, place: str) -> str:
        return self.goals.get(place, "")

    # Convoys

    def chains(self, fleets: Iterable[str], start: str, end: str) -> Iterator[tuple[str, ...]]:
        """Yield every row of those fleets that leads from start to end."""
        near = self.board.contacts
        for row in some_of(fleets, permutations):
            steps = pairwise((start, *row, end))
            if row and end not in row and all(there in near[here] for here, there in steps):
                yield row

    def joined(self, fleets: Iterable[str], start: str, end: str) -> bool:
        return any(True for _ in self.chains(fleets, start, end))

    def routes(self, army: str) -> tuple[tuple[str, ...], ...]:
        """Return the rows of fleets ordered to pass the army on to the next, or to its goal."""
        goal = self.goal(army)
        told = {
            place: order.to.province
            for place, order in self.order.items()
            if isinstance(order, Convoy) and order.of.at.province == army
        }
        return tuple(
            row
            for row in self.chains(told, army, goal)
            if all(told[here] in (goal, onward) for here, onward in pairwise(row))
            and told[row[-1]] == goal
        )

    @cached_property
    def by_sea(self) -> Mapping[str, tuple[tuple[str, ...], ...]]:
        """The armies that go by convoy, each with its routes (DATC 4.A.3)."""
        found = {}
        for place, order in self.order.items():
            if isinstance(order, Move) and order.unit.kind == "army":
                routes = self.routes(place)
                if not self.by_land(order) or order.via_convoy or self.meant(place, routes):
                    found[place] = routes
        return found

    def meant(self, army: str, routes: Sequence[tuple[str, ...]]) -> bool:
        """Whether a fleet of the army's own, needed on some route, was told to carry it."""
        needed = self.needed(army, self.goal(army))
        return any(
            self.units[fleet].power == self.units[army].power and fleet in needed
            for row in routes
            for fleet in row
        )

    def needed(self, army: str, goal: str) -> set[str]:
        """Where fleets stand of which no smaller group does without them."""
        groups = [set(g) for g in some_of(self.carriers) if self.joined(g, army, goal)]
        least = [g for g in groups if not any(other < g for other in groups)]
        return {fleet for group in least for fleet in group}

    def carries(self, order: Convoy) -> bool:
        """Whether a fleet's order names what its army does, or the next fleet that has it."""
        army, onward = order.of.at.province, self.order.get(order.to.province)
        return army in self.by_sea and (
            order.to.province == self.goal(army)
            or (
                isinstance(onward, Convoy)
                and onward.of.at.province == army
                and order.to.province in self.board.contacts[order.unit.at.province]
            )
        )

    def never(self, order: Order) -> bool:
        """Whether help is offered that could never be of use, whatever is ordered (DATC 4.E.1)."""
        if not isinstance(order, Support | Convoy):
            return False
        here, there = order.unit.at.province, order.of.at.province
        helped = self.units.get(there)
        goal = order.into if isinstance(order, Support) else order.to
        if helped is None or goal is None:
            return False
        end = goal.province
        if isinstance(order, Convoy):
            if self.carries(order):
                return here not in self.needed(there, self.goal(there))
            return helped.kind != "army" or (
                end not in self.carriers and here not in self.needed(there, end)
            )
        near = self.board.neighbors(helped.kind, helped.at)
        if any(at.province == end and goal.coast in ("", at.coast) for at in near):
            return False
        return (
            end == there
            or helped.kind != "army"
            or Location(end) not in self.board.list_places_for_kind("army", end)
            or not self.joined(self.carriers - {here}, there, end)
        )


def some_of(things: Iterable[str], pick=combinations) -> Iterator[tuple[str, ...]]:
    """Yield every choice of some of the things, or of their arrangements."""
    things = tuple(things)
    return chain.from_iterable(pick(things, size) for size in range(len(things) + 1))
