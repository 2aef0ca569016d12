"""All possible orders, kept from turn to turn, beside a list that asks of each order by itself."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from judge.engine import possible
from judge.engine.adjudicate import adjudicate_phase
from judge.engine.advance import collect_wanted_orders, list_next_turn_effects
from judge.engine.context import TurnContext
from judge.engine.ferries import collect_useful_fleets, has_convoy_route
from judge.hooks import Variant
from judge.library import load
from judge.model.map import Location
from judge.model.order import Convoy, Hold, Move, Order, Support
from judge.model.position import Position, Unit, apply_effects
from judge.model.turn import Phase
from tests.road.wanderer import Wanderer

WRITTEN = (Hold, Move, Support, Convoy)


@pytest.mark.parametrize(
    ("code", "turns", "apart"),
    [("standard", 60, 7), ("gd", 8, 4), ("ww4", 3, 3), ("civ", 6, 4), ("youngstown", 6, 4)],
)
def test_what_is_kept_gives_what_each_order_asked_alone_gives(
    code: str, turns: int, apart: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each turn is listed, and those compared are ``apart``; little is kept, so much is dropped."""
    monkeypatch.setattr(possible, "_MOST_MOVES", 2)
    monkeypatch.setattr(possible, "_MOST_SUPPORTS", 9)
    variant, compared, by_sea = load(code), 0, 0
    for number, position in enumerate(islice(list_positions(variant, seed=5), turns)):
        listed = possible.collect_possible_orders_by_power(variant, position)
        if number % apart == 0:
            every = list_plainly(variant, position)
            kept = [o for orders in listed.values() for o in orders if isinstance(o, WRITTEN)]
            assert sorted(map(repr, kept)) == sorted(map(repr, every)), position.turn
            compared += 1
            by_sea += sum(isinstance(order, Convoy) for order in every)
    assert compared and (by_sea or code != "standard")


def list_positions(variant: Variant, seed: int) -> Iterator[Position]:
    """Yield the movement turns of a game in which all order by chance."""
    powers = tuple(variant.map.powers)
    position = variant.rules.opening.deal_position(variant.map, powers, seed)
    robot = Wanderer(variant, Random(seed))
    while position.ended is None:
        if position.turn.phase is Phase.MOVEMENT:
            yield position
        wants = collect_wanted_orders(variant, position)
        orders = {p: robot.choose_orders(p, position, wants.get(p)) for p in powers}
        record = adjudicate_phase(variant, position, orders)
        position = apply_effects(record.after, list_next_turn_effects(variant, record))


def list_plainly(variant: Variant, position: Position) -> list[Order]:
    """Return the orders of all kinds that every variant has, each tried by itself."""
    context = TurnContext.from_position(variant, position)
    units = list(position.units.values())
    moves = {unit: list(list_moves(context, unit)) for unit in units}
    orders: list[Order] = [Hold(unit) for unit in units]
    for unit in units:
        orders += moves[unit]
        orders += (
            Support(unit, of._replace(power=""), into)
            for of in units
            if of != unit and Support.verb in context.posts[unit].orders
            for into in (None, *dict.fromkeys(Location(move.to.province) for move in moves[of]))
            if is_support_possible(context, unit, of, into)
        )
        orders += (
            Convoy(unit, move.unit._replace(power=""), move.to)
            for move in (move for found in moves.values() for move in found)
            if move.via_convoy and is_convoy_possible(context, unit, move)
        )
    return [order for order in orders if is_within_conduct(context, order)]


def list_moves(context: TurnContext, unit: Unit) -> Iterator[Move]:
    board, here = context.board, unit.at.province
    if Move.verb not in context.posts[unit].orders:
        return
    for code in board.map.provinces:
        for to in board.map.list_places_for_kind(unit.kind, code):
            if code != here and to in board.list_open_steps(unit.kind, unit.at):
                move = Move(unit, to)
                if is_within_conduct(context, move):
                    yield move
            if (
                code != here
                and board.map.kinds[unit.kind].convoyed
                and (unit.kind, unit.at, to) not in board.closed
                and has_convoy_route(board, here, code, context.fleet_provinces)
            ):
                move = Move(unit, to, via_convoy=True)
                if is_within_conduct(context, move):
                    yield move


def is_support_possible(context: TurnContext, unit: Unit, of: Unit, into: Location | None) -> bool:
    aim = into or Location(of.at.province)
    return (
        aim in context.posts[unit].backs
        and aim.province != unit.at.province
        and not any(
            rule.check_support(unit, of, into, context.position) for rule in context.rules.backing
        )
    )


def is_convoy_possible(context: TurnContext, fleet: Unit, move: Move) -> bool:
    start, end = move.unit.at.province, move.to.province
    useful = collect_useful_fleets(context.board, start, end, context.fleet_provinces)
    return fleet.at.province in useful and Convoy.verb in context.posts[fleet].orders


def is_within_conduct(context: TurnContext, order: Order) -> bool:
    conduct = context.rules.conduct
    return not any(rule.check_order(order, order.unit, context.position) for rule in conduct)
