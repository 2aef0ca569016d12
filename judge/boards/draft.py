"""A board as a source tells it, before it is a folder of ours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from judge.model.errors import JudgeError
from judge.model.geometry import Geometry


class SourceLine(NamedTuple):
    """A line of a source."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


_MOST_TOLD = 40
_LONGEST = 300
"""How many problems of a source are told, and how many letters of each."""


class SourceError(JudgeError, ValueError):
    """A source cannot be read; the text tells where and why, a line each, but not without end."""

    def __init__(self, *problems: str) -> None:
        unique_problems = list(dict.fromkeys(problems))
        more = (
            [f"and {len(unique_problems) - _MOST_TOLD} more"]
            if len(unique_problems) > _MOST_TOLD
            else []
        )
        super().__init__("\n".join([*map(_make_printable, unique_problems[:_MOST_TOLD]), *more]))


def _make_printable(problem: str) -> str:
    """Return a line of a problem as a terminal can show it."""
    text = "".join(character if character.isprintable() else "?" for character in problem)
    return f"{text[:_LONGEST]}..." if len(text) > _LONGEST else text


class UnplayablePart(NamedTuple):
    """What a source says and the judge cannot play."""

    place: SourceLine
    text: str

    def __str__(self) -> str:
        return f"{self.place}: {_make_printable(self.text)}"


@dataclass
class Space:
    """A space with its ways: ``water`` by coast, "" where fleets need not tell coasts apart.

    A target is the code of a space, with a coast (``STP/sc``) where fleets need one.
    """

    code: str
    name: str
    sea: bool = False
    center: bool = False
    ferries: bool = False
    land: set[str] = field(default_factory=set)
    water: dict[str, set[str]] = field(default_factory=dict)
    aliases: list[str] = field(default_factory=list)


@dataclass
class Country:
    """A power. ``owned`` are the centers it begins with, None where these are its homes.

    ``reserve`` is a space where it builds while it has lost some of its homes.
    """

    name: str
    adjective: str = ""
    letter: str = ""
    homes: list[str] = field(default_factory=list)
    owned: list[str] | None = None
    units: list[str] = field(default_factory=list)
    reserve: str = ""
    aliases: list[str] = field(default_factory=list)


@dataclass
class Draft:
    """A board and how it is played. ``wins`` is 0 where the source says nothing about it.

    ``impassable`` are names of spaces that nothing enters, which our boards leave out; ``notes``
    what else was left out; ``lines`` where spaces, powers and ``win`` are written in the source;
    ``open`` the seasons in which a space can be entered and left;
    ``narrows`` the strength of moves between two spaces where it is less than one; ``years``,
    ``quiet``, ``builds`` and ``rebuilt`` are as in ``variant.toml``; ``years_of_step``: so many
    years is each of the ``steps`` in print, 0 if all of them are one year; with ``wings`` they are
    a kind of unit beside armies and fleets.
    """

    title: str
    source: str
    spaces: dict[str, Space]
    powers: dict[str, Country]
    year: int = 1901
    steps: tuple[str, ...] = ("spring MR", "fall MRB*")
    years_of_step: int = 0
    opening: tuple[str, ...] = ()
    opens: int | None = None
    wins: int = 0
    years: int = 0
    quiet: int = 0
    builds: str = "homes"
    wings: bool = False
    narrows: dict[frozenset[str], float] = field(default_factory=dict)
    unplayed: list[str] = field(default_factory=list)
    rebuilt: bool = False
    open: dict[str, str] = field(default_factory=dict)
    impassable: list[str] = field(default_factory=list)
    unplayable: list[UnplayablePart] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    lines: dict[str, SourceLine] = field(default_factory=dict, compare=False)
    geometry: Geometry | None = None

    def with_lines(self, problem: str) -> str:
        """Return a problem of the board with the lines of the source that it is about."""
        places = [
            str(place)
            for name, place in self.lines.items()
            if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", problem, re.I)
        ]
        return f"{problem} ({', '.join(dict.fromkeys(places))})" if places else problem

    def list_borders(self) -> Iterator[tuple[str, str, str]]:
        """Yield every border, each way: from where, to where, by "land" or "water"."""
        for space in self.spaces.values():
            for target in space.land:
                yield space.code, target, "land"
            for coast, targets in space.water.items():
                for target in targets:
                    yield f"{space.code}/{coast}" if coast else space.code, target, "water"

    def list_one_way_borders(self) -> list[tuple[str, str, str]]:
        """Return the borders that have no way back, sorted."""
        ways = set(self.list_borders())
        return sorted((a, b, by) for a, b, by in ways if (b, a, by) not in ways)

    def find_code_of_space(self, name: str) -> str:
        """Return the code of the space of that name, in any case; the name in capitals if none."""
        folded = name.casefold()
        for space in self.spaces.values():
            if folded in (word.casefold() for word in (space.code, space.name, *space.aliases)):
                return space.code
        return name.upper()

    def tidy_aliases(self) -> None:
        """Leave out names that mean two things, or are words of orders, and note which."""
        spaces = self.spaces.values()
        used_words = {word.casefold() for space in spaces for word in (space.code, space.name)}
        times: dict[str, int] = {}
        for word in chain.from_iterable({a.casefold() for a in s.aliases} for s in spaces):
            times[word] = times.get(word, 0) + 1
        for space in spaces:
            aliases_by_word: dict[str, str] = {}
            for alias in space.aliases:
                word = alias.casefold()
                if (
                    word in (space.code.casefold(), space.name.casefold())
                    or word in aliases_by_word
                ):
                    continue
                if word in used_words or times[word] > 1:
                    self.notes.append(f"{alias} for {space.code}: it means another space too")
                else:
                    aliases_by_word[word] = alias
            space.aliases = [aliases_by_word[word] for word in sorted(aliases_by_word)]
