"""Prose that was broken into lines by hand, or by a mail program: a sentence goes on in the next
line, and is to be read as one."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass

from judge.language.script import COMMENT, LONGEST, Item
from judge.language.spelling import fold_text
from judge.language.statement import DoubtfulStatement, Statement, UnreadStatement
from judge.language.talk import is_worded
from judge.language.word_lists import list_words
from judge.language.words import find_phrases

_WRAPPED = 50
"""A line that is shorter goes on in no other."""
_FULL = 72
"""A line that is longer leaves no room for another word, wherever mails are written."""
_ENDS = (".", "!", "?", ":", ";", "\u2026")
_STOP = re.compile(r"[.!?]\W*(?:\s|$)")
"""Who ends no sentence with a sign ends them with their lines."""
_LISTED = re.compile(r"\s*(?:[-*\u2022>|#]|\d+[.)]|\w[.)] )")
"""So a line begins that is one of a list."""
_WORD = re.compile(r"\w+")
_GOVERNS = frozenset({"takeback", "condition", "time", "season", "open", "corrects", "negation"})
"""Kinds of words with which a line begins that may speak of orders by itself."""


@dataclass(frozen=True)
class ProseOfMail:
    """What joins the lines of prose of a mail: how lines are ``read``, and the ``words`` of which
    one is in each that may be an order or a command."""

    items: Sequence[Item]
    read: Callable[[Item], tuple[Statement, ...]]
    words: Container[str]

    def list_lines(self) -> Iterator[Item]:
        """Yield all lines, each with those in which it goes on."""
        at = 0
        while at < len(self.items):
            item, count = self.take_line(at)
            yield item
            at += count

    def take_line(self, at: int) -> tuple[Item, int]:
        """Return a line with those below it in which it goes on, and how many they are.

        They were broken where no more had room on a line. What stands on each side of the break is
        not read by itself, and the second goes on in a small letter if one of them has an order.
        """
        first, count = self.items[at], 1
        while at + count < len(self.items):
            above, below = self.items[at + count - 1], self.items[at + count]
            text = f"{first.line.text.rstrip()} {below.line.text.lstrip()}"
            if len(text) > LONGEST or not self._is_broken(first, above, below):
                break
            first = first._replace(line=first.line._replace(text=text))
            count += 1
        return first, count

    def _is_broken(self, first: Item, above: Item, below: Item) -> bool:
        upper, lower = above.line.text.strip(), below.line.text.strip()
        if below.body is not None or first.body is not None or below.paragraph != first.paragraph:
            return False
        if len(upper) < _WRAPPED or not lower or upper.endswith(_ENDS):
            return False
        if len(upper) + 1 + len(lower.split()[0]) <= min(self._find_width(), _FULL):
            return False
        if _LISTED.match(lower) or COMMENT.match(first.line.text):
            return False
        if not (is_worded(upper) and is_worded(lower)) or _begins_to_govern(lower):
            return False
        if self._breaks_off(upper, lower):
            return True
        said, more = self._read_order(above), self._read_order(below)
        if all(map(_is_prose, (*said, *more))):
            return _STOP.search(f"{first.line.text} {lower}") is not None
        return not (_is_read(said[-1:]) or _is_read(more[:1])) and lower[0].islower()

    def _breaks_off(self, upper: str, lower: str) -> bool:
        """Say whether a line ends where no sentence does: ``moves to the``, or in a name."""
        last, first = fold_text(upper.split()[-1]), fold_text(lower.split()[0]).rstrip(",.;:!")
        in_name = (
            lower[0].isupper()
            and {last, first} <= {*list_words("wrapped_names")}
            and first not in list_words("told_directions")  # another name begins
        )
        return last in list_words("wrapped_ends") or in_name

    def _find_width(self) -> int:
        return max(len(item.line.text) for item in self.items if item.body is None)

    def _read_order(self, item: Item) -> tuple[Statement, ...]:
        """Return what a line is read as; nothing if it has no word of orders and commands."""
        words = _WORD.findall(fold_text(item.line.text))
        return self.read(item) if any(word in self.words for word in words) else ()


def _begins_to_govern(text: str) -> bool:
    phrases = find_phrases(text)
    return bool(phrases) and bool(phrases[0].kinds & _GOVERNS)


def _is_prose(statement: Statement) -> bool:
    return isinstance(statement, UnreadStatement) and not statement.guesses


def _is_read(statements: Sequence[Statement]) -> bool:
    return bool(statements) and all(
        not isinstance(each, UnreadStatement | DoubtfulStatement) for each in statements
    )
