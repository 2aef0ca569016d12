"""Game records: positions, orders and expected results as text (``.game`` files).

``tests/records/README.md`` describes the format. Orders are read by the players' own reader.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from judge.hooks import Variant
from judge.language.lexicon import lexicon, power_named
from judge.language.reader import read_order
from judge.language.spelling import compact, fold, pattern
from judge.language.statement import Line
from judge.model.map import Location
from judge.model.position import Fact, Unit
from judge.model.reason import Fate
from judge.model.turn import LETTERS, Phase, Turn
from judge.records.model import Driven, Expected, Given, Record, RecordedPhase
from judge.records.writer import format_record


class RecordError(ValueError):
    """A record does not keep to the format; the text says in which line and why."""


def parse(text: str, load: Callable[[str, Mapping[str, str]], Variant]) -> Record:
    """Return the record that a text tells. Raises BadRecord, with the line, if it is none.

    ``load`` returns the variant of a code with the options given.
    """
    head: dict[str, str] = {}
    reader: _Reader | None = None
    for line in _lines(text):
        word, _, rest = line.text.partition(" ")
        rest = rest.strip()
        if reader is None and word in ("record", "cites", "variant", "options"):
            head[word] = f"{head[word]} {rest}" if word in head else rest
            continue
        if reader is None:
            options = dict(_pairs(head.get("options", "")))
            reader = _Reader(load(head.get("variant", "standard"), options))
        try:
            reader.take(line, word, rest)
        except (KeyError, ValueError) as wrong:
            raise RecordError(f"line {line.number}: {line.text}: {wrong}") from wrong
    if reader is None:
        raise RecordError("a record needs a position or orders")
    return Record(
        head.get("record", ""),
        reader.variant,
        tuple(reader.finish()),
        head.get("cites", ""),
        dict(_pairs(head.get("options", ""))),
    )


def _lines(text: str) -> Iterator[Line]:
    for number, line in enumerate(text.splitlines(), 1):
        told = re.sub(r"(?:^|\s)#.*", "", line).strip()
        if told:
            yield Line(number, told)


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    for pair in re.split(r"[\s,]+(?=\w+=)", text.strip(" ,")):
        if pair:
            name, _, value = pair.partition("=")
            yield name, value


class _Reader:
    """Takes a record line by line."""

    def __init__(self, variant: Variant) -> None:
        self.variant, self.board = variant, variant.map
        words = lexicon(self.board)
        self.power = re.compile(pattern([*words.spellings, *words.letters]) + r"\s+")
        self.stages: list[RecordedPhase] = []
        self.stage = RecordedPhase(variant.calendar.first())
        self.begun = False

    def finish(self) -> Iterator[RecordedPhase]:
        for number, stage in enumerate([*self.stages, self.stage]):
            infer = number == 0 and stage.turn.phase is Phase.MOVEMENT
            yield replace(stage, units=self.inferred(stage)) if infer else stage

    def inferred(self, stage: RecordedPhase) -> tuple[Unit, ...]:
        """Return the units of a stage, and those that only its orders tell of."""
        units = {unit.at.province: unit for unit in stage.units}
        for given in stage.orders:
            if given.order.unit.kind:
                units.setdefault(given.order.unit.at.province, given.order.unit)
        return tuple(units.values())

    def take(self, line: Line, word: str, rest: str) -> None:
        tell = getattr(self, f"tell_{word}", None)
        if tell is not None:
            tell(rest)
        else:
            self.order_line(line)

    def tell_turn(self, rest: str) -> None:
        if self.begun:
            self.stages.append(self.stage)
        self.begun = True
        turn = self.turn(rest)
        self.stage = RecordedPhase(turn) if self.stages else replace(self.stage, turn=turn)

    def turn(self, text: str) -> Turn:
        code = text.replace(" ", "")
        words = text.lower().split()
        if len(words) == 3:
            phase = {"m": "M", "r": "R"}.get(words[2][0], "B")
            code = f"{LETTERS[words[0]]}{words[1]}{phase}"
        turn = self.variant.calendar.parse(code)
        if turn is None:
            raise ValueError("no such turn in the calendar")
        return turn

    def tell_units(self, rest: str) -> None:
        self.stage = replace(self.stage, units=(*self.stage.units, *self.units(rest)))

    def tell_centers(self, rest: str) -> None:
        self.stage = replace(self.stage, owners={**self.stage.owners, **self.places(rest)})

    def tell_homes(self, rest: str) -> None:
        self.stage = replace(self.stage, homes={**self.stage.homes, **self.places(rest)})

    def tell_owns(self, rest: str) -> None:
        self.stage = replace(self.stage, owns={**self.stage.owns, **self.places(rest)})

    def tell_due(self, rest: str) -> None:
        power, count = self.split(rest)
        self.stage = replace(self.stage, due={**self.stage.due, power: int(count)})

    def tell_facts(self, rest: str) -> None:
        rule, about, *value = shlex.split(rest)
        fact = Fact(rule, about, " ".join(value))
        self.stage = replace(self.stage, facts=self.stage.facts | {fact})

    def tell_razed(self, rest: str) -> None:
        self.stage = replace(self.stage, razed=self.stage.razed | set(self.codes(rest)))

    def tell_dislodged(self, rest: str) -> None:
        found = re.fullmatch(r"(.*?)(?: from (\S+)( by sea)?)?(?: to (.+))?", rest)
        assert found
        (unit,) = self.units(found[1])
        options = None if found[4] is None else tuple(map(self.location, self.items(found[4])))
        origin = self.location(found[2]).province if found[2] else ""
        driven = Driven(unit, origin, bool(found[3]), options)
        self.stage = replace(self.stage, dislodged=(*self.stage.dislodged, driven))

    def tell_after(self, rest: str) -> None:
        if rest == "nothing changed":
            self.stage = replace(self.stage, unchanged=True)
        elif rest == "and others":
            self.stage = replace(self.stage, after=self.stage.after or (), others=True)
        else:
            after = (*(self.stage.after or ()), *self.units(rest))
            self.stage = replace(self.stage, after=after)

    def tell_lost(self, rest: str) -> None:
        self.stage = replace(self.stage, lost=(*(self.stage.lost or ()), *self.units(rest)))

    def tell_gone(self, rest: str) -> None:
        self.stage = replace(self.stage, gone=(*(self.stage.gone or ()), *self.units(rest)))

    def order_line(self, line: Line) -> None:
        power, rest = self.split(line.text)
        text, *expected = re.split(r"\s{2,}", rest)
        order = read_order(text, self.variant, self.stage.turn.phase, power)
        hope = self.expectation(" ".join(expected)) if expected else None
        given = Given(power, order, hope, text, line.number)
        self.begun = True
        self.stage = replace(self.stage, orders=(*self.stage.orders, given))

    def expectation(self, text: str) -> Expected:
        fate, _, why = text.partition(":")
        code, _, about = why.strip().partition(" ")
        return Expected(Fate(fate.strip()), code, tuple(self.items(about)))

    def split(self, text: str) -> tuple[str, str]:
        """Return the power that a text begins with, and the rest."""
        found = self.power.match(fold(text) + " ")
        if not found:
            raise ValueError("begins with neither a keyword nor a power")
        power = power_named(self.board, text[: found.end()].strip())
        assert power
        return power, text[found.end() :].strip()

    def items(self, text: str) -> list[str]:
        if text.strip() in ("nothing", "nowhere"):
            return []
        return [item.strip() for item in text.split(",") if item.strip()]

    def units(self, text: str) -> tuple[Unit, ...]:
        if text == "nothing":
            return ()
        power, rest = self.split(text)
        return tuple(self.unit(power, item) for item in self.items(rest))

    def unit(self, power: str, text: str) -> Unit:
        kind, _, place = text.partition(" ")
        return Unit(power, lexicon(self.board).kinds[compact(kind)], self.location(place))

    def location(self, text: str) -> Location:
        place, _, coast = text.strip().partition("/")
        return Location(lexicon(self.board).places[compact(place)], coast.lower())

    def codes(self, text: str) -> Iterable[str]:
        return (self.location(item).province for item in self.items(text))

    def places(self, text: str) -> dict[str, tuple[str, ...]]:
        power, rest = self.split(text)
        return {power: tuple(self.codes(rest))}


__all__ = [
    "Driven",
    "Expected",
    "Given",
    "Record",
    "RecordError",
    "RecordedPhase",
    "format_record",
    "parse",
]
