"""The lines of a text map, from files of a bounded size, and those that tell of its turns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from pathlib import Path
from typing import NamedTuple

from judge.boards.draft import Draft, SourceError, SourceLine, UnplayablePart

MOST_BYTES = 1_000_000
MOST_LINES = 20_000
MOST_SPACES = 2_000
DEEPEST = 8
"""What a source may have at most; files that use files, in a row."""


def read_map_lines(path: Path) -> Iterator[tuple[SourceLine, str]]:
    """Yield the lines of a file that say something."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        text = _decode_text(data)
    except OSError as trouble:
        raise SourceError(f"{path.name}: {trouble}") from trouble
    if "\0" in text:
        raise SourceError(f"{path.name}: it is no text")
    if len(data) > MOST_BYTES:
        raise SourceError(f"{path.name}: it is larger than {MOST_BYTES} bytes")
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield SourceLine(path.name, number), line.strip()


def _decode_text(data: bytes) -> str:
    """Return a text in UTF-8, or else in Latin-1, in which such files were written."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def find_file_beside(path: Path, used: str, place: SourceLine) -> Path:
    """Return the file of that name in the same folder."""
    name = used if "." in used else f"{used}.map"
    if not re.fullmatch(r"\w[\w.-]*", name):
        raise SourceError(f"{place}: {used} is no name of a file of this folder")
    if not (path.parent / name).is_file():
        raise SourceError(f"{place}: there is no file {name} beside {path.name}")
    return path.parent / name


_SEASONS = ("SPRING", "SUMMER", "FALL", "WINTER")
_NAMES = {1: ("FALL",), 2: ("SPRING", "FALL"), 3: ("SPRING", "SUMMER", "FALL"), 4: _SEASONS}
"""What turns that are no seasons of one year are called, by how many of them there are."""

_USUAL_FLOW = ("SPRING:MOVEMENT,RETREATS", "FALL:MOVEMENT,RETREATS", "WINTER:ADJUSTMENTS")
_PHASES = {"MOVEMENT": "M", "RETREATS": "R", "ADJUSTMENTS": "B"}
_WORD = re.compile(r"NEWYEAR(:-?[1-9]\d?)?|IFYEARDIV:[1-9]\d?(=\d\d?)?|[^:\s]+:[A-Z]+(,[A-Z]+)*")
_PHASES_SEEN = 200
"""How far the turns of a map are followed to see when they come round again."""


class _PhaseOfFlow(NamedTuple):
    """A phase as a map has it: M, R or B, "?" for one that the judge has not."""

    year: int
    season: str
    letter: str


class TurnLines:
    """The lines of a map about its turns. Without any a game begins in spring of 1901."""

    def __init__(self) -> None:
        self._begins: tuple[SourceLine, str, str, str] | None = None
        self._flow: list[str] = []

    def read_begin(self, words: Sequence[str], place: SourceLine) -> None:
        """Take in a line like ``BEGIN SPRING 1901 MOVEMENT``. Raises SourceError."""
        season, year, phase = (*map(str.upper, words), "", "", "")[:3]
        if not year.isdigit():
            raise SourceError(f"{place}: BEGIN wants a season and a year")
        self._begins = place, season, year, phase or "MOVEMENT"

    def read_flow(self, words: Sequence[str], place: SourceLine) -> None:
        """Take in a line like ``FLOW SPRING:MOVEMENT,RETREATS``; several go on from each other."""
        self._flow = [*self._flow, *map(str.upper, words)] if words else []
        self._begins = self._begins or (place, "SPRING", "1901", "MOVEMENT")

    def add_to_draft(self, draft: Draft) -> None:
        """Put the turns into a board, or why they cannot be played."""
        if self._begins is None:
            return
        place, season, number, phase = self._begins
        draft.year = int(number)
        flow, left_out = _part_unknown_phases(self._flow or _USUAL_FLOW)
        start = _PhaseOfFlow(draft.year, season, _PHASES.get(phase, "?"))
        if left_out:
            text = f"phases of the FLOW: {', '.join(left_out)}"
            draft.unplayable.append(UnplayablePart(place, text))
        if not _add_calendar(draft, [*islice(_follow_phases(flow, start), _PHASES_SEEN)]):
            text = f"BEGIN {season} {number} {phase}"
            text += f" with FLOW {' '.join(self._flow)}" if self._flow else ""
            draft.unplayable.append(UnplayablePart(place, text))


def _part_unknown_phases(flow: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return a flow without the phases that the judge has not, and these."""
    kept: list[str] = []
    left_out: list[str] = []
    for word in flow:
        season, colon, phases = word.partition(":")
        names = phases.split(",")
        known = [name for name in names if name in _PHASES or not name.isalpha()]
        left_out += [f"{season}:{name}" for name in names if name and name not in known]
        if known:
            kept.append(f"{season}{colon}{','.join(known)}")
    return kept, left_out


def _follow_phases(flow: Sequence[str], start: _PhaseOfFlow) -> Iterator[_PhaseOfFlow]:
    """Yield the phases of a flow from one on, without end; none if that phase is not in it."""
    words = [word.split(":") for word in flow if _WORD.fullmatch(word)]
    items = [
        (name, _PHASES.get(value, value if name in ("NEWYEAR", "IFYEARDIV") else "?"))
        for name, *values in words
        for value in (values[0].split(",") if values else ["1"])
    ]
    if not any(name == "NEWYEAR" for name, _ in items):
        items.insert(0, ("NEWYEAR", "1"))
    known_phases = [item for item in items if item[1] in _PHASES.values()]
    if len(words) < len(flow) or known_phases.count((start.season, start.letter)) != 1:
        return
    at, year = items.index((start.season, start.letter)), start.year
    yield start
    for _ in range(_PHASES_SEEN * len(items)):
        at = (at + 1) % len(items)
        name, value = items[at]
        if name == "NEWYEAR":
            year += int(value)
        elif name == "IFYEARDIV":
            divisor, _, remainder = value.partition("=")
            at = at if year % int(divisor) == int(remainder or 0) else -1
        else:
            yield _PhaseOfFlow(year, name, value)


def _add_calendar(draft: Draft, phases: Sequence[_PhaseOfFlow]) -> bool:
    """Put the turns of a map into a board if a calendar has them; say whether one has."""
    firsts = [number for number, phase in enumerate(phases) if phase.letter == "M"]
    turns = [phases[here:there] for here, there in pairwise(firsts)]
    letters = ["".join(phase.letter for phase in turn) for turn in turns]
    length = next((size for size in _NAMES if _comes_round(turns, size)), 0)
    ahead = "".join(phase.letter for phase in phases[: firsts[0]]) if firsts else "?"
    if not length or ahead not in ("", "B") or not all(re.fullmatch("MR?B?", w) for w in letters):
        return False
    gaps = [later[0].year - turn[0].year for turn, later in pairwise(turns)]
    pace = sum(gaps[:length])
    whole = abs(pace) == 1
    if not whole and len({*gaps}) > 1:
        return False
    begun = (gaps.index(pace) + 1) % length if whole else 0
    cycle, words = turns[begun : begun + length], letters[begun : begun + length]
    names = [turn[0].season.replace("AUTUMN", "FALL") for turn in cycle]
    if not whole or len({*names}) < length or not {*names} <= {*_SEASONS}:
        names = [*_NAMES[length]]
    sign = -1 if pace < 0 else 1
    opening = [
        f"{names[(number - begun) % length].lower()} {letter}"
        for number in range(begun)  # the turns of a year of which some are over
        for letter in letters[number]
    ]
    draft.year = sign * cycle[0][0].year
    draft.years_of_step = 0 if whole else abs(gaps[0])
    draft.steps = tuple(
        f"{name.lower()} {word}{'*' * word.endswith('B')}"
        for name, word in zip(names, words, strict=True)
    )
    if ahead or opening:
        draft.opening = (*["winter B"][: len(ahead)], *opening)
        draft.opens = sign * phases[0].year
    return True


def _comes_round(turns: Sequence[Sequence[_PhaseOfFlow]], size: int) -> bool:
    """Say whether so many turns are followed by the same, as many years later."""
    shapes = [[(phase.season, phase.letter) for phase in turn] for turn in turns]
    years = [later[0].year - turn[0].year for turn, later in zip(turns, turns[size:], strict=False)]
    return bool(years) and shapes[size:] == shapes[:-size] and len({*years}) == 1
