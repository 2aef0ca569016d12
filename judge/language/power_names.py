"""All that the powers of a game are called; those names that have several words are written as one,
so that prose is looked at in the same way whatever they are: ``Dear United States,``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from judge.language.lexicon import build_lexicon
from judge.language.spelling import fold_text, squeeze_name, write_name_pattern
from judge.model.map import Map

_PARTS = re.compile(r"[\s.-]+")
_BETWEEN = re.compile(r"[\s.'\u2019-]+")
"""What is no letter of a name that has several words."""
_WORD = re.compile(r"\w+")


class PowerNames(frozenset[str]):
    """Names as they are compared, each one word; of those in ``spellings`` some have several, and
    within the names of ``places`` they are none of them: ``Western United States``."""

    meaning: Mapping[str, str]
    """The code of the power by each of its names."""
    _long: dict[str, str]
    _found: re.Pattern[str]

    def __new__(
        cls,
        meaning: Mapping[str, str],
        spellings: tuple[str, ...] = (),
        places: tuple[str, ...] = (),
    ) -> PowerNames:
        """Return the names themselves, as a set."""
        names = super().__new__(cls, meaning)
        names.meaning = meaning
        names._long, names._found = _compile_long_names(spellings, places)
        return names

    def join_words(self, text: str) -> str:
        """Return a text with each name that has several words as one."""
        if not self._long:
            return text
        named = [one for one in self._found.finditer(fold_text(text)) if one["power"]]
        for one in reversed(named):
            joined = _BETWEEN.sub("", text[one.start() : one.end()])
            text = text[: one.start()] + joined + text[one.end() :]
        return text

    def part_words(self, text: str) -> str:
        """Return a text with the names of several words as they are written."""
        if not self._long:
            return text
        return _WORD.sub(lambda word: self._long.get(fold_text(word[0]), word[0]), text)


@lru_cache(maxsize=64)
def build_power_names(
    game_map: Map, others: frozenset[tuple[str, str]] = frozenset()
) -> PowerNames:
    """Return the names of the powers of a board, and ``others`` that they have in a game, each with
    its power."""
    lexicon = build_lexicon(game_map)
    meaning = {**lexicon.powers, **{squeeze_name(name): power for name, power in others}}
    places = tuple(lexicon.shown["PLACE"].values())
    return PowerNames(meaning, (*lexicon.spellings, *(name for name, _ in others)), places)


@lru_cache(maxsize=64)
def _compile_long_names(
    spellings: tuple[str, ...], places: tuple[str, ...]
) -> tuple[dict[str, str], re.Pattern[str]]:
    """Return the names that have several words by what they are as one, and what finds them."""
    taken = {squeeze_name(place): place for place in places}
    long = [name for name in spellings if _PARTS.search(name) and squeeze_name(name) not in taken]
    written = {squeeze_name(name): name for name in sorted(long, key=len, reverse=True)}
    around = [place for key, place in taken.items() if any(name in key for name in written)]
    return written, re.compile(
        rf"(?<!\w)(?:{write_name_pattern(around)}|(?P<power>{write_name_pattern(long)}))"
    )
