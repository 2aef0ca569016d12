"""Sentences by which a mail takes the place of an earlier one of its writer's."""

from __future__ import annotations

import re

from judge.language.referring import list_sentences
from judge.language.spelling import fold_text
from judge.language.word_lists import WordPattern

_EARLIER = (
    r"(?:%(earlier_whose)s %(earlier_which)s %(earlier_mails)s"
    r"|%(earlier_all)s %(earlier_who)s %(earlier_sent)s"
    r"|%(earlier_whose)s %(earlier_mails)s(?= %(sent_when)s))"
    r"(?:,? %(sent_when)s){0,3}"
)
_LEADS = r"\W*(?:%(leads_in)s\W+){0,3}"
_IGNORES = WordPattern(rf"{_LEADS}%(ignores)s {_EARLIER}(?:,? %(ignore_ends)s)?\W*")
_REPLACES = WordPattern(rf"{_LEADS}%(replacing)s %(replaces)s {_EARLIER}\W*")
_ANSWER = re.compile(r"\s*\([^()]*\)\s*$")
_LONGEST = 200
_CLAUSE = re.compile(r"\s+-+\s+|[,:;\u2013\u2014]\s+")


def cut_word_of_earlier_mail(text: str) -> str:
    """Return a line, or a title, without what it says of an earlier mail that no longer counts:
    ``Ignore my last mail - these are right:``. What stands before a colon may speak of what is
    listed below it, and stays."""
    return "".join(map(_cut_from_sentence, list_sentences(text))).strip()


def _cut_from_sentence(sentence: str) -> str:
    if _is_of_earlier_mail(sentence):
        return ""
    first, *others = _CLAUSE.split(sentence, maxsplit=1)
    return others[0] if others and _is_of_earlier_mail(first) else sentence


def _is_of_earlier_mail(text: str) -> bool:
    if len(text) > _LONGEST:
        return False
    folded = fold_text(_ANSWER.sub("", text))
    if _REPLACES.pattern.fullmatch(folded):
        return True
    is_closed = not folded.rstrip().endswith((":", "\uff1a", ","))
    return is_closed and _IGNORES.pattern.fullmatch(folded) is not None
