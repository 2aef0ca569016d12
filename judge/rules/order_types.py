"""The order types of every game: how each is read, written and completed, and when it is given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from operator import attrgetter
from typing import TypeVar

from judge.hooks import AnyOrderType, OrderType, Sighted, Surroundings
from judge.model.map import Location, Map
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
from judge.model.position import Unit
from judge.model.turn import Phase

Path = tuple[Location, ...]
SupportT = TypeVar("SupportT", bound=Support)


def _build_move(unit: Unit, path: Path, via: bool | None) -> Move:
    """A move by several places goes by sea."""
    return Move(unit, path[-1], bool(via) or len(path) > 1)


def _build_helped_move(unit: Unit, path: Path, *helpers: Unit) -> tuple[Order, ...]:
    """A move and the supports that were told with it."""
    move = _build_move(unit, path, None)
    return (move, *(Support(helper, unit, move.to) for helper in helpers))


def _build_support_with(of: Unit, *rest: Path | Unit) -> Support:
    """The unit that supports is named last, and a way before it."""
    *ways, unit = rest
    assert isinstance(unit, Unit)
    into = next((way[-1] for way in ways if not isinstance(way, Unit)), None)
    return Support(unit, of, into)


def _complete_move(order: Move, sighted: Sighted) -> Move:
    if order.via_convoy:
        return replace(order, to=sighted.find_place_for_kind(order.unit.kind, order.to))
    return replace(order, to=sighted.find_goal_of_unit(order.unit, order.to))


def _list_alternatives_to_move(order: Move, around: Surroundings) -> Iterator[Order]:
    """Every coast of the goal, then the steps that bring the unit nearest to it."""
    unit, goal = order.unit, order.to.province
    if goal == unit.at.province:
        yield Hold(unit)
    yield from (
        replace(order, to=coast) for coast in around.map.list_places_for_kind(unit.kind, goal)
    )
    if around.why.code != "coast_needed":
        steps = around.map.neighbors(unit.kind, unit.at)
        yield from (Move(unit, to) for to in _sort_by_distance(around.map, goal, steps))


def _sort_by_distance(game_map: Map, target: str, places: Iterable[Location]) -> list[Location]:
    """Sort places by how near they are to a province, over any border."""
    far = dict(list_distances_from([target], game_map.contacts.__getitem__))
    return sorted(places, key=lambda place: far.get(place.province, len(far)))


def _build_support(unit: Unit, of: Unit, path: Path = (), via: bool | None = None) -> Support:
    return Support(unit, of, path[-1] if path else None)


def complete_support(order: SupportT, sighted: Sighted) -> SupportT:
    """Return the support with the unit as it stands; one into its own space is one in place."""
    of = sighted.find_other_unit(order.of)
    into = order.into and sighted.find_place_for_kind(of.kind, order.into)
    return replace(order, of=of, into=into if into and into.province != of.at.province else None)


def _complete_convoy(order: Convoy, sighted: Sighted) -> Convoy:
    of = sighted.find_other_unit(order.of)
    return replace(order, of=of, to=sighted.find_place_for_kind(of.kind, order.to))


def _list_alternatives_to_retreat(order: Retreat, around: Surroundings) -> Iterator[Order]:
    ways = _sort_by_distance(
        around.map, order.to.province, around.list_retreats_of_unit(order.unit)
    )
    yield from (Retreat(order.unit, to) for to in ways)
    yield Disband(order.unit)


def _list_alternatives_to_build(order: Build, around: Surroundings) -> Iterator[Build]:
    """Other coasts and kinds in the same center, then everything in the others."""
    unit, free = order.unit, around.build_sites(order.unit.power)
    kinds = [unit.kind, *(kind for kind in around.map.kinds if kind != unit.kind)]
    places = [
        (kind, at)
        for kind in kinds
        for code in around.map.centers
        if code in free
        for at in around.map.list_places_for_kind(kind, code)
    ]
    places.sort(key=lambda place: place[1].province != unit.at.province)
    yield from (Build(Unit(unit.power, kind, at)) for kind, at in places)


def _list_examples_of_move(units: Sequence[Unit], game_map: Map) -> Iterator[Move]:
    for unit in units:
        yield from (Move(unit, to) for to in game_map.neighbors(unit.kind, unit.at))


def _list_examples_of_support(units: Sequence[Unit], game_map: Map) -> Iterator[Support]:
    """Yield supports of own moves, then of own units where they stand."""
    pairs = [(backer, backed) for backer in units for backed in units if backer != backed]
    for backer, backed in pairs:
        for to in game_map.neighbors(backed.kind, backed.at):
            if to.province != backer.at.province:
                yield Support(backer, backed, Location(to.province))
    yield from (Support(backer, backed, None) for backer, backed in pairs)


def _list_examples_of_convoy(units: Sequence[Unit], game_map: Map) -> Iterator[Convoy]:
    """Yield convoys from where a unit is, or from the seas that it can go to."""
    kinds = game_map.kinds
    for fleet, army in product(units, units):
        if fleet == army or not (kinds[fleet.kind].convoys and kinds[army.kind].convoyed):
            continue
        for at in (fleet.at, *game_map.neighbors(fleet.kind, fleet.at)):
            shores = game_map.contacts[at.province]
            if game_map.provinces[at.province].terrain == "sea" and army.at.province in shores:
                for to in map(Location, sorted(shores - {army.at.province})):
                    if game_map.can_stand(army.kind, to):
                        yield Convoy(fleet._replace(at=at), army, to)


def _build_waives(*words: str | None) -> tuple[Waive, ...]:
    """As many waivers as were counted."""
    count = next((int(word) for word in words if word), 1)
    return (Waive.for_power(""),) * max(count, 1)


HOLD = OrderType(
    Hold,
    read={
        "hold": Hold,
        "hold_all": lambda units, *but: HoldAll(units, but),
        "hold_but": lambda units, order: (HoldAll(units, (order.unit,)), order),
        "hold_rest": lambda units, *but: HoldAll(units, but, rest=True),
    },
    write=lambda order, unit: f"{unit(order.unit)} H",
    examples=lambda units, game_map: map(Hold, units),
)
MOVE = OrderType(
    Move,
    read={
        "move": _build_move,
        "move_from": lambda unit, at, path, via: _build_move(unit._replace(at=at), path, via),
        "move_helped": _build_helped_move,
        "attack_with": lambda place, unit: Move(unit, place),
        "move_via": lambda unit, via, path: _build_move(unit, path, via),
    },
    write=lambda order, unit: (
        f"{unit(order.unit)} - {order.to!s}{' VIA' if order.via_convoy else ''}"
    ),
    elsewhere={
        Phase.RETREATS: lambda order: None if order.via_convoy else Retreat(order.unit, order.to)
    },
    complete=_complete_move,
    instead=_list_alternatives_to_move,
    examples=_list_examples_of_move,
    shown=False,
)
SUPPORT = OrderType(
    Support,
    read={
        "support": _build_support,
        "support_of": lambda unit, into, of: Support(unit, of, into),
        "support_with": _build_support_with,
    },
    write=lambda order, unit: (
        f"{unit(order.unit)} S {unit(order.of)}{f' - {order.into!s}' if order.into else ''}"
    ),
    complete=complete_support,
    examples=_list_examples_of_support,
    helps=attrgetter("of"),
)
CONVOY = OrderType(
    Convoy,
    read={
        "convoy": lambda unit, of, path, via: Convoy(unit, of, path[-1]),
        "convoy_to": lambda unit, to, of: Convoy(unit, of, to),
    },
    write=lambda order, unit: f"{unit(order.unit)} C {unit(order.of)} - {order.to!s}",
    complete=_complete_convoy,
    examples=_list_examples_of_convoy,
    helps=attrgetter("of"),
)
RETREAT = OrderType(
    Retreat,
    read={"retreat": Retreat},
    write=lambda order, unit: f"{unit(order.unit)} - {order.to}",
    phase=Phase.RETREATS,
    subject="dislodged",
    complete=lambda order, sighted: replace(
        order, to=sighted.find_goal_of_unit(order.unit, order.to)
    ),
    instead=_list_alternatives_to_retreat,
)
DISBAND = OrderType(
    Disband,
    read={"disband": lambda *units: tuple(map(Disband, units))},
    write=lambda order, unit: f"{unit(order.unit)} DISBAND",
    phase=Phase.RETREATS,
    elsewhere={Phase.ADJUSTMENTS: lambda order: Remove(order.unit)},
    subject="dislodged",
)
BUILD = OrderType(
    Build,
    read={"build": lambda *units: tuple(map(Build, units))},
    write=lambda order, unit: f"BUILD {unit(order.unit)}",
    phase=Phase.ADJUSTMENTS,
    subject="new",
    instead=_list_alternatives_to_build,
)
REMOVE = OrderType(
    Remove,
    read={"remove": lambda *units: tuple(map(Remove, units))},
    write=lambda order, unit: f"REMOVE {unit(order.unit)}",
    phase=Phase.ADJUSTMENTS,
    elsewhere={Phase.RETREATS: lambda order: Disband(order.unit)},
)
WAIVE = OrderType(
    Waive,
    read={"waive": _build_waives},
    write=lambda order, unit: "WAIVE",
    phase=Phase.ADJUSTMENTS,
    subject="none",
)
STOCK: tuple[AnyOrderType, ...] = (
    HOLD,
    MOVE,
    SUPPORT,
    CONVOY,
    RETREAT,
    DISBAND,
    BUILD,
    REMOVE,
    WAIVE,
)
