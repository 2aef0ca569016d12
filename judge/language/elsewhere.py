"""Whether a sentence beside orders is known to be about something else than these.

It is not if it names something by which a text comes about that its sender does not mean. Somebody
else of whom it tells may have written the orders, or thought of them: then all that is told of them
must be of daily life. What is told of other powers, in a sentence that is closed, is talk.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache

from judge.language.referring import names_daily_life, split_clauses
from judge.language.word_lists import list_words

_LONGEST = 4
"""So many words a phrase of the lists has at most."""


@cache
def _words(*names: str) -> frozenset[str]:
    return frozenset(word for name in names for word in list_words(name))


@cache
def _forms_of_life() -> frozenset[str]:
    """Return the words of daily life in all their forms."""
    ends = list_words("life_ends")
    return frozenset(
        (word.removesuffix("e") if end in list_words("vowel_ends") else word) + end
        for word in list_words("life")
        for end in ends
    )


def is_about_something_else(text: str, powers: Collection[str], own: Collection[str]) -> bool:
    """Say whether a sentence is known to be about something else than the orders beside it."""
    clauses = [[*_split_phrases(clause)] for clause in split_clauses(text)]
    clauses = [clause for clause in clauses if clause]
    words = [word for clause in clauses for word in clause]
    if any(map(_tells_of_text, clauses)):
        return False
    others = {word for word in words if _is_somebody(word.removesuffix("'s"), powers, own)}
    of_life = {word for word in words if word in _forms_of_life() or names_daily_life(word)}
    if not others - of_life:
        return True
    if others <= {*powers}:
        return text.rstrip().endswith((".", "!", "?"))
    told = {word for word in words if word[0].isalpha()} - _small_words()
    strange = told.difference(of_life, own, others)
    return bool(of_life) and not strange and _words("devices").isdisjoint(words)


def names_stranger(text: str) -> bool:
    """Say whether a sentence names somebody else, who may have written what stands beside it."""
    return any(
        _is_somebody(word.removesuffix("'s"), (), ())
        for clause in split_clauses(text)
        for word in clause
    )


@cache
def _small_words() -> frozenset[str]:
    return _words(
        "between", "auxiliaries", "articles", "possessors", "subjects", "leads_in", "leads_clause",
        "stands_behind_pointer", "joins_clause", "joins_place", "of_others", "numbers", "ordinals",
        "points_it", "points_part",
    )  # fmt: skip


def _is_somebody(word: str, powers: Collection[str], own: Collection[str]) -> bool:
    if word in _words("strangers", "persons"):
        return word not in _words("of_the_house")
    return word in powers and word not in own


def _tells_of_text(clause: list[str]) -> bool:
    """Say whether a clause names something by which a text comes about, but that its writer is
    just writing: ``I am writing from the train``."""
    return any(
        word in _words("of_text")
        and not (word in _words("writes_now") and _words("is_writing").intersection(clause[:at]))
        for at, word in enumerate(clause)
    )


def _split_phrases(words: Collection[str]) -> Iterator[str]:
    """Yield the words, those that are a phrase of the lists together."""
    words = [*words]
    known = _words("life", "of_text")
    at = 0
    while at < len(words):
        for count in range(min(_LONGEST, len(words) - at), 0, -1):
            phrase = " ".join(words[at : at + count])
            if count == 1 or phrase in known:
                yield phrase
                at += count
                break
