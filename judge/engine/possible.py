"""All the orders that a power could give."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from itertools import chain
from typing import Generic, TypeVar

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
    """Where a unit can go from where it stands, whoever's it is: its moves and their provinces.

    ``aims`` are the bits of the provinces in which it can be supported: where it stands and where
    it can go. ``goes_by_sea`` says whether fleets make it a way.
    """

    unit: Unit
    moves: tuple[Move, ...]
    goals: tuple[Location, ...]
    aims: int
    goes_by_sea: bool = False


Ordered = TypeVar("Ordered", bound=Order, covariant=True)


@dataclass(eq=False, slots=True)
class Parcel(Generic[Ordered]):
    """Orders for the unit in a province, one as good as the other ("" for none of a unit).

    The same parcel comes again where units stand alike: ``texts`` are how its orders are written,
    kept by who has written them.
    """

    place: str
    orders: tuple[Ordered, ...]
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class Repertoire:
    """What can be ordered to a unit: its hold, where it can go and its moves by the provinces to
    which fleets make it a way, its supports by where the other unit can go, and by those of its
    aims that are in reach. ``reach`` are the bits of the provinces into which it supports."""

    unit: Unit
    hold: Parcel[Hold]
    reach: int
    moves: dict[tuple[str, ...], tuple[Mobility, Parcel[Move]]] = field(default_factory=dict)
    supports: dict[Mobility, Parcel[Support]] = field(default_factory=dict)
    supports_by_aims: dict[tuple[Unit, int], Parcel[Support]] = field(default_factory=dict)


MOBILITIES: RememberedQuestion[tuple[Unit, tuple[str, ...]], Mobility] = RememberedQuestion()
"""Where a unit can go, by it without its power and the provinces to which fleets make it a way."""

CONVOYS: RememberedQuestion[tuple[Unit, Unit, tuple[Location, ...]], Parcel[Convoy]] = (
    RememberedQuestion()
)
"""The convoys that a fleet can order for a unit, by both and where these can go."""

BITS: RememberedQuestion[None, Mapping[str, int]] = RememberedQuestion()
"""The bit of each province; a board has one answer."""

REPERTOIRES: RememberedQuestion[Unit, Repertoire] = RememberedQuestion()
"""What can be ordered to a unit."""

_MOST_MOVES, _MOST_SUPPORTS = 50, 200
"""For how many mobilities the moves and the supports of a unit are kept."""

_WRITTEN_OUT = (Hold, HoldAll, Move, Support, Convoy)


def possible_orders(variant: Variant, position: Position, power: str) -> Iterator[Order]:
    """Yield the legal orders of a power in the present phase, those of a unit together.

    A move by sea and its convoys are among them if fleets stand that make the way, a support of a
    move if the unit could make it. Of a variant's own order types all that serve what the power
    could do with its own units are, and examples.
    """
    for parcel in choose_parcel_lister(variant, position)(power):
        yield from parcel.orders


def collect_possible_orders_by_power(
    variant: Variant, position: Position
) -> Mapping[str, tuple[Order, ...]]:
    """Return the legal orders of all powers that have units or centers, those of each as
    ``possible_orders`` has them; what they have in common is worked out once.
    """
    units = (*position.units.values(), *(gone.unit for gone in position.dislodged))
    powers = {*position.owners.values(), *(unit.power for unit in units)}
    list_parcels = choose_parcel_lister(variant, position)
    return {
        power: tuple(chain.from_iterable(parcel.orders for parcel in list_parcels(power)))
        for power in sorted(powers)
    }


def choose_parcel_lister(
    variant: Variant, position: Position
) -> Callable[[str], Iterable[Parcel[Order]]]:
    """Return what yields the legal orders of a power, as ``possible_orders`` has them, and works
    out once what powers have in common."""
    if position.turn.phase is Phase.MOVEMENT:
        return _MovementOrders(variant, position).list_parcels_of_power
    list_orders = (
        partial(_list_possible_retreats, position)
        if position.turn.phase is Phase.RETREATS
        else partial(_list_possible_adjustments, variant, position)
    )
    return lambda power: (Parcel(order.unit.at.province, (order,)) for order in list_orders(power))


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

    def list_parcels_of_power(self, power: str) -> Sequence[Parcel[Order]]:
        parcels: list[Parcel[Order]] = []
        units = self.position.units_of(power)
        moves_by_place, convoys_by_place = self.moves_by_place, self.convoys_by_place
        for unit in units:
            place = unit.at.province
            repertoire = self.repertoires[place]
            parcels += repertoire.hold, moves_by_place[place]
            parcels += self.list_supports(repertoire)
            parcels += convoys_by_place.get(place, ())
        for kind, order_type in self.variant.orders.items():
            if order_type.phase is Phase.MOVEMENT and kind not in _WRITTEN_OUT:
                planned = chain.from_iterable(kind.plans(units, self.map))
                for order in dict.fromkeys(chain(order_type.examples(units, self.map), planned)):
                    if check_order(self.variant, self.position, order) is None:
                        parcels.append(Parcel(order.unit.at.province, (order,)))
        return parcels

    @cached_property
    def repertoires(self) -> Mapping[str, Repertoire]:
        """What can be ordered to each unit, by where it stands."""
        kept, repertoires = self.board.memory.recall_answers(REPERTOIRES), {}
        for place, unit in self.position.units.items():
            repertoire = kept.get(unit)
            if repertoire is None:
                repertoire = kept[unit] = self.begin_repertoire(unit)
            repertoires[place] = repertoire
        return repertoires

    def begin_repertoire(self, unit: Unit) -> Repertoire:
        """Return what a unit can be ordered: to hold at first; its moves and helps come later."""
        reach = self.sum_bits({aim.province for aim in self.context.posts[unit].backs})
        return Repertoire(unit, Parcel(unit.at.province, (Hold(unit),)), reach)

    def sum_bits(self, provinces: Set[str]) -> int:
        """Return provinces as the bits of a number: those that two sets share are one operation."""
        bits = self.board.memory.answer_for_key(BITS, None, self.number_provinces)
        return sum(bits[code] for code in provinces)

    def number_provinces(self, _: None) -> Mapping[str, int]:
        return {code: 1 << number for number, code in enumerate(self.map.provinces)}

    def is_order_allowed(self, order: Order) -> bool:
        """Say whether the conduct of the game lets a possible order be."""
        for rule in self.context.rules.conduct:
            if rule.check_order(order, order.unit, self.position):
                return False
        return True

    @cached_property
    def mobilities_with_moves(self) -> Sequence[tuple[Mobility, Parcel[Move]]]:
        """Where each unit can go and its moves, whatever the conduct of the game says."""
        ways: list[tuple[Mobility, Parcel[Move]]] = []
        for repertoire in self.repertoires.values():
            shores = self.list_provinces_within_convoy(repertoire.unit)
            way = repertoire.moves.get(shores)
            if way is None:
                if len(repertoire.moves) >= _MOST_MOVES:
                    repertoire.moves.clear()
                way = repertoire.moves[shores] = self.find_moves(repertoire.unit, shores)
            ways.append(way)
        return ways

    @cached_property
    def mobilities(self) -> Sequence[Mobility]:
        """Where each unit can go, whatever the conduct of the game says."""
        return [mobility for mobility, _ in self.mobilities_with_moves]

    def list_provinces_within_convoy(self, unit: Unit) -> tuple[str, ...]:
        """Return the provinces to which fleets that stand there now make a way for a unit."""
        kind = self.map.kinds[unit.kind]
        return tuple(self.useful_fleets(unit.at.province)) if kind.convoyed else ()

    def find_moves(self, unit: Unit, shores: tuple[str, ...]) -> tuple[Mobility, Parcel[Move]]:
        key = Unit("", unit.kind, unit.at), shores
        mobility = self.board.memory.answer_for_key(MOBILITIES, key, self.find_mobility)
        moves = (Move(unit, move.to, move.via_convoy) for move in mobility.moves)
        return mobility, Parcel(unit.at.province, tuple(moves))

    def find_mobility(self, key: tuple[Unit, tuple[str, ...]]) -> Mobility:
        unit, shores = key
        closed, kind, at = self.board.closed, unit.kind, unit.at
        if Move.verb not in self.context.posts[unit].orders:
            return Mobility(unit, (), (), self.sum_bits({at.province}))
        places = chain.from_iterable(self.map.list_places_for_kind(kind, code) for code in shores)
        steps = [Move(unit, to) for to in self.board.list_open_steps(kind, at)]
        ways = [Move(unit, to, via_convoy=True) for to in places if (kind, at, to) not in closed]
        goals = dict.fromkeys(Location(move.to.province) for move in chain(steps, ways))
        aims = self.sum_bits({at.province, *(goal.province for goal in goals)})
        return Mobility(unit, (*steps, *ways), tuple(goals), aims, bool(ways))

    @cached_property
    def moves_by_place(self) -> Mapping[str, Parcel[Move]]:
        """The moves that each unit could be ordered to, by where it stands."""
        parcels = (parcel for _, parcel in self.mobilities_with_moves)
        if self.context.rules.conduct:
            parcels = (
                Parcel(parcel.place, tuple(filter(self.is_order_allowed, parcel.orders)))
                for parcel in parcels
            )
        return {parcel.place: parcel for parcel in parcels}

    def list_supports(self, repertoire: Repertoire) -> Sequence[Parcel[Support]]:
        kept, reach, rules = repertoire.supports, repertoire.reach, self.context.rules
        parcels: list[Parcel[Support]] = []
        for mobility in self.mobilities:
            if mobility.aims & reach:
                parcel = kept.get(mobility)
                if parcel is None:
                    parcel = self.recall_supports(repertoire, mobility)
                parcels.append(parcel)
        if rules.backing or rules.conduct:
            allowed = self.is_support_allowed
            return [Parcel(old.place, tuple(filter(allowed, old.orders))) for old in parcels]
        return parcels

    def recall_supports(self, repertoire: Repertoire, mobility: Mobility) -> Parcel[Support]:
        kept, kept_by_aims = repertoire.supports, repertoire.supports_by_aims
        if len(kept) >= _MOST_SUPPORTS:
            kept.clear()
            kept_by_aims.clear()
        key = mobility.unit, mobility.aims & repertoire.reach
        parcel = kept_by_aims.get(key)
        if parcel is None:
            supports = self.find_supports(repertoire.unit, mobility)
            parcel = kept_by_aims[key] = Parcel(repertoire.unit.at.province, tuple(supports))
        kept[mobility] = parcel
        return parcel

    def find_supports(self, unit: Unit, mobility: Mobility) -> Iterator[Support]:
        of, here, backs = mobility.unit, unit.at.province, self.context.posts[unit].backs
        if of.at.province != here:
            if Location(of.at.province) in backs:
                yield Support(unit, of)
            for goal in mobility.goals:
                if goal in backs and goal.province != here:
                    yield Support(unit, of, goal)

    def is_support_allowed(self, support: Support) -> bool:
        """Say whether the rules of the game allow a support, and what it is for."""
        rules, position, into = self.context.rules, self.position, support.into
        backed = position.units[support.of.at.province]
        if into and rules.conduct:
            moves = self.moves_by_place[backed.at.province].orders
            if into.province not in [move.to.province for move in moves]:
                return False
        refusals = (
            rule.check_support(support.unit, backed, into, position) for rule in rules.backing
        )
        return find_first_refusal(refusals) is None and self.is_order_allowed(support)

    @cached_property
    def convoys_by_place(self) -> Mapping[str, Sequence[Parcel[Convoy]]]:
        """The convoys that each fleet could order, by where it stands."""
        answer_for_key, conduct = self.board.memory.answer_for_key, self.context.rules.conduct
        convoys: defaultdict[str, list[Parcel[Convoy]]] = defaultdict(list)
        by_sea = [mobility for mobility in self.mobilities if mobility.goes_by_sea]
        for mobility in by_sea:
            for sea, goals in self.map_goals_of_convoys(mobility.unit.at.province).items():
                fleet = self.position.units[sea]
                if Convoy.verb in self.context.posts[fleet].orders:
                    key = fleet, mobility.unit, tuple(goals)
                    parcel = answer_for_key(CONVOYS, key, _make_convoys)
                    if conduct:
                        parcel = Parcel(sea, tuple(filter(self.is_order_allowed, parcel.orders)))
                    convoys[sea].append(parcel)
        return convoys

    def map_goals_of_convoys(self, place: str) -> Mapping[str, Sequence[Location]]:
        """Return where each fleet could convoy the unit in a province to."""
        goals_by_sea: defaultdict[str, list[Location]] = defaultdict(list)
        useful_fleets = self.useful_fleets(place)
        for way in self.moves_by_place[place].orders:
            if way.via_convoy:
                for sea in useful_fleets[way.to.province]:
                    goals_by_sea[sea].append(way.to)
        return goals_by_sea


def _make_convoys(key: tuple[Unit, Unit, tuple[Location, ...]]) -> Parcel[Convoy]:
    fleet, unit, goals = key
    return Parcel(fleet.at.province, tuple([Convoy(fleet, unit, goal) for goal in goals]))
