"""An outcome held against what a record expects."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from judge.hooks import Variant
from judge.language.writer import write_unit
from judge.model.map import Map
from judge.model.order import Disband
from judge.model.position import Removed, Unit
from judge.model.reason import Result
from judge.model.sheet import PhaseRecord
from judge.model.turn import Phase
from judge.records.model import RecordedOrder, RecordedPhase


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
