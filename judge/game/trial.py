"""Playing a game record: what comes of its phases, and where that is not what it expects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from judge.engine.adjudicate import adjudicate
from judge.engine.advance import advance, wanted
from judge.engine.board import compile_board
from judge.hooks import Variant
from judge.language.records import Driven, Given, Record, Stage
from judge.language.writer import write_unit
from judge.model.map import Map
from judge.model.order import Order
from judge.model.position import Began, Dislodged, Position, Removed, Unit, apply
from judge.model.reason import Result
from judge.model.sheet import PhaseRecord


class Trial(NamedTuple):
    """One phase of a record as it was played; ``wrong`` says what is not as expected."""

    stage: Stage
    record: PhaseRecord
    wrong: tuple[str, ...]


def play(record: Record) -> Iterator[Trial]:
    """Play the phases of a record one after the other."""
    variant, before = record.variant, None
    for stage in record.stages:
        position = _position(variant, stage, before)
        orders: dict[str, list[Order]] = {}
        for given in stage.orders:
            orders.setdefault(given.power, []).append(given.order)
        played = adjudicate(variant, position, orders)
        yield Trial(stage, played, tuple(_wrong(variant, stage, played)))
        before = apply(played.after, advance(variant, played))


def _position(variant: Variant, stage: Stage, before: Position | None) -> Position:
    """Return the position of a stage: what it says itself, else what came of the stage before."""
    base = before or variant.rules.opening.deal(variant.map, tuple(variant.map.powers), 0)
    owners = {code: power for power, codes in stage.owners.items() for code in codes}
    kept = {code: power for code, power in base.owners.items() if power not in stage.owners}
    position = Position(
        turn=stage.turn,
        units={unit.at.province: unit for unit in stage.units} if stage.units else base.units,
        owners=owners if before is None else kept | owners,
        homes={**base.homes, **stage.homes},
        facts=base.facts | stage.facts,
        lost=base.lost | stage.razed,
    )
    waiting = [_waiting(variant, position, driven) for driven in stage.dislodged]
    inherited = base.dislodged if before is not None and not waiting else ()
    return Position(
        position.turn,
        position.units,
        (*inherited, *waiting),
        position.owners,
        position.homes,
        position.facts,
        position.lost,
        base.ended,
    )


def _waiting(variant: Variant, position: Position, driven: Driven) -> Dislodged:
    place = driven.unit.at.province
    by = position.units.get(place, driven.unit._replace(power="", kind=""))
    options = driven.options
    if options is None:
        board = compile_board(variant.map, position, variant.rules)
        barred = "" if driven.by_sea else driven.origin
        options = tuple(
            at
            for at in board.reach(driven.unit.kind, driven.unit.at)
            if at.province not in position.units and at.province != barred
        )
    return Dislodged(driven.unit, by, options)


def _wrong(variant: Variant, stage: Stage, played: PhaseRecord) -> Iterator[str]:
    board = variant.map
    for given in stage.orders:
        if given.expected is not None:
            yield from _judged(given, played.results, board)
    after = played.after
    if stage.unchanged:
        yield from _differ("after", played.before.units.values(), after.units.values(), board)
    if stage.after is not None:
        named = {unit.power for unit in stage.after}
        standing = [u for u in after.units.values() if not stage.others or u.power in named]
        yield from _differ("after", stage.after, standing, board)
    if stage.lost is not None:
        yield from _differ("lost", stage.lost, (each.unit for each in played.dislodged), board)
    if stage.gone is not None:
        gone = (effect.unit for effect in played.effects if isinstance(effect, Removed))
        yield from _differ("gone", stage.gone, gone, board)
    for power, codes in stage.owns.items():
        if set(codes) != set(after.centres_of(power)):
            yield f"{power} owns {', '.join(after.centres_of(power)) or 'nothing'}"
    yield from _due(variant, stage.due, played)


def _due(variant: Variant, due: Mapping[str, int], played: PhaseRecord) -> Iterator[str]:
    if due:
        began = (e for e in advance(variant, played) if isinstance(e, Began))
        wants = wanted(variant, apply(played.after, began))
        for power, count in due.items():
            want = wants.get(power)
            found = want.builds - want.removals if want else 0
            if found != count:
                yield f"{power} has {found:+d} due, not {count:+d}"


def _judged(given: Given, results: Iterable[Result], board: Map) -> Iterator[str]:
    """Complain if no result of that order is as expected."""
    found = []
    exact = [result for result in results if result.order == given.order]
    for result in exact or [result for result in results if _like(result.order, given)]:
        found.append(f"{result.fate.value}: {result.why.code} {_about(result, board)}")
        if given.expected and given.expected.met(result.fate, result.why, board):
            return
    yield f"line {given.line}: {given.power} {given.text} {'; '.join(found) or 'has no result'}"


def _like(order: Order, given: Given) -> bool:
    """Say whether an order is the one given, its unit's kind or coast perhaps put right."""
    there, told = order.unit, given.order.unit
    same = there.at.province == told.at.province and there.power == given.power
    return same and type(order) is type(given.order)


def _about(result: Result, board: Map) -> str:
    return ", ".join(
        write_unit(one, board) if isinstance(one, Unit) else str(one) for one in result.why.about
    )


def _differ(
    word: str, expected: Iterable[Unit], found: Iterable[Unit], board: Map
) -> Iterator[str]:
    want = {f"{unit.power} {write_unit(unit, board)}" for unit in expected}
    have = {f"{unit.power} {write_unit(unit, board)}" for unit in found}
    if want != have:
        less, more = ", ".join(sorted(want - have)), ", ".join(sorted(have - want))
        yield f"{word}: missing {less or 'none'}; not expected {more or 'none'}"
