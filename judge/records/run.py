"""Game records put on trial: each phase adjudicated, and held against what the record expects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from judge.engine.adjudicate import adjudicate
from judge.engine.advance import advance
from judge.engine.context import TurnContext
from judge.engine.retreats import retreat_options
from judge.hooks import Variant
from judge.language.writer import write_unit
from judge.model.map import Location
from judge.model.order import Order
from judge.model.position import Began, Dislodged, Position, Removed, Unit, apply
from judge.model.reason import Result
from judge.model.sheet import PhaseRecord
from judge.records.reader import Driven, Expected, Given, Record, RecordedPhase
from judge.records.replay import Replayed


class Heard(NamedTuple):
    """An order of the record and what became of it; ``met`` is None where nothing was expected."""

    given: Given
    result: Result
    met: bool | None


class Tried(NamedTuple):
    """A phase of a record as it was adjudicated.

    ``rest`` are the results of no order of the record: of units that had none. ``misses`` say in a
    line each where the outcome is not the one expected.
    """

    stage: RecordedPhase
    record: PhaseRecord
    heard: tuple[Heard, ...]
    rest: tuple[Result, ...]
    misses: tuple[str, ...]


def run(record: Record) -> Iterator[Tried]:
    """Yield the phases of a record, each begun where the one before ended unless it says itself."""
    variant, position = record.variant, None
    for stage in record.stages:
        misses: list[str] = []
        if position is None or stage.units:
            position = _begin(variant, stage)
        elif position.turn != stage.turn:
            ended = "the game is over" if position.ended else f"the judge comes to {position.turn}"
            misses.append(f"{stage.turn}: {ended}")
            position = apply(position, (Began(stage.turn),))
        tried = _try(variant, position, stage)
        yield tried._replace(misses=(*misses, *tried.misses))
        position = apply(tried.record.after, advance(variant, tried.record))


def replay(game: str, record: Record) -> Replayed:
    """Return how a record of a whole game went."""
    told = Replayed(game)
    for tried in run(record):
        told.phases += 1
        if tried.misses:
            told.differs[f"{game}-{tried.stage.turn}"] = tried.misses
    return told


def _begin(variant: Variant, stage: RecordedPhase) -> Position:
    homes = {power.name: power.homes for power in variant.map.powers.values()}
    position = Position(
        turn=stage.turn,
        units={unit.at.province: unit for unit in stage.units},
        owners={code: power for power, codes in stage.owners.items() for code in codes},
        homes=homes | dict(stage.homes),
        facts=stage.facts,
        lost=stage.razed,
    )
    context = TurnContext.of(variant, position)
    return replace(
        position, dislodged=tuple(_driven(context, driven) for driven in stage.dislodged)
    )


def _driven(context: TurnContext, driven: Driven) -> Dislodged:
    unit, standing = driven.unit, context.position.units
    by = standing.get(unit.at.province, Unit("", "", Location(driven.origin)))
    options = driven.options
    if options is None:
        barred = set(standing)
        if not (driven.by_sea and context.rules.origin_open):
            barred.add(driven.origin)
        options = retreat_options(context, unit, barred)
    return Dislodged(unit, by, options)


def _try(variant: Variant, position: Position, stage: RecordedPhase) -> Tried:
    orders: dict[str, list[Order]] = {}
    for given in stage.orders:
        orders.setdefault(given.power, []).append(given.order)
    record = adjudicate(variant, position, orders)
    pool = list(record.results)
    heard = []
    for number, given in enumerate(stage.orders):
        result = _take(pool, given, stage.orders[number + 1 :])
        hope = given.expected
        met = None if hope is None else hope.met(result.fate, result.why, variant.map)
        heard.append(Heard(given, result, met))
    missed = [_missed(each, each.given.expected) for each in heard if each.met is False]
    return Tried(
        stage, record, tuple(heard), tuple(pool), (*missed, *_misses(variant, stage, record))
    )


def _missed(heard: Heard, hope: Expected | None) -> str:
    said = f"{heard.given.power} {heard.given.text}: {heard.result.fate}: {heard.result.why.code}"
    wanted = f"{hope.fate}: {hope.code} {', '.join(hope.about)}".rstrip(" :") if hope else ""
    return f"{said}, not {wanted}"


def _take(pool: list[Result], given: Given, later: Sequence[Given]) -> Result:
    """Take an order's result out of the pool. An order that a later one replaced has its own."""
    unit = given.order.unit
    place = (given.power, unit.at.province)
    replaced = any((one.power, one.order.unit.at.province) == place for one in later)

    def rank(result: Result) -> tuple[bool, bool, bool]:
        same_place = (result.order.unit.power, result.order.unit.at.province) == place
        superseded = result.why.code == "superseded"
        return (result.order == given.order or same_place, superseded == replaced,
                result.order == given.order)  # fmt: skip

    best = max(pool, key=rank)
    pool.remove(best)
    return best


def _misses(variant: Variant, stage: RecordedPhase, record: PhaseRecord) -> Iterator[str]:
    game_map, before, after = variant.map, record.before, record.after

    def differ(what: str, wanted: set[Unit], got: set[Unit]) -> Iterator[str]:
        for unit in sorted(wanted - got):
            yield f"{what}: {unit.power} {write_unit(unit, game_map)} is missing"
        for unit in sorted(got - wanted):
            yield f"{what}: {unit.power} {write_unit(unit, game_map)} should not be there"

    standing = set(after.units.values())
    if stage.unchanged:
        yield from differ("after", set(before.units.values()), standing)
    if stage.after is not None:
        wanted = set(stage.after)
        if stage.others:
            told = {unit.power for unit in wanted}
            standing = {unit for unit in standing if unit.power in told}
        yield from differ("after", wanted, standing)
    if stage.lost is not None:
        yield from differ("lost", set(stage.lost), {each.unit for each in record.dislodged})
    if stage.gone is not None:
        gone = {effect.unit for effect in record.effects if isinstance(effect, Removed)}
        yield from differ("gone", set(stage.gone), gone)
    for power, codes in stage.owns.items():
        owned = after.centers_of(power)
        if set(codes) != set(owned):
            yield f"owns: {power} {', '.join(sorted(owned)) or 'nothing'}"
    for power, due in stage.due.items():
        allowed = variant.rules.muster.allowance(power, before)
        if due != allowed:
            yield f"due: {power} {allowed:+d}"
