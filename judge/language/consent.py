"""Words with which people answer whether something is to be done: what limits it, denies it, says
why, or asks what would come of it. Texts are folded."""

from __future__ import annotations

import re

from judge.language.answers import load_answer_words
from judge.language.word_lists import WordPattern

_LIMITS = WordPattern(r"\b%(limits_deed)s\b")
_DENIES = WordPattern(r"\b%(denies_deed)s\b")
_REASON = WordPattern(r"\W*%(told_why)s\b")
_ASKS = WordPattern(r"\b%(asks_of_deed)s\b|\A\W*%(asks_in_short)s\W*\Z")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")


def limits_deed(folded: str) -> bool:
    """Say whether words leave it open, or limit it, or may do so."""
    words = {*_WORD.findall(folded)}
    return bool(words & load_answer_words().doubt) or names_limit(folded)


def names_limit(folded: str) -> bool:
    """Say whether words limit it for sure: ``but``, ``only if``."""
    return _LIMITS.pattern.search(folded) is not None


def denies_deed(folded: str) -> bool:
    """Say whether words deny it anywhere."""
    return _DENIES.pattern.search(folded) is not None


def begins_with_denial(folded: str) -> bool:
    """Say whether the first word denies it."""
    return _DENIES.pattern.match(folded) is not None


def gives_reason(folded: str) -> bool:
    """Say whether words begin as a reason does."""
    return _REASON.pattern.match(folded) is not None


def asks_of_deed(folded: str) -> bool:
    """Say whether a question is what would come of it, or what is asked."""
    return _ASKS.pattern.search(folded) is not None
