"""Game records: positions, orders and expected results as text (``.game`` files).

``tests/records/README.md`` describes the format. Orders are read by the players' own reader.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from judge.hooks import Variant
from judge.language.lexicon import build_lexicon, find_power
from judge.language.reader import read_order
from judge.language.spelling import fold_text, squeeze_name, write_name_pattern
from judge.model.map import Location
from judge.model.position import Fact, Unit
from judge.model.reason import Fate
from judge.model.turn import LETTERS, Phase
from judge.records.model import (
    DislodgedUnit,
    ExpectedResult,
    Record,
    RecordedOrder,
    RecordedPhase,
    RecordError,
)


def parse_record(text: str, load: Callable[[str, Mapping[str, str]], Variant]) -> Record:
    """Return the record that a text tells. Raises RecordError, with the line, if it is none.

    ``load`` returns the variant of a code with the options given.
    """
    head: dict[str, str] = {}
    options: dict[str, str] = {}
    reader: _RecordReader | None = None
    for number, line in _write_numbered_lines(text):
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if reader is None and word in ("record", "cites", "variant", "options"):
            head[word] = f"{head[word]} {rest}" if word in head else rest
            continue
        if reader is None:
            options = dict(_list_option_pairs(head.get("options", "")))
            try:
                reader = _RecordReader(load(head.get("variant", "standard"), options))
            except KeyError as unknown:
                raise RecordError(f"no variant {unknown.args[0]}") from None
        try:
            reader.add_line(line, word, rest)
        except (KeyError, ValueError) as wrong:
            raise RecordError(f"line {number}: {line}: {wrong}") from wrong
    if reader is None:
        raise RecordError("a record needs a position or orders")
    return Record(
        head.get("record", ""),
        reader.variant,
        tuple(reader.finish_phases()),
        head.get("cites", ""),
        options,
    )


def _write_numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        content = re.sub(r"(?:^|\s)#.*", "", line).strip()
        if content:
            yield number, content


def _list_option_pairs(text: str) -> Iterator[tuple[str, str]]:
    for pair in re.split(r"[\s,]+(?=\w+=)", text.strip(" ,")):
        if pair:
            name, _, value = pair.partition("=")
            yield name, value


_UNITS = ("units", "lost", "gone", "destroyed")
_CENTERS = {"centers": "owners", "homes": "homes", "owns": "owns"}
_SPACES = ("razed", "contested")
"""What follows the first word of a line, and the field of the phase that holds it."""


class _RecordReader:
    """Takes a record line by line; ``read_due`` takes what follows the word ``due``."""

    def __init__(self, variant: Variant) -> None:
        self.variant, self.game_map = variant, variant.map
        words = build_lexicon(self.game_map)
        spellings = [*words.spellings, *words.letters, *self.game_map.powers]
        self.power = re.compile(write_name_pattern(spellings) + r"\s+")
        self.phases: list[RecordedPhase] = []
        self.phase = RecordedPhase(variant.calendar.find_first_turn())
        self.begun = False

    def finish_phases(self) -> Iterator[RecordedPhase]:
        for number, phase in enumerate([*self.phases, self.phase]):
            infer = number == 0 and phase.turn.phase is Phase.MOVEMENT
            yield replace(phase, units=self.infer_units(phase)) if infer else phase

    def infer_units(self, phase: RecordedPhase) -> tuple[Unit, ...]:
        """Return the units of a phase, and those that only its orders tell of."""
        units = {unit.at.province: unit for unit in phase.units or ()}
        for recorded in phase.orders:
            if recorded.order.unit.kind:
                units.setdefault(recorded.order.unit.at.province, recorded.order.unit)
        return tuple(units.values())

    def add_line(self, line: str, word: str, rest: str) -> None:
        """Put what the next line says, with its first word and the rest, into the phase."""
        if word in _UNITS:
            self.add_to_field(word, self.parse_units(rest))
        elif word in _CENTERS:
            power, places = self.split_power(rest)
            self.add_to_field(_CENTERS[word], {power: tuple(self.parse_codes(places))})
        elif word in _SPACES:
            self.add_to_field(word, frozenset(self.parse_codes(rest)))
        elif read := getattr(self, f"read_{word}", None):
            read(rest)
        else:
            self.take_order_line(line)

    def add_to_field(self, field: str, more: Any) -> None:
        """Put more into what the phase holds in a field: a tuple, a mapping or a set."""
        value = getattr(self.phase, field)
        if value is not None:
            more = (*value, *more) if isinstance(more, tuple) else value | more
        self.phase = replace(self.phase, **{field: more})

    def read_turn(self, rest: str) -> None:
        if self.begun:
            self.phases.append(self.phase)
        self.begun = True
        code = rest.replace(" ", "")
        words = rest.lower().split()
        if len(words) == 3:
            phase = {"m": "M", "r": "R"}.get(words[2][0], "B")
            code = f"{LETTERS[words[0]]}{words[1]}{phase}"
        turn = self.variant.calendar.parse_turn(code)
        if turn is None:
            raise ValueError("no such turn in the calendar")
        self.phase = RecordedPhase(turn) if self.phases else replace(self.phase, turn=turn)

    def read_due(self, rest: str) -> None:
        power, count = self.split_power(rest)
        self.add_to_field("due", {power: int(count)})

    def read_facts(self, rest: str) -> None:
        rule, about, *value = shlex.split(rest)
        self.add_to_field("facts", frozenset({Fact(rule, about, " ".join(value))}))

    def read_dislodged(self, rest: str) -> None:
        parts = re.fullmatch(r"(.*?)(?: from (\S+)( by sea)?)?(?: to (.+))?", rest)
        assert parts
        (unit,) = self.parse_units(parts[1])
        options = (
            None
            if parts[4] is None
            else tuple(map(self.parse_location, self.split_items(parts[4])))
        )
        origin = self.parse_location(parts[2]).province if parts[2] else ""
        self.add_to_field("dislodged", (DislodgedUnit(unit, origin, bool(parts[3]), options),))

    def read_after(self, rest: str) -> None:
        if rest == "nothing changed":
            self.phase = replace(self.phase, unchanged=True)
        else:
            has_others = rest == "and others"
            self.add_to_field("after", () if has_others else self.parse_units(rest))
            self.phase = replace(self.phase, others=self.phase.others or has_others)

    def take_order_line(self, line: str) -> None:
        power, rest = self.split_power(line)
        text, *expected = re.split(r"\s{2,}", rest)
        order = read_order(text, self.variant, self.phase.turn.phase, power)
        expectation = self.parse_expectation(" ".join(expected)) if expected else None
        self.begun = True
        self.add_to_field("orders", (RecordedOrder(power, order, expectation, text),))

    def parse_expectation(self, text: str) -> ExpectedResult:
        fate, _, why = text.partition(":")
        code, _, about = why.strip().partition(" ")
        return ExpectedResult(Fate(fate.strip()), code, tuple(self.split_items(about)))

    def split_power(self, text: str) -> tuple[str, str]:
        """Return the power that a text begins with, and the rest."""
        name = self.power.match(fold_text(text) + " ")
        if not name:
            raise ValueError("begins with neither a keyword nor a power")
        called = text[: name.end()].strip()
        power = called if called in self.game_map.powers else find_power(self.game_map, called)
        assert power
        return power, text[name.end() :].strip()

    def split_items(self, text: str) -> list[str]:
        if text.strip() in ("nothing", "nowhere"):
            return []
        return [item.strip() for item in text.split(",") if item.strip()]

    def parse_units(self, text: str) -> tuple[Unit, ...]:
        if text == "nothing":
            return ()
        power, rest = self.split_power(text)
        return tuple(self.parse_unit(power, item) for item in self.split_items(rest))

    def parse_unit(self, power: str, text: str) -> Unit:
        kind, _, place = text.partition(" ")
        return Unit(
            power,
            build_lexicon(self.game_map).kinds[squeeze_name(kind)],
            self.parse_location(place),
        )

    def parse_location(self, text: str) -> Location:
        place, _, coast = text.strip().partition("/")
        return Location(build_lexicon(self.game_map).places[squeeze_name(place)], coast.lower())

    def parse_codes(self, text: str) -> Iterable[str]:
        return (self.parse_location(item).province for item in self.split_items(text))
