"""All the orders that a power could give."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property, partial
from itertools import chain

from judge.engine.context import TurnContext
from judge.engine.ferries import collect_useful_fleets, has_convoy_route
from judge.engine.legality import check_order
from judge.engine.static_legality import check_order_on_map
from judge.hooks import Variant, find_first_refusal
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
from judge.model.paths import list_distances_from
from judge.model.position import Position, Unit
from judge.model.turn import Phase

_Backed = tuple[int, int, Unit, Unit, Location | None]
"""What can be supported: a unit, also without its power, and where it goes; the numbers first."""

_WRITTEN_OUT = (Hold, HoldAll, Move, Support, Convoy)


def possible_orders(variant: Variant, position: Position, power: str) -> Iterator[Order]:
    """Yield the legal orders of a power in the present phase, those of a unit together.

    A move by sea and its convoys are among them if fleets stand that make the way, a support of a
    move if the unit could make it. Of a variant's own order types all that serve what the power
    could do with its own units are, and examples.
    """
    yield from choose_order_lister(variant, position)(power)


def collect_possible_orders_by_power(
    variant: Variant, position: Position
) -> Mapping[str, tuple[Order, ...]]:
    """Return the legal orders of all powers that have units or centers, those of each as
    ``possible_orders`` has them; what they have in common is worked out once.
    """
    units = (*position.units.values(), *(gone.unit for gone in position.dislodged))
    powers = {*position.owners.values(), *(unit.power for unit in units)}
    orders_of_power = choose_order_lister(variant, position)
    return {power: tuple(orders_of_power(power)) for power in sorted(powers)}


def choose_order_lister(variant: Variant, position: Position) -> Callable[[str], Iterator[Order]]:
    """Return what yields the legal orders of a power, as ``possible_orders`` has them, and works
    out once what powers have in common."""
    if position.turn.phase is Phase.MOVEMENT:
        return _MovementOrders(variant, position).list_orders_of_power
    if position.turn.phase is Phase.RETREATS:
        return partial(_list_possible_retreats, position)
    return partial(_list_possible_adjustments, variant, position)


def _list_possible_retreats(position: Position, power: str) -> Iterator[Order]:
    for waiting in position.dislodged:
        if waiting.unit.power == power:
            yield from (Retreat(waiting.unit, to) for to in waiting.options)
            yield Disband(waiting.unit)


def _list_possible_adjustments(variant: Variant, position: Position, power: str) -> Iterator[Order]:
    due = variant.rules.muster.count_adjustments_due(power, position)
    if due < 0:
        yield from map(Remove, position.units_of(power))
    if due <= 0:
        return
    for code in sorted(variant.rules.muster.build_sites(power, position)):
        for kind in variant.map.kinds:
            for at in variant.map.list_places_for_kind(kind, code):
                build = Build(Unit(power, kind, at))
                if check_order(variant, position, build) is None:
                    yield build
    yield Waive.for_power(power)


class _MovementOrders:
    """The orders of a movement phase; what several units' orders hang on is worked out once."""

    def __init__(self, variant: Variant, position: Position) -> None:
        self.variant, self.position, self.map = variant, position, variant.map
        self.context = TurnContext.from_position(variant, position)
        self.board, self.fleets = self.context.board, self.context.fleet_provinces
        self.moves = cache(self.list_moves_of_unit)
        self.shores = cache(self.list_shores_from)

    def list_orders_of_power(self, power: str) -> Iterator[Order]:
        units = self.position.units_of(power)
        for unit in units:
            yield Hold(unit)
            yield from self.moves(unit)
            yield from self.list_supports_by_unit(unit)
            yield from filter(self.is_legal, self.convoys_by_place.get(unit.at.province, ()))
        for kind, order_type in self.variant.orders.items():
            if order_type.phase is Phase.MOVEMENT and kind not in _WRITTEN_OUT:
                planned = chain.from_iterable(kind.plans(units, self.map))
                for order in dict.fromkeys(chain(order_type.examples(units, self.map), planned)):
                    if check_order(self.variant, self.position, order) is None:
                        yield order

    def is_legal(self, order: Order) -> bool:
        """Say whether an order is legal of whose unit it is known that it stands there."""
        context = self.context
        plainly = context.posts[order.unit].is_plainly_legal(order)
        if not plainly and check_order_on_map(context, order)[1] is not None:
            return False
        for rule in context.rules.conduct:
            if rule.check_order(order, order.unit, self.position):
                return False
        return True

    def list_moves_of_unit(self, unit: Unit) -> tuple[Move, ...]:
        """Return each step of a unit, then each way over fleets that stand there now."""
        by_land = [Move(unit, to) for to in self.board.list_open_steps(unit.kind, unit.at)]
        by_sea = [
            Move(unit, to, via_convoy=True)
            for code in (
                self.shores(unit.at.province) if self.map.kinds[unit.kind].convoyed else ()
            )
            for to in self.map.list_places_for_kind(unit.kind, code)
        ]
        return tuple(filter(self.is_legal, (*by_land, *by_sea)))

    def list_shores_from(self, start: str) -> list[str]:
        """Return the provinces to which fleets that stand there now make a way."""
        contacts, fleets = self.map.contacts, self.fleets

        def next_fleets(place: str) -> frozenset[str]:
            return contacts[place] & fleets

        afloat = {fleet for fleet, _ in list_distances_from(next_fleets(start), next_fleets)}
        shores = {code for fleet in afloat for code in contacts[fleet]} - {start}
        return sorted(
            code
            for code in shores
            if code not in afloat or has_convoy_route(self.board, start, code, fleets)
        )

    @cached_property
    def backed_by_aim(self) -> Mapping[str, list[_Backed]]:
        """What can be supported into each province: units that stand there, and moves.

        Each has the number of its unit and that of the move, as they come in lists.
        """
        backed_by_aim: dict[str, list[_Backed]] = {}
        for row, unit in enumerate(self.position.units.values()):
            bare = unit._replace(power="")
            backed_by_aim.setdefault(unit.at.province, []).append((row, 0, unit, bare, None))
            goals = dict.fromkeys(move.to.province for move in self.moves(unit))
            for number, code in enumerate(goals, 1):
                backed_by_aim.setdefault(code, []).append((row, number, unit, bare, Location(code)))
        return backed_by_aim

    def list_supports_by_unit(self, unit: Unit) -> Iterator[Support]:
        if Support.verb not in self.map.kinds[unit.kind].orders:
            return
        every = [
            backed
            for aim in self.context.posts[unit].backs
            for backed in self.backed_by_aim.get(aim.province, ())
        ]
        has_rules = bool(self.context.rules.backing or self.context.rules.conduct)
        for _, _, backed, bare, to in sorted(every):
            if backed == unit or (has_rules and self.is_support_refused(unit, backed, to)):
                continue
            support = Support(unit, bare, to)
            if (not has_rules and (to or not bare.at.coast)) or self.is_legal(support):
                yield support

    def is_support_refused(self, unit: Unit, backed: Unit, to: Location | None) -> bool:
        rules, position = self.context.rules.backing, self.position
        return (
            find_first_refusal(rule.check_support(unit, backed, to, position) for rule in rules)
            is not None
        )

    @cached_property
    def convoys_by_place(self) -> Mapping[str, list[Convoy]]:
        """The convoys that each fleet could order, by where it stands."""
        convoys: dict[str, list[Convoy]] = {}
        for army in self.position.units.values():
            of = army._replace(power="")
            for move in self.moves(army) if self.map.kinds[army.kind].convoyed else ():
                if move.via_convoy:
                    start, end = army.at.province, move.to.province
                    for place in collect_useful_fleets(self.board, start, end, self.fleets):
                        fleet = self.position.units[place]
                        convoys.setdefault(place, []).append(Convoy(fleet, of, move.to))
        return convoys
