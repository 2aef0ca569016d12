"""All the orders that a power could give."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from judge.engine.context import TurnContext
from judge.engine.ferries import has_route, useful
from judge.engine.legality import check
from judge.hooks import Variant, veto
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
        yield from _adjustments(variant, position, power)
    else:
        yield from _Movement(variant, position).of(power)


def _adjustments(variant: Variant, position: Position, power: str) -> Iterator[Order]:
    due = variant.rules.muster.allowance(power, position)
    if due < 0:
        yield from map(Remove, position.units_of(power))
    if due <= 0:
        return
    for code in sorted(variant.rules.muster.sites(power, position)):
        for kind in variant.map.kinds:
            for at in variant.map.places(kind, code):
                build = Build(Unit(power, kind, at))
                if check(variant, position, build) is None:
                    yield build
    yield Waive.by(power)


class _Movement:
    def __init__(self, variant: Variant, position: Position) -> None:
        self.variant, self.position, self.map = variant, position, variant.map
        self.context = TurnContext.of(variant, position)
        self.board, rules = self.context.board, self.context.rules
        self.fleets = frozenset(
            unit.at.province
            for unit in position.units.values()
            if rules.convoy.can_ferry(unit, self.board)
        )
        self.shores = sorted({code for at in self.fleets for code in self.map.contacts[at]})
        self.moves = cache(self.moves_of)
        self.ferries = cache(lambda start, end: useful(self.board, start, end, self.fleets))

    def of(self, power: str) -> Iterator[Order]:
        units = self.position.units_of(power)
        for unit in units:
            yield Hold(unit)
            yield from self.moves(unit)
            for order in (*self.supports(unit), *self.convoys(unit)):
                if check(self.variant, self.position, order) is None:
                    yield order
        for kind, order_type in self.variant.orders.items():
            if order_type.phase is Phase.MOVEMENT and kind not in _WRITTEN_OUT:
                for order in dict.fromkeys(order_type.examples(units, self.map)):
                    if check(self.variant, self.position, order) is None:
                        yield order

    def moves_of(self, unit: Unit) -> tuple[Move, ...]:
        """Return each step of a unit, then each way over fleets that stand there now."""
        by_land = [Move(unit, to) for to in self.board.reach(unit.kind, unit.at)]
        start, contacts = unit.at.province, self.map.contacts
        afloat = self.map.kinds[unit.kind].convoyed and contacts[start] & self.fleets
        by_sea = [
            Move(unit, to, via_convoy=True)
            for code in (self.shores if afloat else ())
            for to in self.map.places(unit.kind, code)
            if code != start and has_route(self.board, start, code, self.fleets)
        ]
        every = (*by_land, *by_sea)
        return tuple(move for move in every if not check(self.variant, self.position, move))

    def supports(self, unit: Unit) -> Iterator[Support]:
        reach = self.context.rules.reach.spaces(unit, Support, self.board)
        for other in self.position.units.values():
            if other.at.province == unit.at.province:
                continue
            into = dict.fromkeys(Location(move.to.province) for move in self.moves(other))
            of = other._replace(power="")
            for to in (None, *into):
                at = to or other.at
                if at.province in reach and not self.refused(unit, other, to):
                    yield Support(unit, of, to)

    def refused(self, unit: Unit, other: Unit, to: Location | None) -> bool:
        rules = self.context.rules.backing
        return veto(rule.refuses(unit, other, to, self.position) for rule in rules) is not None

    def convoys(self, unit: Unit) -> Iterator[Convoy]:
        if unit.at.province not in self.fleets:
            return
        for other in self.position.units.values():
            for move in self.moves(other) if self.map.kinds[other.kind].convoyed else ():
                start, end = other.at.province, move.to.province
                if move.via_convoy and unit.at.province in self.ferries(start, end):
                    yield Convoy(unit, other._replace(power=""), move.to)
