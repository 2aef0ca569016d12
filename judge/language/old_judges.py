"""What the old judges understood and this one says otherwise, by ``grammar/old_judges.toml``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from judge import resources
from judge.tables import Table, read_table

_SLOT = re.compile(r"\b[a-z]+\b")
_WORD = r"\S+"
_NEGATED = re.compile(r"(SET )NO (.+)", re.IGNORECASE)
_OPPOSITE = {"ON": "OFF", "OFF": "ON"}
_LONG = {"text": r"\S.*", "date": r"\S.*"}


class OldLines(Table):
    """Lines of the old judges and what becomes of them: one of ours is meant ``instead``, they are
    ``refused`` because of something, or they mean the same here, of which there is a ``note``.
    ``capitals``: only words in capitals are meant so."""

    lines: tuple[str, ...]
    capitals: bool = False
    instead: str = ""
    refused: str = ""
    note: str = ""


class OldTopic(Table):
    """What the old judges said on one topic."""

    title: str
    rows: tuple[OldLines, ...]


class OldJudgeTable(Table):
    """The file."""

    topics: tuple[OldTopic, ...]


class OldLine(NamedTuple):
    """A line of the old judges, and how it is found in a mail.

    ``instead`` is one of ours, ``refused`` says why it is not taken; both are "" for a line
    that means the same here.
    """

    line: str
    pattern: re.Pattern[str]
    instead: str
    refused: str


def read_old_topics() -> tuple[OldTopic, ...]:
    """Return the topics of the file. Raises ValueError with its path if it is wrong."""
    return read_table(OldJudgeTable, resources.find_file("grammar", "old_judges.toml")).topics


@cache
def read_old_lines() -> tuple[OldLine, ...]:
    """Return all lines of the file."""
    return tuple(
        OldLine(
            line,
            _build_line_pattern(line, 0 if row.capitals else re.IGNORECASE),
            row.instead,
            row.refused.replace("`", ""),
        )
        for topic in read_old_topics()
        for row in topic.rows
        for line in row.lines
    )


@cache
def _group_old_lines() -> Mapping[str, tuple[OldLine, ...]]:
    """Return the lines that are other ones here, or none, by their first words."""
    lines: dict[str, tuple[OldLine, ...]] = {}
    for old in read_old_lines():
        if old.instead or old.refused:
            first = old.line.partition(" ")[0].casefold()
            lines[first] = (*lines.get(first, ()), old)
    return lines


def _build_line_pattern(line: str, flags: int) -> re.Pattern[str]:
    words = [
        rf"(?P<{word}>{_LONG.get(word, _WORD)})" if _SLOT.fullmatch(word) else re.escape(word)
        for word in line.split()
    ]
    return re.compile(" ".join(words), flags)


def find_old_line(text: str) -> OldLine | None:
    """Return the old line that a line of a mail is, ``instead`` filled in; None if it is none, or
    means the same here."""
    for old in _group_old_lines().get(text.partition(" ")[0].casefold(), ()):
        if matched := old.pattern.fullmatch(text):
            return old._replace(instead=_fill_slots(old.instead, matched.groupdict()))
    negated = _NEGATED.fullmatch(text)
    plain = find_old_line(f"{negated[1]}{negated[2]}") if negated else None
    return _negate_setting(plain) if plain else None


def _negate_setting(plain: OldLine) -> OldLine | None:
    """Return what SET NO means with the words of a line: it is refused as that is, or switches the
    other way; None where it says neither."""
    if plain.refused:
        return plain
    head, _, switch = plain.instead.rpartition(" ")
    return plain._replace(instead=f"{head} {_OPPOSITE[switch]}") if switch in _OPPOSITE else None


def _fill_slots(line: str, words: Mapping[str, str]) -> str:
    return _SLOT.sub(lambda slot: words.get(slot[0], slot[0]), line)
