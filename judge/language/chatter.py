"""Sentences that people write beside orders and that say nothing of these, by patterns.

The patterns stand in the list ``chatter``. Each is a whole sentence or clause, word by word: ``|``
stands between words of which one is said, ``_`` within one of several words, ``?`` behind what may
be left out, ``*`` behind what may be said several times, ``{name}`` for any word of a list. Some
signs stand for words that are known otherwise: ``@life`` for one of daily life, ``@power`` for a
power, ``@number``, and ``@thing`` for one that says nothing of orders.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from functools import cache, lru_cache
from itertools import islice

from judge.language.referring import is_of_life
from judge.language.spelling import fold_text
from judge.language.word_lists import list_words
from judge.language.words import find_phrases

_WORD = re.compile(r"[^\W_]+(?:['.-][^\W_]+)*")
_NAME = re.compile(r"\{(\w+)\}")
_LIFE, _POWER, _NUMBER, _THING = "\ue701", "\ue702", "\ue703", "\ue704"
_SIGNS = {"@life": _LIFE, "@power": _POWER, "@number": _NUMBER, "@thing": _THING}
"""What stands behind a word in a text that is compared, for each of the signs in patterns."""
_ALL = _LIFE + _POWER + _NUMBER + _THING
_MARKS = f"[{_ALL}]*"
_LONGEST, _JOINED = 240, 3
"""Longer sentences are none of these, nor such as are joined so often."""
_JOINS = re.compile(r"[,;:()\u2013\u2014]|\s-+\s")


@lru_cache(maxsize=4096)
def is_chatter(text: str, powers: frozenset[str] = frozenset()) -> bool:
    """Say whether a sentence is one of the patterns, or several with signs or an "and" between
    them. ``powers`` are the names of all."""
    if len(text) > _LONGEST:
        return False
    if _is_one_pattern(text, powers):
        return True
    parts = [part for part in _JOINS.split(text) if _WORD.search(part)]
    if len(parts) > 1:
        return all(is_chatter(part, powers) for part in parts)
    joins = [*islice(_compile_joins().finditer(text), _JOINED + 1)]
    return len(joins) <= _JOINED and any(
        _is_one_pattern(text[: join.start()], powers) and is_chatter(text[join.end() :], powers)
        for join in joins
    )


def _is_one_pattern(text: str, powers: frozenset[str]) -> bool:
    words = [*_mark_words(text, powers)]
    if not words:
        return False
    beginnings = _list_beginnings()
    signs = [sign for sign in _SIGNS.values() if sign in words[0]]
    known = {row for key in (words[0].rstrip(_ALL), *signs) for row in beginnings.get(key, ())}
    marked = "".join(f"{word} " for word in words)
    return any(_compile_pattern(row).fullmatch(marked) for row in sorted(known))


def _mark_words(text: str, powers: Collection[str]) -> Iterator[str]:
    """Yield the words of a text, those of a kind that patterns ask for with its marks."""
    for word in _WORD.findall(fold_text(text)):
        bare = word.removesuffix("'s")
        if bare in powers:
            yield bare + _POWER
            yield from ["is"] * (bare != word)
        else:
            yield _mark_word(word.replace("'", ""))


@lru_cache(maxsize=4096)
def _mark_word(word: str) -> str:
    kinds = frozenset[str]().union(*(phrase.kinds for phrase in find_phrases(word)))
    return (
        word
        + _LIFE * (is_of_life(word) and word not in list_words("life_of_plans"))
        + _NUMBER * (word.isdecimal() or word in list_words("numbers"))
        + _THING * (kinds <= {"plain"})
    )


@cache
def _list_beginnings() -> dict[str, list[int]]:
    """Return the rows of the patterns by the words, or signs, with which each may begin."""
    rows = defaultdict[str, list[int]](list)
    for row, said in enumerate(list_words("chatter")):
        for word in said.split():
            for way in _list_ways(word):
                first = way.replace("'", "").replace("_", " ").split()[0]
                rows[_SIGNS.get(first, first)].append(row)
            if word[-1] not in "?*":
                break
    return dict(rows)


@cache
def _compile_pattern(row: int) -> re.Pattern[str]:
    said = list_words("chatter")[row]
    return re.compile("".join(map(_write_word, said.split())))


@cache
def _compile_joins() -> re.Pattern[str]:
    words = "|".join(map(re.escape, list_words("chatter_joins")))
    return re.compile(rf"\s+(?:{words})\s+", re.IGNORECASE)


def _list_ways(word: str) -> list[str]:
    """Return what may stand for one word of a pattern."""
    return [
        way
        for each in word.rstrip("?*").split("|")
        for way in (list_words(each[1:-1]) if _NAME.fullmatch(each) else (each,))
    ]


def _write_word(word: str) -> str:
    """Return the pattern of one word of a pattern of ours, with the blank behind it."""
    often = word[-1] if word[-1] in "?*" else ""
    pattern = f"(?:{'|'.join(map(_write_way, _list_ways(word)))})"
    return f"(?:{pattern}){often}" if often else pattern


def _write_way(way: str) -> str:
    words = way.replace("'", "").replace("_", " ").split()
    return "".join(
        rf"[^ ]*{_SIGNS[word]}{_MARKS} " if word in _SIGNS else f"{re.escape(word)}{_MARKS} "
        for word in words
    )
