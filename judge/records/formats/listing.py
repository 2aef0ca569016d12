"""Games as the old judges list them: the answer to HISTORY, or all result mails of a game.

nJudge, the DPjudge and this judge write such listings, and jDip opens them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from judge.hooks import Variant
from judge.language.lexicon import build_lexicon, find_power
from judge.language.reader import read_order, read_place
from judge.language.script import LONGEST
from judge.language.spelling import squeeze_name
from judge.letters.chronicle import render_history
from judge.letters.judge_format import render_head_lines
from judge.model.letter import Chronicle, Heading, HistoryTurn
from judge.model.order import Move, Order, Support
from judge.model.position import Position, Unit
from judge.model.reason import Fate
from judge.model.sheet import PhaseRecord
from judge.model.turn import Phase, Turn
from judge.records.formats.told import MOST
from judge.records.model import ExpectedResult, Record, RecordedOrder, RecordedPhase, RecordError
from judge.records.writer import PlayedTurn
from judge.views.project import build_view

_HEAD = re.compile(r":: Judge: .*  Game: (\S+)  Variant: (.+)")
_RESULTS = re.compile(r"(Movement|Retreat|Adjustment) results for (\w+) of ([\w -]*\d(?: BC)?)\.")
_PHASES = {
    "Movement": Phase.MOVEMENT,
    "Retreat": Phase.RETREATS,
    "Adjustment": Phase.ADJUSTMENTS,
}
_LINE = re.compile(r"([^\s:]+): +(\S.*)")
_MARKED = re.compile(r"(.*?)\.?(?: {1,2}\(\*([a-z, ]+)\*\)\.?)?\.?")
_NO_ORDER = re.compile(r"(.*?), No Order Processed.*")
_OWNERSHIP = "Ownership of supply cent"
_UNTOLD = re.compile(r".*(?:unusable builds?|builds? pending|removals? pending).*", re.I)
_FAILED: dict[str, type[Order]] = {"bounce": Move, "no convoy": Move, "cut": Support}


def is_listing(text: str) -> bool:
    """Say whether a text has the headline of some results."""
    return any(map(_RESULTS.match, text.splitlines()))


def read_listing(text: str, variant: Variant) -> Record:
    """Return the record that a listing tells. Raises RecordError, with the line, if it is none."""
    reader = _ListingReader(variant)
    for number, line in enumerate(text.splitlines(), 1):
        try:
            reader.add_line(line)
        except (KeyError, ValueError) as wrong:
            raise RecordError(f"line {number}: {line.strip()[:200]}: {wrong}") from wrong
    return reader.build_record()


@dataclass
class _ListedPhase:
    """A phase of a listing: its turn, the units that stood, their orders, and who owned what."""

    turn: Turn
    units: tuple[Unit, ...] = ()
    orders: tuple[RecordedOrder, ...] = ()
    lost: tuple[Unit, ...] = ()
    owns: dict[str, tuple[str, ...]] | None = None


_AHEAD = 20
"""So many turns may be left out between two, because nobody was asked anything in them."""


def _describe_when(phases: Sequence[_ListedPhase]) -> str:
    return f"soon after {phases[-1].turn}" if phases else "at first"


class _ListingReader:
    """Takes a listing line by line."""

    def __init__(self, variant: Variant) -> None:
        self.variant, self.words = variant, build_lexicon(variant.map)
        self.title = ""
        self.phases: list[_ListedPhase] = []
        self.section = ""
        self.owner = ""

    def add_line(self, line: str) -> None:
        """Put what the next line says into the phases, or pass it over."""
        if line.startswith(("|", ">")):
            return  # what is not to be taken for a turn stands behind bars
        if len(line) > LONGEST:
            if self.section:
                raise ValueError("the line is too long")
            return
        if heading := _HEAD.match(line):
            self._read_heading(*heading.groups())
        elif results := _RESULTS.match(line):
            self._begin_phase(*results.groups())
        elif line.startswith(_OWNERSHIP):
            self.section = "owns" if self.section else ""
            self.owner = ""
        elif line.startswith(("The following units were dislodged", "The next phase of", "Date:")):
            self.section = ""
        elif self.section == "owns":
            self._read_ownership(line)
        elif self.section and (order := _LINE.fullmatch(line.rstrip())):
            self._read_order_line(*order.groups())

    def _read_heading(self, game: str, named: str) -> None:
        self.title = game
        if not named.casefold().startswith(self.variant.name.casefold()):
            raise ValueError(f"the game is not one of {self.variant.name}")

    def _begin_phase(self, phase: str, season: str, year: str) -> None:
        if len(self.phases) >= MOST:
            raise ValueError(f"a game of more than {MOST} phases")
        calendar = self.variant.calendar
        title = f"{season.replace('Autumn', 'Fall')} of {year}"
        turn = (
            calendar.find_next_turn(self.phases[-1].turn)
            if self.phases
            else calendar.find_first_turn()
        )
        for _ in range(_AHEAD):
            if (turn.phase, calendar.turn_title(turn)) == (_PHASES[phase], title):
                break
            turn = calendar.find_next_turn(turn)
        else:
            raise ValueError(f"no such turn comes {_describe_when(self.phases)}")
        self.phases.append(_ListedPhase(turn))
        self.section = phase

    def _read_power(self, text: str) -> str:
        if text in self.variant.map.powers:
            return text
        power = find_power(self.variant.map, text.replace("-", " ")) or find_power(
            self.variant.map, text
        )
        if power is None:
            raise ValueError(f"there is no power {text}")
        return power

    def _read_order_line(self, label: str, text: str) -> None:
        power, phase = self._read_power(label), self.phases[-1]
        marked = _MARKED.fullmatch(text)
        assert marked, "it fits whatever there is"
        order_text, marks = marked[1], [mark.strip() for mark in (marked[2] or "").split(",")]
        order_text = re.sub(r"^(\w+) {2,}", r"\1 ", order_text)
        if phase.turn.phase is Phase.ADJUSTMENTS:
            order_text = re.sub(r"^Defaults, removing", "Removes", order_text)
            if not _UNTOLD.fullmatch(order_text):
                self._add_order(phase, power, order_text)
        elif phase.turn.phase is Phase.RETREATS:
            if "bounce" in marks or "(*bounce" in order_text:
                order_text = re.sub(r" (?:->|DISBAND).*", " DISBAND", order_text)
            self._add_order(phase, power, order_text)
        else:
            self._add_movement_order(phase, power, order_text, marks)

    def _add_order(self, phase: _ListedPhase, power: str, text: str) -> RecordedOrder:
        order = read_order(text, self.variant, phase.turn.phase, power)
        recorded_order = RecordedOrder(power, order, text=text)
        phase.orders = (*phase.orders, recorded_order)
        return recorded_order

    def _add_movement_order(
        self, phase: _ListedPhase, power: str, text: str, marks: Sequence[str]
    ) -> None:
        if idle := _NO_ORDER.fullmatch(text):
            unit = read_order(f"{idle[1]} HOLD", self.variant, Phase.MOVEMENT, power).unit
        else:
            recorded_order = self._add_order(phase, power, text)
            unit = recorded_order.order.unit
            failed = any(
                isinstance(recorded_order.order, _FAILED[mark]) for mark in {*marks} & {*_FAILED}
            )
            moved = marks == [""] and isinstance(recorded_order.order, Move)
            if failed or moved:
                expected = ExpectedResult(Fate.FAILS if failed else Fate.STANDS)
                phase.orders = (*phase.orders[:-1], replace(recorded_order, expected=expected))
        if any(unit.at.province == standing_unit.at.province for standing_unit in phase.units):
            raise ValueError("two units in one space")
        phase.units = (*phase.units, unit)
        if "dislodged" in marks or "destroyed" in marks:
            phase.lost = (*phase.lost, unit)

    def _read_ownership(self, line: str) -> None:
        if re.search(r"\d Supply cent", line):
            self.section = ""
            return
        row = _LINE.fullmatch(line.rstrip())
        if row:
            self.owner = "" if row[1] == "Unowned" else self._read_power(row[1])
        names = (row[2] if row else line).strip().rstrip(".").split(",")
        phase = self.phases[-1]
        phase.owns = phase.owns or {}
        for name in filter(None, map(str.strip, names)) if self.owner else ():
            code = self.words.places.get(squeeze_name(name)) or read_place(name, self.variant)
            if not code:
                raise ValueError(f"there is no space {name}")
            phase.owns[self.owner] = (*phase.owns.get(self.owner, ()), code)

    def build_record(self) -> Record:
        """Return what was listed as a record that begins with the variant's own position."""
        if not self.phases:
            raise RecordError("there are no results in it")
        start = self.variant.rules.opening.deal_position(
            self.variant.map, tuple(self.variant.map.powers), 0
        )
        if self.phases[0].turn != start.turn:
            raise RecordError(f"it begins with {self.phases[0].turn}, not with {start.turn}")
        return Record(self.title, self.variant, tuple(self._build_phases(start)))

    def _build_phases(self, start: Position) -> Iterator[RecordedPhase]:
        owners = {power: start.centers_of(power) for power in {*start.owners.values()}}
        for number, listed in enumerate(self.phases):
            following = self.phases[number + 1 : number + 2]
            phase = RecordedPhase(listed.turn, orders=listed.orders)
            if number == 0:
                phase = replace(phase, units=tuple(start.units.values()), owners=owners)
            if listed.turn.phase is Phase.MOVEMENT:
                phase = replace(phase, lost=listed.lost)
            if following and following[0].turn.phase is Phase.MOVEMENT:
                phase = replace(phase, after=following[0].units)
            if listed.owns is not None:
                none: dict[str, tuple[str, ...]] = dict.fromkeys(self.variant.map.powers, ())
                phase = replace(phase, owns={**none, **listed.owns})
            yield phase


def write_listing(title: str, variant: Variant, played: Sequence[PlayedTurn], now: Position) -> str:
    """Return a game as the answer to HISTORY tells it to somebody who sees everything."""
    name = "".join(filter(str.isalnum, title.lower())) or "game"
    stage = "ended" if now.ended else "active"
    bare = Heading(name, variant.name, stage, "UTC", number=1)
    start = played[0].record.before if played else now
    moments: list[tuple[str, Position, PhaseRecord | None]]
    moments = [(f"{start.turn} Game Starting", start, None)]
    moments += [(f"{p.record.before.turn} Results", p.end, p.record) for p in played]
    turns = tuple(
        HistoryTurn(
            datetime(2000, 1, 1, tzinfo=UTC) + timedelta(days=number),
            event,
            replace(
                bare,
                turn=end.turn,
                title=variant.calendar.turn_title(end.turn),
                number=number + 1,
            ),
            build_view(None, end, record, variant, "observer"),
        )
        for number, (event, end, record) in enumerate(moments)
    )
    top = f"{render_head_lines('JUDGE', bare, variant)}\n\nHistory information for game '{name}'."
    return f"{top}\n\n{render_history(Chronicle(turns), variant, 'JUDGE')}\n"
