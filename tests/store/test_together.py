"""Several judges on one database: what is in the hands of one, and who is at work."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import insert, update

from judge.store import outbox, together
from judge.store.database import Database, StaleError, try_in_savepoint
from judge.store.together import Presence, present, select_other_judges, try_exclusive_lock
from tests.databases import Databases
from tests.waiting import WAIT

pytestmark = pytest.mark.databases("postgresql")

PAST = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def two(databases: Databases, tmp_path: Path) -> Iterator[tuple[Database, Database]]:
    url = databases.make(tmp_path)
    one, other = (Database(url, wait=1) for _ in range(2))
    yield one, other
    one.close()
    other.close()
    databases.drop(url)


def test_one_alone_works_on_something(two: tuple[Database, Database]) -> None:
    one, other = two
    here, there = (Presence(each, lambda: None) for each in two)
    here.start()
    there.start()
    with try_exclusive_lock(one, "lane ruhr") as ours:
        assert ours
        with (
            try_exclusive_lock(other, "lane ruhr") as theirs,
            try_exclusive_lock(other, "lane saar") as free,
        ):
            assert (theirs, free) == (False, True)
    with try_exclusive_lock(other, "lane ruhr") as theirs:
        assert theirs
    here.stop()
    there.stop()


def test_what_a_dead_judge_was_at_is_free(two: tuple[Database, Database]) -> None:
    one, other = two
    there = Presence(other, lambda: None)
    there.start()
    dead = try_exclusive_lock(other, "lane ruhr")
    assert dead.__enter__()
    there.stop()
    other.engine.dispose()
    dead.__exit__(None, None, None)  # as the server ends the locks of a connection that is lost
    with try_exclusive_lock(one, "lane ruhr") as ours:
        assert ours


def test_a_judge_hears_that_another_has_gone(
    two: tuple[Database, Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(together, "_SAYS_SO", 0.02)
    one, other = two
    heard = threading.Event()
    here = Presence(one, heard.set)
    there = Presence(other, lambda: None)
    there.start()
    here.start()
    with one.read_transaction() as tx:
        assert [*tx.scalars(select_other_judges(one.name))] == [other.name]
    assert not heard.is_set()
    there._over.set()
    there.join()
    with one.write_transaction() as tx:
        tx.execute(update(present).where(present.c.name == other.name).values(until=PAST))
    assert heard.wait(WAIT)
    here.stop()


def test_who_is_second_is_told_that_another_was_first(two: tuple[Database, Database]) -> None:
    for database in two:
        with database.write_transaction() as tx:
            assert outbox.record_failure(tx, "f@x", PAST, "451 later") == (database is two[1])
    row = {"name": "x", "until": PAST}
    with two[0].write_transaction() as tx:
        tx.execute(insert(present), row)
    with (
        pytest.raises(StaleError),
        two[1].write_transaction() as tx,
        try_in_savepoint(tx, "never said"),
    ):
        tx.execute(insert(present), row)
