"""Goes through the mail that waits: alone, or as one of several judges on one database."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime

from sqlalchemy import Connection

from judge.service.counting import measure_time
from judge.service.judge import Judge
from judge.service.logs import with_log_ids
from judge.service.reading import read_inbox_mail
from judge.store import inbox, queries
from judge.store.together import try_exclusive_lock

_FAR = datetime.max.replace(tzinfo=UTC)
_OTHERS = 0.05
"""Seconds until it is looked again whether other judges have read what they are at."""

Over = Callable[[], bool]
"""Says whether to stop before the next piece of work."""


def never_stop() -> bool:
    """Go on to the end."""
    return False


def read_waiting_mail(
    judge: Judge,
    now: datetime,
    until: datetime | None = None,
    lane: str | None = None,
    *,
    turns: bool = True,
    over: Over = never_stop,
) -> None:
    """Read all mail that waits, the oldest first; ``until`` leaves out what came later.

    Without ``until`` mail is left that came after a deadline of its game which has not fallen yet:
    a moment ago, in the hands of another judge, or one whose turn could not be run just now. With
    it, what other judges are at is waited for.
    ``lane`` is a game that is ours already.
    """
    if not judge.database.is_single_judge:
        _share_waiting_mail(judge, now, until, lane, turns=turns, over=over)
        return
    with judge.database.read_transaction() as tx:
        mails = inbox.list_waiting_mails(tx, until)
        newest = mails[-1].received_at if mails and until is None else None
        ends = _wake_times_until(tx, newest)
    for mail in mails:
        if over():
            return
        if not _is_late(mail, ends):
            with with_log_ids(mail=str(mail.id)), measure_time("judge_read"):
                read_inbox_mail(judge, mail.id, now, turns=turns)


def _share_waiting_mail(
    judge: Judge,
    now: datetime,
    until: datetime | None,
    lane: str | None,
    *,
    turns: bool,
    over: Over,
) -> None:
    while not over():
        with judge.database.read_transaction() as tx:
            heads = inbox.list_readable_mails(tx, until or _FAR)
            newest = max((head.received_at for head in heads), default=None)
            ends = _wake_times_until(tx, newest if turns and until is None else None)
            heads = tuple(head for head in heads if not _is_late(head, ends))
        read = False
        for mail, its_lane, _ in heads:
            if over():
                return
            with (
                nullcontext(True) if its_lane == lane else try_game_lock(judge, its_lane) as ours,
                with_log_ids(mail=str(mail)),
            ):
                if ours:
                    with measure_time("judge_read"):
                        read_inbox_mail(judge, mail, now, turns=turns)
                    read = True
        if not heads or not (read or until):
            return
        if not read:
            time.sleep(_OTHERS)


def _wake_times_until(tx: Connection, newest: datetime | None) -> dict[str, datetime]:
    """Return of which games time asks something before the newest mail came, and when."""
    return queries.wake_times(tx, newest) if newest else {}


def _is_late(mail: inbox.WaitingMail, ends: Mapping[str, datetime]) -> bool:
    """Say whether a mail came after the deadline of a game that it may be about."""
    end = ends.get(mail.lane) if mail.lane else min(ends.values(), default=None)
    return end is not None and mail.received_at > end


def try_game_lock(judge: Judge, game: str) -> AbstractContextManager[bool]:
    """Try to be the only judge who reads mail to a game, and runs its turns."""
    return try_exclusive_lock(judge.database, f"lane {game.lower()}")
