"""Prose that was broken into lines by hand, or by a mail program: a sentence goes on in the next
line, and is to be read as one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from judge.language.script import COMMENT, LONGEST, Item
from judge.language.statement import DoubtfulStatement, Statement, UnreadStatement
from judge.language.talk import is_worded
from judge.language.words import find_phrases

_WRAPPED = 50
"""A line that is shorter goes on in no other."""
_ENDS = (".", "!", "?", ":", ";", "\u2026")
_STOP = re.compile(r"[.!?]\W*(?:\s|$)")
"""Who ends no sentence with a sign ends them with their lines."""
_LISTED = re.compile(r"\s*(?:[-*\u2022>|#]|\d+[.)]|\w[.)] )")
"""So the line begins that is one of a list."""
_FULL = 72
"""A line that is longer leaves no room for another word, wherever mails are written."""
_GOVERNS = frozenset({"takeback", "condition", "time", "season", "open", "corrects", "negation"})
"""Kinds of words with which a line begins that may speak of orders by itself."""


def join_wrapped_prose(
    items: Sequence[Item], read: Callable[[Item], tuple[Statement, ...]]
) -> Iterator[Item]:
    """Yield the lines of a mail, those as one that are prose and were broken where no more had
    room on a line: what stands on each side of the break is not read by itself, and the second goes
    on in a small letter if there is an order in one of them."""
    widest = max((len(item.line.text) for item in items if item.body is None), default=0)
    at = 0
    while at < len(items):
        item = items[at]
        at += 1
        last = item.line.text
        while at < len(items) and _is_broken_before(item, last, items[at], widest, read):
            last = items[at].line.text
            text = f"{item.line.text.rstrip()} {last.lstrip()}"
            if len(text) > LONGEST:
                break
            item = item._replace(line=item.line._replace(text=text))
            at += 1
        yield item


def _is_broken_before(
    item: Item, last: str, below: Item, widest: int, read: Callable[[Item], tuple[Statement, ...]]
) -> bool:
    """Say whether a paragraph of prose goes on in the line ``below`` one, the ``last`` of it."""
    text, first = last.strip(), below.line.text.split()[:1]
    if below.body is not None or item.body is not None or below.paragraph != item.paragraph:
        return False
    if len(last) < _WRAPPED or not first or text.endswith(_ENDS):
        return False
    if len(text) + 1 + len(first[0]) <= min(widest, _FULL):
        return False
    if _LISTED.match(below.line.text) or COMMENT.match(item.line.text):
        return False
    if (begins := find_phrases(below.line.text)) and begins[0].kinds & _GOVERNS:
        return False
    if not (is_worded(item.line.text) and is_worded(below.line.text)):
        return False
    said, more = read(item), read(below)
    if all(map(_is_prose, (*said, *more))):
        return _STOP.search(f"{item.line.text} {below.line.text}") is not None
    is_open = not (_is_read(said[-1:]) or _is_read(more[:1]))
    return is_open and below.line.text.lstrip()[0].islower()


def _is_prose(statement: Statement) -> bool:
    return isinstance(statement, UnreadStatement) and not statement.guesses


def _is_read(statements: Sequence[Statement]) -> bool:
    return all(not isinstance(each, UnreadStatement | DoubtfulStatement) for each in statements)
