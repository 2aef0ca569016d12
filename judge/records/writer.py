"""Played games written as game records, which ``reader.parse`` reads back."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from judge.hooks import Variant
from judge.language.writer import write_order, write_unit
from judge.model.position import Position, Unit
from judge.model.reason import Fate, Result, Subject
from judge.model.sheet import PhaseRecord
from judge.model.turn import Phase


class PlayedTurn(Protocol):
    """A phase that was played, from a record or from a game."""

    @property
    def record(self) -> PhaseRecord:
        """What happened in it."""

    @property
    def end(self) -> Position:
        """Where the next phase begins."""


def write_record(title: str, variant: Variant, played: Sequence[PlayedTurn], now: Position) -> str:
    """Return a game as text: each phase with its orders and results, then the one to come.

    The position stands at the first phase, and wherever it is not the end of the phase before.
    """
    lines = [("record", title)] if title else []
    lines.append(("variant", variant.code))
    options = [
        f"{name}={value}"
        for name, value in variant.settings.items()
        if value != variant.options[name].choices[0]
    ]
    if options:
        lines.append(("options", ", ".join(options)))
    expected: Position | None = None
    for phase in played:
        before = phase.record.before
        lines += [("", ""), *_list_position_lines(variant, before, before != expected)]
        lines += _list_order_lines(variant, phase.record)
        lines += _list_outcome_lines(variant, phase.record)
        expected = phase.end
    if not now.ended:
        lines += [("", ""), *_list_position_lines(variant, now, now != expected)]
    width = max(len(word) for word, _ in lines)
    return "\n".join(f"{word:<{width}} {text}".rstrip() for word, text in lines) + "\n"


BY_RULE = frozenset({"no_order", "default_build", "disorder_removed"})
"""The reasons of orders that nobody gave."""

Line = tuple[str, str]
"""A line of a record: the word in front, or a power, and the rest."""


def _list_position_lines(
    variant: Variant, position: Position, with_position: bool
) -> Iterator[Line]:
    yield "turn", str(position.turn)
    if not with_position:
        return
    yield from _list_unit_lines("units", variant, position.units.values())
    for waiting in position.dislodged:
        unit, start = waiting.unit, waiting.by.at.province
        origin = f" from {start}" if start and start != unit.at.province else ""
        to = ", ".join(map(str, waiting.options)) or "nowhere"
        text = write_unit(unit, variant.map)
        yield "dislodged", f"{unit.power} {text}{origin} to {to}"
    for power in variant.map.powers:
        if owned := position.centers_of(power):
            yield "centers", f"{power} {', '.join(owned)}"
    for power, homes in position.homes.items():
        if tuple(homes) != variant.map.powers[power].homes:
            yield "homes", f"{power} {', '.join(homes) or 'nothing'}"
    for fact in sorted(position.facts):
        yield "facts", shlex.join(filter(None, fact))
    if position.lost:
        yield "razed", ", ".join(sorted(position.lost))


def list_results_of_given_orders(record: PhaseRecord) -> list[Result]:
    """Return the results of what was ordered, without what a rule ordered in its place.

    The last of several orders for a unit is the one that counted.
    """
    results = [result for result in record.results if result.why.code not in BY_RULE]
    return sorted(results, key=lambda result: result.why.code != "superseded")


def _list_order_lines(variant: Variant, record: PhaseRecord) -> Iterator[Line]:
    results = list_results_of_given_orders(record)
    texts = [write_order(result.order, variant) for result in results]
    width = max(map(len, texts), default=0)
    for result, text in zip(results, texts, strict=True):
        about = ", ".join(map(_write_subject_text, result.why.about))
        why = f": {result.why.code} {about}".rstrip() if result.fate is not Fate.STANDS else ""
        yield result.order.unit.power, f"{text:<{width}}  {result.fate}{why}"


def _write_subject_text(about: Subject) -> str:
    return about.at.province if isinstance(about, Unit) else str(about)


def _list_outcome_lines(variant: Variant, record: PhaseRecord) -> Iterator[Line]:
    after = record.after
    yield from (
        _list_unit_lines("after", variant, after.units.values())
        if after.units
        else [("after", "nothing")]
    )
    if record.before.turn.phase is Phase.MOVEMENT:
        yield from _list_unit_lines(
            "lost", variant, (dislodged.unit for dislodged in record.dislodged)
        )
    if after.owners != record.before.owners:
        for power in variant.map.powers:
            before, owned = record.before.centers_of(power), after.centers_of(power)
            if before != owned:
                yield "owns", f"{power} {', '.join(owned) or 'nothing'}"


def _list_unit_lines(word: str, variant: Variant, units: Iterable[Unit]) -> Iterator[Line]:
    by_power: dict[str, list[str]] = {}
    for unit in units:
        by_power.setdefault(unit.power, []).append(write_unit(unit, variant.map))
    for power in sorted(by_power):
        yield word, f"{power} {', '.join(sorted(by_power[power]))}"
