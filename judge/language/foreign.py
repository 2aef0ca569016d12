"""Talk beside orders in other languages than that of the commands.

A sentence is such talk if enough of its words are known in one language, and none may govern orders
there. Where some of them may, it governs, though nobody has listed what it says.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from judge.language.said_as import load_phrases
from judge.language.spelling import fold_text
from judge.language.word_lists import WordPattern, list_words, list_words_outside


class _Language(NamedTuple):
    """The lists of a language: words that say nothing, those that may govern orders, what is
    presented, and what stands beside it."""

    known: str
    governs: str
    orders: str
    presents: str


_LANGUAGES = (
    _Language("german_known", "german_governs", "german_orders", "german_presents"),
    _Language("french_known", "french_governs", "french_orders", "french_presents"),
    _Language("spanish_known", "spanish_governs", "spanish_orders", "spanish_presents"),
    _Language("italian_known", "italian_governs", "italian_orders", "italian_presents"),
    _Language("dutch_known", "dutch_governs", "dutch_orders", "dutch_presents"),
    _Language("portuguese_known", "portuguese_governs", "portuguese_orders", "portuguese_presents"),
)
_OTHERS = _Language("", "", "other_orders", "other_presents")
"""Languages of which no other words are known."""
_LISTS_OF_LANGUAGES = frozenset(name for each in (*_LANGUAGES, _OTHERS) for name in each)
_KNOWN = 0.42
"""So great a part of the words of English sentences is known at least."""
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_LEAST = 4
"""So many words a sentence has at least of which some are strange."""


def is_foreign_talk(text: str) -> bool:
    """Say whether a sentence is talk in another language that says nothing of orders."""
    return any(
        strange <= known and (strange == 0 or known + strange >= _LEAST) and not governs
        for known, governs, strange in _count_words(text)
    )


def governs_in_other_language(text: str) -> bool:
    """Say whether most words of a sentence are of another language, and some may govern orders."""
    return not is_foreign_talk(text) and any(
        governs and known + governs > strange for known, governs, strange in _count_words(text)
    )


def is_in_unknown_language(text: str) -> bool:
    """Say whether so few words of a sentence are known that it must be in a language which nobody
    reads here, and may say anything. Names do not count."""
    if is_foreign_talk(text):
        return False
    words = [_fold(word) for word in _WORD.findall(text) if not word.istitle()]
    known = sum(word in _list_known_words() for word in words)
    return len(words) >= _LEAST and known < _KNOWN * len(words)


@cache
def _list_known_words() -> frozenset[str]:
    """Return each word of all sentences and lists but those of other languages."""
    return list_words_outside(_LISTS_OF_LANGUAGES) | load_phrases().vocabulary


def presents_in_other_language(text: str, own: Container[str], turn: Container[str]) -> bool:
    """Say whether somebody presents with a line their orders for the present ``turn``: ``meine
    Befehle``, ``Frankreich, Herbst``. ``own`` are names of their power."""
    folded = _fold(text)
    if "?" in text or any(number not in turn for number in re.findall(r"\d+", folded)):
        return False
    return any(_presents_in(language, folded, own, turn) for language in (*_LANGUAGES, _OTHERS))


def _presents_in(language: _Language, text: str, own: Container[str], turn: Container[str]) -> bool:
    left, orders = _compile(language.orders).subn(" ", text)
    left = _compile(language.presents).sub(" ", left)
    words = _WORD.findall(left)
    called = [name for word in words if (name := list_foreign_names().get(word))]
    others = [
        word
        for word in words
        if word not in list_foreign_names() and word not in own and word not in turn
    ]
    if not (orders or called) or any(name not in own and name not in turn for name in called):
        return False
    if not language.known:
        return not others
    governing, known = _compile(language.governs), _list_known(language.known)
    return all(word in known and not governing.fullmatch(word) for word in others)


def _fold(text: str) -> str:
    return fold_text(text).replace("ß", "ss")


@cache
def list_foreign_names() -> Mapping[str, str]:
    """Return the names of seasons and powers here by those in other languages."""
    return dict(
        pair.split() for name in ("foreign_seasons", "foreign_powers") for pair in list_words(name)
    )


@lru_cache(maxsize=4096)
def _count_words(text: str) -> tuple[tuple[int, int, int], ...]:
    """Return of each language, if a text may be in it, how many of its words say nothing, how many
    may govern orders, and how many are strange."""
    folded = _fold(text)
    words = _WORD.findall(folded)
    counts = list[tuple[int, int, int]]()
    for language in _LANGUAGES:
        governing = _compile(language.governs)
        governs = len(governing.findall(folded))
        listed = _list_known(language.known)
        known = sum(word in listed and not governing.fullmatch(word) for word in words)
        if known + governs > 1:
            counts.append((known, governs, max(0, len(words) - known - governs)))
    return tuple(counts)


@cache
def _list_known(name: str) -> frozenset[str]:
    return frozenset(list_words(name))


@cache
def _compile(name: str) -> re.Pattern[str]:
    return WordPattern(rf"(?<![^\W_])%({name})s(?![^\W_])").pattern
