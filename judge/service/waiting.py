"""Goes through the mail that waits: alone, or as one of several judges on one database."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime

from sqlalchemy import Connection

from judge.service.counting import timed
from judge.service.judge import Judge
from judge.service.logs import about
from judge.service.reading import read_one
from judge.store import inbox, queries
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

    Without ``until`` mail is left that came after a deadline which has not fallen yet: a moment
    ago, or in the hands of another judge. With it, what other judges are at is waited for.
    ``lane`` is a game that is ours already.
    """
    if not judge.database.lone:
        _share_waiting(judge, now, until, lane, turns=turns, over=over)
        return
    with judge.database.reading() as tx:
        mails = inbox.waiting(tx, until)
        newest = max(mails.values(), default=None) if until is None else None
        # Turns that are due by now have been run, or cannot be: other games do not wait for those.
        end = min((end for end in _ends(tx, newest).values() if end > now), default=_FAR)
    for mail, received_at in mails.items():
        if over() or received_at > end:
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
            newest = max((head.received_at for head in heads), default=None)
            ends = _ends(tx, newest if turns and until is None else None)
            heads = tuple(head for head in heads if not _is_late(head, ends))
        read = False
        for mail, its_lane, _ in heads:
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


def _ends(tx: Connection, newest: datetime | None) -> dict[str, datetime]:
    """Return of which games time asks something before the newest mail came, and when."""
    return queries.wakes(tx, newest) if newest else {}


def _is_late(head: inbox.Head, ends: Mapping[str, datetime]) -> bool:
    """Say whether a mail came after the deadline of a game that it may be about."""
    end = ends.get(head.lane) if head.lane else min(ends.values(), default=None)
    return end is not None and head.received_at > end


def lane_of(judge: Judge, game: str) -> AbstractContextManager[bool]:
    """Try to be the only judge who reads mail to a game, and runs its turns."""
    return alone_with(judge.database, f"lane {game.lower()}")
