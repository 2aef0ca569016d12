"""Lines by which orders hang on conditions: ``IF``, ``ELSE``, ``END``, and all three in one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from judge.language import small_talk
from judge.language.grammar import Grammar
from judge.language.sentence import read_order_sentence
from judge.language.spelling import fold_text
from judge.language.statement import Step
from judge.model.condition import Condition, Negated

_IF = re.compile(
    r"[\s(]*(?:and |but )?(?:only )?"
    r"(?:if|when|in case|provided(?: that)?|as long as|(unless))\b[ :,]*",
    re.I,
)
_ELSE = re.compile(r"(?:else|otherwise|or else|if not|elseif|elif)\b[ ,:]*", re.I)
_OR_ELSE = re.compile(r"[;,.]? (?:or )?(?:else|otherwise|if not)\b[,:]? ", re.I)
_END = re.compile(r"end ?if|fi|end", re.I)
_THEN = re.compile(r",? then\b[:,]? ?| ?[:,] ?| ", re.I)


def read_condition(text: str, grammar: Grammar) -> tuple[Step, ...]:
    """Return what a line says of conditions, nothing if it says nothing of any that can be read.

    ``IF BUR IS EMPTY`` is one step, ``A PAR - BUR if BUR is empty, else A PAR H`` is five.
    """
    plain = text.strip().rstrip(" .!;")
    if _END.fullmatch(plain):
        return (Step("end", plain),)
    if else_match := _ELSE.match(plain):
        return _read_else(plain, plain[else_match.end() :], grammar)
    if opener := _IF.match(plain):
        condition, rest = _split_condition(plain[opener.end() :], grammar)
        if condition is None:
            return ()
        head = Step(
            "if",
            plain[: len(plain) - len(rest)].strip(" ,:"),
            _read_stated_condition(opener, condition),
        )
        return (head, *_read_orders(rest)) if rest else (head,)
    hanging = small_talk.find_condition(plain)
    if hanging is None or not small_talk.is_order(plain[: hanging.start()], grammar):
        return ()
    opener = _IF.match(plain, _find_start_of_if(plain, hanging.start()))
    if opener is None:
        return ()
    stated, *else_orders = _OR_ELSE.split(plain[opener.end() :].rstrip(" )"), 1)
    condition = grammar.conditions().parse(fold_text(stated.strip(" ()")))
    if condition is None:
        return ()
    order = plain[: hanging.start()]
    head = Step("if", plain[opener.start() : opener.end()].strip(" (") + f" {stated.strip(' ()')}",
                _read_stated_condition(opener, condition))  # fmt: skip
    return (head, *_read_orders(" else ".join((order, *else_orders))))


def _find_start_of_if(text: str, start: int) -> int:
    """Return where the word stands with which a condition begins behind an order."""
    gap = re.compile(r"[\s,;(-]*").match(text, start)
    return gap.end() if gap else start


def _read_stated_condition(opener: re.Match[str], condition: Condition) -> Condition:
    return Negated(condition) if opener[1] else condition


def _split_condition(text: str, grammar: Grammar) -> tuple[Condition | None, str]:
    """Part a line at the end of the longest condition with which it begins."""
    parser = grammar.conditions()
    ends = [(len(text), len(text)), *(cut.span() for cut in reversed([*_THEN.finditer(text)]))]
    for end, start in ends:
        condition = parser.parse(fold_text(text[:end].strip(" )")))
        if condition is not None and (end == start or _goes_on(text, end, start, grammar)):
            return condition, text[start:].strip()
    return None, text


def _goes_on(text: str, end: int, start: int, grammar: Grammar) -> bool:
    """Say whether what follows a condition is another sentence: it is parted from it, or an order.

    ``IF BUR EMPTY`` is no condition that a unit stands there.
    """
    return text[end:start] != " " or read_order_sentence(text[start:], grammar) is not None


def _read_else(text: str, rest: str, grammar: Grammar) -> tuple[Step, ...]:
    """Return an ELSE, with the condition or the orders behind it."""
    if fold_text(text).startswith(("elseif", "elif")) or _IF.match(rest):
        opener = _IF.match(rest)
        stated = rest[opener.end() :] if opener else rest
        condition, more = _split_condition(stated, grammar)
        if condition is None:
            return ()
        stated_condition = Negated(condition) if opener and opener[1] else condition
        return (Step("elif", text, stated_condition), *([Step("say", more)] if more else []))
    if fold_text(text).startswith("if not") and rest:
        return read_condition(f"unless {rest}", grammar) or (
            Step("else", text[:6]),
            Step("say", rest),
        )
    return (Step("else", text), *([Step("say", rest)] if rest else []))


def _read_orders(rest: str) -> Iterator[Step]:
    """Yield the orders on the line of an IF, to the END that need not be said."""
    orders, *else_orders = _OR_ELSE.split(rest, 1)
    yield Step("say", orders.strip(" ,;"))
    if else_orders:
        yield Step("else", "ELSE")
        yield Step("say", else_orders[0].strip(" ,;"))
    yield Step("end", "END")
