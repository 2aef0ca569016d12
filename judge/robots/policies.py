"""What others may have in mind."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property

from judge.model.map import Location
from judge.model.order import Hold, Move, Order
from judge.model.position import Unit
from judge.robots.easy_moves import EasyMoves
from judge.robots.outlook import Outlook
from judge.robots.values import value_for_last_moves, value_for_moves

NEAR = 4
"""How many spaces away from units a robot looks at what others may want."""
STAYING, GRABBING = 0.15, 0.35
"""How often a power is supposed to stay where it is threatened, and to take what is next to it."""
REPEATING, STRAYING, TEMPTED, RELUCTANT = 0.25, 0.12, 0.4, 0.25
"""How often a unit is supposed to try again what failed, to do what no policy foresees; and where
centers are about to be counted, to step into an open one of nobody, and not to step into an open
one of another though the policy wants it: people take two of three of the former that are next to
them, and one of three of the latter."""


class Policies:
    """What a power may have in mind: mostly its plan, at times what is nearest, or to stay.

    Nobody is as sure as that, so that some units try again what failed just before, and some do
    anything.
    """

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self.plan = EasyMoves(outlook, value_for_moves(outlook, NEAR))
        self.grab = EasyMoves(outlook, value_for_last_moves(outlook, 1))

    def draw_another_set(self) -> list[Order]:
        """Return orders for its units as the dice have it."""
        return [*self._add_whims(self._draw_foreseen_set())]

    def draw_set_against(self, exposed: Collection[str]) -> list[Order]:
        """Return the same of who knows which centers others leave open: a unit that can steps into
        each."""
        orders = self._draw_foreseen_set()
        entered = {order.to.province for order in orders if isinstance(order, Move)} & {*exposed}
        left = {*exposed} - entered
        for number, order in enumerate(orders):
            if isinstance(order, Move) and order.to.province in entered:
                continue
            steps = self.outlook.list_steps_of_unit(order.unit)
            to = next((to for to in steps if to.province in left), None)
            if to is not None:
                orders[number] = Move(order.unit, to)
                left.remove(to.province)
        return orders

    def _draw_foreseen_set(self) -> list[Order]:
        luck = self.outlook.dice.random()
        if luck < STAYING:
            threatened = self.outlook.competition
            return [
                Hold(order.unit) if threatened[order.unit.at.province] else order
                for order in self.plan.draw_another_set()
            ]
        return (self.grab if luck < STAYING + GRABBING else self.plan).draw_another_set()

    def _add_whims(self, orders: list[Order]) -> Iterator[Order]:
        dice = self.outlook.dice
        for order in orders:
            unit = order.unit
            tried, open_centers = (
                self.outlook.failed_moves_by_unit.get(unit),
                self._open_centers[unit],
            )
            if open_centers and dice.random() < TEMPTED:
                yield Move(unit, dice.choice(open_centers))
            elif tried is not None and dice.random() < REPEATING:
                yield tried
            elif dice.random() < STRAYING:
                steps = self.outlook.list_steps_of_unit(unit)
                yield Move(unit, dice.choice(steps)) if steps else order
            elif self._is_grab(order) and dice.random() < RELUCTANT:
                yield Hold(unit)
            else:
                yield order

    def _is_grab(self, order: Order) -> bool:
        """Say whether an order leads into a center of another that stands open, where centers are
        counted after these moves."""
        position, power = self.outlook.supposed, self.outlook.power
        if not isinstance(order, Move) or not self._is_count_near:
            return False
        code = order.to.province
        return position.owners.get(code, power) != power and code not in position.units

    @cached_property
    def _is_count_near(self) -> bool:
        outlook = self.outlook
        return outlook.variant.calendar.has_center_count(outlook.known.turn)

    @cached_property
    def _open_centers(self) -> dict[Unit, tuple[Location, ...]]:
        """The centers of nobody next to each unit in which nobody stands, where centers are counted
        after these moves; none for a unit that is in a foreign center itself."""
        outlook, position = self.outlook, self.outlook.supposed
        centers, owners = outlook.variant.map.centers, position.owners
        open_centers = {*centers} - owners.keys() - position.units.keys() - position.lost
        prey = {code for code in centers if owners.get(code) != outlook.power}
        return {
            unit: tuple(
                to for to in outlook.list_steps_of_unit(unit) if to.province in open_centers
            )
            if self._is_count_near and unit.at.province not in prey
            else ()
            for unit in outlook.units
        }
