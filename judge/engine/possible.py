"""All the orders that a power could give."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import chain

from judge.engine.context import TurnContext
from judge.engine.ferries import map_useful_fleets
from judge.engine.legality import check_order
from judge.hooks import Variant, find_first_refusal
from judge.model.map import Location
from judge.model.memory import RememberedQuestion
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


@dataclass(frozen=True, eq=False, slots=True)
class Mobility:
    """Where a unit can go from where it stands, whoever's it is: its moves, and their provinces."""

    unit: Unit
    moves: tuple[Move, ...]
    goals: tuple[Location, ...]


MOBILITIES: RememberedQuestion[tuple[Unit, tuple[str, ...]], Mobility] = RememberedQuestion()
"""Where a unit can go, by it without its power and the provinces to which fleets make it a way."""

MOVES: RememberedQuestion[tuple[Unit, Mobility], tuple[Move, ...]] = RememberedQuestion()
"""The moves of a unit, by it and where it can go."""

SUPPORTS: RememberedQuestion[tuple[Unit, Mobility], tuple[Support, ...]] = RememberedQuestion()
"""How a unit can support another one, by it and where the other one can go."""

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
    """The orders of a movement phase; what several units' orders hang on is worked out once.

    What units can do is the same whenever they stand alike, and kept by the board.
    """

    def __init__(self, variant: Variant, position: Position) -> None:
        self.variant, self.position, self.map = variant, position, variant.map
        self.context = TurnContext.from_position(variant, position)
        self.board, self.fleets = self.context.board, self.context.fleet_provinces
        self.useful_fleets = cache(partial(map_useful_fleets, self.board, fleets=self.fleets))

    def list_orders_of_power(self, power: str) -> Iterator[Order]:
        units = self.position.units_of(power)
        for unit in units:
            yield Hold(unit)
            yield from self.moves_by_place[unit.at.province]
            yield from self.list_supports_by_unit(unit)
            yield from self.convoys_by_place.get(unit.at.province, ())
        for kind, order_type in self.variant.orders.items():
            if order_type.phase is Phase.MOVEMENT and kind not in _WRITTEN_OUT:
                planned = chain.from_iterable(kind.plans(units, self.map))
                for order in dict.fromkeys(chain(order_type.examples(units, self.map), planned)):
                    if check_order(self.variant, self.position, order) is None:
                        yield order

    def is_allowed(self, order: Order) -> bool:
        """Say whether the conduct of the game lets a possible order be."""
        for rule in self.context.rules.conduct:
            if rule.check_order(order, order.unit, self.position):
                return False
        return True

    @cached_property
    def mobilities(self) -> Sequence[Mobility]:
        """Where each unit can go, whatever the conduct of the game says."""
        keys = [
            (Unit("", unit.kind, unit.at), self.list_provinces_within_convoy(unit))
            for unit in self.position.units.values()
        ]
        return [
            self.board.memory.answer_for_key(MOBILITIES, key, self.find_mobility) for key in keys
        ]

    def list_provinces_within_convoy(self, unit: Unit) -> tuple[str, ...]:
        """Return the provinces to which fleets that stand there now make a way for a unit."""
        kind = self.map.kinds[unit.kind]
        return tuple(sorted(self.useful_fleets(unit.at.province))) if kind.convoyed else ()

    def find_mobility(self, key: tuple[Unit, tuple[str, ...]]) -> Mobility:
        unit, shores = key
        if Move.verb not in self.context.posts[unit].orders:
            return Mobility(unit, (), ())
        closed, kind, at = self.board.closed, unit.kind, unit.at
        places = chain.from_iterable(self.map.list_places_for_kind(kind, code) for code in shores)
        steps = [Move(unit, to) for to in self.board.list_open_steps(kind, at)]
        ways = [Move(unit, to, via_convoy=True) for to in places if (kind, at, to) not in closed]
        goals = dict.fromkeys(Location(move.to.province) for move in chain(steps, ways))
        return Mobility(unit, (*steps, *ways), tuple(goals))

    @cached_property
    def moves_by_place(self) -> Mapping[str, Sequence[Move]]:
        """The moves that each unit could be ordered to, by where it stands."""
        memory, conduct = self.board.memory, self.context.rules.conduct
        moves_by_place: dict[str, Sequence[Move]] = {}
        for (place, unit), mobility in zip(
            self.position.units.items(), self.mobilities, strict=True
        ):
            moves = memory.answer_for_key(MOVES, (unit, mobility), _give_moves_to_unit)
            moves_by_place[place] = [*filter(self.is_allowed, moves)] if conduct else moves
        return moves_by_place

    @cached_property
    def rows_by_aim(self) -> Mapping[Location, Sequence[int]]:
        """The numbers of the units that can be supported in or into each province."""
        rows_by_aim: defaultdict[Location, list[int]] = defaultdict(list)
        for row, mobility in enumerate(self.mobilities):
            for aim in (Location(mobility.unit.at.province), *mobility.goals):
                rows_by_aim[aim].append(row)
        return rows_by_aim

    def list_supports_by_unit(self, unit: Unit) -> Iterator[Support]:
        rules, aims = self.context.rules, self.context.posts[unit].backs
        supports_of = self.board.memory.answer_for_key
        for row in sorted({row for aim in aims for row in self.rows_by_aim.get(aim, ())}):
            mobility = self.mobilities[row]
            supports = supports_of(SUPPORTS, (unit, mobility), self.find_supports)
            if rules.backing or rules.conduct:
                yield from (order for order in supports if self.is_support_allowed(order))
            else:
                yield from supports

    def find_supports(self, key: tuple[Unit, Mobility]) -> tuple[Support, ...]:
        unit, mobility = key
        of, here = mobility.unit, unit.at.province
        if of.at.province == here or Support.verb not in self.map.kinds[unit.kind].orders:
            return ()
        aims = self.context.posts[unit].backs
        goals = [goal for goal in mobility.goals if goal in aims and goal.province != here]
        stays = [Support(unit, of)] if Location(of.at.province) in aims else []
        return (*stays, *[Support(unit, of, goal) for goal in goals])

    def is_support_allowed(self, support: Support) -> bool:
        """Say whether the rules of the game allow a support, and what it is for."""
        rules, position, into = self.context.rules, self.position, support.into
        backed = position.units[support.of.at.province]
        if into and rules.conduct:
            moves = self.moves_by_place[backed.at.province]
            if into.province not in [move.to.province for move in moves]:
                return False
        refusals = (
            rule.check_support(support.unit, backed, into, position) for rule in rules.backing
        )
        return find_first_refusal(refusals) is None and self.is_allowed(support)

    @cached_property
    def convoys_by_place(self) -> Mapping[str, Sequence[Convoy]]:
        """The convoys that each fleet could order, by where it stands."""
        convoys: defaultdict[str, list[Convoy]] = defaultdict(list)
        for mobility in self.mobilities:
            place = mobility.unit.at.province
            for way in self.moves_by_place[place]:
                for sea in self.useful_fleets(place)[way.to.province] if way.via_convoy else ():
                    fleet = self.position.units[sea]
                    if Convoy.verb in self.context.posts[fleet].orders:
                        convoys[sea].append(Convoy(fleet, mobility.unit, way.to))
        if self.context.rules.conduct:
            return {sea: [*filter(self.is_allowed, all_of)] for sea, all_of in convoys.items()}
        return convoys


def _give_moves_to_unit(key: tuple[Unit, Mobility]) -> tuple[Move, ...]:
    unit, mobility = key
    return tuple([Move(unit, move.to, move.via_convoy) for move in mobility.moves])
