"""A record on trial as lines for a terminal: orders, results, reasons, and what was missed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judge.language.writer import write, write_unit
from judge.letters.phrasing import words_of
from judge.letters.reasons import clause
from judge.model.map import Map
from judge.model.position import Unit
from judge.model.reason import Fate, Result
from judge.records.reader import Record
from judge.records.replay import Replayed
from judge.records.run import Tried


class Line(NamedTuple):
    """A line to print; ``tone`` is good, bad, dim, head or "" for plain."""

    text: str
    tone: str = ""


TONES = {Fate.STANDS: "good", Fate.FAILS: "", Fate.VOID: "dim"}


def heading(record: Record) -> Iterator[Line]:
    """Yield what a record is about."""
    yield Line(record.title, "head")
    if record.cites:
        yield Line(record.cites, "dim")
    options = ", ".join(f"{name} = {choice}" for name, choice in record.options.items())
    yield Line(record.variant.name + (f", {options}" if options else ""), "dim")


def phase(record: Record, tried: Tried) -> Iterator[Line]:
    """Yield a phase: each order with its result and the reason in words, in columns."""
    variant, game_map = record.variant, record.variant.map
    words = words_of(variant)
    turn = tried.stage.turn
    yield Line("")
    yield Line(f"{variant.calendar.title(turn)}, {turn.phase.word} ({turn})", "head")
    rows = [_Row(each.given.power, each.given.text, each.result, each.met) for each in tried.heard]
    rows += [_Row(r.order.unit.power, write(r.order, game_map), r) for r in tried.rest]
    power = max((len(row.power) for row in rows), default=0)
    order = max((len(row.order) for row in rows), default=0)
    for row in sorted(rows, key=lambda row: row.power):
        why = clause(row.result.why, words)
        told = f"  {row.power:<{power}}  {row.order:<{order}}  {row.result.fate:<6}  {why}"
        yield Line(told, "bad" if row.met is False else TONES[row.result.fate])
    for each in tried.record.dislodged:
        places = ", ".join(str(place) for place in each.options)
        then = f"and may retreat to {places}" if places else "and disbanded: it has no retreat"
        yield Line(f"  {_unit(each.unit, game_map)} is dislodged {then}")
    for miss in tried.misses:
        yield Line(f"  not as expected: {miss}", "bad")


def verdict(phases: int, misses: int) -> Line:
    """Return the last line."""
    if misses:
        return Line(f"{misses} not as expected", "bad")
    return Line("as expected" if phases == 1 else f"{phases} phases, as expected", "good")


def replayed(games: Sequence[Replayed], verbose: bool) -> Iterator[Line]:
    """Yield where games left their records, and the sums; if verbose, every game."""
    for game in games if verbose else ():
        mark = "differs" if game.differs else "as recorded"
        yield Line(f"{game.game}: {game.phases} phases, {mark}", "bad" if game.differs else "")
    for game in games:
        for name, differs in game.differs.items():
            yield Line(f"{name}: {'; '.join(differs)}", "bad")
    phases, gaps = sum(game.phases for game in games), sum(game.gaps for game in games)
    under = sum((game.under for game in games), Counter())
    right = phases - under.total() - sum(len(game.differs) for game in games)
    more = [f"{count} more with {setting}" for setting, count in under.most_common()]
    more += [f"{gaps} times the record has a gap"] if gaps else []
    told = "; ".join([f"{len(games)} games, {phases} phases, {right} as recorded", *more])
    yield Line(told)


class _Row(NamedTuple):
    power: str
    order: str
    result: Result
    met: bool | None = None


def _unit(unit: Unit, game_map: Map) -> str:
    return f"{unit.power} {write_unit(unit, game_map)}"
