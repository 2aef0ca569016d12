"""The words of a board: every spelling of its provinces, coasts, kinds of unit and powers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from rapidfuzz.distance import OSA

from judge.language.spelling import fold_text, group_by_beginning, squeeze_name, write_name_pattern
from judge.language.word_lists import WordPattern, write_alternatives
from judge.model.map import Map, Power, UnitKind

SHORES = {"n": "north", "s": "south", "e": "east", "w": "west"}
"""The coasts that have words, by the first letter of their codes."""

_PREFIX = 4
_VERB = WordPattern(r"(?:still )?(?:%(said_of)s|%(is)s (?:still )?%(stands_at)s)")
"""What may follow a power of which something is said."""


@dataclass(frozen=True, eq=False)
class Lexicon:
    """All spellings of one board, compact (see ``spelling.compact``), and what they mean.

    ``places`` maps to province codes, ``kinds`` to names of kinds, ``powers`` to names of powers,
    ``coasts`` to codes of coasts; ``letters`` are powers' initials, good only before a colon.
    ``prefixes`` maps beginnings, of four letters or more, that only one full name has to that
    name. ``shown`` holds each name as a person would write it, for suggestions.
    """

    game_map: Map
    places: Mapping[str, str]
    kinds: Mapping[str, str]
    powers: Mapping[str, str]
    letters: Mapping[str, str]
    coasts: Mapping[str, str]
    prefixes: Mapping[str, str]
    shown: Mapping[str, Mapping[str, str]]
    patterns: Mapping[str, str]
    people: Mapping[str, str]
    """The provinces of which words like Venetian say that something is."""
    spellings: tuple[str, ...]
    """Every spelling of a power, as typed by people."""

    @cached_property
    def power_words(self) -> frozenset[str]:
        """Every name of a power, as one word."""
        return frozenset(self.powers)

    @cached_property
    def words(self) -> frozenset[str]:
        """Every single word that occurs in some name, folded."""
        texts = [name for table in self.shown.values() for name in table.values()]
        texts += [*self.kinds, *self.powers, *self.places]
        return frozenset(
            fold_text(word) for text in texts for word in text.replace("-", " ").split()
        )

    @cached_property
    def beginnings(self) -> frozenset[str]:
        """Everything with which a name, or the beginning of one, begins."""
        names = (*self.places, *self.prefixes)
        return frozenset(name[:end] for name in names for end in range(1, len(name) + 1))

    @cached_property
    def long_words(self) -> Mapping[str, tuple[str, ...]]:
        """The words of names that are long enough to be told when they are misspelled, by the
        letters with which they begin."""
        return group_by_beginning(word for word in self.words if len(word) > 4)

    def find_meant_coast(self, typed: str) -> str:
        """Return the code of a coast as it stands behind a place: ``(nc)``, ``north coast``."""
        key = squeeze_name(typed.strip("/()[]-., "))
        spelled = (name for name in self.coasts if len(name) > 1 and key.endswith(name))
        return self.coasts.get(key) or self.coasts[max(spelled, key=len)]

    def collect_places_beginning_like(self, typed: str) -> frozenset[str]:
        """Return the provinces of which a name, or a code, begins nearly as a word is spelled."""
        key = squeeze_name(typed)
        return frozenset(
            code
            for name, code in self.places.items()
            if len(key) > 2 and 3 * OSA.distance(key, name[: len(key)]) <= len(key)
        )


def find_power(game_map: Map, text: str) -> str | None:
    """Return the power that a name, adjective, alias or initial means, or None."""
    words = build_lexicon(game_map)
    keys = (squeeze_name(text), squeeze_name(text).removeprefix("the"))
    return next((words.powers[key] for key in keys if key in words.powers), None) or (
        words.letters.get(keys[0])
    )


def describe_coast(coast: str) -> str:
    """Return a coast in words: ``north coast``."""
    return f"{SHORES.get(coast[:1], coast)} coast"


@lru_cache(maxsize=64)
def build_lexicon(game_map: Map) -> Lexicon:
    """Return the words of a board; asking again costs nothing."""
    powers = _collect_power_spellings(game_map)
    power_keys = {squeeze_name(name): power for name, power in powers.items()}
    names = {name: p.code for p in game_map.provinces.values() for name in (*p.aliases, p.name)}
    names = {p.code: p.code for p in game_map.provinces.values()} | names
    places = {squeeze_name(name): code for name, code in names.items()}
    kinds = {
        spelling: kind.name
        for kind in game_map.kinds.values()
        for spelling in _collect_kind_names(kind)
    }
    coasts = _collect_coast_spellings(game_map)
    full = {squeeze_name(p.name): p.name for p in game_map.provinces.values()}
    aliases = {
        squeeze_name(n): game_map.provinces[code].name for n, code in names.items() if len(n) > 4
    }
    codes = {squeeze_name(n): code for n, code in names.items() if len(n) <= 4}
    return Lexicon(
        game_map=game_map,
        places=places,
        kinds={squeeze_name(spelling): kind for spelling, kind in kinds.items()},
        powers=power_keys,
        letters={fold_text(p.letter): p.name for p in game_map.powers.values() if p.letter},
        coasts={squeeze_name(spelling): coast for spelling, coast in coasts.items()},
        prefixes=_collect_unique_prefixes(game_map, {*places, *power_keys}),
        shown={
            "PLACE": codes | aliases | full,
            "KIND": {squeeze_name(kind): kind for kind in game_map.kinds},
            "POWER": {
                squeeze_name(n): n
                for p in game_map.powers.values()
                if not p.sign
                for n in (p.name, p.adjective)
            },
        },
        people={fold_text(word): p.code for p in game_map.provinces.values() for word in p.people},
        patterns={
            "PLACE": write_name_pattern(names),
            "KIND": rf"(?:{write_name_pattern(kinds)})\.?",
            "COAST": _build_coast_pattern(coasts, places),
            **_collect_power_patterns(game_map, powers, places, kinds),
        },
        spellings=tuple(powers),
    )


def _collect_kind_names(kind: UnitKind) -> set[str]:
    plural = f"{kind.name[:-1]}ies" if kind.name.endswith("y") else f"{kind.name}s"
    return {kind.name, plural, kind.code, *kind.codes}


def _collect_power_spellings(game_map: Map) -> dict[str, str]:
    """Return every spelling of a power that only it has."""
    spoken = [
        (name, power.name)
        for power in game_map.powers.values()
        for name in _collect_names_of_power(power)
    ]
    return _keep_unambiguous(spoken) | {
        power.sign or name: name for name, power in game_map.powers.items()
    }


def _keep_unambiguous(spoken: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Return of the spellings, each with its meaning, those that mean one thing."""
    times = Counter(fold_text(spelling) for spelling, _ in spoken)
    return {spelling: meaning for spelling, meaning in spoken if times[fold_text(spelling)] == 1}


def _collect_names_of_power(power: Power) -> set[str]:
    if power.sign:
        return {power.sign}
    bare = {power.name, power.adjective, *power.aliases} - {""}
    bare |= {f"{name}s" for name in bare if name.endswith("an")}  # the Germans
    return bare | {f"{name}'s" for name in bare} | ({f"{power.name}'"} - {f"{power.name}'s"})


def _collect_unique_prefixes(game_map: Map, used_prefixes: set[str]) -> dict[str, str]:
    names = [province.name for province in game_map.provinces.values()]
    sure = _keep_unambiguous(
        [(start, name) for name in names for start in _list_beginnings(squeeze_name(name))]
    )
    used_prefixes = used_prefixes | {
        start for power in game_map.powers for start in _list_beginnings(squeeze_name(power))
    }
    return {start: name for start, name in sure.items() if start not in used_prefixes}


def _list_beginnings(key: str) -> list[str]:
    return [key[:end] for end in range(_PREFIX, len(key))]


def _collect_coast_spellings(game_map: Map) -> dict[str, str]:
    codes = {coast for province in game_map.provinces.values() for coast in province.coasts}
    codes |= {f"{letter}c" for letter in SHORES}
    spellings = {code: code for code in codes}
    for letter, word in SHORES.items():
        spellings |= {f"{word} coast": f"{letter}c", f"{word}ern coast": f"{letter}c"}
        spellings |= {f"{letter}.c": f"{letter}c", letter: f"{letter}c", word: f"{letter}c"}
    return spellings


def _build_coast_pattern(coasts: Mapping[str, str], places: Mapping[str, str]) -> str:
    """Return what may follow a place: ``/nc``, ``(nc)``, ``nc``, ``-nc``, ``(north)``, ..."""
    every = write_name_pattern(coasts)
    bare = [name for name in coasts if name.endswith(("c", "coast")) and name not in places]
    return (
        rf"/ ?{every}|\( ?(?:{every}) ?\.?\)|\[ ?(?:{every}) ?\]"
        rf"|(?:[-.]|{write_alternatives('before_coast')}(?: the)? )?(?:{write_name_pattern(bare)})"
    )


def _collect_power_patterns(
    game_map: Map, powers: Iterable[str], places: Mapping[str, str], kinds: Iterable[str]
) -> dict[str, str]:
    """Return patterns for powers: in a sentence, in front of a kind of unit, before a colon."""
    clear = [name for name in powers if squeeze_name(name) not in places]
    ambiguous = [name for name in powers if squeeze_name(name) in places]
    letters = [power.letter for power in game_map.powers.values() if power.letter]
    return {
        "POWER": write_name_pattern(clear),
        "POWER_BEFORE": f"{write_name_pattern(ambiguous)}(?= (?:{write_name_pattern(kinds)}))",
        "WHO": f"{write_name_pattern(powers)}(?= {_VERB.pattern.pattern})",
        "OWNER": f"{write_name_pattern([*powers, *letters])} ?:",
    }
