"""The wishes of a line that says several things: its sentences, or what is joined in one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from judge.game.sentences.candidates import CLEAR, LIKE, Candidate, SentenceMatcher
from judge.game.sentences.marks import drop_halting_word
from judge.language.parting import split_into_sentences
from judge.language.said_as import load_phrases
from judge.language.word_lists import WordPattern
from judge.language.words import find_phrases

_JOINED = WordPattern(r"[,;]? %(joins)s |[,;] ")
_TAG = WordPattern(r"(?i:%(tag_verbs)s) (?i:%(tag_pronouns)s)\??")
"""What makes a question of the words before it: ``..., isn't it?``"""
_LISTED = re.compile(r"(?:^| )(?:\(?(?:\d|[a-h])\)|\d\.) ")
"""A number or a letter with which one of several wishes of a line begins."""
_COUNTED = re.compile(r"\d\W*(?:\w+ )?\Z")
"""A number, and what joins it to the next."""
_GOVERNING = frozenset(
    {"takeback", "revokes", "unsettled", "alternative", "condition", "hangs_above", "others"}
)
"""Kinds of words that may make what stands beside them no wish of the writer's."""
_ONE_WISH = 0.8
"""From how near on, beside the nearest of its parts, a sentence is one wish if these are alike."""


class SaidWish(NamedTuple):
    """A part of a line that may be a wish of its own, and what it most likely means."""

    text: str
    nearest: Candidate

    @property
    def is_clear(self) -> bool:
        """Whether it surely means a line, or words for others, and is no head of a list."""
        likely = not self.nearest.is_talk and self.nearest.score >= CLEAR
        return likely and not self.text.endswith(":")

    @property
    def has_text(self) -> bool:
        """Whether it has words for others in it."""
        return self.nearest.has_text

    @property
    def is_talk(self) -> bool:
        """Whether it is most like talk."""
        return self.nearest.is_talk and self.nearest.score >= LIKE

    @property
    def asks(self) -> bool:
        """Whether it is a question."""
        return self.text.endswith("?")

    @property
    def asks_for_line(self) -> bool:
        """Whether it is a question that most likely means a line."""
        return self.asks and not self.nearest.is_talk and self.nearest.score >= LIKE

    @property
    def subject(self) -> str:
        """What it is about: a question about all that its line names, a deed about that alone with
        which its line begins."""
        if self.nearest.wish is not None:
            return self.nearest.wish.cannot
        return self.nearest.line if self.asks else _get_head(self.nearest)

    @property
    def bids(self) -> bool:
        """Whether it begins with a word that tells the judge to do something."""
        return load_phrases().is_request(self.text)

    @property
    def is_own(self) -> bool:
        """Whether it begins as something said by itself does."""
        return self.is_clear or self.bids

    @property
    def expects_something(self) -> bool:
        """Whether its writer expects something."""
        return self.asks or self.bids or load_phrases().has_wish(self.text)

    @property
    def may_govern(self) -> bool:
        """Whether it may take back what stands beside it, or make it somebody else's."""
        said = find_phrases(self.text)
        first = said[0].kinds if said else frozenset()
        unsure = _GOVERNING if self.asks else _GOVERNING | {"open"}
        return "corrects" in first or any(phrase.kinds & unsure for phrase in said)

    @property
    def is_unknown_wish(self) -> bool:
        """Whether its writer expects something, and it is like nothing that can be said."""
        return self.expects_something and self.nearest.score < LIKE


def split_into_wishes(text: str, matcher: SentenceMatcher) -> tuple[Sequence[SaidWish], bool]:
    """Return the sentences of a line, or the wishes that are joined in one, and whether these are
    sentences."""
    text = drop_halting_word(text)
    sentences = (part for listed in _LISTED.split(text) for part in split_into_sentences(listed))
    texts = [*filter(None, (part.strip(" ,;") for part in sentences))]
    wishes = [SaidWish(part, matcher.find_nearest(part)) for part in texts]
    return (wishes, True) if len(wishes) > 1 else (_split_joined(text, matcher), False)


def _split_joined(text: str, matcher: SentenceMatcher) -> list[SaidWish]:
    """Return the wishes of one sentence: what neither means a line nor begins as a wish does goes
    with what is before it; behind words for others only one at the end is."""
    wishes: list[SaidWish] = []
    start = 0
    for first, last, has_word in _list_spans(text):
        wish = SaidWish(text[first:last], matcher.find_nearest(text[first:last]))
        goes_on = _COUNTED.search(text[:first]) and text[first].isdigit()
        if goes_on or _TAG.pattern.fullmatch(text[first:last]) or matcher.is_name(text[first:last]):
            is_own = False
        elif wishes and wishes[-1].has_text:
            is_own = has_word and last == len(text) and wish.is_own and not wish.has_text
        else:
            is_own = wish.is_own or (has_word and wish.is_unknown_wish)
        if is_own or not wishes:
            start = first
            wishes.append(wish)
        else:
            wishes[-1] = SaidWish(text[start:last], matcher.find_nearest(text[start:last]))
    return wishes


def _list_spans(text: str) -> Iterator[tuple[int, int, bool]]:
    """Yield where the parts of a sentence begin and end that something joins, and whether that is
    a word."""
    start, has_word = 0, False
    for joined in _JOINED.pattern.finditer(text):
        yield start, joined.start(), has_word
        start, has_word = joined.end(), joined[0].strip(" ,;") != ""
    yield start, len(text), has_word


def are_one_wish(text: str, parts: Sequence[SaidWish], whole: Candidate) -> bool:
    """Say whether the parts of a line are one wish, as nothing of them is clear, all mean the same,
    or the ``whole`` of it is as clear and passes over nothing; those of a list are not."""
    clear = [part for part in parts if part.is_clear]
    if not clear and any(part.asks_for_line for part in parts):
        return not all(part.asks_for_line or part.is_talk for part in parts)
    if not clear or _LISTED.search(text):
        return not clear
    heads = {part.subject for part in clear}
    if _joins_values(whole, clear):
        return True
    if len(heads) == len(parts) and not whole.has_text:
        return False
    least = max(part.nearest.score for part in clear) * (_ONE_WISH if len(heads) == 1 else 1)
    if not whole.has_text and not whole.unsaid and whole.score >= least:
        return True
    return len(clear) == len(parts) and len(heads) < len(parts)


def _joins_values(whole: Candidate, parts: Sequence[SaidWish]) -> bool:
    """Say whether one line says with all its values what is in several parts: ``remind me a day
    before, and once more an hour before``."""
    head, lines = _get_head(whole), [part.nearest.line for part in parts]
    passes_over = whole.missing or whole.unsaid or whole.untimed or whole.has_text
    if whole.score < CLEAR or passes_over or whole.line in lines:
        return False
    values = [part.nearest.line.removeprefix(_get_head(part.nearest)).strip() for part in parts]
    is_same = any(_get_head(part.nearest) == head for part in parts)
    return is_same and all(value and value in whole.line for value in values)


def _get_head(candidate: Candidate) -> str:
    """Return the words in capitals with which a line begins, "" for talk."""
    return " ".join(takewhile(str.isupper, candidate.line.split()))
