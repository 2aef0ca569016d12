"""What became of the lines of a mail, and what the answer to it offers to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from judge.model.reason import Reason


class HeardLine(NamedTuple):
    """What became of one line of a mail.

    ``why`` is the reason of a refusal, or a remark on a line that was taken ("noted") or has to
    be confirmed ("held"), ``more`` are further remarks. ``choices`` are complete lines which
    the sender may have meant, ``body`` is the text that stands below each.
    """

    line: str
    verdict: Literal["taken", "noted", "refused", "ignored", "held"]
    why: Reason | None = None
    choices: tuple[str, ...] = ()
    more: tuple[Reason, ...] = ()
    body: str | None = None


@dataclass(frozen=True, slots=True)
class Lines:
    """The transcript of a mail, line by line; ``cut`` says what was not read."""

    heard: tuple[HeardLine, ...]
    cut: tuple[Reason, ...] = ()


class SentAhead(Lines):
    """What became of lines that were sent before the turn for which they are."""


class Offer(NamedTuple):
    """Lines of which a letter offers one, and the text below each.

    An answer names them by the numbers that count all that the letter offers.
    """

    lines: tuple[str, ...]
    body: str | None = None
