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
_IGNORES = WordPattern(
    rf"{_LEADS}%(ignores)s {_EARLIER}(?:,? %(ignore_ends)s|,? (?P<below>%(ignored_for)s))?\W*"
)
_REPLACES = WordPattern(
    rf"{_LEADS}%(replacing)s %(replaces)s"
    rf" (?:{_EARLIER}|(?:%(earlier_whose)s %(earlier_which)s )?%(earlier_ones)s)\W*"
)
_REPLACED_BY = WordPattern(
    rf"{_LEADS}%(replace_by)s (?:{_EARLIER}|%(earlier_whose)s %(earlier_mails)s) %(by_these)s\W*"
)
_ALL_SENT = WordPattern(
    rf"{_LEADS}%(ignores)s %(earlier_all)s %(earlier_who)s %(earlier_sent)s"
    r"(?:,? %(ignore_ends)s)?\W*"
)
"""What is said of all that somebody has sent is said of what stands above it in a mail, too."""
_ANSWER = re.compile(r"\s*\([^()]*\)\s*$")
_LONGEST = 200
_CLAUSE = re.compile(r"\s+-+\s+|[,:;\u2013\u2014]\s+")


def cut_word_of_earlier_mail(text: str, *, is_first: bool = True) -> str:
    """Return a line, or a title, without what it says of an earlier mail that no longer counts:
    ``Ignore my last mail - these are right:``. What stands before a colon may speak of what is
    listed below it, and stays; so does what may speak of orders above it, if it is not the
    first."""
    return "".join(_cut_from_sentence(each, is_first) for each in list_sentences(text)).strip()


def _cut_from_sentence(sentence: str, is_first: bool) -> str:
    if not is_first and _ALL_SENT.pattern.fullmatch(fold_text(sentence)):
        return sentence
    if _is_of_earlier_mail(sentence):
        return ""
    ends = [*_CLAUSE.finditer(sentence)]
    if ends and _is_of_earlier_mail(sentence[: ends[0].start()]):
        return _cut_from_sentence(sentence[ends[0].end() :], is_first)
    if ends and _is_of_earlier_mail(sentence[ends[-1].end() :]):
        return _cut_from_sentence(sentence[: ends[-1].start()], is_first)
    return sentence


def _is_of_earlier_mail(text: str) -> bool:
    if len(text) > _LONGEST:
        return False
    folded = fold_text(_ANSWER.sub("", text))
    if _REPLACES.pattern.fullmatch(folded) or _REPLACED_BY.pattern.fullmatch(folded):
        return True
    ignored = _IGNORES.pattern.fullmatch(folded)
    is_closed = not folded.rstrip().endswith((":", "\uff1a", ","))
    return ignored is not None and (is_closed or ignored["below"] is not None)
