"""How much waits, and since when: numbers for those who watch the judge, about nobody."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, func, select

from judge.store import inbox, outbox
from judge.store import schema as t

LATE_TURN, LATE_LETTER = timedelta(minutes=15), timedelta(hours=1)
"""So long a turn or a letter may wait until that is told."""


class Figures(NamedTuple):
    """What waits. ``oldest`` is when the letter was written that waits longest.

    ``due`` games are asked something by time, since ``late``; ``next`` is when another one is.
    """

    letters: int
    oldest: datetime | None
    dead: int
    unread: int
    aside: int
    due: int
    late: datetime | None
    next: datetime | None


def count_waiting(tx: Connection, now: datetime) -> Figures:
    """Return what waits now."""
    out, mail, games = t.outbox.c, t.inbox.c, t.games.c
    later = select(func.min(games.wake_at)).where(games.wake_at > now)
    return Figures(
        letters=_count_rows(tx, out.state == outbox.WAITING),
        oldest=outbox.find_oldest_waiting_since(tx),
        dead=_count_rows(tx, out.state == outbox.DEAD),
        unread=_count_rows(tx, mail.state.in_((inbox.NEW, inbox.FAILED))),
        aside=_count_rows(tx, mail.state == inbox.ASIDE),
        due=_count_rows(tx, is_due := games.wake_at <= now),
        late=tx.execute(select(func.min(games.wake_at)).where(is_due)).scalar(),
        next=tx.execute(later).scalar(),
    )


def _count_rows(tx: Connection, which: ColumnElement[bool]) -> int:
    return int(tx.execute(select(func.count()).where(which)).scalar_one())
