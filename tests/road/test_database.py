"""A database that cannot be written: no mail is taken, and none is lost."""

from __future__ import annotations

import smtplib
import sqlite3
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

from judge.post.imap_in import Mailbox, Poller
from judge.post.incoming import Envelope
from judge.post.smtp_in import ListenSettings, Receiver
from judge.service.arrival import store_incoming_mail
from tests.post.dovecot import PASSWORD, USER, Dovecot
from tests.road.office import JUDGE, Office, player
from tests.waiting import WAIT

MAIL = b"From: france@example.org\r\nSubject: HELP\r\nMessage-ID: <1@example.org>\r\n\r\n"


@pytest.fixture
def hasty(busy_office: Office, tmp_path: Path) -> Iterator[Office]:
    """A judge that does not wait for the database."""
    office = busy_office.twin(tmp_path)
    office.close()
    office.wait = 0.01
    office.open()
    yield office
    office.close()


@contextmanager
def locked(office: Office) -> Iterator[None]:
    """Let somebody else hold the database."""
    other = sqlite3.connect(office.folder / "judge.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


@contextmanager
def full(office: Office) -> Iterator[None]:
    """Let the disk be full."""

    def no_more(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        connection.execute("PRAGMA max_page_count = 1")  # type: ignore[attr-defined]  # SQLite's

    engine = office.judge.database.engine
    engine.dispose()
    event.listen(engine, "connect", no_more)
    try:
        yield
    finally:
        event.remove(engine, "connect", no_more)
        engine.dispose()


@pytest.fixture
def port(hasty: Office) -> Iterator[int]:
    def take(raw: bytes, envelope: Envelope) -> None:
        store_incoming_mail(hasty.judge.database, raw, envelope, hasty.now)

    receiver = Receiver(ListenSettings("smtp", "127.0.0.1", 0), (JUDGE,), take)
    receiver.start()
    yield receiver.port
    receiver.stop()


@pytest.mark.parametrize("trouble", [locked, full])
def test_the_sender_is_told_to_try_again(hasty: Office, port: int, trouble: type) -> None:
    raw = MAIL + b"x" * 20_000
    with smtplib.SMTP("127.0.0.1", port) as client:
        with trouble(hasty), pytest.raises(smtplib.SMTPDataError) as refusal:
            client.sendmail(player("France"), [JUDGE], raw)
        assert refusal.value.smtp_code == 451
        before = len(hasty.inbox())
        client.sendmail(player("France"), [JUDGE], raw)
    assert len(hasty.inbox()) == before + 1
    assert [letter.subject for letter in hasty.run()] == ["Re: HELP"]


def test_work_that_could_not_be_written_is_done_later(hasty: Office) -> None:
    hasty.write(player("France"), "A Par - Bur", answering=player("France"))
    with locked(hasty), pytest.raises(OperationalError, match="locked"):
        hasty.run()
    assert hasty.orders("France") == []
    assert hasty.inbox()[-1] == ("new", "", 0)
    letters = hasty.run()
    assert hasty.orders("France") == ["A PAR - BUR"]
    assert [letter.to for letter in letters] == [player("France")]
    due = hasty.game().due_at
    assert due is not None
    hasty.now = due
    with locked(hasty), pytest.raises(OperationalError, match="locked"):
        hasty.deliver()
    with locked(hasty):
        hasty.work()
    assert hasty.game().number == 1
    assert len(hasty.run()) == 8
    assert hasty.game().number == 2


def test_a_full_disk_is_no_fault_of_the_mail_that_is_read(hasty: Office) -> None:
    hasty.write(player("France"), "HELP\nHELP ORDERS\nSTATUS", answering=player("France"))
    for _ in range(4):
        with full(hasty), pytest.raises(OperationalError, match="full"):
            hasty.work()
    assert hasty.inbox()[-1] == ("new", "", 0)
    assert [letter.to for letter in hasty.run()] == [player("France")]


def test_imap_mail_stays_unseen_until_it_is_kept(hasty: Office) -> None:
    tried, kept = threading.Event(), threading.Event()

    def take(raw: bytes, envelope: Envelope) -> None:
        try:
            store_incoming_mail(hasty.judge.database, raw, envelope, hasty.now)
            kept.set()
        finally:
            tried.set()

    dovecot = Dovecot(Path(tempfile.mkdtemp(prefix="dc", dir="/tmp")))
    dovecot.start()
    box = Mailbox("127.0.0.1", USER, PASSWORD, port=dovecot.imap, tls=False, retry=0.2)
    poller = Poller(box, take)
    thread = threading.Thread(target=poller.run, daemon=True)
    try:
        with locked(hasty):
            dovecot.deliver(MAIL)
            thread.start()
            assert tried.wait(WAIT)
            assert dovecot.subjects("INBOX", "UNSEEN") == ["HELP"]
            assert not kept.is_set()
        assert kept.wait(WAIT)
    finally:
        poller.stop()
        thread.join()
        dovecot.close()
    assert [letter.subject for letter in hasty.run()] == ["Re: HELP"]
