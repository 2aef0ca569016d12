"""News that waits for the letter of a day is taken once, when its time has come."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from judge.game.clock.digest import WaitingNews
from judge.store import digests
from judge.store.database import Database

pytestmark = pytest.mark.databases("sqlite", "postgresql")

NOW = datetime(2026, 11, 3, 9, tzinfo=UTC)
HOUR = timedelta(hours=1)


def waiting(address: str, due: datetime) -> WaitingNews:
    return WaitingNews("ruhr", "p1", address, due, ())


def test_what_is_due_is_taken_once_and_the_rest_stays(database: Database) -> None:
    first, second, later = (
        waiting("ann@example.org", NOW - HOUR),
        waiting("bob@example.org", NOW),
        waiting("ann@example.org", NOW + HOUR),
    )
    with database.write_transaction() as tx:
        for news in (first, second, later):
            digests.add_waiting_news(tx, news)
        assert not digests.has_due_digests(tx, NOW - 2 * HOUR)
        assert digests.has_due_digests(tx, NOW)
        assert digests.take_due_digests(tx, NOW) == ((first,), (second,))
        assert not digests.has_due_digests(tx, NOW)
        assert digests.take_due_digests(tx, NOW) == ()
        assert digests.take_due_digests(tx, NOW + HOUR) == ((later,),)


def test_what_waits_for_one_seat_comes_together(database: Database) -> None:
    ann, more = waiting("ann@example.org", NOW - HOUR), waiting("ann@example.org", NOW)
    with database.write_transaction() as tx:
        for news in (ann, more):
            digests.add_waiting_news(tx, news)
        assert digests.take_due_digests(tx, NOW) == ((ann, more),)
