"""Talk beside orders in other languages than that of the commands.

A sentence is such talk if enough of its words are known in one language, and none may govern orders
there. Where some of them may, it governs, though nobody has listed what it says.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from judge.language.spelling import fold_text
from judge.language.word_lists import WordPattern, list_words

_LANGUAGES = (
    ("german_known", "german_governs"),
    ("french_known", "french_governs"),
    ("spanish_known", "spanish_governs"),
    ("italian_known", "italian_governs"),
    ("dutch_known", "dutch_governs"),
    ("portuguese_known", "portuguese_governs"),
)
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


@lru_cache(maxsize=4096)
def _count_words(text: str) -> tuple[tuple[int, int, int], ...]:
    """Return of each language, if a text may be in it, how many of its words say nothing, how many
    may govern orders, and how many are strange."""
    folded = fold_text(text)
    words = _WORD.findall(folded)
    counts = list[tuple[int, int, int]]()
    for known_words, governing_words in _LANGUAGES:
        governing = _compile(governing_words)
        governs = len(governing.findall(folded))
        listed = _list_known(known_words)
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
