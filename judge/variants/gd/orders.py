"""The orders that only Global Diplomacy has: values, and how they are read and written.

Spaces are named by their codes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import ClassVar

from judge.hooks import OrderType
from judge.model.map import Location, Map
from judge.model.order import Act, Order, Support
from judge.model.position import Unit
from judge.rules.acts import collect_provinces_within
from judge.rules.order_types import SUPPORT, Path, complete_support

MOST_CARRIERS = 3
"""How many units of its own hand on a bomb, in what is told of all that a power could do."""
ARSENAL = "arsenal"
"""The kind of unit that bombs, and that a license is for."""


@dataclass(frozen=True, slots=True)
class Bomb(Act):
    """An arsenal's bomb for ``target``, handed on by the units in the spaces of ``route``."""

    verb: ClassVar[str] = "bomb"
    route: tuple[str, ...]
    target: str

    @property
    def path(self) -> tuple[str, ...]:
        """The arsenal's space, those of the carriers, the target."""
        return (self.unit.at.province, *self.route, self.target)

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """The bomb's flight, from space to space."""
        return tuple(pairwise(self.path))

    @classmethod
    def plans(cls, units: Sequence[Unit], game_map: Map) -> Iterable[tuple[Order, ...]]:
        """Return the bombs of each arsenal, with those that hand them on."""
        return _list_own_flights(units, game_map)


@dataclass(frozen=True, slots=True)
class Carry(Act):
    """A unit's part in a bomb's flight: the spaces it names before its own, and those after."""

    verb: ClassVar[str] = "carry"
    came: tuple[str, ...]
    goes: tuple[str, ...]

    @property
    def giver(self) -> str:
        """The space that hands the bomb on to this one, "" if none is named."""
        return self.came[-1] if self.came else ""

    @property
    def taker(self) -> str:
        """The space to which the bomb goes on."""
        return self.goes[0]

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """The bomb's way to this unit and on from it, as far as the order tells."""
        here = self.unit.at.province
        came = ((self.giver, here),) if self.giver else ()
        return (*came, (here, self.taker))


@dataclass(frozen=True, slots=True)
class FarSupport(Support):
    """A support that names the space in between (GD IX.1: nothing hangs on what is there)."""

    over: str = ""


def _build_bomb(unit: Unit, *places: Location) -> Bomb:
    *route, target = _list_codes_of_places(places)
    return Bomb(unit, tuple(route), target)


def _build_bomb_by_route(unit: Unit, target: Location, *route: Location) -> Bomb:
    return Bomb(unit, _list_codes_of_places(route), target.province)


def _build_carry(unit: Unit, *ways: Path) -> Carry | Bomb:
    """An arsenal that names no way to it sends a bomb of its own."""
    *_, goes = map(_list_codes_of_places, ways)
    if unit.kind == ARSENAL and len(ways) == 1:
        return Bomb(unit, goes[:-1], goes[-1])
    return Carry(unit, _list_codes_of_places(ways[0]) if len(ways) > 1 else (), goes)


def _list_codes_of_places(places: Iterable[Location]) -> tuple[str, ...]:
    return tuple(place.province for place in places)


def _list_example_flights(units: Sequence[Unit], game_map: Map) -> Iterator[tuple[Bomb, Carry]]:
    """Yield bombs with their carriers, of arsenals that stand or could stand where a unit does."""
    for unit, carrier in permutations(sorted(units, key=lambda u: u.kind != ARSENAL), 2):
        start, way = unit.at.province, carrier.at.province
        arsenal = Unit(unit.power, ARSENAL, Location(start))
        for to in game_map.neighbors(carrier.kind, carrier.at):
            if to.province != start and way in game_map.contacts[start]:
                yield Bomb(arsenal, (way,), to.province), Carry(carrier, (start,), (to.province,))


def _list_own_flights(units: Sequence[Unit], game_map: Map) -> Iterator[tuple[Bomb | Carry, ...]]:
    """Yield the bombs that arsenals could send by way of units of the same power, each with the
    orders of its carriers; the shorter before the longer."""
    kinds = game_map.kinds
    carriers = {unit.at.province: unit for unit in units if Carry.verb in kinds[unit.kind].orders}
    chains: list[tuple[Unit, ...]] = [
        (unit,) for unit in units if Bomb.verb in kinds[unit.kind].orders
    ]
    for chain in chains:
        last, span = chain[-1], kinds[chain[-1].kind].carry
        near = collect_provinces_within(game_map, last.kind, last.at, span) if span else ()
        for code in sorted(near):
            stops = [unit.at.province for unit in chain]
            if code in stops:
                continue
            path = (*stops, code)
            yield (
                Bomb(chain[0], path[1:-1], code),
                *(
                    Carry(carrier, (path[n - 1],), (path[n + 1],))
                    for n, carrier in enumerate(chain[1:], 1)
                ),
            )
            if code in carriers and len(chain) <= MOST_CARRIERS:
                chains.append((*chain, carriers[code]))


def _write_bomb(unit: str, order: Bomb) -> str:
    way = f"VIA {' '.join(order.route)} TO " if order.route else ""
    return f"{unit} BOMB {way}{order.target}"


def _write_carry(unit: str, order: Carry) -> str:
    origin = f" FROM {' '.join(order.came)}" if order.came else ""
    way = f" VIA {' '.join(order.goes[:-1])}" if len(order.goes) > 1 else ""
    return f"{unit} CARRY BOMB{origin}{way} TO {order.goes[-1]}"


BOMB = OrderType(
    Bomb,
    read={"bomb": _build_bomb, "bomb_by": _build_bomb_by_route},
    write=lambda order, unit: _write_bomb(unit(order.unit), order),
    examples=lambda units, game_map: (bomb for bomb, _ in _list_example_flights(units, game_map)),
)
CARRY = OrderType(
    Carry,
    read={"carry": _build_carry},
    write=lambda order, unit: _write_carry(unit(order.unit), order),
    examples=lambda units, game_map: (carry for _, carry in _list_example_flights(units, game_map)),
    serves=True,
)
FAR_SUPPORT = OrderType(
    FarSupport,
    read={
        "far_support": lambda unit, of, over: FarSupport(unit, of, None, over.province),
        "far_support_into": lambda unit, of, path, over: FarSupport(
            unit, of, path[-1], over.province
        ),
    },
    write=lambda order, unit: f"{SUPPORT.write(order, unit)} VIA {order.over}",
    complete=complete_support,
    helps=SUPPORT.helps,
)
