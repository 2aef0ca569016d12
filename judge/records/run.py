"""Game records run: each phase adjudicated, from a record's position or from the judge's own.

The outcome is held against what the record expects.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from judge.engine.adjudicate import adjudicate_phase
from judge.engine.advance import list_next_turn_effects
from judge.engine.context import compile_board
from judge.engine.retreats import list_retreat_options
from judge.hooks import Variant
from judge.language.writer import write_unit
from judge.library import load
from judge.model.map import Location, Map
from judge.model.order import Disband
from judge.model.position import Began, Dislodged, Position, Removed, Unit, apply_effects
from judge.model.reason import Result
from judge.model.sheet import PhaseRecord
from judge.model.turn import Phase
from judge.records.model import DislodgedUnit, Record, RecordedOrder, RecordedPhase


class OrderResult(NamedTuple):
    """What became of an order, ``given`` in the record or None where the unit had none.

    ``met`` is None where nothing was expected.
    """

    result: Result
    given: RecordedOrder | None = None
    met: bool | None = None


def match_orders(
    phase: RecordedPhase, record: PhaseRecord, game_map: Map
) -> tuple[OrderResult, ...]:
    """Return each order of the record with its result, then the results of no such order.

    An order that a later one for the same unit replaced has a result of its own.
    """
    results: defaultdict[tuple[str, str], list[Result]] = defaultdict(list)
    for result in record.results:
        results[result.order.unit.power, result.order.unit.at.province].append(result)
    places = [(recorded.power, recorded.order.unit.at.province) for recorded in phase.orders]
    last = {place: number for number, place in enumerate(places)}
    matched = []
    for number, (recorded, place) in enumerate(zip(phase.orders, places, strict=True)):
        replaced = number < last[place]
        result = max(
            results[place],
            key=lambda candidate: (
                (candidate.why.code == "superseded") == replaced,
                candidate.order == recorded.order,
            ),
        )
        results[place].remove(result)
        expected = recorded.expected
        met = expected.matches_result(result.fate, result.why, game_map) if expected else None
        matched.append(OrderResult(result, recorded, met))
    return (
        *matched,
        *(OrderResult(result) for leftover in results.values() for result in leftover),
    )


def describe_misses(
    phase: RecordedPhase, record: PhaseRecord, orders: Iterable[OrderResult], variant: Variant
) -> Iterator[str]:
    """Yield a line for each order and each unit, center and count that is not as expected."""
    for result, recorded, met in orders:
        if recorded and recorded.expected and not met:
            fate, code, about = (
                recorded.expected.fate,
                recorded.expected.code,
                recorded.expected.about,
            )
            expected = f"{fate}: {code} {', '.join(about)}".rstrip(" :")
            fate_now = f"{result.fate}: {result.why.code}"
            yield f"{recorded.power} {recorded.text}: {fate_now}, not {expected}"
    before, after = record.before, record.after
    named = {unit.power for unit in phase.after or ()}
    standing = [u for u in after.units.values() if not phase.others or u.power in named]
    if phase.unchanged:
        yield from _describe_differences(
            "after", before.units.values(), after.units.values(), variant.map
        )
    for word, wanted, units in (
        ("after", phase.after, standing),
        ("lost", phase.lost, [dislodged.unit for dislodged in record.dislodged]),
        ("gone", phase.gone, [e.unit for e in record.effects if isinstance(e, Removed)]),
        ("destroyed", phase.destroyed, list_destroyed_units(record)),
    ):
        if wanted is not None:
            yield from _describe_differences(word, wanted, units, variant.map)
    for power, codes in phase.owns.items():
        owned = after.centers_of(power)
        if set(codes) != set(owned):
            yield f"owns: {power} {', '.join(sorted(owned)) or 'nothing'}"
    for power, due in phase.due.items():
        allowed = variant.rules.muster.count_adjustments_due(power, before)
        if due != allowed:
            yield f"due: {power} {allowed:+d}"


def list_destroyed_units(record: PhaseRecord) -> list[Unit]:
    """Return the units that left the board though no player disbanded or removed them."""
    if record.before.turn.phase is Phase.ADJUSTMENTS:
        return []
    given_up = {
        result.order.unit
        for result in record.results
        if isinstance(result.order, Disband) and result.why.code == "disbands"
    }
    removed = [effect.unit for effect in record.effects if isinstance(effect, Removed)]
    return [unit for unit in removed if unit not in given_up]


def _describe_differences(
    word: str, wanted: Iterable[Unit], units: Iterable[Unit], game_map: Map
) -> Iterator[str]:
    expected, there = set(wanted), set(units)
    for unit in sorted(expected - there):
        yield f"{word}: {unit.power} {write_unit(unit, game_map)} is missing"
    for unit in sorted(there - expected):
        yield f"{word}: {unit.power} {write_unit(unit, game_map)} should not be there"


SETTINGS: tuple[Mapping[str, str], ...] = (
    {"via": "land"},
    {"intent": "written"},
    {"intent": "any"},
    {"disorder": "homes"},
    {"convoy_retreat": "barred"},
)
"""The choices by which played games differ, tried one by one on a phase that names none."""


class PlayedPhase(NamedTuple):
    """A phase of a record as it was adjudicated.

    ``misses`` say in a line each where the outcome is not the one expected; ``setting`` is the
    choice with which it would be, if one was found. ``end`` is where the next phase begins, and
    ``dislodged`` are all who were dislodged, both with that choice. ``gap``: the record did not go
    on from the phase before.
    """

    phase: RecordedPhase
    record: PhaseRecord
    orders: tuple[OrderResult, ...]
    misses: tuple[str, ...]
    end: Position
    dislodged: tuple[Dislodged, ...]
    setting: str = ""
    gap: bool = False


def run_record(record: Record, carry: bool = False) -> Iterator[PlayedPhase]:
    """Yield the phases of a record, each begun where the one before ended unless it says itself.

    To ``carry`` is to play a whole game from its first position on: what a later phase says of
    the position is only compared, and the game picked up anew where it is another one. Phases
    that ask nobody anything are then left out, and SETTINGS tried.
    """
    before: PlayedPhase | None = None
    for phase in record.phases:
        position, gap, wrong_turn = before.end if before else None, False, ""
        if position is None or phase.units is not None:
            recorded = build_position_at_start(
                record.variant, phase, before.dislodged if before else ()
            )
            if carry and position is not None:
                waiting = any(dislodged.options for dislodged in recorded.dislodged)
                if phase.turn.phase is Phase.RETREATS and not waiting:
                    continue  # all were destroyed already: the judge has no turn for that
                gap = not _is_same_position(position, recorded)
            if position is None or gap or not carry:
                position = recorded
        elif position.turn != phase.turn:
            here = "the game is over" if position.ended else f"the judge comes to {position.turn}"
            wrong_turn = f"{phase.turn}: {here}"
            position = apply_effects(position, (Began(phase.turn),))
        if carry:
            before = play_with_settings(record, phase, position)
        else:
            before = play_phase(record.variant, phase, position)
        misses = (*filter(None, [wrong_turn]), *before.misses)
        yield before._replace(misses=misses, gap=gap)


def run_record_to_now(
    record: Record, carry: bool = False
) -> tuple[tuple[PlayedPhase, ...], Position]:
    """Return the phases of a record as ``run`` does, and where the game stands.

    A last phase without orders, and of which nothing is expected, is the one to be played next.
    To ``carry`` is to miss it in the phase before if that ends otherwise.
    """
    *phases, last = record.phases
    coming = not last.orders and not last.unread and not last.has_expectations
    played = tuple(run_record(replace(record, phases=tuple(phases)) if coming else record, carry))
    if played and (not coming or last.units is None):
        return played, played[-1].end
    position = build_position_at_start(record.variant, last, played[-1].dislodged if played else ())
    if carry and played:
        end = played[-1].end
        if _is_same_position(end, position):
            return played, end
        miss = f"next: the judge comes to {end.turn}, or otherwise to {position.turn}"
        played = (*played[:-1], played[-1]._replace(misses=(*played[-1].misses, miss)))
    return played, position


def play_phase(variant: Variant, phase: RecordedPhase, position: Position) -> PlayedPhase:
    """Return a phase played from a position with the orders of the record."""
    record = adjudicate_phase(variant, position, phase.collect_orders_by_power())
    orders = match_orders(phase, record, variant.map)
    end = apply_effects(record.after, list_next_turn_effects(variant, record))
    return PlayedPhase(
        phase,
        record,
        orders,
        tuple(describe_misses(phase, record, orders, variant)),
        end,
        (*record.dislodged, *end.dislodged),
    )


def play_with_settings(
    record: Record,
    phase: RecordedPhase,
    position: Position | None = None,
    dislodged: Iterable[Dislodged] = (),
) -> PlayedPhase:
    """Return a phase played with the options of the record and those that it names itself.

    If it names none and is not as expected, it is played with each of SETTINGS. Without a
    position the recorded one is taken; ``dislodged`` as in ``begin``.
    """
    first: PlayedPhase | None = None
    for setting, variant in _list_variants_to_try(record, phase):
        played = play_phase(
            variant, phase, position or build_position_at_start(variant, phase, dislodged)
        )
        if first and not played.misses:
            return first._replace(setting=setting, end=played.end, dislodged=played.dislodged)
        if not played.misses:
            return played
        first = first or played
    assert first
    return first


def _list_variants_to_try(record: Record, phase: RecordedPhase) -> Iterator[tuple[str, Variant]]:
    """Yield the variant as asked for, then under each other setting, with what it is called."""
    code, asked = record.variant.code, {**record.options, **phase.options}
    yield "", load(code, asked) if phase.options else record.variant
    chosen = record.variant.settings.items()
    for setting in () if phase.options else SETTINGS:
        if setting.keys() <= record.variant.settings.keys() and not setting.items() <= chosen:
            called = ", ".join(f"{name}={choice}" for name, choice in setting.items())
            yield called, load(code, {**asked, **setting})


def build_position_at_start(
    variant: Variant, phase: RecordedPhase, dislodged: Iterable[Dislodged] = ()
) -> Position:
    """Return the position that a phase says it begins with.

    Where one of ``dislodged``, or of those whom the movement brought along dislodges, is among
    its dislodged units, the retreats are known from there; else they are what it says itself,
    else all that the board has open: no space that is taken or contested, nor that from which
    the attacker came.
    """
    if phase.movement:
        movement = build_position_at_start(variant, phase.movement)
        dislodged = play_phase(variant, phase.movement, movement).dislodged
    before = {dislodged_unit.unit: dislodged_unit for dislodged_unit in dislodged}
    homes = {power.name: power.homes for power in variant.map.powers.values()}
    position = Position(
        turn=phase.turn,
        units={unit.at.province: unit for unit in phase.units or ()},
        owners={code: power for power, codes in phase.owners.items() for code in codes},
        homes={**homes, **phase.homes},
        facts=phase.facts,
        lost=phase.razed,
    )
    waiting = tuple(
        before.get(dislodged_unit.unit)
        or _complete_dislodged(dislodged_unit, phase, variant, position)
        for dislodged_unit in phase.dislodged
    )
    return replace(position, dislodged=waiting)


def _complete_dislodged(
    dislodged: DislodgedUnit, phase: RecordedPhase, variant: Variant, position: Position
) -> Dislodged:
    unit, options, standing = dislodged.unit, dislodged.options, position.units
    by = standing.get(unit.at.province, Unit("", "", Location(dislodged.origin)))
    if options is None:
        barred = {*standing, *phase.contested}
        if not (dislodged.by_sea and variant.rules.origin_open):
            barred.add(dislodged.origin)
        options = list_retreat_options(compile_board(variant, position), unit, barred)
    return Dislodged(unit, by, options)


def _is_same_position(judged: Position, recorded: Position) -> bool:
    return (
        judged.turn == recorded.turn
        and dict(judged.units) == dict(recorded.units)
        and dict(judged.owners) == dict(recorded.owners)
        and set(judged.dislodged)
        == {dislodged_unit for dislodged_unit in recorded.dislodged if dislodged_unit.options}
    )
