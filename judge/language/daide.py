"""Orders as programs that play write them to each other (DAIDE): ``( FRA AMY PAR ) MTO BUR``."""

from __future__ import annotations

import re
from functools import cache

from judge.language.word_lists import list_words

_UNIT = re.compile(
    r"\(?\s*\(\s*[A-Z]{3}\s+(?P<kind>[A-Z]{3})\s+"
    r"(?:(?P<place>[A-Z]{3})|\(\s*(?P<at>[A-Z]{3})\s+(?P<coast>[A-Z]{3})\s*\))\s*\)"
)
_GOAL = re.compile(r"\(\s*(?P<at>[A-Z]{3})\s+(?P<coast>[A-Z]{3})\s*\)")
_VERB = re.compile(r"\b[A-Z]{3}\b")
_BRACKETS = re.compile(r"\s*[()]\s*")


@cache
def _load(name: str) -> dict[str, str]:
    """Return the words of a list of pairs by those for which they stand."""
    return dict(pair.split() for pair in list_words(name))


def write_out_daide(line: str) -> str:
    """Return an order in the brackets of DAIDE as people write it, any other line as it is."""
    unit = _UNIT.match(line.strip())
    kinds, coasts, verbs = _load("daide_kinds"), _load("daide_coasts"), _load("daide_verbs")
    if unit is None or unit["kind"].lower() not in kinds:
        return line

    def write_unit(found: re.Match[str]) -> str:
        kind = kinds.get(found["kind"].lower(), found["kind"])
        return f" {kind} {found['place'] or write_site(found)} "

    def write_site(found: re.Match[str]) -> str:
        coast = coasts.get(found["coast"].lower(), "")
        return f"{found['at']}/{coast}" if coast else found[0]

    said = _GOAL.sub(write_site, _UNIT.sub(write_unit, line.strip()))
    said = _VERB.sub(lambda word: verbs.get(word[0].lower(), word[0]), said)
    words = _BRACKETS.sub(" ", said).split()
    before = _load("daide_verbs_before")
    if words[-1].lower() in before:
        words = [before[words[-1].lower()], *words[:-1]]
    return " ".join(words)
