"""A record that was run as lines for a terminal: orders, results, reasons, what was missed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from judge.hooks import Variant
from judge.language.writer import write_order, write_unit
from judge.letters.phrasing import load_words
from judge.letters.reasons import write_clause
from judge.model.reason import Fate
from judge.records.batch import Tally
from judge.records.model import Record
from judge.records.run import PlayedPhase


class TerminalLine(NamedTuple):
    """A line to print; ``tone`` is good, bad, dim, head or "" for plain."""

    text: str
    tone: str = ""


TONES = {Fate.STANDS: "good", Fate.FAILS: "", Fate.VOID: "dim"}


def write_record_lines(record: Record, phases: Sequence[PlayedPhase]) -> Iterator[TerminalLine]:
    """Yield what a record is about, its phases, and whether they are as expected."""
    yield TerminalLine(record.title, "head")
    if record.cites:
        yield TerminalLine(record.cites, "dim")
    options = ", ".join(f"{name} = {choice}" for name, choice in record.options.items())
    yield TerminalLine(record.variant.name + (f", {options}" if options else ""), "dim")
    for played in phases:
        yield from list_phase_lines(record.variant, played)
    yield TerminalLine("")
    if misses := sum(len(played.misses) for played in phases):
        yield TerminalLine(f"{misses} not as expected", "bad")
    else:
        count = f"{len(phases)} phases, " if len(phases) != 1 else ""
        yield TerminalLine(f"{count}as expected", "good")


def list_phase_lines(variant: Variant, played: PlayedPhase) -> Iterator[TerminalLine]:
    """Yield each order with its result and the reason in words, in columns."""
    words = load_words(variant)
    turn = played.phase.turn
    yield TerminalLine("")
    yield TerminalLine(
        f"{variant.calendar.turn_title(turn)}, {turn.phase.display_name} ({turn})", "head"
    )
    powers = [result.order.unit.power for result, _, _ in played.orders]
    texts = [
        recorded.text if recorded else write_order(result.order, variant)
        for result, recorded, _ in played.orders
    ]
    power, order = max(map(len, powers), default=0), max(map(len, texts), default=0)
    rows = zip(powers, texts, played.orders, strict=True)
    for name, text, (result, _, met) in sorted(rows, key=itemgetter(0)):
        why = write_clause(result.why, words)
        columns = f"  {name:<{power}}  {text:<{order}}  {result.fate:<6}  {why}"
        yield TerminalLine(columns, "bad" if met is False else TONES[result.fate])
    for dislodged in played.record.dislodged:
        places = ", ".join(str(place) for place in dislodged.options)
        then = f"and may retreat to {places}" if places else "and disbanded: it has no retreat"
        unit = f"{dislodged.unit.power} {write_unit(dislodged.unit, variant.map)}"
        yield TerminalLine(f"  {unit} is dislodged {then}")
    for miss in played.misses:
        yield TerminalLine(f"  not as expected: {miss}", "bad")


def list_first_difference_lines(
    record: Record, phases: Sequence[PlayedPhase]
) -> Iterator[TerminalLine]:
    """Yield the first phase that does not come out as its record says, and nothing if all do."""
    for played in phases:
        if played.gap:
            yield TerminalLine(
                f"{played.phase.turn} begins otherwise than the turn before it ends", "bad"
            )
        if played.setting:
            yield TerminalLine(
                f"{played.phase.turn} is as recorded with {played.setting} alone", "bad"
            )
        if played.misses or played.setting:
            yield from list_phase_lines(record.variant, played)
        if played.misses or played.gap or played.setting:
            return


def replay_lines(games: Sequence[tuple[str, Tally]], verbose: bool) -> Iterator[TerminalLine]:
    """Yield where games left their records, and the sums; if verbose, every game."""
    tallies = [tally for _, tally in games]
    for game, tally in games if verbose else ():
        mark = "differs" if tally.wrong else "as recorded"
        yield TerminalLine(f"{game}: {tally.phases} phases, {mark}", "bad" if tally.wrong else "")
    for tally in tallies:
        for name, misses in tally.wrong.items():
            yield TerminalLine(f"{name}: {'; '.join(misses)}", "bad")
    phases, gaps = sum(tally.phases for tally in tallies), sum(tally.gaps for tally in tallies)
    settings = sum((tally.settings for tally in tallies), Counter())
    right = phases - settings.total() - sum(len(tally.wrong) for tally in tallies)
    more = [f"{count} more with {setting}" for setting, count in settings.most_common()]
    more += [f"{gaps} times the record has a gap"] if gaps else []
    yield TerminalLine(
        "; ".join([f"{len(games)} games, {phases} phases, {right} as recorded", *more])
    )
