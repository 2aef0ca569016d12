"""How much of a mail is read, so that no mail takes long: all of it is counted beforehand.

Trees cost more than they are long: what a part or a tag costs grows with those around it. So
these are counted before a tree is made of them.
"""

from __future__ import annotations

import re
from collections import Counter
from email.message import Message
from typing import NamedTuple

from judge.language.script import MOST, MOST_CHARACTERS
from judge.model.errors import JudgeError
from judge.model.reason import Reason


class Bounds(NamedTuple):
    """The most that is read of a mail: its bytes and lines, those of its header, parameters of one
    field (RFC 2045), parts, parts within parts, the work that its HTML makes; and the lines to be
    obeyed, and characters in them, after which no more are read."""

    max_mail_bytes: int = 256 * 1024
    max_mail_lines: int = 6_000
    max_header_bytes: int = 64 * 1024
    max_header_lines: int = 1_000
    max_parameters: int = 50
    max_parts: int = 100
    max_depth: int = 12
    max_html_work: int = 3_000_000
    max_lines: int = MOST
    max_characters: int = MOST_CHARACTERS


BOUNDS = Bounds()
"""What is read where the settings do not say otherwise."""


class OverBoundError(JudgeError):
    """A mail is over a bound; ``why`` says which."""

    def __init__(self, why: Reason) -> None:
        self.why = why
        super().__init__(why.code)


def find_exceeded_bound(raw: bytes, most: Bounds) -> Reason | None:
    """Say which bound the bytes of a mail are over; parts and HTML are counted as they are read."""
    if len(raw) > most.max_mail_bytes:
        return Reason("mail_too_long", (str(most.max_mail_bytes // 1024),))
    if raw.count(b"\n") > most.max_mail_lines:
        return Reason("mail_too_many_lines", (str(most.max_mail_lines),))
    head = cut_raw_header(raw)
    if len(head) > most.max_header_bytes or head.count(b"\n") > most.max_header_lines:
        return Reason("mail_header_too_long")
    if any(field.count(b";") > most.max_parameters for field in _TYPED.findall(raw)):
        return Reason("mail_too_nested")
    return None


_TYPED = re.compile(rb"(?im)^content-(?:type|disposition):.*(?:\n[ \t].*)*")


def cut_raw_header(raw: bytes) -> bytes:
    """Return the header of a mail."""
    return re.split(rb"\r?\n\r?\n", raw, maxsplit=1)[0]


class PartFactory:
    """Makes the parts of one mail; OverBoundError is raised at one too many, or too deep."""

    def __init__(self, most: Bounds) -> None:
        self.most, self.made = most, 0

    def __call__(self, **policy: object) -> MailPart:
        """Return a new part, as the parser asks for it."""
        self.made += 1
        if self.made > self.most.max_parts:
            raise OverBoundError(Reason("mail_too_nested"))
        return MailPart(self.most.max_depth, **policy)


class MailPart(Message):
    """A part that knows how much deeper others may lie in it."""

    def __init__(self, room: int, **policy: object) -> None:
        super().__init__(**policy)  # type: ignore[arg-type]  # as the parser has it
        self.room = room

    def attach(self, payload: Message[str, str]) -> None:  # type: ignore[override]  # for the parser alone
        """Take in another part."""
        if isinstance(payload, MailPart):
            payload.room = self.room - 1
        if not self.room:
            raise OverBoundError(Reason("mail_too_nested"))
        super().attach(payload)


_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
_CLOSES_ITSELF = frozenset(
    [
        *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source"),
        *("dd", "dt", "li", "option", "p", "tbody", "td", "tfoot", "th", "thead", "tr", "wbr"),
    ]
)


def check_html(html: str, most: Bounds) -> None:
    """Raise OverBoundError for HTML that would take long to read.

    A tag costs as much as there are others open, for a reader looks through them and may open
    those anew that were not closed.
    """
    opened: Counter[str] = Counter()
    depth = work = 0
    for tag in _TAG.finditer(html):
        name = tag[2].lower()
        if name not in _CLOSES_ITSELF:
            if not tag[1]:
                opened[name] += 1
                depth += 1
            elif opened[name]:
                opened[name] -= 1
                depth -= 1
        work += depth
    if work > most.max_html_work:
        raise OverBoundError(Reason("mail_too_nested"))
