"""Bombing chains: which carriers fit a bomb's route, and what can be said of that beforehand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from judge.model.facts import UNSEEN
from judge.model.map import Location, Map
from judge.model.order import Order
from judge.model.position import Fact, Position, Unit
from judge.model.reason import Reason
from judge.rules.acts import collect_provinces_within
from judge.variants.gd.orders import ARSENAL, Bomb, Carry, FarSupport
from judge.variants.gd.ruins import collect_destroyed_spaces


def explain_route_mismatch(carry: Carry, bomb: Bomb) -> Reason | None:
    """Say why a carrier on the bomb's route does not carry that bomb (GD XII.6), or None."""
    unit, path = carry.unit, bomb.path
    stop = path.index(unit.at.province, 1)
    before, after = path[:stop], path[stop + 1 :]
    if carry.came[-1] != before[-1]:
        return Reason(
            "carries_from_elsewhere", (unit, *_list_locations_of_codes(carry.came[-1], before[-1]))
        )
    if carry.goes[0] != after[0]:
        return Reason(
            "carries_elsewhere", (unit, *_list_locations_of_codes(carry.goes[0], after[0]))
        )
    stray = _find_first_stray_space(carry.came, before) or _find_first_stray_space(
        carry.goes, after
    )
    return Reason("carries_off_route", (unit, *_list_locations_of_codes(stray))) if stray else None


def _find_first_stray_space(named: Iterable[str], way: Iterable[str]) -> str:
    """Return the first space named that does not come along the way in that order, or ""."""
    ahead = iter(way)
    return next((space for space in named if space not in ahead), "")


def _list_locations_of_codes(*codes: str) -> Iterator[Location]:
    return map(Location, codes)


@dataclass(frozen=True)
class BombLegality:
    """What makes an order of this variant void: what map and standing units rule out."""

    game_map: Map

    def check_order(self, order: Order, unit: Unit, position: Position) -> Reason | None:
        """Say why the order is void."""
        if isinstance(order, Bomb):
            return self._explain_void_bomb(order, position)
        if isinstance(order, Carry):
            return self._explain_void_carry(order)
        if isinstance(order, FarSupport):
            return self._explain_void_far_support(order)
        return None

    def _explain_void_bomb(self, order: Bomb, position: Position) -> Reason | None:
        stops = order.path[:-1]
        for number, code in enumerate(stops):
            if code in stops[:number]:
                return Reason("route_names_twice", (Location(code),))
        if order.target in collect_destroyed_spaces(position):
            return Reason("ruined", (Location(order.target),))
        for code, onward in zip(stops, order.path[1:], strict=True):
            carrier = position.units.get(code)
            if Fact(UNSEEN, code) in position.facts:
                continue
            if carrier is None:
                return Reason("nobody_carries", (Location(code),))
            if not self.can_hand_on_bomb(carrier, onward):
                return Reason("link_too_long", (carrier, Location(onward)))
        return None

    def _explain_void_carry(self, order: Carry) -> Reason | None:
        if not order.came:
            return Reason("carries_from_nowhere", (order.unit,))
        if not self.can_hand_on_bomb(order.unit, order.goes[0]):
            return Reason("link_too_long", (order.unit, Location(order.goes[0])))
        return None

    def _explain_void_far_support(self, order: FarSupport) -> Reason | None:
        aim = (order.into or order.of.at).province
        near = self.game_map.contacts[order.over]
        span = self.game_map.kinds[order.unit.kind].support
        if span.range == 1:
            return None  # it reaches across nothing: the words are taken for a convoy's way
        if order.unit.at.province in near and aim in near:
            return None
        return Reason("not_between", (Location(order.over),))

    def can_hand_on_bomb(self, carrier: Unit, onward: str) -> bool:
        """Say whether the unit can hand a bomb on to that space, or drop it there (GD XII.5)."""
        span = self.game_map.kinds[carrier.kind].carry
        return span is not None and onward in collect_provinces_within(
            self.game_map, carrier.kind, carrier.at, span
        )


class BombHints:
    """Remarks on bombing orders: what each link needs, and which own links do not fit."""

    def hint_at_order(
        self, order: Order, orders: Sequence[Order], position: Position
    ) -> tuple[Reason, ...]:
        """Return what an arsenal needs, link by link; for a carrier, its own power's misfits."""
        if isinstance(order, Bomb):
            return (
                *_remark_on_own_target(order, orders, position),
                *_list_carrier_remarks(order, orders, position),
            )
        if isinstance(order, Carry):
            own_bombs = [own_order for own_order in orders if isinstance(own_order, Bomb)]
            if not any(unit.kind == ARSENAL for unit in position.units.values()):
                return (Reason("no_arsenal_there"),)
            through = [bomb for bomb in own_bombs if order.unit.at.province in bomb.route]
            if own_bombs and not through:
                return (Reason("carries_past", (order.unit,)),)
            odd = [explain_route_mismatch(order, bomb) for bomb in through]
            if odd and None not in odd:
                return tuple(why for why in odd if why)
            if odd.count(None) > 1:
                return (Reason("carries_two_bombs", (order.unit, *(b.unit for b in through))),)
        return ()

    def warn_powers(self, powers: Collection[str], position: Position) -> tuple[Reason, ...]:
        """Warn of nothing."""
        return ()


def _remark_on_own_target(
    bomb: Bomb, orders: Sequence[Order], position: Position
) -> Iterator[Reason]:
    """Remark on a bomb that falls on a center or a unit of whoever sends it."""
    powers = {bomb.unit.power, *(order.unit.power for order in orders)}
    unit = position.units.get(bomb.target)
    if position.owners.get(bomb.target) in powers or (unit and unit.power in powers):
        yield Reason("bombs_own", (Location(bomb.target),))


def _list_carrier_remarks(
    bomb: Bomb, orders: Sequence[Order], position: Position
) -> Iterator[Reason]:
    orders_by_place = {order.unit.at.province: order for order in orders}
    for before, code, after in zip(bomb.path, bomb.route, bomb.path[2:], strict=False):
        carrier = position.units.get(code)
        if carrier is None:
            yield Reason("needs_somebody", tuple(_list_locations_of_codes(code, before, after)))
            continue
        yield Reason("needs_carrier", (carrier, Location(before), Location(after)))
        carrier_order = orders_by_place.get(code)
        if isinstance(carrier_order, Carry):
            why = explain_route_mismatch(carrier_order, bomb)
            if why is not None:
                yield why
        elif carrier_order is not None:
            yield Reason("not_carrying", (carrier,))
