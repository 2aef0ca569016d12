"""How a turn ends, as everyone in its game may know it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple


class Ending(NamedTuple):
    """``manual``: the master alone processes turns. ``early``: this one is processed before its
    deadline when all orders are in, ``delay`` after that: at ``early_at``, if they are.

    Until ``grace`` missing orders are waited for, and if it ``waits`` after that, too; ``certain``:
    the turn ends then, whatever is missing.
    """

    manual: bool = False
    early: bool = True
    delay: timedelta = timedelta(0)
    early_at: datetime | None = None
    grace: datetime | None = None
    waits: bool = False
    certain: bool = False


PLAIN = Ending()
"""That of a game without any settings of its own."""
