"""Lines by which orders hang on conditions: ``IF``, ``ELSE``, ``END``, and all three in one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from judge.language import small_talk
from judge.language.grammar import Grammar
from judge.language.spelling import fold
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


def steps_of(text: str, grammar: Grammar) -> tuple[Step, ...]:
    """Return what a line says of conditions, nothing if it says nothing of any that can be read.

    ``IF BUR IS EMPTY`` is one step, ``A PAR - BUR if BUR is empty, else A PAR H`` is five.
    """
    plain = text.strip().rstrip(" .!;")
    if _END.fullmatch(plain):
        return (Step("end", plain),)
    if other := _ELSE.match(plain):
        return _otherwise(plain, plain[other.end() :], grammar)
    if opener := _IF.match(plain):
        condition, rest = _parted(plain[opener.end() :], grammar)
        if condition is None:
            return ()
        head = Step("if", plain[: len(plain) - len(rest)].strip(" ,:"), _meant(opener, condition))
        return (head, *_whole(rest)) if rest else (head,)
    hanging = small_talk.hanging(plain)
    if hanging is None or not small_talk.is_order(plain[: hanging.start()], grammar):
        return ()
    opener = _IF.match(plain, _if_at(plain, hanging.start()))
    if opener is None:
        return ()
    stated, *others = _OR_ELSE.split(plain[opener.end() :].rstrip(" )"), 1)
    condition = grammar.conditions().parse(fold(stated.strip(" ()")))
    if condition is None:
        return ()
    order = plain[: hanging.start()]
    head = Step("if", plain[opener.start() : opener.end()].strip(" (") + f" {stated.strip(' ()')}",
                _meant(opener, condition))  # fmt: skip
    return (head, *_whole(" else ".join((order, *others))))


def _if_at(text: str, start: int) -> int:
    """Return where the word stands with which a condition begins behind an order."""
    gap = re.compile(r"[\s,;(-]*").match(text, start)
    return gap.end() if gap else start


def _meant(opener: re.Match[str], condition: Condition) -> Condition:
    return Negated(condition) if opener[1] else condition


def _parted(text: str, grammar: Grammar) -> tuple[Condition | None, str]:
    """Part a line at the end of the longest condition with which it begins."""
    parser = grammar.conditions()
    ends = [(len(text), len(text)), *(cut.span() for cut in reversed([*_THEN.finditer(text)]))]
    for end, start in ends:
        condition = parser.parse(fold(text[:end].strip(" )")))
        if condition is not None:
            return condition, text[start:].strip()
    return None, text


def _otherwise(text: str, rest: str, grammar: Grammar) -> tuple[Step, ...]:
    """Return an ELSE, with the condition or the orders behind it."""
    if fold(text).startswith(("elseif", "elif")) or _IF.match(rest):
        opener = _IF.match(rest)
        stated = rest[opener.end() :] if opener else rest
        condition, more = _parted(stated, grammar)
        if condition is None:
            return ()
        meant = Negated(condition) if opener and opener[1] else condition
        return (Step("elif", text, meant), *([Step("say", more)] if more else []))
    if fold(text).startswith("if not") and rest:
        return steps_of(f"unless {rest}", grammar) or (Step("else", text[:6]), Step("say", rest))
    return (Step("else", text), *([Step("say", rest)] if rest else []))


def _whole(rest: str) -> Iterator[Step]:
    """Yield the orders on the line of an IF, to the END that need not be said."""
    orders, *others = _OR_ELSE.split(rest, 1)
    yield Step("say", orders.strip(" ,;"))
    if others:
        yield Step("else", "ELSE")
        yield Step("say", others[0].strip(" ,;"))
    yield Step("end", "END")
