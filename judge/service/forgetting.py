"""What is thrown away once its time is over."""

from __future__ import annotations

from datetime import datetime, timedelta

from judge.game.limits import SPAN
from judge.store import inbox, outbox, persons, pictures, usage
from judge.store.database import Database


def delete_expired_data(
    database: Database, now: datetime, keep: timedelta, asked: timedelta, most: int
) -> None:
    """Throw away the bytes of mail received and sent longer ago than ``keep``, with their pictures,
    and what was asked longer ago than ``asked``; of what strangers wrote, all but the newest bytes,
    so ``most``.

    Games, orders and press are kept for ever; answers only as long as they count.
    """
    with database.write_transaction() as tx:
        usage.delete_old_usage(tx, now - SPAN)
        persons.delete_old_questions(tx, now - asked)
        inbox.purge_bodies(tx, now - keep)
        inbox.purge_bodies_of_strangers(tx, most)
        outbox.purge_bodies(tx, now - keep)
        waits = outbox.find_oldest_waiting_since(tx) or now
        pictures.purge_old_pictures(tx, min(now - keep, waits) - pictures.KEPT)
