"""The kinds of letter: one declaration tells all that the judge does differently with one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class Quota(Enum):
    """What a letter uses up of what its sender, or an address, may cause in an hour."""

    NOTHING = auto()
    ANSWER = auto()
    PRESS = auto()


class BoardShown(Enum):
    """Which board a letter shows as a picture, as far as its reader sees it."""

    NOTHING = auto()
    POSITION = auto()
    WHOLE_POSITION = auto()
    """The position, and on a large board not only the reader's part of it."""
    POSITION_IF_TOLD = auto()
    """The position, if a section tells of it."""
    TURN = auto()
    """The orders as they went, and the position if the next orders are given on another board."""
    ORDERS = auto()
    """The sender's own orders as they were understood, and the files that were asked for."""
    ORDERS_DUE = auto()
    """The reader's own orders so far, and which units have none."""


@dataclass(frozen=True)
class LetterKind:
    """A kind of letter; its templates are called by its ``name``.

    ``quota`` is what it uses up: a flood of mail makes no flood of such letters. One that
    ``merges`` is one letter with the others to the same seat, if all tell only news. One that
    ``may_wait`` goes with the letter of the day for those who want that. One that
    ``tells_growth`` has the centers year by year if its game is over. One that ``may_be_cut`` is
    made shorter if it is too long for a mail. One that is ``dated`` tells the deadline in its
    subject.

    ``text_limit`` is how many characters its plain text may have before reasons are left out of it
    (0: any number). ``leave`` is the command by which its reader gets no more of them.
    """

    name: str
    quota: Quota = Quota.NOTHING
    board: BoardShown = BoardShown.NOTHING
    merges: bool = False
    may_wait: bool = False
    tells_growth: bool = False
    may_be_cut: bool = False
    dated: bool = False
    text_limit: int = 0
    leave: str = ""

    def __str__(self) -> str:
        return self.name


REPLY = LetterKind("reply", Quota.ANSWER, BoardShown.ORDERS, may_be_cut=True)
CONFIRM = LetterKind("confirm", Quota.ANSWER)
SECRET = LetterKind("secret", Quota.ANSWER)
ALARM = LetterKind("alarm", Quota.ANSWER)
PRESS = LetterKind("press", Quota.PRESS, may_wait=True)
NEWS = LetterKind("news", board=BoardShown.POSITION_IF_TOLD, merges=True, may_wait=True)
OFFER = LetterKind("offer")
START = LetterKind("start", board=BoardShown.POSITION)
RESULTS = LetterKind(
    "results",
    board=BoardShown.TURN,
    tells_growth=True,
    text_limit=7000,  # longer ones sometimes fail in jDip
)
BACK = LetterKind("back", board=BoardShown.POSITION)
LATE = LetterKind("late")
REMINDER = LetterKind(
    "reminder", board=BoardShown.ORDERS_DUE, dated=True, leave="SET REMINDERS OFF"
)
OVER = LetterKind("over", board=BoardShown.WHOLE_POSITION, tells_growth=True)
STANDINGS = LetterKind("standings")
