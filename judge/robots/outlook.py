"""What a robot knows when it makes up its mind."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from judge.engine.adjudicate import adjudicate_phase
from judge.engine.context import compile_board
from judge.engine.legality import check_order
from judge.hooks import Variant, find_first_refusal
from judge.model.map import Location
from judge.model.order import Build, Hold, Move, Order, Support
from judge.model.position import Position, Unit
from judge.model.sheet import OpenBoard
from judge.model.view import View


@dataclass(frozen=True, eq=False)
class Outlook:
    """A turn as one power sees it, and the dice of its robot.

    ``known`` holds what stands in the view and nothing else; ``board`` is the map as open as the
    power knows it. ``supposed`` is the position with what may stand out of sight.
    """

    variant: Variant
    view: View
    power: str
    known: Position
    supposed: Position
    dice: Random

    @cached_property
    def board(self) -> OpenBoard:
        """The map as it is open this turn."""
        return compile_board(self.variant, self.known)

    def look_as_power(self, power: str) -> Outlook:
        """Return what is supposed of the turn as another power would look at it."""
        return replace(self, power=power, known=self.supposed)

    @cached_property
    def win(self) -> int:
        """How many centers win, or would be half of all where no number does."""
        half = len(self.variant.map.centers) // 2 + 1
        return self.variant.win or half

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """The robot's own standing units."""
        return self.supposed.units_of(self.power)

    @cached_property
    def due(self) -> int:
        """The builds (positive) or removals (negative) that it has to order."""
        return self.view.due.get(self.power, 0)

    def list_steps_of_unit(self, unit: Unit) -> tuple[Location, ...]:
        """Return where a unit may step to now."""
        if Move.verb not in self.variant.map.kinds[unit.kind].orders:
            return ()
        return self.board.list_open_steps(unit.kind, unit.at)

    @cached_property
    def ferries(self) -> tuple[Unit, ...]:
        """The robot's own units that could carry others from where they stand."""
        can_ferry = self.variant.rules.convoy.can_ferry
        return tuple(unit for unit in self.units if can_ferry(unit, self.board))

    def list_crossings_of_unit(self, unit: Unit) -> tuple[tuple[Unit, Location], ...]:
        """Return where one of its power's other units could carry a unit, and which."""
        game_map, here = self.variant.map, unit.at.province
        if not game_map.kinds[unit.kind].convoyed:
            return ()
        contacts = game_map.contacts
        return tuple(
            (ferry, at)
            for ferry in self.ferries
            if ferry.at.province in contacts[here]
            for code in sorted(contacts[ferry.at.province] - contacts[here] - {here})
            for at in game_map.list_places_for_kind(unit.kind, code)
        )

    def collect_helped_provinces(self, unit: Unit) -> frozenset[str]:
        """Return where a unit may support others."""
        if Support.verb not in self.variant.map.kinds[unit.kind].orders:
            return frozenset()
        reach = self.variant.rules.reach
        return reach.collect_provinces_in_reach(unit, Support, self.board)

    def is_legal(self, order: Order, earlier: tuple[Build, ...] = ()) -> bool:
        """Say whether an order would be taken, by all that the power knows."""
        key = order, earlier
        legal = self._verdicts.get(key)
        if legal is None:
            legal = self._verdicts[key] = self._check_order(order, earlier)
        return legal

    @cached_property
    def _verdicts(self) -> dict[tuple[Order, tuple[Build, ...]], bool]:
        return {}

    def _check_order(self, order: Order, earlier: tuple[Build, ...]) -> bool:
        if check_order(self.variant, self.known, order, earlier) is not None:
            return False
        if not isinstance(order, Support):
            return True
        backed = self.known.units.get(order.of.at.province)
        return backed is not None and not find_first_refusal(
            rule.check_support(order.unit, backed, order.into, self.known)
            for rule in self.variant.rules.backing
        )

    def find_first_legal(self, *orders: Order) -> Order | None:
        """Return the first order that would be taken, if any."""
        return next(filter(self.is_legal, orders), None)

    @cached_property
    def traps(self) -> frozenset[tuple[str, Location]]:
        """Where a kind of unit would not be any more when all is done that follows from the moves:
        each own unit is asked alone, in each place where it can be after them."""
        if not self.variant.rules.aftermath:
            return frozenset()
        return frozenset(
            (unit.kind, at)
            for unit in self.units
            for at in (unit.at, *self.list_steps_of_unit(unit))
            if not self._stays_after_all(unit, at)
        )

    def _stays_after_all(self, unit: Unit, at: Location) -> bool:
        order = Hold(unit) if at == unit.at else Move(unit, at)
        alone = replace(self.known, units={unit.at.province: unit})
        after = adjudicate_phase(self.variant, alone, {self.power: [order]}).after.units
        return at.province in after or unit.at.province in after

    @cached_property
    def failed_moves_by_unit(self) -> dict[Unit, Move]:
        """The moves in which the power's units failed in the turn just played."""
        return {
            order.unit: order
            for result in self.view.results
            if isinstance(order := result.order, Move)
            and order.unit.power == self.power
            and self.supposed.units.get(order.unit.at.province) == order.unit
            and order.to in self.list_steps_of_unit(order.unit)
        }

    @cached_property
    def strength(self) -> Counter[str]:
        """How many own units can step into each province."""
        return Counter(
            code
            for unit in self.units
            for code in {to.province for to in self.list_steps_of_unit(unit)}
        )

    @cached_property
    def is_hemmed_in(self) -> bool:
        """Say whether its units can step only to where others stand, and no two to the same place:
        then it takes nothing alone, whatever it orders and however long."""
        units = self.supposed.units
        return bool(self.strength) and all(
            count == 1 and code in units and units[code].power != self.power
            for code, count in self.strength.items()
        )

    def is_guard(self, unit: Unit) -> bool:
        """Say whether an own unit stands in an own center into which others can step."""
        code = unit.at.province
        return self.supposed.owners.get(code) == self.power and self.competition[code] > 0

    @cached_property
    def competition(self) -> Counter[str]:
        """The most units of one other power that can step into each province."""
        by_power: dict[str, Counter[str]] = {}
        for unit in self.supposed.units.values():
            if unit.power != self.power:
                near = by_power.setdefault(unit.power, Counter())
                near.update({to.province for to in self.list_steps_of_unit(unit)})
        most: Counter[str] = Counter()
        for near in by_power.values():
            most |= near
        return most


def make_support_of(backer: Unit, order: Order) -> Support:
    """Return what helps a unit to do as it is ordered: to move, or to stay."""
    into = Location(order.to.province) if isinstance(order, Move) else None
    return Support(backer, order.unit._replace(power=""), into)


def is_staying(order: Order) -> bool:
    """Say whether a unit stays where it is with that order."""
    return not isinstance(order, Move)


def list_orders_taken(outlook: Outlook, order: Order) -> tuple[Order, ...]:
    """Return the order if it would be taken, else that to stay, where the unit can be given it."""
    taken = outlook.find_first_legal(order, Hold(order.unit))
    return (taken,) if taken else ()
