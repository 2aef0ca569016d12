"""Commands in which a word is misspelled."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import combinations, product

from rapidfuzz import process
from rapidfuzz.distance import OSA

from judge.language.grammar import Grammar
from judge.language.spelling import fold_text
from judge.language.words import find_phrases

_WORD = re.compile(r"(?<![\w@.])[^\W\d_]+(?![^\W\d_]|@|\.\w)")
"""A word that is no part of an address."""
_FEW = 6
"""In so many of the first words of a line slips are looked for."""
_SLIPS = 2
"""So many words of a line are misspelled at most."""
_MEANT = 3
"""So many words are tried in place of one."""


def mend_commands(text: str, grammar: Grammar, known: Collection[str] = ()) -> tuple[str, ...]:
    """Return the commands that a line is but for a slip in a word or two, the nearest first.

    ``known`` are words that are no slips, beside those of the grammar, unless they are written as
    commands are.
    """
    strange = [
        word
        for word in [*_WORD.finditer(text)][:_FEW]
        if fold_text(word[0]) not in grammar.command_words
        and (fold_text(word[0]) not in known or (word[0].isupper() and len(word[0]) > 2))
        and "greeting" not in find_phrases(word[0])[0].kinds
    ]
    powers = grammar.lexicon.shown["POWER"]
    meant = {
        word.start(): [
            powers.get(other, other.upper())
            for other in _list_words_meant(fold_text(word[0]), grammar)
        ]
        for word in strange
    }
    for count in range(1, _SLIPS + 1):
        lines: dict[str, str] = {}
        for line in _list_lines_with_words(text, strange, meant, count):
            tree = grammar.command.parse(fold_text(line))
            if tree is not None:
                lines.setdefault(repr(tree), line)
        if lines:
            far = {line: OSA.distance(fold_text(line), fold_text(text)) for line in lines.values()}
            return tuple(line for line in far if far[line] == min(far.values()))[:_MEANT]
    return ()


def _list_lines_with_words(
    text: str, strange: list[re.Match[str]], meant: dict[int, list[str]], count: int
) -> Iterator[str]:
    for words in combinations(strange, count):
        for choice in product(*(meant[word.start()] for word in words)):
            line, at = "", 0
            for word, other in zip(words, choice, strict=True):
                line += text[at : word.start()] + other
                at = word.end()
            yield line + text[at:]


def _list_words_meant(typed: str, grammar: Grammar) -> list[str]:
    """Return the words of commands of which a word is a slip, the nearest first."""
    near = process.extract(
        typed, grammar.command_words, scorer=OSA.distance, score_cutoff=2, limit=2 * _MEANT
    )
    return [word for word, *_ in near if _is_slip_of(typed, word)][:_MEANT]


def _is_slip_of(typed: str, word: str) -> bool:
    """Say whether a word is that of a command with a slip or two; in a short one letters are only
    left out or changed about."""
    if len(typed) > 3:
        return OSA.normalized_similarity(typed, word) > 0.7
    short = len(word) - len(typed)
    swapped = sorted(typed) == sorted(word)
    return len(typed) == 3 and OSA.distance(typed, word) == 1 and (swapped or short == 1)
