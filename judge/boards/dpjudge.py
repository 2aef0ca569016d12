"""Reading the text maps of the DPjudge and of the Python package ``diplomacy``.

A file is a list of lines, each of which begins with a word that says what it is; what begins with
no such word names a power. Case matters in borders: ``MUN`` is for armies and fleets, ``mun`` for
armies, ``Mun`` for fleets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
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
from judge.boards.ways import TERRAINS, BorderLines, find_code_in_word, rename_in_word
from judge.language.spelling import fold_text
from judge.library.check import WORDS
from judge.library.files import suggest_name

_CODE = re.compile(r"[A-Z][A-Z0-9]{1,3}")
_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


def is_code(code: str) -> bool:
    """Say whether a space may have that short name on a board of ours."""
    return bool(_CODE.fullmatch(code)) and code.casefold() not in WORDS


def make_province_code(code: str, name: str, taken: Container[str]) -> str:
    """Return a short name like one that is none of ours, from its letters and those of a name."""
    letters = re.sub("[^A-Z0-9]", "", fold_text(f"{code}{name}").upper()) + "XX"
    digits = len(letters) - len(letters.lstrip("0123456789"))
    letters = f"{letters[digits:]}{letters[:digits]}"
    own = re.sub("[^A-Z0-9]", "", fold_text(code).upper())
    likely = f"{own.lstrip('0123456789')}{own}"[:3] if re.search("[A-Z]", own) else letters[0] + own
    signs = f"{letters}{_SIGNS}"
    near = (f"{likely[:2]}{sign}" for sign in signs)
    more = (f"{first}{one}{two}" for first in signs for one in signs for two in signs)
    return next(c for c in chain((likely[:3],), near, more) if is_code(c) and c not in taken)


def space_out_name(word: str) -> str:
    """Return the name of a power, in which ``+`` and ``_`` stand for blanks."""
    return capitalize_words(re.sub(r"[+_]+", " ", word).strip())


def strip_name(name: str) -> str:
    """Return what is left of a name for comparing."""
    return re.sub(r"[\W_]", "", name).casefold()


def make_name_readable(name: str) -> str:
    """Return a name as it is, or with capitals where it had nothing else, or none."""
    return capitalize_words(name) if name.isupper() or name.islower() else name


def capitalize_words(text: str) -> str:
    """Return a text with a capital where a word begins: ``4th Reich``, ``Pete's``."""
    return re.sub(r"(?<=\d)[^\W\d_]+|(?<=')[^\W\d_]\b|([^\W\d_]+)", _capitalize_word, text)


def _capitalize_word(word: re.Match[str]) -> str:
    return word[0].capitalize() if word[1] else word[0].lower()


_SEASONS = ("SPRING", "SUMMER", "FALL", "AUTUMN", "WINTER")
_SILENT = frozenset({"NOTIFY", "FLAG", "FLAGS", "TEXTONLY"})
"""Words that say nothing of the board: whom to write to, pictures of flags."""
_UNPLAYABLE = frozenset(
    {"CONTROL", "LEAGUE", "MILITIA", "NEWHOMES", "RESERVES", "ROTATE", "TEAM", "TEAMS"}
)
"""Words that say how a game goes, in ways that the judge has none of."""
_KEPT = frozenset({"HIBERNATE", "CD_DUMMIES", "IMMOBILE_DUMMIES"})
"""Rules that powers which nobody plays keep here anyway: their units hold."""
_EVERYWHERE = "&SC"
"""Stands among the homes of a power that builds in every center that it owns."""
_BY_LOT = ("SC!", "SC?")
"""Stand among the centers that a power owns at first for some that are drawn by lot."""
_HOME_MARKS = {"+": "a factory", "@": "an alternative home", "~": "a hidden home"}

_SETTINGS = {"FTF_PRESS": "minorpress: off, gracepress: off"}
"""What the master of a game sets, whatever the board."""

_BUILDS = {"BUILD_ANY": "owned", "REMOTE_BUILDS": "aberration"}

_POWER = re.compile(r"_?[^\W_][\w'&.+/-]+")


@dataclass
class _ReadSoFar:
    """How far a map is read: its ``files`` and ``lines``, and the ``problems`` of these.

    ``apart`` tells when the lines that follow are for, "" if from the start, and ``other_game``
    for which game, "" if for any. ``inhabited`` are the powers whose homes were written anew,
    ``spoken`` the names that lines give to a word, of a space or of a power, ``respelled`` the
    short names of spaces in place of which our board has others.
    """

    files: list[str] = field(default_factory=list)
    lines: int = 0
    problems: list[str] = field(default_factory=list)
    apart: str = ""
    other_game: str = ""
    inhabited: set[str] = field(default_factory=set)
    spoken: dict[str, tuple[SourceLine, list[str]]] = field(default_factory=dict)
    respelled: set[str] = field(default_factory=set)


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
        self.unowned: list[str] = []
        self.power: Country | None = None
        self.everywhere: dict[str, SourceLine] = {}
        self.readers: dict[str, Callable[[Sequence[str], SourceLine], None]] = {
            "VICTORY": self._read_victory,
            "BEGIN": self.turns.read_begin,
            "RULE": self._read_rules,
            "RULES": self._read_rules,
            "FLOW": self.turns.read_flow,
            "REFLOW": lambda _, place: self.turns.read_flow((), place),
            "OWNS": self._read_owned_centers,
            "CENTERS": self._read_owned_centers,
            "INHABITS": self._read_inhabited,
            "HOME": self._read_homes_anew,
            "HOMES": self._read_homes_anew,
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
            aside = self.progress.other_game or self.progress.apart
            if words[0].upper() in ("USE", "USES", "MAP") and not aside:
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
            plain = first in ("END", "STANDARD") or len(words) == 1
            self.progress.other_game = "" if plain else words[0]
        elif self.progress.other_game:
            self.draft.notes.append(f"for games of {self.progress.other_game}: {line}")
        elif first in ("IN", "FROM") and re.fullmatch(r"[^:]*:?", line) and len(words) < 4:
            when = line.rstrip(" :")
            self.progress.apart = "" if when.upper() in ("IN START", "FROM START") else when
        elif self.progress.apart:
            self._note_unplayable(place, f"{self.progress.apart}: {line}")
        elif "=" in line and first not in _SILENT and first != "FLOW":
            self._read_name(line, place)
        elif first in _UNPLAYABLE or first == "FROM":
            self._note_unplayable(place, line)
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
        self.draft.lines["win"] = place
        if len(words) > 1:
            self._note_unplayable(
                place, f"VICTORY {' '.join(words)}: other numbers for later years"
            )

    def _read_rules(self, words: Sequence[str], place: SourceLine) -> None:
        for rule in map(str.upper, words):
            if rule.startswith("!"):
                self._take_back_rule(rule[1:])
            elif rule in _BUILDS:
                self.draft.builds = _BUILDS[rule]
            elif rule in _SETTINGS:
                self.draft.notes.append(f"{rule}, which the master sets: {_SETTINGS[rule]}")
            elif rule not in _KEPT:
                self._note_unplayable(place, f"RULE {rule}")

    def _take_back_rule(self, rule: str) -> None:
        if self.draft.builds == _BUILDS.get(rule):
            self.draft.builds = "homes"
        text = f"RULE {rule}"
        self.draft.unplayable = [part for part in self.draft.unplayable if part.text != text]

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
        name, new = (text.replace("+", " ") for text in (name, new))
        words = right.split()
        code, _, coast = (words[0].upper() if words else "").partition("/")
        if not code:
            raise SourceError(f"{place}: a name wants a short name of two to four letters: {line}")
        if coast:
            return
        spoken = [
            make_name_readable(name.strip()),
            *(word.replace("+", " ") for word in words[1:]),
        ]
        self.progress.spoken.setdefault(words[0], (place, []))[1].extend(spoken)
        if arrow:
            self._rename_space(old.strip().upper(), code)
        self.names[code] = make_name_readable((new if arrow else name).strip())
        self.draft.lines[self.names[code]] = place
        self.aliases.setdefault(code, []).extend(
            alias.replace("+", " ") for alias in words[1:] if not re.search(r"[/()?]", alias)
        )
        unclear = [alias for alias in words[1:] if alias.endswith("?")]
        self.draft.notes += [
            f"{alias[:-1]} for {code}: {place} calls it unclear" for alias in unclear
        ]

    def _rename_space(self, old: str, new: str) -> None:
        def rename_words(words: Iterable[str]) -> list[str]:
            return [rename_in_word(word, old, new) for word in words]

        self.ways.rename_space(old, new)
        self.unowned = rename_words(self.unowned)
        for power in self.draft.powers.values():
            power.homes, (power.reserve,) = rename_words(power.homes), rename_words([power.reserve])
            power.owned = None if power.owned is None else rename_words(power.owned)
            power.units = [" ".join(rename_words(unit.split())) for unit in power.units]
        for seasons in (self.draft.open, self.at_times):
            if old in seasons:
                seasons[new] = seasons.pop(old)
        if old in self.named:
            self.named[new] = self.named.pop(old)
        self.names.pop(old, None)
        self.aliases.pop(old, None)

    def _respell_spaces(self) -> None:
        """Give spaces short names as our boards have them where they have others, and note it."""
        codes = dict.fromkeys(map(find_code_in_word, [*self.ways.terrain, *self.at_times]))
        for code in [code for code in codes if not is_code(code)]:
            name, aliases = self.names.get(code), self.aliases.get(code, ())
            new = make_province_code(code, name or "", codes)
            self._rename_space(code, new)
            codes[new] = None
            if name is not None:
                self.names[new] = name
                self.aliases[new] = [*aliases, *[code] * (code.casefold() not in WORDS)]
            self.progress.respelled.add(code)
            self.draft.notes.append(f"{code} is called {new} here")

    def _read_power(self, words: Sequence[str], place: SourceLine) -> None:
        first, homes = words[0].upper(), list(words[1:])
        self.power = None
        if first in ("UNOWNED", "NEUTRAL", "CENTERS"):
            gone = {word[1:].upper() for word in homes if word.startswith("-")}
            self.unowned = [code for code in self.unowned if code not in gone]
            self.unowned += self._read_spaces(homes, place)
            return
        if not _POWER.fullmatch(first) or "ABUTS" in map(str.upper, homes):
            wrong = f"{words[0]} is no word of a map, and no name of a power"
            raise SourceError(f"{place}: {wrong}{suggest_name(words[0], self.readers)}")
        name = self._name_of_power(first)
        self.power = self.draft.powers.setdefault(name, Country(name))
        self.draft.lines[name] = place
        if homes and homes[0].startswith("("):
            adjective, _, letter = homes.pop(0).strip("()").partition(":")
            self.power.adjective = space_out_name(adjective)
            self.power.letter = letter[:1].upper()
        if self.power.name in self.progress.inhabited:
            self.progress.inhabited.discard(self.power.name)
            self.power.homes = []
        if homes:
            self._add_homes(homes, place)

    def _name_of_power(self, word: str) -> str:
        """Return how a power is called that was named before, however it is written now."""
        name = space_out_name(word)
        known = {strip_name(power): power for power in self.draft.powers}
        return known.get(strip_name(name), name)

    def _rename_power(self, words: Sequence[str], place: SourceLine) -> None:
        old = self._name_of_power(words[0])
        power = self.draft.powers.pop(old, None)
        if power is None or len(words) < 3:
            raise SourceError(f"{place}: there is no power {words[0]} to be called otherwise")
        power.name = space_out_name(words[2])
        power.adjective = power.letter = ""
        self.draft.powers[power.name] = power
        self.draft.unplayed = [power.name if name == old else name for name in self.draft.unplayed]
        self._read_power(words[2:], place)

    def _find_power_above(self, place: SourceLine) -> Country:
        if self.power is None:
            raise SourceError(f"{place}: no power stands above this line")
        return self.power

    def _read_owned_centers(self, words: Sequence[str], place: SourceLine) -> None:
        power = self._find_power_above(place)
        fresh = words[0].upper() == "CENTERS"
        words = words[1:] if fresh else words
        for lot in (word for word in words if word.upper() in _BY_LOT):
            self._note_unplayable(place, f"OWNS {lot}")
        codes = self._read_spaces((w for w in words if w.upper() not in _BY_LOT), place)
        power.owned = [*(power.owned or () if not fresh else ()), *codes]

    def _read_inhabited(self, words: Sequence[str], place: SourceLine) -> None:
        """Take in homes in place of those of the power's own line, or beside others like these."""
        power = self._find_power_above(place)
        if power.name not in self.progress.inhabited:
            power.homes = []
        self.progress.inhabited.add(power.name)
        self._add_homes(words, place)

    def _read_homes_anew(self, words: Sequence[str], place: SourceLine) -> None:
        power = self._find_power_above(place)
        power.homes = []
        self.progress.inhabited.add(power.name)
        self._add_homes(words, place)

    def _add_homes(self, words: Sequence[str], place: SourceLine) -> None:
        power = self._find_power_above(place)
        words = list(self._take_marked_homes(power, words, place))
        gone = {word[1:].upper() for word in words if word.startswith("-")}
        new = self._read_spaces(words, place)
        self.unowned += [home for home in power.homes if home in gone]
        power.homes = [*(home for home in power.homes if home not in {*gone, *new}), *new]
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
            elif marks:
                what = [_HOME_MARKS.get(mark, "another space in reserve") for mark in marks]
                text = f"{' and '.join(what)} of {power.name}: {word}"
                self._note_unplayable(place, text)
                if not {*marks} & {"+", "*"}:
                    self.unowned += self._read_spaces([bare], place)
            else:
                yield bare

    def _read_spaces(self, words: Iterable[str], place: SourceLine) -> list[str]:
        """Return the codes among some words, and keep in mind where they were named."""
        codes = _list_codes_in_words(words)
        self.named |= {find_code_in_word(code): place for code in codes}
        return codes

    def _clear_units(self, _: Sequence[str], place: SourceLine) -> None:
        self._find_power_above(place).units = []

    def _read_unit(self, words: Sequence[str], place: SourceLine) -> None:
        power = self._find_power_above(place)
        if len(words) != 2:
            raise SourceError(f"{place}: a unit is written as A MUN: {' '.join(words)}")
        (at,) = self._read_spaces(words[1:], place)
        space, _, coast = at.partition("/")
        for other_power in self.draft.powers.values():
            other_power.units = [
                unit for unit in other_power.units if find_code_in_word(unit[2:]) != space
            ]
        power.units.append(f"{words[0].upper()} {space}{'/' + coast.lower() if coast else ''}")

    def _read_named_powers(self, words: Sequence[str], place: SourceLine) -> list[str]:
        """Return the powers that a line names: ``ALL EXCEPT ...`` too."""
        if not words:
            return [self._find_power_above(place).name]
        names = [self._name_of_power(word.strip(",")) for word in words]
        powers = self.draft.powers
        for name in names:
            if name not in powers and name not in ("All", "Except"):
                told = f"{place}: there is no power {name}{suggest_name(name, powers)}"
                self.draft.notes.append(told)
        if names[0] == "All":
            return [name for name in powers if name not in names]
        return [name for name in names if name in powers]

    def _read_dummies(self, words: Sequence[str], place: SourceLine) -> None:
        self.draft.unplayed += self._read_named_powers(words, place)

    def _remove_powers(self, words: Sequence[str], place: SourceLine) -> None:
        for name in self._read_named_powers(words, place):
            del self.draft.powers[name]
        self.power = None

    def _drop_spaces(self, words: Sequence[str], _: SourceLine) -> None:
        for code in _list_codes_in_words(words):
            self.ways.drop_space(code)
            self.unowned = [center for center in self.unowned if center != code]
            for power in self.draft.powers.values():
                power.homes = [home for home in power.homes if home != code]
                power.units = [unit for unit in power.units if find_code_in_word(unit[2:]) != code]
            self.names.pop(code, None)

    def _note_unplayable(self, place: SourceLine, text: str) -> None:
        self.draft.unplayable.append(UnplayablePart(place, text))

    def build_board(self) -> Draft:
        """Return the board that the lines make. Raises SourceError."""
        self.turns.add_to_draft(self.draft)
        self._respell_spaces()
        self._add_builds_everywhere()
        self.draft.unplayable += self.ways.unplayable
        draft, kinds = self.draft, {**self.ways.collect_terrain_by_code(), **self.at_times}
        draft.lines |= {find_code_in_word(at): place for at, place in self.ways.written.items()}
        closed = [code for code, kind in kinds.items() if kind == "SHUT"]
        powers = draft.powers.values()
        centers = {
            *self.unowned,
            *(home for power in powers for home in power.homes),
            *(owned for power in powers for owned in power.owned or ()),
        }
        draft.impassable = sorted(self.names.get(code, code) for code in closed)
        problems = [
            *self.progress.problems,
            *(
                f"{self.ways.written[at]}: {find_code_in_word(at)} has no name"
                for at in self.ways.terrain
                if find_code_in_word(at) not in self.names
            ),
        ]
        for code in sorted({*kinds} - {*closed}):
            draft.spaces[code] = Space(
                code,
                self._choose_name(code),
                sea=kinds[code] == "WATER",
                center=code in centers,
                ferries=kinds[code] == "PORT",
                aliases=self.aliases.get(code, []),
            )
        problems += self.ways.add_borders(draft, closed)
        self._leave_out_islands(centers)
        problems += self._add_names_of_powers()
        named = {
            *centers,
            *(find_code_in_word(u[2:]) for p in draft.powers.values() for u in p.units),
        }
        problems += [
            f"{self.named[code]}: there is no space {code}{suggest_name(code, draft.spaces)}"
            for code in sorted(named - {*draft.spaces})
        ]
        if problems:
            left_out = (f"{part} (left out by --without)" for part in draft.unplayable)
            raise SourceError(*dict.fromkeys(problems), *left_out)
        return draft

    def _leave_out_islands(self, centers: Container[str]) -> None:
        """Leave out the spaces that nobody can enter or leave, nor has a use for."""
        spaces = self.draft.spaces
        ends = {find_code_in_word(end) for _, end, _ in self.draft.list_borders()}
        units = {
            find_code_in_word(unit[2:])
            for power in self.draft.powers.values()
            for unit in power.units
        }
        for code, space in [*spaces.items()]:
            if not (space.land or space.water or code in {*ends, *units} or code in centers):
                self.draft.impassable.append(spaces.pop(code).name)

    def _choose_name(self, code: str) -> str:
        """Return the name of a space, told apart from the words of orders."""
        name = self.names.get(code, code)
        return f"{name} ({code})" if name.casefold() in WORDS else name

    def _add_names_of_powers(self) -> Iterator[str]:
        """Give powers the names that lines like ``Great Britain = ENGLAND`` have; yield what is
        neither a power nor short enough for a space."""
        for word, (place, names) in self.progress.spoken.items():
            power = self.draft.powers.get(self._name_of_power(word))
            known = {*self.draft.spaces, *self.progress.respelled}
            if word.upper() in known or (power is None and is_code(word.upper())):
                continue
            if power is None:
                yield f"{place}: {word} is no space and no power"
            else:
                power.aliases += names

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
    if not (draft.spaces and draft.powers):
        raise SourceError(f"{path.name}: a board wants spaces and powers")
    draft.title, draft.source = (
        path.stem.replace("_", " ").title(),
        ", ".join(reader.progress.files),
    )
    draft.tidy_aliases()
    return draft


def _list_codes_in_words(words: Iterable[str]) -> list[str]:
    return [word.upper() for word in words if not word.startswith("-")]
