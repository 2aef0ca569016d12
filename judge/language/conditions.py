"""Lines by which orders hang on conditions: ``IF``, ``ELSE``, ``END``, and all three in one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from judge.language.grammar import Grammar
from judge.language.parting import is_order
from judge.language.sentence import find_orders, read_order_sentence
from judge.language.spelling import fold_text
from judge.language.statement import Step
from judge.language.talk import is_chat, is_talk
from judge.language.word_lists import WordPattern
from judge.model.condition import Condition, Negated
from judge.model.reason import Reason

_IF = WordPattern(r"[\s(]*(?:%(but)s )?(?:only )?(?:%(if)s|%(when)s|(%(unless)s))\b[ :,]*")
_HANGING = WordPattern(
    r"[\s,;(-]*\b(?:(?:%(but)s )?(?:only )?(?:%(if)s|%(unless)s|%(otherwise)s))\b"
    r"|(?:\A|[,;(-] *)%(inverted_if)s(?= \w)(?! (?:%(after_should)s)\b)"
)
_IN_BRACKETS = WordPattern(r"\((?:%(but)s |only )*(?:%(if)s|%(unless)s)\b")
_ASKS_ADVICE = WordPattern(r"\W*(?:\w+,? )?%(asks_advice)s\b[^?]*\?.*")
_ASKS_OUTCOME = WordPattern(r"\W*(?:\w+,? )?(?:%(asks_outcome)s)\b")
_OF_OUTCOME = WordPattern(r"\b(?:%(of_outcome)s)\b[^?]*\?")
_ELSE = WordPattern(r"(?:%(else)s|%(else_if)s)\b[ ,:]*")
_ELSE_IF = WordPattern(r"%(else_if)s\b")
_OR_ELSE = WordPattern(r"[;,.]? (?:or )?%(else)s\b[,:]? ")
_IF_NOT = WordPattern(r"%(if_not)s\b")
_NOUN = WordPattern(r"\b(?:(?:%(before_nouns)s) )+(?P<noun>[^\W\d_]+)\b")
_END = WordPattern(r"%(end_if)s")
_THEN = re.compile(r",? then\b[:,]? ?| ?[:,] ?| ", re.I)
_CLAUSE_END = re.compile(r",? then |, ?|: ", re.I)
_MAY_END = re.compile(rf"{_CLAUSE_END.pattern}| [-\u2013\u2014]+ ", re.I)


def read_condition(text: str, grammar: Grammar) -> tuple[Step, ...]:
    """Return what a line says of conditions, nothing if it says nothing of any that can be read.

    ``IF BUR IS EMPTY`` is one step, ``A PAR - BUR if BUR is empty, else A PAR H`` is five.
    """
    plain = text.strip().rstrip(" .!;")
    if _END.pattern.fullmatch(plain):
        return (Step("end", plain),)
    if else_match := _ELSE.pattern.match(plain):
        return _read_else(plain, plain[else_match.end() :], grammar)
    if opener := _IF.pattern.match(plain):
        condition, rest = _split_condition(plain[opener.end() :], grammar)
        if condition is None:
            return ()
        head = Step(
            "if",
            plain[: len(plain) - len(rest)].strip(" ,:"),
            _read_stated_condition(opener, condition),
        )
        return (head, *_read_orders(rest)) if rest else (head,)
    hanging = find_condition(plain)
    if hanging is None or not is_order(plain[: hanging.start()], grammar):
        return ()
    opener = _IF.pattern.match(plain, _find_start_of_if(plain, hanging.start()))
    if opener is None:
        return ()
    stated, *else_orders = _OR_ELSE.pattern.split(plain[opener.end() :].rstrip(" )"), 1)
    condition = _parse_condition(stated.strip(" ()"), grammar)
    if condition is None:
        return ()
    order = plain[: hanging.start()]
    head = Step("if", plain[opener.start() : opener.end()].strip(" (") + f" {stated.strip(' ()')}",
                _read_stated_condition(opener, condition))  # fmt: skip
    return (head, *_read_orders(" else ".join((order, *else_orders))))


def find_condition(text: str) -> re.Match[str] | None:
    """Return where a line says on what it hangs, if it does."""
    return _HANGING.pattern.search(text)


def find_texts_behind_condition(text: str, clause: re.Match[str]) -> Iterator[str]:
    """Yield what may stand behind the clause with a condition that ``find_condition`` found; a dash
    may end it or stand in it."""
    return (text[end.end() :] for end in _MAY_END.finditer(text, clause.end()))


def asks_advice(text: str) -> bool:
    """Say whether a question is whether to do something: ``Should I give them my army?``"""
    return _ASKS_ADVICE.pattern.fullmatch(text) is not None


def asks_what_would_come(text: str) -> bool:
    """Say whether a question is what would come of orders, or about them: ``Would Brest to the
    Channel work if England went there, too?``"""
    plain = fold_text(text)
    asks = _ASKS_OUTCOME.pattern.match(plain) or _OF_OUTCOME.pattern.search(plain)
    return asks is not None and "?" in text


def has_hanging_remark(text: str) -> bool:
    """Say whether a remark in brackets hangs what stands before it on something."""
    return _IN_BRACKETS.pattern.search(text) is not None


def explain_condition(text: str, grammar: Grammar) -> tuple[Reason, tuple[str, ...]] | None:
    """Return why an order is not taken that hangs on a condition, and the orders in it.

    None is returned for other lines, and for talk that has no word of the game.
    """
    clause = find_condition(text)
    if clause is None or is_chat(text, grammar) or asks_advice(text):
        return None
    parts = [text[: clause.start()], *_CLAUSE_END.split(text[clause.end() :])]
    orders = [
        part.strip(" .!") for part in parts if grammar.order.parse(fold_text(part)) is not None
    ]
    if not orders:
        around = (parts[0], *parts[2:])
        orders = [found.text for part in around for found in find_orders(part, grammar)]
    if not orders and is_talk(text, grammar):
        return None
    return Reason("condition"), tuple(orders)


def _find_start_of_if(text: str, start: int) -> int:
    """Return where the word stands with which a condition begins behind an order."""
    gap = re.compile(r"[\s,;(-]*").match(text, start)
    return gap.end() if gap else start


def _read_stated_condition(opener: re.Match[str], condition: Condition) -> Condition:
    return Negated(condition) if opener[1] else condition


def _split_condition(text: str, grammar: Grammar) -> tuple[Condition | None, str]:
    """Part a line at the end of the longest condition with which it begins."""
    ends = [(len(text), len(text)), *(cut.span() for cut in reversed([*_THEN.finditer(text)]))]
    for end, start in ends:
        condition = _parse_condition(text[:end].strip(" )"), grammar)
        if condition is not None and (end == start or _goes_on(text, end, start, grammar)):
            return condition, text[start:].strip()
    return None, text


def _parse_condition(text: str, grammar: Grammar) -> Condition | None:
    """Return the condition in which every word of a text has its part, None if there is none; that
    in small letters which stands where a noun does is no code of a space: ``a war``."""
    nouns = (found["noun"] for found in _NOUN.pattern.finditer(text))
    codes = grammar.lexicon.game_map.provinces
    if any(noun.islower() and noun.upper() in codes for noun in nouns):
        return None
    condition: Condition | None = grammar.conditions().parse(fold_text(text))
    return condition


def _goes_on(text: str, end: int, start: int, grammar: Grammar) -> bool:
    """Say whether what follows a condition is another sentence: it is parted from it, or an order.

    ``IF BUR EMPTY`` is no condition that a unit stands there.
    """
    return text[end:start] != " " or read_order_sentence(text[start:], grammar) is not None


def _read_else(text: str, rest: str, grammar: Grammar) -> tuple[Step, ...]:
    """Return an ELSE, with the condition or the orders behind it."""
    if _ELSE_IF.pattern.match(text) or _IF.pattern.match(rest):
        opener = _IF.pattern.match(rest)
        stated = rest[opener.end() :] if opener else rest
        condition, more = _split_condition(stated, grammar)
        if condition is None:
            return ()
        stated_condition = Negated(condition) if opener and opener[1] else condition
        return (Step("elif", text, stated_condition), *([Step("say", more)] if more else []))
    if _IF_NOT.pattern.match(text) and rest:
        return read_condition(f"unless {rest}", grammar) or (
            Step("else", text[:6]),
            Step("say", rest),
        )
    return (Step("else", text), *([Step("say", rest)] if rest else []))


def _read_orders(rest: str) -> Iterator[Step]:
    """Yield the orders on the line of an IF, to the END that need not be said."""
    orders, *else_orders = _OR_ELSE.pattern.split(rest, 1)
    yield Step("say", orders.strip(" ,;"))
    if else_orders:
        yield Step("else", "ELSE")
        yield Step("say", else_orders[0].strip(" ,;"))
    yield Step("end", "END")
