"""What was taken away from around what somebody wrote, and what of it is shown to them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from judge.model.reason import Reason
from judge.post.quoted import ORDER

_LINES = 4
_WIDTH = 40
_UNSHOWN = re.compile(r"@|\bsign ?on\b|\bpass\w*\b|\bpw\b|\bsecret\b|^[\W_]*$", re.I)
"""Lines that may hold an address or a password, and such as say nothing."""


class Cut(NamedTuple):
    """Lines that were taken away, and the reason that says so, still without subjects."""

    why: Reason
    lines: tuple[str, ...]


def describe_cuts(cuts: Iterable[Cut]) -> Iterator[Reason]:
    """Yield what the writer is told: of each kind how many lines, and the first of them.

    What looks like an order comes first, as it is what would be missed.
    """
    kinds: dict[Reason, list[str]] = {}
    for cut in cuts:
        kinds.setdefault(cut.why, []).extend(filter(None, cut.lines))
    for why, lines in kinds.items():
        if not lines:
            continue
        unmarked_lines = dict.fromkeys(line.strip(" \t>|\uff1e") for line in lines)
        shown = sorted(
            (line for line in unmarked_lines if not _UNSHOWN.search(line)),
            key=lambda line: not ORDER.match(line),
        )
        some = [line if len(line) <= _WIDTH else f"{line[:_WIDTH]}..." for line in shown[:_LINES]]
        excerpt = " / ".join([*some, *["..."] * (len(shown) > _LINES)])
        yield why.with_subjects((str(len(lines)), *([excerpt] if excerpt else [])))
