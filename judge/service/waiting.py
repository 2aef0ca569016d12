"""Goes through the mail that waits: alone, or as one of several judges on one database."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime

from judge.service.counting import measure_time
from judge.service.judge import Judge
from judge.service.logs import with_log_ids
from judge.service.reading import read_inbox_mail
from judge.store import inbox
from judge.store.together import try_exclusive_lock

_OTHERS = 0.05
"""Seconds until it is looked again whether other judges have read what they are at."""

_FRESH = 0.5
"""Seconds of reading after which it is looked whether something more urgent has come."""

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
    """Read all mail that waits, in the order of ``inbox``; ``until`` leaves out what came later.

    Without ``until`` mail is left that came after a deadline of its game which has not fallen yet:
    a moment ago, in the hands of another judge, or one whose turn could not be run just now. With
    it, what other judges are at is waited for.
    ``lane`` is a game that is ours already.
    """
    if not judge.database.is_single_judge:
        _share_waiting_mail(judge, now, until, lane, turns=turns, over=over)
        return
    failed: list[int] = []
    while mails := _list_waiting_mails(judge, now, until, failed):
        fresh = time.monotonic() + _FRESH
        for mail in mails:
            if over():
                return
            with with_log_ids(mail=str(mail.id)), measure_time("judge_read"):
                if not read_inbox_mail(judge, mail, now, turns=turns):
                    failed.append(mail.id)
            if time.monotonic() > fresh:
                break
        else:
            if len(mails) < inbox.AT_ONCE:
                return


def _list_waiting_mails(
    judge: Judge, now: datetime, until: datetime | None, but: Sequence[int]
) -> tuple[inbox.ReceivedMail, ...]:
    rules = inbox.QueueRules(now, judge.strangers)
    with judge.database.open_single_query() as tx:
        return inbox.list_waiting_mails(tx, until, but, rules, in_time=until is None)


def _share_waiting_mail(
    judge: Judge,
    now: datetime,
    until: datetime | None,
    lane: str | None,
    *,
    turns: bool,
    over: Over,
) -> None:
    rules = inbox.QueueRules(now, judge.strangers)
    while not over():
        fresh = time.monotonic() + _FRESH
        with judge.database.open_single_query() as tx:
            heads = inbox.list_readable_mails(tx, until, rules, in_time=turns and until is None)
        read = False
        for mail, its_lane in heads:
            if over():
                return
            with (
                nullcontext(True) if its_lane == lane else try_game_lock(judge, its_lane) as ours,
                with_log_ids(mail=str(mail)),
            ):
                if ours:
                    with judge.database.open_single_query() as tx:
                        received = inbox.find_waiting_mail(tx, mail)
                    if received is not None:
                        with measure_time("judge_read"):
                            read_inbox_mail(judge, received, now, turns=turns)
                    read = True
            if time.monotonic() > fresh:
                break
        if not heads or not (read or until):
            return
        if not read:
            time.sleep(_OTHERS)


def try_game_lock(judge: Judge, game: str) -> AbstractContextManager[bool]:
    """Try to be the only judge who reads mail to a game, and runs its turns."""
    return try_exclusive_lock(judge.database, f"lane {game.lower()}")
