"""Whatever step the judge dies at, no mail is lost, and none acts twice."""

from __future__ import annotations

import smtplib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection, event, select

from judge.post.incoming import Envelope
from judge.post.smtp_in import ListenSettings, Receiver
from judge.post.smtp_out import DeliveryRefusedError
from judge.service.arrival import store_incoming_mail
from judge.store import outbox, schema
from judge.store.database import Database, upgrade_schema
from judge.store.outbox import OutMail
from tests.road.office import LoneSender, send_letters

NOW = datetime(2026, 11, 3, 9, tzinfo=UTC)
DAY = timedelta(days=1)
RAW = b"From: france@example.org\r\nMessage-ID: <x@example.org>\r\n\r\nA Par - Bur\r\n"
ENVELOPE = Envelope("france@example.org", ("judge@example.org",), "smtp")


class Crash(BaseException):
    """The judge dies here."""


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    url = f"sqlite:///{tmp_path}/judge.db"
    upgrade_schema(url)
    database = Database(url)
    yield database
    database.close()


@contextmanager
def dying_at(database: Database, moment: str) -> Iterator[None]:
    """Die at the next commit, or at the next statement that begins with those words."""

    def die_at_commit(tx: Connection) -> None:
        if tx.get_execution_options().get("judge_writes"):
            raise Crash

    def die_at_statement(tx: Connection, cursor: object, statement: str, *rest: object) -> None:
        if statement.startswith(moment):
            raise Crash

    name, hook = (
        ("commit", die_at_commit)
        if moment == "commit"
        else ("before_cursor_execute", die_at_statement)
    )
    event.listen(database.engine, name, hook)
    try:
        yield
    finally:
        event.remove(database.engine, name, hook)


def kept(database: Database) -> list[bytes]:
    with database.read_transaction() as tx:
        return list(tx.execute(select(schema.inbox.c.raw)).scalars())


def test_a_mail_not_inserted_is_not_accepted_and_comes_again(database: Database) -> None:
    with pytest.raises(Crash), dying_at(database, "INSERT INTO inbox"):
        store_incoming_mail(database, RAW, ENVELOPE, NOW)
    assert kept(database) == []
    store_incoming_mail(database, RAW, ENVELOPE, NOW)
    assert kept(database) == [RAW]


def test_a_mail_inserted_but_not_accepted_comes_again_and_is_known(database: Database) -> None:
    # On SQLite one statement alone is committed as it ends.
    with pytest.raises(Crash), dying_at(database, "commit"):
        store_incoming_mail(database, RAW, ENVELOPE, NOW)
    store_incoming_mail(database, RAW, ENVELOPE, NOW)
    assert kept(database) == [RAW]


def test_a_mail_committed_but_not_confirmed_comes_again_and_is_known(database: Database) -> None:
    answers: list[Exception | None] = [RuntimeError("died before 250"), None]

    def take(raw: bytes, envelope: Envelope) -> None:
        store_incoming_mail(database, raw, envelope, NOW)
        if (trouble := answers.pop(0)) is not None:
            raise trouble

    receiver = Receiver(ListenSettings("smtp", "127.0.0.1", 0), ("judge@example.org",), take)
    receiver.start()
    with smtplib.SMTP("127.0.0.1", receiver.port) as client:
        with pytest.raises(smtplib.SMTPDataError):
            client.sendmail("france@example.org", ["judge@example.org"], RAW)
        client.sendmail("france@example.org", ["judge@example.org"], RAW)
    receiver.stop()
    assert kept(database) == [RAW]


class Wire:
    """A transport that does as it is told for each mail, and remembers what it took."""

    def __init__(self, *moods: BaseException | None) -> None:
        self.moods = list(moods)
        self.taken: list[bytes] = []

    def send_mail(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        mood = self.moods.pop(0) if self.moods else None
        if mood is not None:
            raise mood
        self.taken.append(raw)

    def is_recipient_welcome(self, envelope_from: str, recipient: str) -> bool:
        return True

    def close_connection(self) -> None:
        pass


@pytest.fixture
def letters(database: Database) -> Callable[[], dict[str, int]]:
    mails = [
        OutMail(f"{n}@x", "judge@example.org", f"f{n}@example.org", b"%d" % n) for n in range(3)
    ]
    with database.write_transaction() as tx:
        outbox.add_mails(tx, mails, NOW)

    def states() -> dict[str, int]:
        with database.read_transaction() as tx:
            return outbox.count_by_state(tx)

    return states


Letters = Callable[[], dict[str, int]]


def test_letters_go_out_once_in_order(database: Database, letters: Letters) -> None:
    wire = Wire()
    send_letters(database, wire, NOW)
    send_letters(database, wire, NOW)
    assert wire.taken == [b"0", b"1", b"2"]
    assert letters() == {"sent": 3}


def test_dying_before_letters_are_marked_repeats_them(database: Database, letters: Letters) -> None:
    wire = Wire()
    with pytest.raises(Crash), dying_at(database, "UPDATE outbox SET state"):
        send_letters(database, wire, NOW)
    assert wire.taken and letters() == {"waiting": 3}
    send_letters(database, wire, NOW)
    # The thread of the dead may have handed over more than the first letter, at any moment.
    assert wire.taken.count(b"0") == 2 and {*wire.taken} == {b"0", b"1", b"2"}
    assert letters() == {"sent": 3}


def test_no_transaction_is_open_while_sending(database: Database, letters: Letters) -> None:
    class Writing(Wire):
        def send_mail(self, envelope_from: str, recipient: str, raw: bytes) -> None:
            super().send_mail(envelope_from, recipient, raw)
            store_incoming_mail(database, b"Subject: " + raw + b"\r\n\r\n", ENVELOPE, NOW)

    send_letters(database, Writing(), NOW)
    assert len(kept(database)) == 3
    assert letters() == {"sent": 3}


def test_refusals_and_accidents_do_not_stop_the_others(
    database: Database, letters: Letters
) -> None:
    dead: list[tuple[str, str]] = []

    def note_dead(tx: Connection, mail: OutMail, why: str) -> None:
        dead.append((mail.message_id, why))

    refusal = DeliveryRefusedError(True, "550 no such user")
    wire = Wire(refusal, RuntimeError("a bug"))
    clock = [NOW]
    sender = LoneSender(database, wire, lambda: clock[0], note_dead)
    sender.send_due_mails()
    assert wire.taken == [b"2"]
    assert letters() == {"waiting": 2, "sent": 1}
    for day, moods in enumerate(([None, refusal], [refusal]), 1):
        wire.moods, clock[0] = [*moods], NOW + day * DAY
        sender.send_due_mails()
    sender.stop()
    assert letters() == {"dead": 1, "sent": 2}
    assert dead == [("0@x", "550 no such user")]


def test_a_dead_letter_is_told_of_or_not_yet_dead(database: Database, letters: Letters) -> None:
    def die(tx: Connection, mail: OutMail, why: str) -> None:
        raise Crash

    refusal = DeliveryRefusedError(True, "550")
    wire, clock = Wire(refusal), [NOW]
    sender = LoneSender(database, wire, lambda: clock[0], die)
    sender.send_due_mails()
    wire.moods, clock[0] = [refusal], NOW + DAY
    sender.send_due_mails()
    assert letters() == {"waiting": 1, "sent": 2}
    wire.moods, clock[0] = [refusal], NOW + 2 * DAY
    with pytest.raises(Crash):
        sender.send_due_mails()
    sender.dismiss_threads()
    assert letters() == {"waiting": 1, "sent": 2}
