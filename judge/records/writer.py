"""Writing game records as text."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping

from judge.language.writer import write, write_unit
from judge.model.map import Map
from judge.model.position import Unit
from judge.model.turn import Phase
from judge.records.model import DislodgedUnit, Expected, Given, Record, RecordedPhase

_PHASES = {Phase.MOVEMENT: "moves", Phase.RETREATS: "retreats", Phase.ADJUSTMENTS: "adjustments"}


def format_record(record: Record) -> str:
    """Return the text of a record; ``reader.parse`` makes the same record of it.

    Units that ``parse`` infers from orders are written out.
    """
    lines = [("record", record.title)]
    if record.cites:
        lines.append(("cites", record.cites))
    lines.append(("variant", record.variant.code))
    if record.options:
        lines.append(("options", ", ".join(f"{k}={v}" for k, v in record.options.items())))
    text = _columns(lines)
    for phase in record.phases:
        text += "\n" + _phase(phase, record.variant.map)
    return text


def _phase(phase: RecordedPhase, game_map: Map) -> str:
    season = phase.turn.season.capitalize()
    lines = [("turn", f"{season} {phase.turn.year} {_PHASES[phase.turn.phase]}")]
    lines += _units("units", phase.units or (), game_map)
    lines += [("dislodged", _dislodged(dislodged, game_map)) for dislodged in phase.dislodged]
    lines += _places("centers", phase.owners)
    lines += _places("homes", phase.homes)
    lines += [
        ("facts", f"{fact.rule} {shlex.quote(fact.about)} {fact.value}".strip())
        for fact in sorted(phase.facts)
    ]
    for word, spaces in (("razed", phase.razed), ("contested", phase.contested)):
        if spaces:
            lines.append((word, ", ".join(sorted(spaces))))
    return _columns([*lines, *_orders(phase.orders, game_map), *_expected(phase, game_map)])


def _expected(phase: RecordedPhase, game_map: Map) -> Iterator[tuple[str, str]]:
    if phase.unchanged:
        yield "after", "nothing changed"
    for word, units in (
        ("after", phase.after),
        ("lost", phase.lost),
        ("gone", phase.gone),
        ("destroyed", phase.destroyed),
    ):
        if units is not None:
            yield from _units(word, units, game_map) if units else [(word, "nothing")]
    if phase.others:
        yield "after", "and others"
    yield from _places("owns", phase.owns)
    for power, count in phase.due.items():
        yield "due", f"{power} {count:+d}"


def _columns(lines: Iterable[tuple[str, str]]) -> str:
    pairs = list(lines)
    width = max(len(word) for word, _ in pairs) + 2
    return "".join(f"{word:<{width}}{rest}".rstrip() + "\n" for word, rest in pairs)


def _units(word: str, units: Iterable[Unit], game_map: Map) -> Iterator[tuple[str, str]]:
    """Yield a line for each run of units of one power, so that their order is kept."""
    power, texts = "", list[str]()
    for unit in units:
        if unit.power != power and texts:
            yield word, f"{power} {', '.join(texts)}"
            texts = []
        power = unit.power
        texts.append(write_unit(unit, game_map))
    if texts:
        yield word, f"{power} {', '.join(texts)}"


def _dislodged(dislodged: DislodgedUnit, game_map: Map) -> str:
    text = f"{dislodged.unit.power} {write_unit(dislodged.unit, game_map)}"
    if dislodged.origin:
        text += f" from {dislodged.origin}{' by sea' if dislodged.by_sea else ''}"
    if dislodged.options is not None:
        text += f" to {', '.join(map(str, dislodged.options)) or 'nowhere'}"
    return text


def _places(word: str, places: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    for power, codes in places.items():
        yield word, f"{power} {', '.join(codes) or 'nothing'}"


def _orders(orders: Iterable[Given], game_map: Map) -> Iterator[tuple[str, str]]:
    texts = [(given, write(given.order, game_map)) for given in orders]
    width = max((len(text) for _, text in texts), default=0)
    for given, text in texts:
        line = f"{text:<{width}}   {_expectation(given.expected)}" if given.expected else text
        yield given.power, line


def _expectation(expected: Expected) -> str:
    why = f"{expected.code} {', '.join(expected.about)}".strip()
    return f"{expected.fate.value}: {why}" if why else expected.fate.value
