"""Lists of words by which lines and mails are read, and patterns made with them.

The lists stand in ``grammar/lists``, so that whoever writes in another language can add to them.
What stands in brackets there, with bars between, are choices: each makes an entry of its own.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from typing import NamedTuple

from judge import resources

_MORE = r"\S{0,6}"
"""What a word may go on with that ends in a star."""
_FIRST = re.compile(r"\w+|\S")
_PARTS = re.compile(r"[^\W\d_]+")
_ONE_OF = re.compile(r"\(.*\|.*\)")


@cache
def _read_all_lists() -> Mapping[str, tuple[str, ...]]:
    """Return the lists of all files. Raises ValueError with the path of one that is wrong."""
    lists: dict[str, tuple[str, ...]] = {}
    for path in resources.list_files("grammar", "lists/*.toml"):
        try:
            table = tomllib.loads(path.read_text(encoding="utf-8"))
            for name, words in table.items():
                written = (way for word in words for way in expand_choices(word.lower()))
                lists[name] = (*lists.get(name, ()), *written)
        except (ValueError, TypeError) as trouble:
            raise ValueError(f"{path}: {trouble}") from trouble
    return lists


def expand_choices(word: str) -> Iterator[str]:
    """Yield each of the words for which one in a list stands that has choices in brackets, which
    may have others in them."""
    if _ONE_OF.search(word) is None:
        yield word
        return
    yield from dict.fromkeys(" ".join(way.split()) for way in _expand_sequence(word))


def _expand_sequence(text: str) -> list[str]:
    """Return the ways to read what may have choices in it."""
    at = next((at for at, sign in enumerate(text) if sign == "(" and _find_ways(text, at)), None)
    if at is None:
        return [text]
    ways, end = _find_ways(text, at) or ([], at)
    first = [way for each in ways for way in _expand_sequence(each)]
    behind = _expand_sequence(text[end:])
    return [f"{text[:at]}{way}{rest}" for way in first for rest in behind]


def _find_ways(text: str, at: int) -> tuple[list[str], int] | None:
    """Return what may be chosen in a bracket that opens at a place, and where it ends, None if that
    is none in which something is chosen."""
    depth, start, ways = 0, at + 1, list[str]()
    for place in range(at, len(text)):
        sign = text[place]
        depth += (sign == "(") - (sign == ")")
        if depth == 0 or (depth == 1 and sign == "|"):
            ways.append(text[start:place])
            start = place + 1
        if depth == 0:
            return (ways, place + 1) if ways[1:] else None
    return None


def list_words(name: str) -> tuple[str, ...]:
    """Return the words of a list, in small letters. Raises KeyError if there is none."""
    return _read_all_lists()[name]


@cache
def list_words_outside(others: frozenset[str]) -> frozenset[str]:
    """Return each word by itself of all lists but the ``others``."""
    lists = (words for name, words in _read_all_lists().items() if name not in others)
    return frozenset(part for words in lists for word in words for part in _PARTS.findall(word))


def find_list(word: str, names: Iterable[str]) -> str | None:
    """Return the first of some lists that has a word, however it is written, or None."""
    folded = word.casefold()
    return next((name for name in names if folded in list_words(name)), None)


@cache
def read_count(word: str) -> int:
    """Return the number that a word of the list ``numbers`` or digits stand for."""
    words = list_words("numbers")
    return words.index(word) + 1 if word in words else int(word)


def write_alternatives(name: str) -> str:
    """Return the pattern of any word of a list, the longest first."""
    words = sorted(list_words(name), key=lambda word: (-len(word), word))
    return f"(?:{'|'.join(map(_compile_word_pattern, words))})"


def _compile_word_pattern(word: str) -> str:
    bare = re.escape(word.removesuffix("*")).replace(r"\ ", " ")
    return bare + _MORE if word.endswith("*") else bare


class _Alternatives(dict[str, str]):
    """The pattern of each list by its name."""

    def __missing__(self, name: str) -> str:
        return write_alternatives(name)


class WordPattern:
    """A pattern that names lists, ``%(if)s`` for one of the words of ``if``; it is put together
    when it is first used."""

    def __init__(self, text: str, flags: int = re.IGNORECASE) -> None:
        self._text = text
        self._flags = flags

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The pattern with the words in it."""
        return re.compile(self._text % _Alternatives(), self._flags)


class FoundWords(NamedTuple):
    """Words of a list that stand in a text, the ``sign`` of the list, and where they end."""

    sign: str
    text: str
    end: int


_NOTHING: tuple[list[int], Mapping[str, str]] = ([], {})


class WordFinder:
    """Finds which words of some lists stand at a place of a folded text; quicker than a pattern is
    if the lists are long. No word of them ends in a star.

    Each ``row`` is a sign for what words do, and the names of their lists: ``m told_move``.
    """

    def __init__(self, *rows: str) -> None:
        self._rows = [row.split() for row in rows]

    @cached_property
    def _by_first(self) -> Mapping[str, tuple[list[int], Mapping[str, str]]]:
        """The words by their first one: how long they are, the longest first, and their signs."""
        found = defaultdict[str, dict[str, str]](dict)
        for sign, *names in self._rows:
            for word in (word for name in names for word in list_words(name)):
                if first := _FIRST.match(word):
                    found[first[0]].setdefault(word, sign)
        return {
            first: (sorted({*map(len, signs)}, reverse=True), signs)
            for first, signs in found.items()
        }

    def match(self, text: str, at: int = 0) -> FoundWords | None:
        """Return the longest words at a place; of several signs the first that has them."""
        first = _FIRST.match(text, at)
        if first is None:
            return None
        lengths, signs = self._by_first.get(first[0], _NOTHING)
        for end in (at + length for length in lengths if at + length <= len(text)):
            sign = signs.get(text[at:end], "")
            if sign and not text[end : end + 1].isalnum():
                return FoundWords(sign, text[at:end], end)
        return None
