"""What is thrown away once its time is over."""

from __future__ import annotations

from datetime import datetime, timedelta

from judge.game.limits import SPAN
from judge.store import answers, attempts, inbox, outbox, persons, pictures
from judge.store.database import Database


def cleanup(database: Database, now: datetime, keep: timedelta, asked: timedelta) -> None:
    """Throw away the bytes of mail received and sent longer ago than ``keep``, with their pictures,
    and what was asked longer ago than ``asked``.

    Games, orders and press are kept for ever; answers only as long as they count.
    """
    with database.writing() as tx:
        answers.forget(tx, now - SPAN)
        attempts.forget(tx, now - SPAN)
        persons.forget(tx, now - asked)
        inbox.purge_bodies(tx, now - keep)
        outbox.purge_bodies(tx, now - keep)
        waits = outbox.oldest(tx) or now
        pictures.purge(tx, min(now - keep, waits) - pictures.KEPT)
