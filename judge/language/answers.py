"""Short answers: yes and no in the words of people, and the numbers of what a letter offers.

Their words stand in ``grammar/answers.toml``. A word that is none of them makes an answer unsure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Literal, NamedTuple

from judge import resources
from judge.language.said_as import said_as
from judge.language.spelling import fold_text, normalize_line
from judge.tables import Table, read_table

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_PICK = re.compile(r"#?(?P<first>\d{1,3})(?: ?- ?(?P<last>\d{1,3}))?(?![\w-])[.):]?|[^\W\d_]+|-")
_MOST = 12
"""So many words an answer has at most."""


class AnswerWords(Table):
    """The file."""

    yes: frozenset[str]
    no: frozenset[str]
    abstain: frozenset[str]
    doubt: frozenset[str]
    harmless: frozenset[str]
    beside: frozenset[str]
    every: frozenset[str]
    none: frozenset[str]
    without: frozenset[str]
    ranges: frozenset[str]
    places: Mapping[str, int]


class ShortAnswer(NamedTuple):
    """What an answer says; ``sure``: every word of it is known."""

    says: Literal["yes", "no", "abstain"]
    sure: bool


class Picked(NamedTuple):
    """The numbers that a line is made of: ``numbers`` (-1 is the last), or ``every`` one, ``but``
    for some. No number at all says yes; ``nothing`` is none of them."""

    numbers: tuple[int, ...] = ()
    every: bool = False
    but: frozenset[int] = frozenset()
    nothing: bool = False


@cache
def answer_words() -> AnswerWords:
    """Return the words of answers. Raises ValueError with the path if the file is wrong."""
    return read_table(AnswerWords, resources.find_file("grammar", "answers.toml"))


def read_short_answer(text: str) -> ShortAnswer | None:
    """Return what an answer in a few words says, None if it is neither yes nor no."""
    known = answer_words()
    typed = _WORD.findall(fold_text(normalize_line(text)))
    words = said_as().write_out(" ".join(typed))
    if not words or len(words) > _MOST or any(word in known.doubt for word in words):
        return None
    if any(map(str.isdigit, words)):
        return None
    said = {
        name: any(word in group for word in words)
        for name, group in (("yes", known.yes), ("no", known.no), ("abstain", known.abstain))
    }
    every = known.yes | known.no | known.abstain | known.harmless
    sure = all(word in every for word in words)
    if {"yes", "no"} <= {*words}:
        return None
    if said["abstain"]:
        return ShortAnswer("abstain", sure and not said["yes"])
    if words[0] in known.no or words[-1] == "no" or (said["no"] and not said["yes"] and sure):
        return ShortAnswer("no", sure)
    if words[0] in known.yes or words[-1] == "yes" or (said["yes"] and not said["no"] and sure):
        return ShortAnswer("yes", sure and not said["no"])
    return None


def read_picked(text: str, *, votes: bool = False) -> Picked | None:
    """Return the numbers that a line is made of, none for one that says yes, None for others.

    Where there are ``votes``, NO 1 is one, and not the number 1.
    """
    known, line = answer_words(), fold_text(normalize_line(text)).strip(" .!\"'")
    words = line.split()
    if not words or len(words) > _MOST or (votes and words[0] in known.no):
        return None
    picks = [*_PICK.finditer(line)]
    left = _PICK.sub(" ", line).strip(" ,.;:+&#()/!")
    if left or not picks:
        return None
    if all(word in known.yes or word in known.harmless for word in words) and not any(
        word in known.every for word in words
    ):
        plain = {word.strip(",.") for word in words}
        return Picked() if plain & _PLAIN_YES else None
    return _read_numbers(picks, known)


_PLAIN_YES = frozenset(("y", "yes", "yep", "yeah", "ok", "okay", "sure", "right", "confirm"))


def _read_numbers(picks: list[re.Match[str]], known: AnswerWords) -> Picked | None:
    numbers: list[int] = []
    but: set[int] = set()
    every = leaves_out = nothing = False
    for pick in picks:
        word = pick[0]
        if pick["first"]:
            first, last = int(pick["first"]), int(pick["last"] or pick["first"])
            if last < first or last - first > 50:
                return None
            (but.update if leaves_out else numbers.extend)(range(first, last + 1))
        elif word in known.every:
            every = True
        elif word in known.none:
            nothing = True
        elif word in known.places:
            if not every or leaves_out:
                (but.add if leaves_out else numbers.append)(known.places[word])
        elif word in known.without:
            leaves_out = True
        elif word not in known.beside and word not in ("no", "confirm"):
            return None
    if nothing:
        return None if numbers or every else Picked(nothing=True)
    if not numbers and not every:
        return None
    return Picked(tuple(dict.fromkeys(n for n in numbers if n not in but)), every, frozenset(but))
