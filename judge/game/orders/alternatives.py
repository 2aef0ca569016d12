"""What a player might do instead of what cannot be done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from judge.engine.board import compile_board
from judge.engine.legality import check
from judge.hooks import Variant
from judge.language.writer import write
from judge.model.map import Location, Map
from judge.model.order import Build, Disband, Hold, Move, Order, Retreat
from judge.model.paths import steps_from
from judge.model.position import Position, Unit
from judge.model.reason import Reason


def alternatives(
    variant: Variant, position: Position, order: Order, why: Reason
) -> tuple[Order, ...]:
    """Return legal orders near the one that was refused, likeliest first.

    A coast that was left out is filled in; a unit that cannot get there is offered the steps
    that bring it nearest; a build is offered the sites where it can be.
    """
    legal = [
        other
        for other in _candidates(variant, position, order, why)
        if other != order and check(variant, position, other) is None
    ]
    return tuple(dict.fromkeys(legal))


def instead(
    variant: Variant, position: Position, order: Order, why: Reason, most: int
) -> tuple[str, ...]:
    """Return at most so many legal orders near the one that was refused, as they are written."""
    choices = alternatives(variant, position, order, why)[:most]
    return tuple(write(choice, variant.map) for choice in choices)


def _candidates(variant: Variant, position: Position, order: Order, why: Reason) -> Iterator[Order]:
    game_map, unit = variant.map, order.unit
    if isinstance(order, Move):
        if order.to.province == unit.at.province:
            yield Hold(unit)
        coasts = game_map.places(unit.kind, order.to.province)
        yield from (replace(order, to=coast) for coast in coasts)
        if why.code == "coast_needed":
            return
        steps = game_map.neighbors(unit.kind, unit.at)
        yield from (Move(unit, to) for to in _nearest(game_map, order.to.province, steps))
    elif isinstance(order, Retreat):
        gone = [d for d in position.dislodged if d.unit == unit]
        options = gone[0].options if gone else ()
        yield from (Retreat(unit, to) for to in _nearest(game_map, order.to.province, options))
        yield Disband(unit)
    elif isinstance(order, Build):
        now = compile_board(game_map, position, variant.rules)
        free = {at.province for at in variant.rules.muster.sites(unit.power, position, now)}
        codes = [code for code in game_map.centers if code in free]
        kinds = [unit.kind, *(kind for kind in game_map.kinds if kind != unit.kind)]
        sites = [
            (kind, at) for kind in kinds for code in codes for at in game_map.places(kind, code)
        ]
        sites.sort(key=lambda site: site[1].province != unit.at.province)
        yield from (Build(Unit(unit.power, kind, at)) for kind, at in sites)


def _nearest(game_map: Map, target: str, steps: tuple[Location, ...]) -> list[Location]:
    """Sort places by how near they are to a province, over any border."""
    far = dict(steps_from([target], game_map.contacts.__getitem__))
    return sorted(steps, key=lambda at: far.get(at.province, len(far)))
