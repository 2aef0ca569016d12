"""Press that waits in a game until it leaves."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from judge.language.command_values import NOBODY, Recipients


@dataclass(frozen=True, slots=True)
class UnsentPress:
    """What somebody wrote that has not left yet.

    ``number`` is by which its writer, the seat of that name, speaks of it, and no other of theirs
    has it. ``key`` begins the keys of its letters. It leaves ``at`` a moment, or else when the
    turn is over that had the number ``turn``. It is of a ``diary`` if it leaves when the game is
    over, and was written in the turn of that name. The rest is as in ``Sent``; ``public`` press is
    not for those in ``to``.
    """

    number: int
    seat: str
    key: str
    text: str
    to: Recipients = NOBODY
    public: bool = False
    grey: bool = False
    direct: bool = False
    posing: str = ""
    shown: Recipients = NOBODY
    diary: str = ""
    at: datetime | None = None
    turn: int = 0
