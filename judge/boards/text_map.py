"""The lines of a text map, from files of a bounded size, and those that tell of its turns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import lcm
from pathlib import Path

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

_PHASES = {"MOVEMENT": "M", "RETREATS": "R", "ADJUSTMENTS": "B"}
_IS_RARE = re.compile(r"IFYEARDIV:[1-9](=\d)?")
_WORD = re.compile(r"NEWYEAR(:-?1)?|IFYEARDIV:[1-9](=\d)?|[^:\s]+:[A-Z]+(,[A-Z]+)*")


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
        year = draft.year = int(number)
        begin_text = f"BEGIN {season} {year} {phase}"
        if self._flow:
            steps = _list_calendar_steps(self._flow, season, year) if phase == "MOVEMENT" else ()
            if not steps:
                begin_text += f" with FLOW {' '.join(self._flow)}"
                draft.unplayable.append(UnplayablePart(place, begin_text))
                return
            draft.steps, draft.yearly = steps, any(map(_IS_RARE.fullmatch, self._flow))
            draft.year = -year if "NEWYEAR:-1" in self._flow else year
        elif (season, phase) == ("WINTER", "ADJUSTMENTS"):
            draft.opening, draft.opens, draft.year = ("winter B",), year, year + 1
        elif (season, phase) != ("SPRING", "MOVEMENT"):
            text = f"{begin_text}: games begin in spring or with builds"
            draft.unplayable.append(UnplayablePart(place, text))


def _list_calendar_steps(flow: Sequence[str], season: str, year: int) -> tuple[str, ...]:
    """Return the steps from the movement of that season and year on, () if a calendar has none.

    Where adjustments come in some years alone, each step is a year.
    """
    if not all(_WORD.fullmatch(word) for word in flow):
        return ()
    years = lcm(*(int(word[10]) for word in flow if _IS_RARE.fullmatch(word)))
    pace = -1 if "NEWYEAR:-1" in flow else 1
    turns: list[tuple[str, str]] = []
    for now in range(year, year + years * pace, pace):
        for name, phases in _list_seasons_of_year(flow, now):
            if phases == "B" and turns:
                turns[-1] = turns[-1][0], f"{turns[-1][1]}B"
            else:
                turns.append((name, phases))
    names = tuple(name.replace("AUTUMN", "FALL") for name, _ in turns)
    if years > 1 or not {*names} <= {*_SEASONS}:
        names = _NAMES.get(len(turns), ())
    fits = all(re.fullmatch("MR?B?", phases) for _, phases in turns)
    if not turns or turns[0][0] != season or len({*names}) < len(turns):
        return ()
    if not fits or years not in (1, len(turns)):
        return ()
    return tuple(
        f"{name.lower()} {phases}{'*' * phases.endswith('B')}"
        for name, (_, phases) in zip(names, turns, strict=True)
    )


def _list_seasons_of_year(flow: Sequence[str], year: int) -> Iterator[tuple[str, str]]:
    """Yield the seasons of a year, each with the letters of its phases: "?" for unknown ones."""
    for word in flow:
        name, _, rest = word.partition(":")
        if name == "IFYEARDIV":
            divisor, _, remainder = rest.partition("=")
            if year % int(divisor) != int(remainder or 0):
                return
        elif name != "NEWYEAR":
            yield name, "".join(_PHASES.get(phase_word, "?") for phase_word in rest.split(","))
