"""Sentences that present orders: ``Kindly find below the orders of the Republic for spring``.

Who says so gives the orders beside it, for the present turn. Each word has its place in such a
sentence: who presents them, that they do, what, and where, of what and for when they are. Only a
reason, and what went before, may be told in words that are not known.
"""

from __future__ import annotations

import re
from operator import or_

from judge.language.mail_lines import Locality
from judge.language.referring import find_pointing, has_subject
from judge.language.spelling import fold_text
from judge.language.word_lists import WordPattern, list_words
from judge.language.words import NEUTRAL, find_phrases

_SENTENCE = re.compile(r"[.!;]+(?:\s|$)|\s[:;]-?[)(D](?=\s|$)")
_CLAUSE = re.compile(r"\s*(?:,|:|\u2013|\u2014| -+ |[()])\s*")
_WORD = re.compile(r"[^\W_]+(?:['.-][^\W_]+)*")
_OWN = "\ue7ff"
"""Stands for the name of the writer's power, and for a word of the present turn."""

_OF_WHAT = rf"(?:%(present_prepositions)s(?: (?:%(present_said_of)s|{_OWN}))+)"
_KIND = rf"(?:(?:%(present_adjectives)s|{_OWN}) )*"
_WHAT = (
    rf"(?:(?:%(present_owners)s )?{_KIND}(?:%(present_titles)s|%(present_nouns)s)"
    r"|%(present_pronouns)s)"
)
_TITLE = (
    rf"(?:(?:%(present_owners)s )?{_KIND}%(present_titles)s"
    rf"|%(present_own)s {_KIND}%(present_nouns)s)"
)
_WHERE = r"(?:%(present_places)s )*"
_PRESENTS = WordPattern(
    rf"(?:%(present_leads)s )*(?:(?P<before>%(present_circumstances)s(?: \S+){{1,9}}? )??{_WHERE}"
    rf"(?:%(present_subjects)s {_WHERE}%(present_verbs)s|%(present_requests)s|%(present_begins)s)"
    rf" {_WHERE}{_WHAT}(?: {_OF_WHAT})*"
    rf"|{_WHAT}(?: {_OF_WHAT})* %(present_follow)s(?: %(present_places)s)*"
    rf"|{_KIND}{_TITLE}(?: (?:{_OF_WHAT}|{_OWN}))*"
    r"|%(present_again)s %(present_described)s"
    rf")(?: (?:%(present_places)s|{_OWN}))*(?P<why> %(present_reasons)s .*)?"
)
_BESIDE = WordPattern(rf"(?:%(present_leads)s ?)*(?:{_OF_WHAT}|%(present_circumstances)s .*)?")

_UNSURE = frozenset({"takeback", "revokes", "unsettled", "alternative", "open"})
"""Kinds of words that may make orders others wherever they stand."""
_OTHERS = _UNSURE | {"condition", "hangs_above", "negation", "time", "season", "others", "earlier"}
"""The same for what went before."""


def presents_orders(text: str, here: Locality) -> bool:
    """Say whether somebody presents with a line the orders below it, and says nothing that may
    make them others than their own for the present turn."""
    if "?" in text:
        return False
    clauses = [
        [clause for clause in _CLAUSE.split(sentence) if _WORD.search(clause)]
        for sentence in _SENTENCE.split(text)
        if _WORD.search(sentence)
    ]
    presented = [_presents(clause, here) for each in clauses for clause in each]
    beside = (_is_beside(clause, here) for each in clauses for clause in each)
    return any(presented) and all(map(or_, presented, beside))


def _presents(clause: str, here: Locality) -> bool:
    told = _PRESENTS.pattern.fullmatch(_write_with_own(clause, here))
    return (
        told is not None
        and not _find_unsure(told["before"] or "", _OTHERS)
        and not _find_unsure(told["why"] or "", _UNSURE)
    )


def _is_beside(clause: str, here: Locality) -> bool:
    """Say whether a clause says nothing of orders that could make them others."""
    said = _write_with_own(clause, here)
    phrases = find_phrases(clause)
    if here.heads_turn(clause.strip(" *_#=")) or not said.replace(_OWN, "").strip():
        return True
    if all(phrase.kinds & (NEUTRAL | {"judge"}) for phrase in phrases):
        return True
    if _BESIDE.pattern.fullmatch(said):
        return not _find_unsure(clause, _OTHERS)
    return (
        has_subject(clause)
        and not find_pointing(clause)
        and not any(phrase.kinds & _UNSURE for phrase in phrases)
        and "condition" not in phrases[0].kinds
    )


def _write_with_own(clause: str, here: Locality) -> str:
    known = {*here.own, *here.turn}.difference(list_words("present_nouns"))
    return " ".join(_OWN if word in known else word for word in _WORD.findall(fold_text(clause)))


def _find_unsure(text: str, kinds: frozenset[str]) -> bool:
    """Say whether a text has words, the first apart, that may make orders others."""
    return any(
        phrase.kinds & kinds and not phrase.kinds & NEUTRAL for phrase in find_phrases(text)[1:]
    )
