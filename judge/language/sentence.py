"""One sentence of orders read to its end: the orders, and what is left over beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from judge.language.beside import describe_board, names_space
from judge.language.grammar import Grammar, LineParser
from judge.language.innocent import cut_talk, mentions_other_author
from judge.language.likeness import is_like_talk, is_like_what_governs
from judge.language.order_transformer import ParsedLine
from judge.language.referring import find_pointing
from judge.language.spelling import fold_text, squeeze_name
from judge.language.word_lists import WordPattern, list_words
from judge.language.words import (
    doubt_because_of,
    find_doubt_of_rest,
    find_musing_words,
    find_neutral_ends,
    find_phrases,
    find_places_excluded,
    is_known_remark,
    is_neutral,
)
from judge.model.order import Hold, list_spaces_touched
from judge.model.reason import Reason

_AND = re.compile(r" (?:and|&) ", re.IGNORECASE)
_COMMA = re.compile(r" ?[,;] ?-?[,;]? ?")
_REMARK = re.compile(r"\([^)]*(?:\)|$)|\[[^\]]*(?:\]|$)|\{[^}]*(?:\}|$)|(?://|#|!).*")
_COMMENT = WordPattern(r"\W*(?:#|//)\s*(?P<verb>%(comment_verbs)s)(?:s|ing)? (?P<rest>\S.*?)\W*\Z")
_CALLED = re.compile(r",\s*(?P<name>[^\W\d_]+)(?=[\s.!)\]]*\Z)")
"""Whom a remark calls at its end."""
_IN_ORDER_TO = WordPattern(r"\b%(purpose_leads)s %(purpose)s ")
_STAYS_AS = WordPattern(r"%(stays)s %(as_before)s\b(?! (?:%(as_ever)s)\b).*")
"""An order stays what it was, or a unit where it is."""
_APART = re.compile(r"\s*(?:[(\[{,;:!#/]|-{1,2} )")
_SAYS_WHY = WordPattern(r"\s*(?:%(told_why)s|%(told_whys)s)\b")
_ASKED = WordPattern(r"\W*%(inverted)s\b")
_GOES_ON = WordPattern(r"\W*%(joins)s %(articles)s ")
_NEXT_SENTENCE = re.compile(r"[.!?;]+\s+\w")
_WORD = re.compile(r"(?<![\w'])\w+")
_CLAUSE_END = re.compile(r"[.!?,;:]+\s")
_GAP = re.compile(r"[\s,;:.!&+/-]*")
_MARKS = " ,;:.!-()/"
_AROUND = " ()[]{}/#-"
_BRACKETS = "([{"
_FEW, _MANY, _BEHIND = 2, 8, 1.2
"""So many words have those behind an order at least that are weighed, the second if they speak of
somebody else, and so much surer they are talk than a line of their own; two words twice as much."""
_SURELY = 1.5
"""So much more weighs what surely governs an order."""
_CORRECTS = frozenset({"corrects", "negation", "alternative"})
"""Kinds of words with which words begin that put right what they stand behind."""
_ISLANDS = 12
"""At so many words of a sentence an order is looked for in its midst."""
_LEADS = 12
"""So many words before an order are looked at."""
_BACK = 3
"""So many words may stand between an order and what is not understood, or forbids it."""


class OrderReading(NamedTuple):
    """The orders of a sentence, and the doubt that what stands beside them leaves it in."""

    parsed: ParsedLine
    text: str
    doubt: Reason | None = None
    remark: str = ""
    """What stands behind them and changes nothing, if there is something."""


@lru_cache(maxsize=4096)
def read_order_sentence(text: str, grammar: Grammar) -> OrderReading | None:
    """Return the orders that a sentence gives, None if there are none that it could be about.

    One in no doubt is preferred, then the one that leaves the least of it unread.
    """
    best: OrderReading | None = None
    for start in _list_possible_starts(text):
        reading = _read_from(text[start:], grammar)
        if reading is not None and reading.doubt is None:
            muses = find_musing_words(text)
            return reading._replace(doubt=Reason("left_open", (muses,))) if muses else reading
        best = best or reading
    return best


@lru_cache(maxsize=8192)
def parse_order(text: str, grammar: Grammar) -> ParsedLine | None:
    """Parse a text as typed, else with the beginnings of names written out."""
    parsed: ParsedLine | None = grammar.order.parse(fold_text(text))
    if parsed is None:
        parsed = grammar.order.parse(fold_text(expand_beginnings(text, grammar)))
    if parsed is None and (sign := _COMMA.search(text)):
        unit, rest = text[: sign.start()], text[sign.end() :]
        is_called = grammar.order.parse(fold_text(f"{unit} hold")) is not None
        parsed = grammar.order.parse(fold_text(f"{unit} {rest}")) if is_called else None
    return parsed or _parse_shared_hold(text, grammar)


def _parse_shared_hold(text: str, grammar: Grammar) -> ParsedLine | None:
    """Parse a line in which several units, joined by an "and", are told to hold together."""
    *units, last = _AND.split(text)
    if not units or "," in text:
        return None
    holds = [grammar.order.parse(fold_text(f"{unit} hold")) for unit in units]
    orders = [grammar.order.parse(fold_text(last)), *holds]
    together = [order for parsed in orders if parsed for order in parsed.orders]
    if len(together) == len(orders) and all(isinstance(order, Hold) for order in together):
        return ParsedLine("", tuple(together))
    return None


def expand_beginnings(text: str, grammar: Grammar) -> str:
    """Return the line with beginnings of names written out, where only one name begins so."""
    prefixes = grammar.lexicon.prefixes
    words = list(_WORD.finditer(text))
    written, at, first = "", 0, 0
    while first < len(words):
        if squeeze_name(words[first][0]) not in grammar.lexicon.beginnings:
            first += 1
            continue
        for last in range(min(first + 2, len(words) - 1), first - 1, -1):
            start, end = words[first].start(), words[last].end()
            key = squeeze_name(text[start:end])
            if key in grammar.lexicon.places:
                first = last  # a whole name, of which a part may begin one too
                break
            name = prefixes.get(key)
            if name and " - " not in text[start:end]:
                written, at = written + text[at:start] + name, end
                first = last
                break
        first += 1
    return written + text[at:]


def find_doubt_of_remarks(text: str, parser: LineParser, grammar: Grammar) -> Reason | None:
    """Return the doubt in which the remarks leave a line that is read without them."""
    for remark in _find_remarks(text):
        without = f"{text[: remark.start()]} {text[remark.end() :]}"
        parsed = parser.parse(fold_text(without))
        is_ignored = parser.parse(fold_text(text)) == parsed
        if parsed is not None and _says_the_same(remark, parsed, parser):
            continue
        if is_ignored and (doubt := _find_doubt_behind(remark[0], parsed, grammar, apart=True)):
            return doubt
    return None


def _says_the_same(remark: re.Match[str], parsed: object, parser: LineParser) -> bool:
    """Say whether a remark only says an order's last word again, or adds one that changes nothing:
    ``F DEN S A KIE (hold)``."""
    before, said = remark.string[: remark.start()].strip(), remark[0].strip(_AROUND)
    leads = (before, before.rpartition(" ")[0]) if remark[0][0] in _BRACKETS else ()
    return not remark.string[remark.end() :].strip(_MARKS) and any(
        parser.parse(fold_text(f"{lead} {said}")) == parsed for lead in leads
    )


def _find_doubt_behind(
    rest: str, parsed: object, grammar: Grammar, *, apart: bool
) -> Reason | None:
    """Return the doubt in which words leave the orders that they stand behind: in none, if they
    only say what these are for, or of other places that they are not meant."""
    if apart and not cut_talk(rest.strip(_AROUND), grammar.lexicon.power_words):
        return None
    if may_tell_of_units(rest, grammar):
        return doubt_because_of(rest.strip(_AROUND), rest)
    called = _CALLED.search(rest) if apart else None
    if called and _is_name(called["name"], grammar):
        rest = f"{rest[: called.start()]}{rest[called.end() :]}"
    purpose = _write_purpose(rest)
    if purpose != rest and _find_doubt_behind(purpose, parsed, grammar, apart=apart) is None:
        return None
    excluded = find_places_excluded(rest, grammar.lexicon.places)
    if excluded and isinstance(parsed, ParsedLine):
        units = {order.unit.at.province for order in parsed.orders}
        spaces = {space for order in parsed.orders for space in list_spaces_touched(order)}
        if excluded.isdisjoint(units | spaces):
            return None
    if apart and surely_governs(rest, grammar):
        return doubt_because_of(rest.strip(_AROUND), rest)
    if apart and is_about_something_else(rest, grammar):
        return None
    return find_doubt_of_rest(rest, apart=apart, names=grammar.lexicon.places)


def may_tell_of_units(text: str, grammar: Grammar) -> bool:
    """Say whether words beside an order that are not known to change nothing may tell another unit
    something: they name a kind of units, or go on with what somebody else does: ``and the other
    chap takes its job``."""
    words = re.findall(r"[^\W\d_]+", fold_text(text))
    kinds = {kind for kind in grammar.lexicon.kinds if len(kind) > 1}
    goes_on = _GOES_ON.pattern.match(fold_text(text)) is not None
    return (goes_on or not kinds.isdisjoint(words)) and not is_known_remark(text)


def surely_governs(text: str, grammar: Grammar) -> bool:
    """Say whether words beside an order that are not known to change nothing surely keep it from
    counting, as far as their board is known."""
    here = describe_board(grammar.lexicon.game_map)
    return is_like_what_governs(text.strip(_AROUND), here, _SURELY) and not is_known_remark(text)


def is_about_something_else(rest: str, grammar: Grammar) -> bool:
    """Say whether words behind an order are surely talk, and name no space."""
    said, here = rest.strip(_AROUND), describe_board(grammar.lexicon.game_map)
    words = fold_text(said).split()
    return (
        len(words) >= (_MANY if mentions_other_author(said) else _FEW)
        and "?" not in said
        and not (len(words) == _FEW and words[0] in list_words("told_nobody"))  # nobody does
        and not any(
            find_phrases(clause)[0].kinds & _CORRECTS
            for clause in _CLAUSE_END.split(said)
            if find_phrases(clause)
        )
        and is_like_talk(said, here, _BEHIND if " " in said.partition(" ")[2] else 2 * _BEHIND)
        and not names_space(said, here)
    )


def _is_name(word: str, grammar: Grammar) -> bool:
    """Say whether a word can only be what somebody is called who is no power, and no place."""
    is_known = fold_text(word) in grammar.lexicon.words or bool(find_phrases(word)[0].kinds)
    return word.istitle() and not is_known


def _write_purpose(rest: str) -> str:
    """Return words behind an order with the purpose in them told with a ``to`` alone: ``in order to
    stop Germany``, and in a comment ``# covers Paris``."""
    (to,) = list_words("purpose")
    comment = _COMMENT.pattern.match(rest)
    if comment and not find_pointing(comment["rest"]):
        return f"({to} {comment['verb']} {comment['rest']})"
    return _IN_ORDER_TO.pattern.sub(f"{to} ", rest)


def _find_remarks(text: str) -> Iterator[re.Match[str]]:
    return (match for match in _REMARK.finditer(text) if re.search(r"[^\W_]|\?", match[0]))


def _list_possible_starts(text: str) -> Iterator[int]:
    """Yield where a sentence may begin, with less and less of its kind words; behind a question
    only if it is kind, too, and never if it begins as one."""
    yield 0
    if _ASKED.pattern.match(fold_text(text)):
        return
    asked = text.find("?")
    kind = any("courtesy" in phrase.kinds for phrase in find_phrases(text[: max(asked, 0)]))
    for _, end in zip(range(_LEADS), find_neutral_ends(text), strict=False):
        gap = _GAP.match(text, end)
        start = gap.end() if gap else end
        if not kind and 0 <= asked <= start:
            return
        yield start


def _read_from(text: str, grammar: Grammar) -> OrderReading | None:
    """Return the orders with which a text begins."""
    parsed = parse_order(text, grammar)
    if parsed is not None:
        return OrderReading(parsed, text, find_doubt_of_remarks(text, grammar.order, grammar))
    length = grammar.order.measure_readable_length(fold_text(text))
    if not length:
        return None
    for end in _list_possible_ends(text, length):
        parsed = parse_order(text[:end], grammar)
        if parsed is not None:
            if _NEXT_SENTENCE.search(text, end):
                return None
            says_why = _SAYS_WHY.pattern.match(text, end)
            apart = bool(_APART.match(text, end) or says_why)
            rest = text[end:]
            if _STAYS_AS.pattern.fullmatch(f"{text[:end].rpartition(' ')[2]} {rest.strip(_MARKS)}"):
                if not cut_talk(text, grammar.lexicon.power_words):
                    return None
                return OrderReading(parsed, text[:end], Reason("left_open", (rest.strip(_MARKS),)))
            doubt = find_doubt_of_remarks(text[:end], grammar.order, grammar) or _find_doubt_behind(
                rest, parsed, grammar, apart=apart
            )
            if doubt is None and (more := find_orders(rest, grammar)):
                doubt = more[0].doubt
            return OrderReading(parsed, text[:end], doubt, rest.strip(_MARKS))
    return None


def find_orders(text: str, grammar: Grammar) -> tuple[OrderReading, ...]:
    """Return the orders that stand amid other words of a sentence, without those that a clause of
    it only forbids; what is around them leaves all in doubt."""
    found: list[tuple[int, int, ParsedLine]] = []
    at, tried, has_clauses = 0, 0, _CLAUSE_END.search(text) is not None
    for word in _WORD.finditer(text):
        if word.start() < at or fold_text(word[0]) not in grammar.order_starts:
            continue
        below, tried = text[word.start() :], tried + 1
        for end in _list_possible_ends(
            below, grammar.order.measure_readable_length(fold_text(below))
        ):
            parsed = parse_order(below[:end], grammar)
            if parsed is not None:
                at = word.start() + end
                if not (has_clauses and _is_forbidden(text[: word.start()])):
                    found.append((word.start(), at, parsed))
                break
        if tried == _ISLANDS:
            break
    gaps = zip(
        [0, *(end for _, end, _ in found)],
        [*(start for start, *_ in found), len(text)],
        strict=True,
    )
    around = " ".join(part for a, b in gaps if (part := text[a:b].strip(_MARKS)))
    doubt = find_doubt_of_rest(around, apart=False) or Reason("left_over", (around,))
    return tuple(OrderReading(parsed, text[a:b], doubt) for a, b, parsed in found)


def _is_forbidden(before: str) -> bool:
    """Say whether a clause begins by forbidding what stands behind it."""
    *_, clause = _CLAUSE_END.split(before)
    return any("negation" in phrase.kinds for phrase in find_phrases(clause)[-_BACK:])


def _list_possible_ends(text: str, at: int) -> Iterator[int]:
    """Yield where an order may end before what is not understood; no phrase is cut in two."""
    phrases = find_phrases(text)
    at = next((p.start for p in phrases if p.kinds and p.start < at < p.end), at)
    end = len(text[:at].rstrip(" ,;:-&+/("))
    yield end
    phrases = tuple(phrase for phrase in phrases if phrase.end <= end)
    for phrase in reversed(phrases[-_BACK:]):
        if not is_neutral(phrase.text):
            return
        end = len(text[: phrase.start].rstrip(" ,;:-&+/("))
        yield end
