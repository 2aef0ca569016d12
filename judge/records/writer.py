"""Writing game records as text."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping

from judge.language.writer import write, write_unit
from judge.model.map import Map
from judge.model.position import Unit
from judge.model.turn import Phase
from judge.records.model import Driven, Expected, Given, Record, RecordedPhase

_PHASES = {Phase.MOVEMENT: "moves", Phase.RETREATS: "retreats", Phase.ADJUSTMENTS: "adjustments"}


def format_record(record: Record) -> str:
    """Return the text of a record; ``records.parse`` makes the same record of it.

    Units that ``parse`` infers from orders are written out.
    """
    lines = [("record", record.title)]
    if record.cites:
        lines.append(("cites", record.cites))
    lines.append(("variant", record.variant.code))
    if record.options:
        lines.append(("options", ", ".join(f"{k}={v}" for k, v in record.options.items())))
    text = _columns(lines)
    for stage in record.stages:
        text += "\n" + _stage(stage, record.variant.map)
    return text


def _stage(stage: RecordedPhase, game_map: Map) -> str:
    season = stage.turn.season.capitalize()
    lines = [("turn", f"{season} {stage.turn.year} {_PHASES[stage.turn.phase]}")]
    lines += _units("units", stage.units, game_map)
    lines += [("dislodged", _driven(driven, game_map)) for driven in stage.dislodged]
    lines += _places("centers", stage.owners)
    lines += _places("homes", stage.homes)
    lines += [
        ("facts", f"{fact.rule} {shlex.quote(fact.about)} {fact.value}".strip())
        for fact in sorted(stage.facts)
    ]
    if stage.razed:
        lines.append(("razed", ", ".join(sorted(stage.razed))))
    return _columns([*lines, *_orders(stage.orders, game_map), *_hopes(stage, game_map)])


def _hopes(stage: RecordedPhase, game_map: Map) -> Iterator[tuple[str, str]]:
    if stage.unchanged:
        yield "after", "nothing changed"
    for word, units in (("after", stage.after), ("lost", stage.lost), ("gone", stage.gone)):
        if units is not None:
            yield from _units(word, units, game_map) if units else [(word, "nothing")]
    if stage.others:
        yield "after", "and others"
    yield from _places("owns", stage.owns)
    for power, count in stage.due.items():
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


def _driven(driven: Driven, game_map: Map) -> str:
    text = f"{driven.unit.power} {write_unit(driven.unit, game_map)}"
    if driven.origin:
        text += f" from {driven.origin}{' by sea' if driven.by_sea else ''}"
    if driven.options is not None:
        text += f" to {', '.join(map(str, driven.options)) or 'nowhere'}"
    return text


def _places(word: str, places: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    for power, codes in places.items():
        yield word, f"{power} {', '.join(codes) or 'nothing'}"


def _orders(orders: Iterable[Given], game_map: Map) -> Iterator[tuple[str, str]]:
    texts = [(given, write(given.order, game_map)) for given in orders]
    width = max((len(text) for _, text in texts), default=0)
    for given, text in texts:
        hope = f"{text:<{width}}   {_hope(given.expected)}" if given.expected else text
        yield given.power, hope


def _hope(expected: Expected) -> str:
    why = f"{expected.code} {', '.join(expected.about)}".strip()
    return f"{expected.fate.value}: {why}" if why else expected.fate.value
