"""Moves by rule of thumb: each unit to the best place near it, or in support of another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from judge.model.map import Location
from judge.model.order import Convoy, Hold, Move, Order, Support
from judge.model.position import Unit
from judge.robots.outlook import Outlook, is_staying, list_orders_taken, make_support_of
from judge.robots.values import Values

CHANCE = 0.5
"""How likely a unit goes to its second best place if that is as good; less if it is worse."""
STEEPNESS = 5
ODDS = 0.08
"""By what part a place is worth more for each own unit beside it beyond those of another."""


class Wish(NamedTuple):
    """What a place is worth to a unit, and which unit would have to carry it there."""

    worth: float
    at: Location
    ferry: Unit | None = None


class EasyMoves:
    """The orders of one turn in the making."""

    def __init__(self, outlook: Outlook, values: Values) -> None:
        self.outlook, self.values = outlook, values
        self.orders: dict[Unit, Order] = {}
        self.taken: dict[str, Order] = {}
        self.helped: Counter[str] = Counter()
        self.at = {unit.at.province: unit for unit in outlook.units}
        self.ranks: dict[Unit, list[Wish]] = {}

    def choose_orders_of_units(self) -> tuple[Order, ...]:
        """Return an order for each unit that can be given one."""
        orders = self.draw_another_set()
        return tuple(taken for order in orders for taken in list_orders_taken(self.outlook, order))

    def draw_another_set(self) -> list[Order]:
        """Return an order for each unit as the dice have it, legal or not."""
        self.orders, self.taken, self.helped = {}, {}, Counter()
        waiting = list(self.outlook.units)
        self.outlook.dice.shuffle(waiting)
        put_off: set[Unit] = set()
        while waiting:
            unit = waiting.pop(0)
            if unit in self.orders:
                continue  # it carries another
            order = self._choose_order_of_unit(unit, put_off)
            if order is None:
                waiting.append(unit)  # after the unit in whose place it wants to be
                put_off.add(unit)
                continue
            self._note_order(order)
        self._put_idle_units_to_use()
        return [self.orders[unit] for unit in self.outlook.units]

    def _note_order(self, order: Order) -> None:
        self.orders[order.unit] = order
        if isinstance(order, Support):
            self.helped[(order.into or order.of.at).province] += 1
        goal = order.to if isinstance(order, Move) else order.unit.at
        self.taken[goal.province] = order

    def rate_place(self, unit: Unit, at: Location) -> float:
        """Return how much a unit is wanted at a place."""
        code, outlook = at.province, self.outlook
        if (unit.kind, at) in outlook.traps:
            return 0.0
        odds = outlook.strength[code] - outlook.competition[code]
        return self.values.value_unit_at(unit, at) * (1 + ODDS * max(min(odds, 4), -4))

    def _rank_places(self, unit: Unit) -> list[Wish]:
        """Return the places where a unit can be after the moves, the best first."""
        if unit not in self.ranks:
            steps = (unit.at, *self.outlook.list_steps_of_unit(unit))
            wishes = [Wish(self.rate_place(unit, at), at) for at in steps]
            wishes += [
                Wish(self.rate_place(unit, at), at, ferry)
                for ferry, at in self.outlook.list_crossings_of_unit(unit)
            ]
            self.ranks[unit] = sorted(wishes, key=lambda wish: wish[:2], reverse=True)
        return self.ranks[unit]

    def _list_wishes(self, unit: Unit) -> Iterator[Wish]:
        """Yield the places for a unit, mostly the best first."""
        ranked = self._rank_places(unit)
        dice, first = self.outlook.dice, 0
        while first + 1 < len(ranked):
            best, following = ranked[first].worth, ranked[first + 1].worth
            worse = STEEPNESS * (best - following) / max(abs(best), 1)
            if dice.random() >= CHANCE or dice.random() < worse:
                break
            first += 1
        yield from (*ranked[first:], *ranked[:first])

    def _choose_order_of_unit(self, unit: Unit, put_off: set[Unit]) -> Order | None:
        """Return the order of a unit, None if another must be asked first."""
        for _, at, ferry in self._list_wishes(unit):
            code = at.province
            before = self.taken.get(code)
            if code == unit.at.province:
                if before is None:
                    return Hold(unit)
            elif before is not None:
                support = make_support_of(unit, before)
                if self._needs_help(code) and self.outlook.is_legal(support):
                    return support
            else:
                there = self.at.get(code)
                if there is not None and there not in self.orders:
                    if unit not in put_off:
                        return None
                    continue
                if there is not None and self._is_swap(unit, there):
                    continue
                move = Move(unit, at, via_convoy=ferry is not None)
                if self.outlook.is_legal(move) and (
                    ferry is None or self._is_taken_on(move, ferry)
                ):
                    return move
        return Hold(unit)

    def _needs_help(self, code: str) -> bool:
        """Say whether others can still bring as many there as go or stay there."""
        there = code in self.outlook.supposed.units and code not in self.at
        return self.helped[code] < self.outlook.competition[code] + there

    def _is_taken_on(self, move: Move, ferry: Unit) -> bool:
        """Say whether a unit that nobody has asked yet carries another, and note its order."""
        convoy = Convoy(ferry, move.unit._replace(power=""), move.to)
        free = ferry not in self.orders and self.outlook.is_legal(convoy)
        if free:
            self._note_order(convoy)
        return free

    def _is_swap(self, unit: Unit, there: Unit) -> bool:
        order = self.orders[there]
        return is_staying(order) or (
            isinstance(order, Move) and order.to.province == unit.at.province
        )

    def _put_idle_units_to_use(self) -> None:
        """Let units that stay for nothing support what needs it most."""
        outlook = self.outlook
        moving = [order for order in self.orders.values() if isinstance(order, Move)]
        needs = sorted(
            moving,
            key=lambda move: (
                -outlook.competition[move.to.province],
                -self.values.value_unit_at(move.unit, move.to),
                move.unit,
            ),
        )
        for unit, order in list(self.orders.items()):
            if type(order) is not Hold:
                continue
            helped = [*needs, *(self.orders[other] for other in outlook.units if other != unit)]
            for other in helped:
                goal = other.to.province if isinstance(other, Move) else other.unit.at.province
                stays = is_staying(other) and type(other) is not Hold
                if stays or not self._needs_help(goal):
                    continue
                support = make_support_of(unit, other)
                if outlook.is_legal(support):
                    self.orders[unit] = support
                    self.helped[goal] += 1
                    break
