"""The circumstances of press."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from judge.language.command_values import MASTER, NOBODY, Recipients


class Sent(NamedTuple):
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


def in_words(to: Recipients) -> tuple[str, ...]:
    """Return in words for whom press is."""
    if to.everybody:
        return (f"all but {' and '.join(to.but)}",) if to.but else ("all",)
    return tuple("Master" if name == MASTER else name for name in to.named)
