"""What another program says of a game, phase by phase, made into a record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from judge.hooks import Variant
from judge.model.turn import Phase, Turn
from judge.records.jsonl_phases import PHASES, Case, PhaseReader
from judge.records.model import Record, RecordError

MOST = 2_000
"""A game has no more phases than that."""

WORDS = {phase: word for word, phase in PHASES.items()}

UnitText = Sequence[str]
"""A power, a kind and a place: ``["England", "F", "STP/SC"]``."""


@dataclass(frozen=True)
class SourcePhase:
    """One phase as it was told: the position, and orders as a player could write them.

    ``turn`` is None for a position after the last phase. ``retreats`` are places by power and
    unit, None where none are told.
    """

    turn: Turn | None
    units: tuple[UnitText, ...]
    dislodged: tuple[UnitText, ...] = ()
    centers: Mapping[str, Iterable[str]] | None = None
    homes: Mapping[str, Iterable[str]] = field(default_factory=dict)
    retreats: Mapping[str, Mapping[str, Iterable[str]]] | None = None
    orders: Mapping[str, Sequence[str]] = field(default_factory=dict)


def build_record(title: str, variant: Variant, source_phases: Sequence[SourcePhase]) -> Record:
    """Return the record of a game of which all that was told is to be so.

    Each phase is expected to end as the next begins; the last one is the one to come. Raises
    RecordError, with the turn, for what is no phase of the variant.
    """
    if len(source_phases) > MOST:
        raise RecordError(f"a game of more than {MOST} phases")
    reader = PhaseReader(variant)
    phases = []
    for source_phase, following in pairwise([*source_phases, None]):
        assert source_phase is not None
        if source_phase.turn is None:
            break
        try:
            phase = reader.read_phase(_build_case(source_phase, following))
        except RecordError as error:
            raise RecordError(f"{source_phase.turn}: {error}") from error
        if phase.unread:
            power, text = phase.unread[0]
            raise RecordError(f"{source_phase.turn}: {power}: {text}: this is no order")
        phases.append(phase)
    if not phases:
        raise RecordError("there is no turn in it")
    return Record(title, variant, tuple(phases))


def _build_case(source_phase: SourcePhase, following: SourcePhase | None) -> Case:
    turn = source_phase.turn
    assert turn is not None
    pre: dict[str, Any] = {
        "units": source_phase.units,
        "dislodged": source_phase.dislodged,
        "homes": source_phase.homes,
    }
    if source_phase.centers is not None:
        pre["centers"] = source_phase.centers
    if source_phase.retreats is not None:
        pre["retreat_options"] = source_phase.retreats
    case: dict[str, Any] = {
        "id": "",
        "phase": WORDS[turn.phase],
        "year_season": f"{turn.year} {turn.season}",
        "pre": pre,
        "orders": source_phase.orders,
    }
    if following is not None:
        expect: dict[str, Any] = {"units_after": following.units}
        retreating = following.turn is not None and following.turn.phase is Phase.RETREATS
        if following.centers is not None and not retreating:
            expect["centers_after"] = following.centers
        case["expect"] = expect
    return case


def group_by_power(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Return what belongs to each power, in the order given."""
    listed: dict[str, list[str]] = {}
    for power, item in pairs:
        listed.setdefault(power, []).append(item)
    return listed
