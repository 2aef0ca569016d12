"""What sentences beside orders name: provinces and kinds of units, as people say them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from judge.language.foreign import list_foreign_names
from judge.language.lexicon import Lexicon, build_lexicon
from judge.language.mail_lines import Locality, Meanings
from judge.language.power_names import build_power_names
from judge.language.said_as import load_phrases
from judge.language.spelling import fold_text, squeeze_name
from judge.language.word_lists import list_words
from judge.language.words import list_phrases_of_kind
from judge.model.map import Map

_LONGEST_NAME = 5
"""Of so many words is a name of the board at most."""
_CODE = 3
"""So many letters a code of the board has."""
_FEW = 3
"""A word that more names have than that means none of them."""
_SAME_KIND = ("soldiers", "ships", "planes", "missiles")
"""The lists of words that are said for the same kind of unit."""
_WORD = re.compile(r"\w+(?:'\w+)*")
_YEAR = re.compile(r"\d{4}|[a-z]\d{2}(?:\d{2})?[a-z]?")
"""A year, or a turn by its code: ``F1901M``."""
_SPACE, HOME = "SPACE", "HOME"
"""The marks of spaces, the second where a unit of the writer stands."""
OTHER_TURN = "TURN"
"""The mark of a season or a year that is not the present one."""


class SpokenWord(NamedTuple):
    """What somebody typed, what it may name (provinces by their codes, kinds of units), and where
    it stands in a text."""

    typed: str
    names: frozenset[str] = frozenset()
    span: tuple[int, int] = (0, 0)


@lru_cache(maxsize=64)
def collect_meanings(game_map: Map) -> Meanings:
    """Return what compact names may mean in a sentence, provinces by their codes and kinds of
    units: names, the words that are said for kinds, words of names that few have, and the lands of
    powers for these."""
    lexicon = build_lexicon(game_map)
    meanings = _collect_words_of_names(lexicon)
    for words in map(list_words, _SAME_KIND):
        called = list(map(squeeze_name, words))
        kinds = frozenset(lexicon.kinds[word] for word in called if word in lexicon.kinds)
        meanings |= {word: kinds | meanings.get(word, kinds) for word in called if kinds}
    meanings |= {name: _list_lands(game_map, power) for name, power in lexicon.powers.items()}
    kinds_by_name = {name: kind for name, kind in lexicon.kinds.items() if len(name) > _CODE}
    named = kinds_by_name | dict(lexicon.places)
    return Meanings(meanings | {name: frozenset({meant}) for name, meant in named.items()})


def _list_lands(game_map: Map, power: str) -> frozenset[str]:
    """Return the homes of a power, and the region that is called like it."""
    regions = (codes for name, codes in game_map.regions.items() if power in name)
    return frozenset[str]().union(game_map.powers[power].homes, *regions)


def _collect_words_of_names(lexicon: Lexicon) -> dict[str, frozenset[str]]:
    having = defaultdict[str, set[str]](set)
    for name in lexicon.shown["PLACE"].values():
        for word in _list_words_of_name(name):
            having[word].add(lexicon.places[squeeze_name(name)])
    return {word: frozenset(codes) for word, codes in having.items() if len(codes) <= _FEW}


def _list_words_of_name(name: str) -> list[str]:
    """Return the words of a name that are no words of other sentences."""
    words = map(fold_text, re.split(r"[\s-]+", name))
    return [word for word in words if len(word) > _CODE and word not in load_phrases().vocabulary]


@lru_cache(maxsize=64)
def collect_words_of_regions(game_map: Map) -> frozenset[str]:
    """Return the words in the names of a board's regions."""
    return frozenset(word for name in game_map.regions for word in _list_words_of_name(name))


def split_names(text: str, here: Locality) -> Iterator[SpokenWord]:
    """Yield the words of a text, those together that name a province or a kind of unit.

    Codes are names in capitals; in prose with one, too, where they are no words: a war is no
    Warsaw.
    """
    found, in_prose = [*_WORD.finditer(text)], "-" not in text
    words = [word[0] for word in found]
    at = 0
    while at < len(words):
        longest = _LONGEST_NAME if squeeze_name(words[at]) in here.mean.beginnings else 1
        for end in range(min(at + longest, len(words)), at, -1):
            typed = " ".join(words[at:end])
            if names := _find_meant(typed, here, in_prose=in_prose):
                yield SpokenWord(typed, names, (found[at].start(), found[end - 1].end()))
                break
        else:
            end = at + 1
            names = _find_meant_by_adjective(words[at], here)
            yield SpokenWord(words[at], names, found[at].span())
        at = end


def _find_meant(typed: str, here: Locality, *, in_prose: bool) -> frozenset[str]:
    bare = typed.removesuffix("'s").removesuffix("'")
    if len(bare) <= _CODE and not bare.isupper():
        is_word = fold_text(bare) in load_phrases().vocabulary
        if is_word or not (in_prose and bare.istitle()):
            return frozenset()
    key = squeeze_name(bare)
    if key in here.own:
        return frozenset()
    return here.mean.get(key) or here.mean.get(key.removesuffix("s"), frozenset())


def _find_meant_by_adjective(word: str, here: Locality) -> frozenset[str]:
    """Return the province of which a word may be the adjective: ``Spanish``."""
    if not word.istitle():
        return frozenset()
    bare = next(
        (word.removesuffix(e) for e in list_words("adjective_ends") if word.endswith(e)), ""
    )
    if len(bare) < _CODE:
        return frozenset()
    beginning = fold_text(bare)[:_CODE]
    found = {
        code
        for name in here.mean
        if name.startswith(beginning)
        for code in here.mean[name]
        if code.isupper()
    }
    return frozenset(found) if len(found) == 1 else frozenset()


def mark_names_on_board(text: str, here: Locality) -> str:
    """Return a text in small letters, with a mark in capitals for each name on the board or of a
    power, or of a season or a year: it is the same then wherever it is said.

    ``OWN`` is the writer's power, ``HOME`` where a unit of theirs stands, ``NOW`` the present turn;
    of others the marks are ``POWER``, ``SPACE``, ``TURN``.
    """
    return _mark_names_known(text, _NamesHere(here))


class _NamesHere:
    """What is known where a sentence is said, as far as names in it are concerned."""

    def __init__(self, here: Locality) -> None:
        self.here = here
        self._key = (here.own, here.powers, frozenset(here.kinds), (*here.turn,), id(here.mean))

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _NamesHere) and self._key == other._key


@lru_cache(maxsize=4096)
def _mark_names_known(text: str, known: _NamesHere) -> str:
    here = known.here
    text, marked, last = text.replace("\u2019", "'"), "", 0
    for word in split_names(text, here):
        if mark := _find_mark(word, here):
            start, end = word.span
            marked += f"{fold_text(text[last:start])}{mark}"
            last = end
    return marked + fold_text(text[last:])


def _find_mark(word: SpokenWord, here: Locality) -> str:
    typed = fold_text(word.typed).removesuffix("'s")
    is_foreign = typed not in load_phrases().vocabulary
    said = list_foreign_names().get(typed.rpartition("'")[2], typed) if is_foreign else typed
    if said in here.own:
        return "OWN"
    if said in here.powers:
        return "POWER"
    if any(map(str.isupper, word.names)):
        return _SPACE if word.names.isdisjoint(here.kinds) else HOME
    if said in here.turn:
        return "NOW"
    return OTHER_TURN if said in list_phrases_of_kind("season") or _YEAR.fullmatch(said) else ""


@lru_cache(maxsize=64)
def describe_board(game_map: Map) -> Locality:
    """Return where a sentence is said of which only the board is known."""
    return Locality(powers=build_power_names(game_map), mean=collect_meanings(game_map))


def names_space(text: str, here: Locality) -> bool:
    """Say whether a text names a space, be it where a unit stands or not."""
    return any(mark in mark_names_on_board(text, here) for mark in (HOME, _SPACE))


def begins_name(text: str, here: Locality) -> bool:
    """Say whether a name on the board begins with a text: ``Mid-Atlantic``."""
    key = squeeze_name(text)
    return any(name.startswith(key) for name in here.mean)


def find_names_on_board(text: str, here: Locality) -> frozenset[str]:
    """Return the provinces and the kinds of units that a text names."""
    return frozenset[str]().union(*(word.names for word in split_names(text, here)))


def names_places(text: str, here: Locality) -> bool:
    """Say whether a text names provinces or units, and not only powers."""
    words = (word for word in split_names(text, here) if word.names)
    return any(fold_text(word.typed).removesuffix("'s") not in here.powers for word in words)


def list_names_and_moves(text: str, here: Locality) -> frozenset[str]:
    """Return the names in a text, and, behind a dash, the moves to those that are provinces."""
    names = find_names_on_board(text, here)
    return names | {f"- {name}" for name in names if name.isupper()}
