"""Lines in which somebody puts an order of theirs right: ``no wait, A MAR - SPA``, ``A MAR - SPA is
what I meant``, ``Change of plan for the fleet: F BRE - MAO instead``; or asks of a unit themselves
and answers: ``And Paris? A PAR - BUR``."""

from __future__ import annotations

import re

from judge.language.lexicon import Lexicon
from judge.language.spelling import fold_text, squeeze_name, write_name_pattern
from judge.language.word_lists import WordPattern

_FOR_UNIT = r"(?: %(amends_for)s [^:,.]{3,30})?"
_BEFORE = WordPattern(
    rf"\W*(?:(?:(?P<says>%(amends)s(?= ?{_FOR_UNIT}[,.:;!-])|%(amends_straight)s)"
    rf"|%(amends_leads)s)(?!\w)(?:{_FOR_UNIT}(?=[:,]))?[\s,.:;!-]+)+"
)
_BEHIND = WordPattern(
    r"(?:(?<![\s,;(-])[\s,;(-]++(?:%(amends_behind)s"
    r"|(?:%(amends_not)s) (?:%(told_to)s )?(?P<old>[^\W_][\w /-]*?)))+[\s.!)]*\Z"
)
_MERELY = WordPattern(r"(?:(?<![\s,])[\s,]++%(amends_ends)s)*[\s.!]*\Z")
_ASKS_OF = WordPattern(r"\W*(?:%(asks_of_unit)s )?(?P<unit>[^\W_][\w .-]{2,30})\? +(?P<order>\S.*)")


def find_amended_order(text: str, lexicon: Lexicon) -> str:
    """Return the order with which somebody says that they put one right, "" if they say no such
    thing, or more."""
    folded = fold_text(text)
    before = _BEFORE.pattern.match(folded)
    start = before.end() if before else 0
    behind = _BEHIND.pattern.search(folded, start)
    if behind and behind["old"] and squeeze_name(behind["old"]) not in lexicon.places:
        return ""
    if not (behind or (before and before["says"])):
        return ""
    return text[start : behind.start() if behind else None].strip()


def names_province(text: str, code: str, lexicon: Lexicon) -> bool:
    """Say whether a text names a province, and not only a unit that may be there."""
    names = [name for name, named in lexicon.places.items() if named == code]
    return re.search(rf"(?<!\w){write_name_pattern(names)}", fold_text(text)) is not None


def announces_amendment(text: str) -> bool:
    """Say whether a line says that something is put right, and no more: ``Change of plan:``."""
    before = _BEFORE.pattern.fullmatch(f"{fold_text(text).rstrip(' .:!-')}:")
    return before is not None and bool(before["says"])


def split_answer_of_unit(text: str, lexicon: Lexicon) -> tuple[str, str]:
    """Return the unit's province that somebody asks of themselves, and the order with which they
    answer; "" if they do not."""
    asked = _ASKS_OF.pattern.fullmatch(fold_text(text))
    place = lexicon.places.get(squeeze_name(asked["unit"]), "") if asked else ""
    if asked is None or not place:
        return "", ""
    start = asked.start("order")
    end = _MERELY.pattern.search(fold_text(text), start)
    return place, text[start : end.start() if end else None]
