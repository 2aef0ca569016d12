"""All the orders that a power could give."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from judge.engine.context import TurnContext
from judge.engine.ferries import has_convoy_route, useful_fleets
from judge.engine.legality import check_order
from judge.hooks import Variant, first_refusal
from judge.model.map import Location
from judge.model.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    HoldAll,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    Waive,
)
from judge.model.position import Position, Unit
from judge.model.turn import Phase

_WRITTEN_OUT = (Hold, HoldAll, Move, Support, Convoy)


def possible_orders(variant: Variant, position: Position, power: str) -> Iterator[Order]:
    """Yield the legal orders of a power in the present phase, those of a unit together.

    A move by sea and its convoys are among them if fleets stand that make the way, a support of a
    move if the unit could make it. Of a variant's own order types only some are: their examples.
    """
    if position.turn.phase is Phase.RETREATS:
        for waiting in position.dislodged:
            if waiting.unit.power == power:
                yield from (Retreat(waiting.unit, to) for to in waiting.options)
                yield Disband(waiting.unit)
    elif position.turn.phase is Phase.ADJUSTMENTS:
        yield from _possible_adjustments(variant, position, power)
    else:
        yield from _MovementOrders(variant, position).orders_of_power(power)


def _possible_adjustments(variant: Variant, position: Position, power: str) -> Iterator[Order]:
    due = variant.rules.muster.adjustments_due(power, position)
    if due < 0:
        yield from map(Remove, position.units_of(power))
    if due <= 0:
        return
    for code in sorted(variant.rules.muster.build_sites(power, position)):
        for kind in variant.map.kinds:
            for at in variant.map.places_for_kind(kind, code):
                build = Build(Unit(power, kind, at))
                if check_order(variant, position, build) is None:
                    yield build
    yield Waive.for_power(power)


class _MovementOrders:
    def __init__(self, variant: Variant, position: Position) -> None:
        self.variant, self.position, self.map = variant, position, variant.map
        self.context = TurnContext.from_position(variant, position)
        self.board, rules = self.context.board, self.context.rules
        self.fleets = frozenset(
            unit.at.province
            for unit in position.units.values()
            if rules.convoy.can_ferry(unit, self.board)
        )
        self.shores = sorted({code for at in self.fleets for code in self.map.contacts[at]})
        self.moves = cache(self.moves_of_unit)
        self.ferries = cache(lambda start, end: useful_fleets(self.board, start, end, self.fleets))

    def orders_of_power(self, power: str) -> Iterator[Order]:
        units = self.position.units_of(power)
        for unit in units:
            yield Hold(unit)
            yield from self.moves(unit)
            for order in (*self.supports_by_unit(unit), *self.convoys_by_unit(unit)):
                if check_order(self.variant, self.position, order) is None:
                    yield order
        for kind, order_type in self.variant.orders.items():
            if order_type.phase is Phase.MOVEMENT and kind not in _WRITTEN_OUT:
                for order in dict.fromkeys(order_type.examples(units, self.map)):
                    if check_order(self.variant, self.position, order) is None:
                        yield order

    def moves_of_unit(self, unit: Unit) -> tuple[Move, ...]:
        """Return each step of a unit, then each way over fleets that stand there now."""
        by_land = [Move(unit, to) for to in self.board.open_steps(unit.kind, unit.at)]
        start, contacts = unit.at.province, self.map.contacts
        afloat = self.map.kinds[unit.kind].convoyed and contacts[start] & self.fleets
        by_sea = [
            Move(unit, to, via_convoy=True)
            for code in (self.shores if afloat else ())
            for to in self.map.places_for_kind(unit.kind, code)
            if code != start and has_convoy_route(self.board, start, code, self.fleets)
        ]
        every = (*by_land, *by_sea)
        return tuple(move for move in every if not check_order(self.variant, self.position, move))

    def supports_by_unit(self, unit: Unit) -> Iterator[Support]:
        reach = self.context.rules.reach.provinces_in_reach(unit, Support, self.board)
        for backed in self.position.units.values():
            if backed.at.province == unit.at.province:
                continue
            into = dict.fromkeys(Location(move.to.province) for move in self.moves(backed))
            of = backed._replace(power="")
            for to in (None, *into):
                at = to or backed.at
                if at.province in reach and not self.is_support_refused(unit, backed, to):
                    yield Support(unit, of, to)

    def is_support_refused(self, unit: Unit, backed: Unit, to: Location | None) -> bool:
        rules = self.context.rules.backing
        return (
            first_refusal(rule.check_support(unit, backed, to, self.position) for rule in rules)
            is not None
        )

    def convoys_by_unit(self, unit: Unit) -> Iterator[Convoy]:
        if unit.at.province not in self.fleets:
            return
        for army in self.position.units.values():
            for move in self.moves(army) if self.map.kinds[army.kind].convoyed else ():
                start, end = army.at.province, move.to.province
                if move.via_convoy and unit.at.province in self.ferries(start, end):
                    yield Convoy(unit, army._replace(power=""), move.to)
