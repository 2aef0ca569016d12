"""Pictures that letters bear: what they are drawn from, and nothing more."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from judge.model.view import View

MARK = re.compile(r"<!--picture (\d+)-->")
"""What stands in the HTML of a letter where a picture goes; nothing is seen of it without one."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A board to be drawn for the readers of one View, who need not be one person.

    ``kind`` says what is shown: the orders of the turn ``played``, the ``position`` to order from,
    or the ``orders`` of one player as they were understood; then ``open`` are the provinces of
    their units that have none. ``region`` are the provinces that are cut out large, all of them if
    it is empty. ``view`` holds what is drawn; of its reader it tells nothing.
    ``file`` is the name of the file that it is by itself: ``ruhr-S1901M.svg``; those without one
    stand in the HTML.
    """

    kind: Literal["played", "position", "orders"]
    view: View
    region: frozenset[str] = frozenset()
    open: frozenset[str] = frozenset()
    file: str = ""


def make_picture_mark(number: int) -> str:
    """Return the mark of a letter's picture of that number, counted from 0."""
    return f"<!--picture {number}-->"
