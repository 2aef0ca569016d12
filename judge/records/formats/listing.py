"""Games as the old judges list them: the answer to HISTORY, or all result mails of a game.

nJudge, the DPjudge and this judge write such listings, and jDip opens them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from judge.hooks import Variant
from judge.language.lexicon import lexicon, power_named
from judge.language.reader import read_order, read_place
from judge.language.script import LONGEST
from judge.language.spelling import compact
from judge.letters.chronicle import history
from judge.letters.judge_format import head
from judge.model.letter import Chronicle, Heading, Past
from judge.model.order import Move, Order, Support
from judge.model.position import Position, Unit
from judge.model.reason import Fate
from judge.model.sheet import PhaseRecord
from judge.model.turn import Phase, Turn
from judge.records.formats.told import MOST
from judge.records.model import Expected, Given, Record, RecordedPhase, RecordError
from judge.records.writer import Played
from judge.views.project import project

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


def is_one(text: str) -> bool:
    """Say whether a text has the headline of some results."""
    return any(map(_RESULTS.match, text.splitlines()))


def read(text: str, variant: Variant) -> Record:
    """Return the record that a listing tells. Raises RecordError, with the line, if it is none."""
    reader = _Reader(variant)
    for number, line in enumerate(text.splitlines(), 1):
        try:
            reader.take(line)
        except (KeyError, ValueError) as wrong:
            raise RecordError(f"line {number}: {line.strip()[:200]}: {wrong}") from wrong
    return reader.record()


@dataclass
class _Listed:
    """A phase of a listing: its turn, the units that stood, their orders, and who owned what."""

    turn: Turn
    units: tuple[Unit, ...] = ()
    orders: tuple[Given, ...] = ()
    lost: tuple[Unit, ...] = ()
    owns: dict[str, tuple[str, ...]] | None = None


_AHEAD = 20
"""So many turns may be left out between two, because nobody was asked anything in them."""


def _after(phases: Sequence[_Listed]) -> str:
    return f"soon after {phases[-1].turn}" if phases else "at first"


class _Reader:
    """Takes a listing line by line."""

    def __init__(self, variant: Variant) -> None:
        self.variant, self.words = variant, lexicon(variant.map)
        self.title = ""
        self.phases: list[_Listed] = []
        self.section = ""
        self.owner = ""

    def take(self, line: str) -> None:
        if line.startswith(("|", ">")):
            return  # what is not to be taken for a turn stands behind bars
        if len(line) > LONGEST:
            if self.section:
                raise ValueError("the line is too long")
            return
        if heading := _HEAD.match(line):
            self._head(*heading.groups())
        elif results := _RESULTS.match(line):
            self._begin(*results.groups())
        elif line.startswith(_OWNERSHIP):
            self.section = "owns" if self.section else ""
            self.owner = ""
        elif line.startswith(("The following units were dislodged", "The next phase of", "Date:")):
            self.section = ""
        elif self.section == "owns":
            self._owned(line)
        elif self.section and (order := _LINE.fullmatch(line.rstrip())):
            self._order(*order.groups())

    def _head(self, game: str, named: str) -> None:
        self.title = game
        if not named.casefold().startswith(self.variant.name.casefold()):
            raise ValueError(f"the game is not one of {self.variant.name}")

    def _begin(self, phase: str, season: str, year: str) -> None:
        if len(self.phases) >= MOST:
            raise ValueError(f"a game of more than {MOST} phases")
        calendar = self.variant.calendar
        title = f"{season.replace('Autumn', 'Fall')} of {year}"
        turn = calendar.next(self.phases[-1].turn) if self.phases else calendar.first()
        for _ in range(_AHEAD):
            if (turn.phase, calendar.title(turn)) == (_PHASES[phase], title):
                break
            turn = calendar.next(turn)
        else:
            raise ValueError(f"no such turn comes {_after(self.phases)}")
        self.phases.append(_Listed(turn))
        self.section = phase

    def _power(self, text: str) -> str:
        if text in self.variant.map.powers:
            return text
        power = power_named(self.variant.map, text.replace("-", " ")) or power_named(
            self.variant.map, text
        )
        if power is None:
            raise ValueError(f"there is no power {text}")
        return power

    def _order(self, label: str, text: str) -> None:
        power, phase = self._power(label), self.phases[-1]
        marked = _MARKED.fullmatch(text)
        assert marked, "it fits whatever there is"
        said, marks = marked[1], [mark.strip() for mark in (marked[2] or "").split(",")]
        said = re.sub(r"^(\w+) {2,}", r"\1 ", said)
        if phase.turn.phase is Phase.ADJUSTMENTS:
            said = re.sub(r"^Defaults, removing", "Removes", said)
            if not _UNTOLD.fullmatch(said):
                self._given(phase, power, said)
        elif phase.turn.phase is Phase.RETREATS:
            if "bounce" in marks or "(*bounce" in said:
                said = re.sub(r" (?:->|DISBAND).*", " DISBAND", said)
            self._given(phase, power, said)
        else:
            self._moved(phase, power, said, marks)

    def _given(self, phase: _Listed, power: str, text: str) -> Given:
        order = read_order(text, self.variant, phase.turn.phase, power)
        given = Given(power, order, text=text)
        phase.orders = (*phase.orders, given)
        return given

    def _moved(self, phase: _Listed, power: str, text: str, marks: Sequence[str]) -> None:
        if idle := _NO_ORDER.fullmatch(text):
            unit = read_order(f"{idle[1]} HOLD", self.variant, Phase.MOVEMENT, power).unit
        else:
            given = self._given(phase, power, text)
            unit = given.order.unit
            failed = any(isinstance(given.order, _FAILED[mark]) for mark in {*marks} & {*_FAILED})
            done = marks == [""] and isinstance(given.order, Move)
            if failed or done:
                expected = Expected(Fate.FAILS if failed else Fate.STANDS)
                phase.orders = (*phase.orders[:-1], replace(given, expected=expected))
        if any(unit.at.province == other.at.province for other in phase.units):
            raise ValueError("two units in one space")
        phase.units = (*phase.units, unit)
        if "dislodged" in marks or "destroyed" in marks:
            phase.lost = (*phase.lost, unit)

    def _owned(self, line: str) -> None:
        if re.search(r"\d Supply cent", line):
            self.section = ""
            return
        row = _LINE.fullmatch(line.rstrip())
        if row:
            self.owner = "" if row[1] == "Unowned" else self._power(row[1])
        names = (row[2] if row else line).strip().rstrip(".").split(",")
        phase = self.phases[-1]
        phase.owns = phase.owns or {}
        for name in filter(None, map(str.strip, names)) if self.owner else ():
            code = self.words.places.get(compact(name)) or read_place(name, self.variant)
            if not code:
                raise ValueError(f"there is no space {name}")
            phase.owns[self.owner] = (*phase.owns.get(self.owner, ()), code)

    def record(self) -> Record:
        """Return what was listed as a record that begins with the variant's own position."""
        if not self.phases:
            raise RecordError("there are no results in it")
        start = self.variant.rules.opening.deal(self.variant.map, tuple(self.variant.map.powers), 0)
        if self.phases[0].turn != start.turn:
            raise RecordError(f"it begins with {self.phases[0].turn}, not with {start.turn}")
        return Record(self.title, self.variant, tuple(self._recorded(start)))

    def _recorded(self, start: Position) -> Iterator[RecordedPhase]:
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


def write(title: str, variant: Variant, played: Sequence[Played], now: Position) -> str:
    """Return a game as the answer to HISTORY tells it to somebody who sees everything."""
    name = "".join(filter(str.isalnum, title.lower())) or "game"
    stage = "ended" if now.ended else "active"
    bare = Heading(name, variant.name, stage, "UTC", number=1)
    start = played[0].record.before if played else now
    moments: list[tuple[str, Position, PhaseRecord | None]]
    moments = [(f"{start.turn} Game Starting", start, None)]
    moments += [(f"{p.record.before.turn} Results", p.end, p.record) for p in played]
    turns = tuple(
        Past(
            datetime(2000, 1, 1, tzinfo=UTC) + timedelta(days=number),
            event,
            replace(
                bare,
                turn=end.turn,
                title=variant.calendar.title(end.turn),
                number=number + 1,
            ),
            project(None, end, record, variant, "observer"),
        )
        for number, (event, end, record) in enumerate(moments)
    )
    top = f"{head('JUDGE', bare, variant)}\n\nHistory information for game '{name}'."
    return f"{top}\n\n{history(Chronicle(turns), variant, 'JUDGE')}\n"
