"""Goes through the mail that waits: alone, or as one of several judges on one database."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime

from judge.service.counting import timed
from judge.service.judge import Judge
from judge.service.logs import about
from judge.service.reading import read_one
from judge.store import inbox
from judge.store.together import alone_with

_FAR = datetime.max.replace(tzinfo=UTC)
_OTHERS = 0.05
"""Seconds until it is looked again whether other judges have read what they are at."""

Over = Callable[[], bool]
"""Says whether to stop before the next piece of work."""


def never() -> bool:
    """Go on to the end."""
    return False


def read_waiting(
    judge: Judge,
    now: datetime,
    until: datetime | None = None,
    lane: str | None = None,
    *,
    turns: bool = True,
    over: Over = never,
) -> None:
    """Read all mail that waits, the oldest first; ``until`` leaves out what came later.

    Where other judges may be at work, some of it may be in their hands; with ``until`` it is waited
    for them. ``lane`` is a game that is ours already.
    """
    if not judge.database.lone:
        _share_waiting(judge, now, until, lane, turns=turns, over=over)
        return
    with judge.database.reading() as tx:
        mails = inbox.waiting(tx, until)
    for mail in mails:
        if over():
            return
        with about(mail=str(mail)), timed("judge_read"):
            read_one(judge, mail, now, turns=turns)


def _share_waiting(
    judge: Judge,
    now: datetime,
    until: datetime | None,
    lane: str | None,
    *,
    turns: bool,
    over: Over,
) -> None:
    while not over():
        with judge.database.reading() as tx:
            heads = inbox.heads(tx, until or _FAR)
        read = False
        for mail, its_lane in heads:
            if over():
                return
            with (
                nullcontext(True) if its_lane == lane else lane_of(judge, its_lane) as ours,
                about(mail=str(mail)),
            ):
                if ours:
                    with timed("judge_read"):
                        read_one(judge, mail, now, turns=turns)
                    read = True
        if not heads or not (read or until):
            return
        if not read:
            time.sleep(_OTHERS)


def lane_of(judge: Judge, game: str) -> AbstractContextManager[bool]:
    """Try to be the only judge who reads mail to a game, and runs its turns."""
    return alone_with(judge.database, f"lane {game.lower()}")
