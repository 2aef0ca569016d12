"""Reading the text maps of the DPjudge and of the Python package ``diplomacy``.

A file is a list of lines, each of which begins with a word that says what it is; what begins with
no such word names a power. Case matters in borders: ``MUN`` is for armies and fleets, ``mun`` for
armies, ``Mun`` for fleets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from judge.boards.draft import Country, Draft, SourceError, SourceLine, Space, UnplayablePart
from judge.boards.text_map import (
    DEEPEST,
    MOST_LINES,
    MOST_SPACES,
    TurnLines,
    find_file_beside,
    read_map_lines,
)
from judge.boards.ways import TERRAINS, BorderLines, code_in_word, rename_in_word
from judge.library.files import suggest_name

_SEASONS = ("SPRING", "SUMMER", "FALL", "AUTUMN", "WINTER")
_SILENT = frozenset({"NOTIFY", "FLAG", "FLAGS", "TEXTONLY"})
"""Words that say nothing of the board: whom to write to, pictures of flags."""
_UNPLAYABLE = frozenset(
    {"CONTROL", "FROM", "LEAGUE", "MILITIA", "NEWHOMES", "RESERVES", "ROTATE", "TEAM", "TEAMS"}
)
"""Words that say how a game goes, in ways that the judge has none of."""
_EVERYWHERE = "&SC"
"""Stands among the homes of a power that builds in every center that it owns."""
_HOME_MARKS = {"+": "a factory", "@": "an alternative home", "~": "a hidden home"}

_SETTINGS = {"FTF_PRESS": "minorpress: off, gracepress: off"}
"""What the master of a game sets, whatever the board."""

_BUILDS = {"BUILD_ANY": "owned", "REMOTE_BUILDS": "aberration"}

_CODE = re.compile(r"[A-Z][A-Z0-9]{1,3}")


@dataclass
class _ReadSoFar:
    """How far a map is read: its ``files`` and ``lines``, and the ``problems`` of these.

    ``apart`` tells what the lines are for that follow, "" if for every game.
    """

    files: list[str] = field(default_factory=list)
    lines: int = 0
    problems: list[str] = field(default_factory=list)
    apart: str = ""


class _TextMapReader:
    """The lines of a map, taken in one after the other; later ones change what earlier ones say."""

    def __init__(self) -> None:
        self.draft = Draft("", "", {}, {})
        self.progress = _ReadSoFar()
        self.ways = BorderLines()
        self.turns = TurnLines()
        self.at_times: dict[str, str] = {}
        self.named: dict[str, SourceLine] = {}
        self.names: dict[str, str] = {}
        self.aliases: dict[str, list[str]] = {}
        self.centers: list[str] = []
        self.power: Country | None = None
        self.everywhere: dict[str, SourceLine] = {}
        self.readers: dict[str, Callable[[Sequence[str], SourceLine], None]] = {
            "VICTORY": self._read_victory,
            "BEGIN": self.turns.read_begin,
            "RULE": self._read_rules,
            "RULES": self._read_rules,
            "FLOW": self.turns.read_flow,
            "OWNS": self._read_owned_centers,
            "CENTERS": self._read_owned_centers,
            "INHABITS": self._read_homes,
            "HOME": self._read_homes,
            "HOMES": self._read_homes,
            "UNITS": self._clear_units,
            "A": self._read_unit,
            "F": self._read_unit,
            "DUMMY": self._read_dummies,
            "DUMMIES": self._read_dummies,
            "UNPLAYED": self._remove_powers,
            "DROP": self._drop_spaces,
            "IN": self._read_season,
            **dict.fromkeys(("AMEND", *TERRAINS), self.ways.read_borders),
        }

    def read_file(self, path: Path, depth: int = 0) -> None:
        """Take in a file, and those that it uses. Raises SourceError."""
        name = path.name
        if depth > DEEPEST or name in self.progress.files:
            raise SourceError(f"{name}: it is used by itself, or twice")
        self.progress.files.append(name)
        for place, line in read_map_lines(path):
            self.progress.lines += 1
            if self.progress.lines > MOST_LINES or len(self.ways.terrain) > MOST_SPACES:
                raise SourceError(f"{place}: the map is too large")
            words = line.split()
            if words[0].upper() in ("USE", "USES", "MAP"):
                for used in words[1:]:
                    self.read_file(find_file_beside(path, used, place), depth + 1)
                continue
            try:
                self._read_line(line, place)
            except SourceError as trouble:
                self.progress.problems += str(trouble).splitlines()

    def _read_line(self, line: str, place: SourceLine) -> None:
        words = line.split()
        first = words[0].upper().rstrip(":")
        if words[-1].upper() in ("DIRECTIVE", "DIRECTIVES") and len(words) < 3:
            self.progress.apart = (
                "" if first == "END" or len(words) == 1 else f"in variant {words[0]}"
            )
        elif first == "IN" and len(words) < 4 and (line.endswith(":") or len(words) == 2):
            self.progress.apart = (
                "" if line.upper().rstrip(" :") == "IN START" else line.rstrip(" :")
            )
        elif self.progress.apart:
            self._note_unplayable(place, f"{self.progress.apart}: {line}")
        elif first in _UNPLAYABLE:
            self._note_unplayable(place, line)
        elif "=" in line:
            self._read_name(line, place)
        elif words[1:2] == ["->"]:
            self._rename_power(words, place)
        elif first in self.readers and (first != "CENTERS" or self.power):
            self.readers[first](words[1:] if first not in self._whole else words, place)
        elif first not in _SILENT:
            self._read_power(words, place)

    _whole = frozenset({*TERRAINS, "AMEND", "A", "F", "CENTERS"})
    """Words that their readers need too."""

    def _read_victory(self, words: Sequence[str], place: SourceLine) -> None:
        if not words or not all(word.isdigit() for word in words):
            raise SourceError(f"{place}: VICTORY wants a number of centers")
        self.draft.wins = int(words[0])
        if len(words) > 1:
            self._note_unplayable(
                place, f"VICTORY {' '.join(words)}: other numbers for later years"
            )

    def _read_rules(self, words: Sequence[str], place: SourceLine) -> None:
        for rule in map(str.upper, words):
            if rule in _BUILDS:
                self.draft.builds = _BUILDS[rule]
            elif rule in _SETTINGS:
                self.draft.notes.append(f"{rule}, which the master sets: {_SETTINGS[rule]}")
            elif rule != "HIBERNATE":
                self._note_unplayable(place, f"RULE {rule}")

    def _read_season(self, words: Sequence[str], place: SourceLine) -> None:
        season = words[0].upper().rstrip(":") if words else ""
        if season not in _SEASONS or len(words) != 3 or words[1].upper() not in ("WATER", "LAND"):
            self._note_unplayable(place, f"IN {' '.join(words)}")
            return
        code = words[2].upper()
        self.draft.open[code] = season.lower()
        self.at_times[code] = words[1].upper()

    def _read_name(self, line: str, place: SourceLine) -> None:
        name, _, right = line.partition("=")
        old, arrow, new = name.partition("->")
        words = right.split()
        code, _, coast = (words[0].upper() if words else "").partition("/")
        if not _CODE.fullmatch(code):
            raise SourceError(f"{place}: a name wants a short name of two to four letters: {line}")
        if coast:
            return
        if arrow:
            self._rename_space(old.strip().upper(), code)
        self.names[code] = _readable_name((new if arrow else name).strip())
        self.aliases.setdefault(code, []).extend(
            alias.replace("+", " ") for alias in words[1:] if not re.search(r"[/()?]", alias)
        )
        unclear = [alias for alias in words[1:] if alias.endswith("?")]
        self.draft.notes += [
            f"{alias[:-1]} for {code}: {place} calls it unclear" for alias in unclear
        ]

    def _rename_space(self, old: str, new: str) -> None:
        self.ways.rename_space(old, new)
        self.centers = [rename_in_word(center, old, new) for center in self.centers]
        for power in self.draft.powers.values():
            power.homes = [rename_in_word(home, old, new) for home in power.homes]
            power.units = [
                f"{kind} {rename_in_word(at, old, new)}" for kind, at in map(str.split, power.units)
            ]
        self.names.pop(old, None)
        self.aliases.pop(old, None)

    def _read_power(self, words: Sequence[str], place: SourceLine) -> None:
        first, homes = words[0].upper(), list(words[1:])
        self.power = None
        if first in ("UNOWNED", "NEUTRAL", "CENTERS"):
            self.centers += self._read_spaces(homes, place)
            return
        if not re.fullmatch(r"_?[^\W\d_][\w'&.+-]+", first) or "ABUTS" in map(str.upper, homes):
            wrong = f"{words[0]} is no word of a map, and no name of a power"
            raise SourceError(f"{place}: {wrong}{suggest_name(words[0], self.readers)}")
        name = self._name_of_power(first)
        self.power = self.draft.powers.setdefault(name, Country(name))
        if homes and homes[0].startswith("("):
            adjective, _, letter = homes.pop(0).strip("()").partition(":")
            self.power.adjective = _spaced_name(adjective)
            self.power.letter = letter[:1].upper()
        if homes:
            self._read_homes(homes, place)

    def _name_of_power(self, word: str) -> str:
        """Return how a power is called that was named before, however it is written now."""
        name = _spaced_name(word)
        known = {_bare_name(power): power for power in self.draft.powers}
        return known.get(_bare_name(name), name)

    def _rename_power(self, words: Sequence[str], place: SourceLine) -> None:
        old = self._name_of_power(words[0])
        power = self.draft.powers.pop(old, None)
        if power is None or len(words) < 3:
            raise SourceError(f"{place}: there is no power {words[0]} to be called otherwise")
        power.name = _spaced_name(words[2])
        power.adjective = power.letter = ""
        self.draft.powers[power.name] = power
        self.draft.unplayed = [power.name if name == old else name for name in self.draft.unplayed]
        self._read_power(words[2:], place)

    def _power_above(self, place: SourceLine) -> Country:
        if self.power is None:
            raise SourceError(f"{place}: no power stands above this line")
        return self.power

    def _read_owned_centers(self, words: Sequence[str], place: SourceLine) -> None:
        power = self._power_above(place)
        fresh = words[0].upper() == "CENTERS"
        codes = self._read_spaces(words[1:] if fresh else words, place)
        power.owned = [*(power.owned or () if not fresh else ()), *codes]
        self.centers += codes

    def _read_homes(self, words: Sequence[str], place: SourceLine) -> None:
        power = self._power_above(place)
        words = list(self._take_marked_homes(power, words, place))
        gone = {word[1:].upper() for word in words if word.startswith("-")}
        new = self._read_spaces(words, place)
        power.homes = [*(home for home in power.homes if home not in {*gone, *new}), *new]
        self.centers += new
        for other_power in self.draft.powers.values():
            if other_power is not power:
                other_power.homes = [home for home in other_power.homes if home not in new]

    def _take_marked_homes(
        self, power: Country, words: Sequence[str], place: SourceLine
    ) -> Iterator[str]:
        """Yield the homes without a mark, and take in, or list, those with one."""
        for word in words:
            bare = word.lstrip("*+@~").partition("(")[0]
            marks = word[: len(word) - len(word.lstrip("*+@~"))]
            if word.upper() == _EVERYWHERE:
                self.everywhere.setdefault(power.name, place)
            elif marks == "*" and not power.reserve:
                (power.reserve,) = self._read_spaces([bare], place)
            elif marks or "(" in word:
                what = [_HOME_MARKS.get(mark, "another space in reserve") for mark in marks]
                text = f"{' and '.join(what) or 'a home with a condition'} of {power.name}: {word}"
                self._note_unplayable(place, text)
            else:
                yield word

    def _read_spaces(self, words: Iterable[str], place: SourceLine) -> list[str]:
        """Return the codes among some words, and keep in mind where they were named."""
        codes = _codes_in_words(words)
        self.named |= {code_in_word(code): place for code in codes}
        return codes

    def _clear_units(self, _: Sequence[str], place: SourceLine) -> None:
        self._power_above(place).units = []

    def _read_unit(self, words: Sequence[str], place: SourceLine) -> None:
        power = self._power_above(place)
        if len(words) != 2:
            raise SourceError(f"{place}: a unit is written as A MUN: {' '.join(words)}")
        (at,) = self._read_spaces(words[1:], place)
        space, _, coast = at.partition("/")
        for other_power in self.draft.powers.values():
            other_power.units = [
                unit for unit in other_power.units if code_in_word(unit[2:]) != space
            ]
        power.units.append(f"{words[0].upper()} {space}{'/' + coast.lower() if coast else ''}")

    def _powers_named(self, words: Sequence[str], place: SourceLine) -> list[str]:
        """Return the powers that a line names: ``ALL EXCEPT ...`` too."""
        if not words:
            return [self._power_above(place).name]
        names = [self._name_of_power(word.strip(",")) for word in words]
        powers = self.draft.powers
        if unknown := [n for n in names if n not in powers and n not in ("All", "Except")]:
            raise SourceError(
                f"{place}: there is no power {unknown[0]}{suggest_name(unknown[0], powers)}"
            )
        if names[0] == "All":
            return [name for name in powers if name not in names]
        return names

    def _read_dummies(self, words: Sequence[str], place: SourceLine) -> None:
        self.draft.unplayed += self._powers_named(words, place)

    def _remove_powers(self, words: Sequence[str], place: SourceLine) -> None:
        for name in self._powers_named(words, place):
            gone = self.draft.powers.pop(name)
            self.centers = [code for code in self.centers if code not in gone.homes]
        self.power = None

    def _drop_spaces(self, words: Sequence[str], _: SourceLine) -> None:
        for code in _codes_in_words(words):
            self.ways.drop_space(code)
            self.centers = [center for center in self.centers if center != code]
            for power in self.draft.powers.values():
                power.homes = [home for home in power.homes if home != code]
                power.units = [unit for unit in power.units if code_in_word(unit[2:]) != code]
            self.names.pop(code, None)

    def _note_unplayable(self, place: SourceLine, text: str) -> None:
        self.draft.unplayable.append(UnplayablePart(place, text))

    def build_board(self) -> Draft:
        """Return the board that the lines make. Raises SourceError."""
        self.turns.add_to_draft(self.draft)
        self._add_builds_everywhere()
        self.draft.unplayable += self.ways.unplayable
        draft, kinds = self.draft, {**self.ways.terrain_by_code(), **self.at_times}
        closed = [code for code, kind in kinds.items() if kind == "SHUT"]
        draft.impassable = sorted(self.names.get(code, code) for code in closed)
        problems = [
            *self.progress.problems,
            *(
                f"{self.ways.written[at]}: {code_in_word(at)} has no name"
                for at in self.ways.terrain
                if code_in_word(at) not in self.names
            ),
        ]
        for code in sorted({*kinds} - {*closed}):
            draft.spaces[code] = Space(
                code,
                self.names.get(code, code),
                sea=kinds[code] == "WATER",
                center=code in self.centers,
                ferries=kinds[code] == "PORT",
                aliases=self.aliases.get(code, []),
            )
        problems += self.ways.add_borders(draft, closed)
        named = {
            *self.centers,
            *(code_in_word(u[2:]) for p in draft.powers.values() for u in p.units),
        }
        problems += [
            f"{self.named[code]}: there is no space {code}{suggest_name(code, draft.spaces)}"
            for code in sorted(named - {*draft.spaces})
        ]
        if problems:
            left_out = (f"{part} (left out by --without)" for part in draft.unplayable)
            raise SourceError(*dict.fromkeys(problems), *left_out)
        return draft

    def _add_builds_everywhere(self) -> None:
        """Let all powers build in every center that they own, or list those that do."""
        players = {*self.draft.powers} - {*self.draft.unplayed}
        if self.everywhere and players <= {*self.everywhere}:
            self.draft.builds = "owned"
            return
        for name, place in self.everywhere.items():
            if name in self.draft.powers:
                self._note_unplayable(place, f"{name} builds in every center that it owns (&SC)")


def read_text_map(path: Path) -> Draft:
    """Return the board of a ``.map`` file. Raises SourceError with each line that is wrong."""
    reader = _TextMapReader()
    reader.read_file(path)
    draft = reader.build_board()
    draft.title, draft.source = (
        path.stem.replace("_", " ").title(),
        ", ".join(reader.progress.files),
    )
    draft.tidy_aliases()
    return draft


def _codes_in_words(words: Iterable[str]) -> list[str]:
    return [word.upper() for word in words if not word.startswith("-")]


def _spaced_name(word: str) -> str:
    """Return the name of a power, in which ``+`` and ``_`` stand for blanks."""
    return re.sub(r"[+_]+", " ", word).strip().title()


def _bare_name(name: str) -> str:
    return re.sub(r"[\W_]", "", name).casefold()


def _readable_name(name: str) -> str:
    return name.title() if name.isupper() or name.islower() else name
