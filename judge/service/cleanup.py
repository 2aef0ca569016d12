"""Throws away what need not be kept for years."""

from __future__ import annotations

from datetime import datetime, timedelta

from judge.service.rate_limit import SPAN
from judge.store import answers, inbox, outbox
from judge.store.database import Database


def cleanup(database: Database, now: datetime, keep: timedelta) -> None:
    """Throw away the bytes of mail received and sent longer ago than ``keep``.

    Games, orders and press are kept for ever; answers only as long as they count.
    """
    with database.writing() as tx:
        answers.forget(tx, now - SPAN)
        inbox.purge_bodies(tx, now - keep)
        outbox.purge_bodies(tx, now - keep)
