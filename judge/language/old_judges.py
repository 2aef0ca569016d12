"""What the old judges understood and this one says otherwise: the page of HELP about them tells it.

Each item of the page has old lines, a colon, and what becomes of them: the line that is meant
instead, or ``not taken, because``. Words in small letters stand for a word, ``text`` and ``date``
for several.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from judge import resources

PAGE = "judges.md"

_ITEM = re.compile(r"^- ((?:`[^`]+`(?:, )?)+): (.+)$", re.MULTILINE)
_CODE = re.compile(r"`([^`]+)`")
_SLOT = re.compile(r"\b[a-z]+\b")
_WORD = r"\S+"
_LONG = {"text": r"\S.*", "date": r"\S.*"}
_REFUSAL = re.compile(r"not taken[^,:]*[,:] (?:because )?(.*?)\.?")


class OldLine(NamedTuple):
    """A line of the old judges, as the page has it and as it is found in a mail.

    ``instead`` is one of ours, ``refused`` says why it is not taken; both are "" for a line
    that means the same here.
    """

    line: str
    pattern: re.Pattern[str]
    instead: str
    refused: str


@cache
def old_lines() -> tuple[OldLine, ...]:
    """Return all lines of the page."""
    text = (resources.find("templates", "help") / PAGE).read_text(encoding="utf-8")
    return tuple(
        _old_line(line, told)
        for lines, told in _ITEM.findall(text)
        for line in _CODE.findall(lines)
    )


def _old_line(line: str, told: str) -> OldLine:
    words = [
        rf"(?P<{word}>{_LONG.get(word, _WORD)})" if _SLOT.fullmatch(word) else re.escape(word)
        for word in line.split()
    ]
    refusal = _REFUSAL.fullmatch(told.replace("`", ""))
    return OldLine(
        line,
        re.compile(" ".join(words), re.IGNORECASE),
        told.split("`")[1] if told.startswith("`") else "",
        refusal[1] if refusal else "",
    )


def otherwise(text: str) -> OldLine | None:
    """Return the old line that a line of a mail is, ``instead`` filled in; None if it is none, or
    means the same here."""
    for old in old_lines():
        if (old.instead or old.refused) and (found := old.pattern.fullmatch(text)):
            return old._replace(instead=_filled(old.instead, found.groupdict()))
    return None


def _filled(line: str, words: Mapping[str, str]) -> str:
    return _SLOT.sub(lambda slot: words.get(slot[0], slot[0]), line)
