"""Press on its way: its circumstances, and what waits in a game until it leaves."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from judge.language.command_values import MASTER, NOBODY, Recipients


class SentPress(NamedTuple):
    """When press was sent, the key of its notices, and the name in the mail it came with.

    ``direct``: it was sent to another player's own address. ``grey``: its writer gives no name.
    ``public``: it is for everybody. ``posing`` is the power as which its writer poses, ``shown``
    are those to whom its readers are told that it goes; the master is told the truth. ``later``:
    it does not leave now.
    """

    now: datetime
    key: str
    name: str = ""
    direct: bool = False
    grey: bool = False
    public: bool = False
    posing: str = ""
    shown: Recipients = NOBODY
    later: bool = False


def write_recipients(to: Recipients) -> tuple[str, ...]:
    """Return in words for whom press is."""
    if to.everybody:
        return (f"all but {' and '.join(to.but)}",) if to.but else ("all",)
    return tuple("Master" if name == MASTER else name for name in to.named)


@dataclass(frozen=True, slots=True)
class UnsentPress:
    """What somebody wrote that has not left yet.

    ``number`` is by which its writer, the seat of that name, speaks of it, and no other of theirs
    has it. ``key`` begins the keys of its letters. It leaves ``at`` a moment, or else when the
    turn is over that had the number ``turn``. It is of a ``diary`` if it leaves when the game is
    over, and was written in the turn of that name. The rest is as in ``SentPress``; ``public``
    press is not for those in ``to``. What has no seat is a broadcast that observers read when the
    game is over: it has left for all others, and ``posing`` is the name that it bears.
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
