"""Mails that give orders twice: as plain text and as HTML, or in the mail and in an attachment."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from judge.post.quoted import LONGEST, MARK, ORDER, keep_letters_and_digits

_ADDED = re.compile(r"^\W*\d+\W+|<[^<>]*>|\[[^\[\]]*\]")
"""What a program adds to a line of one version: the number of a list, links, names of pictures."""
_SHOWN = 40
"""So many characters of a line are shown."""


class AttachedOrders(NamedTuple):
    """The lines of an attached text, or mail, that look like orders, and the name of its file;
    ``writer`` is whom a mail is from."""

    name: str
    lines: tuple[str, ...]
    writer: str = ""


class OtherVersion(NamedTuple):
    """The text of a part that was not read, as another version of it was, and what is left aside
    of that text."""

    text: str
    aside: tuple[str, ...]


def list_order_lines(text: str) -> tuple[str, ...]:
    """Return the lines of a text that look like orders, but for those quoted."""
    lines = (line[:LONGEST] for line in text.splitlines())
    return tuple(
        line.strip() for line in lines if ORDER.pattern.match(line) and not MARK.match(line)
    )


def find_missing_order(lines: Sequence[str], texts: Iterable[str]) -> str:
    """Return the first of some lines that stands in none of the texts, "" if there is none. Signs
    and blanks are not looked at, nor what programs add to a line."""
    written = keep_letters_and_digits("".join(texts)) if lines else ""
    missing = (
        line for line in lines if keep_letters_and_digits(_ADDED.sub("", line)) not in written
    )
    return next(missing, "")[:_SHOWN]
