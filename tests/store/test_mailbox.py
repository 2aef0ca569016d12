"""A mail acts once; a letter goes out, late rather than never."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import func, insert, select, update

from judge.game.limits import STRANGERS
from judge.store import inbox, outbox, schema
from judge.store.database import Database
from judge.store.inbox import MailProof, NewMail, add_mail
from judge.store.outbox import OutMail
from judge.store.together import present

pytestmark = pytest.mark.databases("sqlite", "postgresql")

NOW = datetime(2026, 11, 3, 9, tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_a_mail_is_kept_once(database: Database) -> None:
    with database.write_transaction() as tx:
        first = add_mail(tx, NewMail("<x@example.org>", "d1", b"raw"), NOW)
        assert add_mail(tx, NewMail("<x@example.org>", "d1", b"raw"), NOW) is None
        other = add_mail(tx, NewMail("<x@example.org>", "d2", b"other"), NOW)
        nameless = add_mail(tx, NewMail("", "d3", b"nameless"), NOW)
        assert len({first, other, nameless}) == 3
        assert tuple(mail.id for mail in inbox.list_waiting_mails(tx)) == (first, other, nameless)


def test_mail_comes_back_as_it_was_received(database: Database) -> None:
    with database.write_transaction() as tx:
        mail = add_mail(tx, NewMail("", "d", b"\xff\0raw", "", ("judge@example.org",), "smtp"), NOW)
        assert mail is not None
        received = inbox.lock_waiting_mail(tx, mail)
    envelope = ("", ["judge@example.org"], "smtp")
    assert received == (mail, "", "d", b"\xff\0raw", *envelope, 0, NOW, 0, "")


def test_mail_is_read_in_the_order_received_up_to_a_deadline(database: Database) -> None:
    with database.write_transaction() as tx:
        late = add_mail(tx, NewMail("", "late", b""), NOW + HOUR)
        early = add_mail(tx, NewMail("", "early", b""), NOW)
        assert early is not None
        assert tuple(mail.id for mail in inbox.list_waiting_mails(tx)) == (early, late)
        assert tuple(mail.id for mail in inbox.list_waiting_mails(tx, NOW)) == (early,)
        inbox.mark_mail_done(tx, early, "3 orders", b"raw", "")
        assert tuple(mail.id for mail in inbox.list_waiting_mails(tx)) == (late,)
        assert inbox.lock_waiting_mail(tx, early) is None


def test_more_mails_than_are_looked_up_at_once_are_listed_in_turn(database: Database) -> None:
    with database.write_transaction() as tx:
        mails = [
            add_mail(tx, NewMail("", str(number), b""), NOW + number % 2 * HOUR)
            for number in range(2 * inbox.AT_ONCE)
        ]
    with database.open_single_query() as tx:
        first = inbox.list_waiting_mails(tx)
    assert [mail.id for mail in first] == mails[::2]
    with database.open_single_query() as tx:
        rest = inbox.list_waiting_mails(tx, but=[mail.id for mail in first])
    assert [mail.id for mail in rest] == mails[1::2]
    with database.open_single_query() as tx:
        both = [mail.id for mail in (*first, *rest)]
        assert not inbox.list_waiting_mails(tx, but=both)


def test_old_mail_loses_its_bytes_but_stays_known(database: Database) -> None:
    with database.write_transaction() as tx:
        done, waiting, later = (
            add_mail(tx, NewMail("", name, b"raw"), at) or 0
            for name, at in [("done", NOW), ("waiting", NOW), ("later", NOW + HOUR)]
        )
        inbox.mark_mail_done(tx, done, "answered", b"raw", "")
        inbox.mark_mail_done(tx, later, "answered", b"raw", "")
        assert [inbox.purge_bodies(tx, NOW + HOUR) for _ in range(2)] == [1, 0]
        assert add_mail(tx, NewMail("", "done", b"raw"), NOW) is None
        kept = inbox.lock_waiting_mail(tx, waiting)
        assert kept is not None and kept.raw == b"raw"


def test_old_letters_lose_their_bytes_but_stay_known(database: Database) -> None:
    with database.write_transaction() as tx:
        outbox.add_mails(tx, [letter("sent"), letter("dead"), letter("waiting")], NOW)
        outbox.add_mails(tx, [letter("later")], NOW + HOUR)
        later, waiting, dead, sent = outbox.lease_due_mails(tx, NOW + HOUR, "x")
        outbox.mark_sent(tx, [sent], NOW + HOUR)
        outbox.mark_sent(tx, [later], NOW + HOUR)
        outbox.record_refusal(tx, dead, NOW, "550", permanent=True)
        assert [outbox.purge_bodies(tx, NOW + HOUR) for _ in range(2)] == [2, 0]
        outbox.add_mails(tx, [letter("sent"), letter("dead")], NOW)
        [kept] = outbox.lease_due_mails(tx, NOW + 2 * HOUR, "y")
        assert kept.mail == waiting.mail


def test_a_mail_that_fails_three_times_is_set_aside(database: Database) -> None:
    with database.write_transaction() as tx:
        mail = add_mail(tx, NewMail("", "d", b""), NOW)
        assert mail is not None
        for number in range(3):
            received = inbox.lock_waiting_mail(tx, mail)
            assert received is not None and received.attempts == number
            assert inbox.record_failed_read(tx, received, f"trace {number}", b"masked") is (
                number == 2
            )
        assert not inbox.list_waiting_mails(tx)
        assert inbox.lock_waiting_mail(tx, mail) is None


def letter(name: str) -> OutMail:
    return OutMail(f"{name}@example.org", "judge@example.org", "f@example.org", b"raw", "lepanto")


def test_a_letter_is_kept_once_by_its_id(database: Database) -> None:
    with database.write_transaction() as tx:
        outbox.add_mails(tx, [letter("a"), letter("b"), letter("a")], NOW)
        outbox.add_mails(tx, [letter("b"), letter("c")], NOW)
        outbox.add_mails(tx, [], NOW)
        assert outbox.count_by_state(tx) == {"waiting": 3}


def test_the_text_of_a_letter_is_found_for_its_reader_alone(database: Database) -> None:
    with database.write_transaction() as tx:
        outbox.add_mails(tx, [letter("a")], NOW)
        ids = ["unknown@example.org", "a@example.org"]
        assert outbox.find_letter_bytes(tx, "f@example.org", ids) == b"raw"
        assert outbox.find_letter_bytes(tx, "g@example.org", ids) == b""
        assert outbox.find_letter_bytes(tx, "f@example.org", ids[:1]) == b""


def test_a_leased_letter_is_nobody_elses_while_its_holder_is_at_work(database: Database) -> None:
    with database.write_transaction() as tx:
        at_work = [{"name": name, "until": datetime.now(UTC) + HOUR} for name in ("one", "two")]
        tx.execute(insert(present), at_work)
        outbox.add_mails(tx, [letter("a"), letter("b")], NOW)
        [first] = outbox.lease_due_mails(tx, NOW, "one", most=1)
        assert first.mail == letter("a")
        [second] = outbox.lease_due_mails(tx, NOW, "two")
        assert second.mail == letter("b")
        assert outbox.lease_due_mails(tx, NOW, "three") == ()
        tx.execute(update(present).values(until=datetime.now(UTC) - HOUR))
        again = outbox.lease_due_mails(tx, NOW, "four")
        assert [each.mail for each in again] == [letter("a"), letter("b")]
        assert not outbox.mark_sent(tx, [first], NOW + HOUR)
        assert outbox.mark_sent(tx, [again[0]], NOW + HOUR)
        assert outbox.count_by_state(tx) == {"sent": 1, "waiting": 1}


def test_a_letter_refused_is_tried_later_and_later_then_dead(database: Database) -> None:
    at, pauses, dead = NOW, [], False
    with database.write_transaction() as tx:
        outbox.add_mails(tx, [letter("a")], NOW)
        while not dead:
            [leased] = outbox.lease_due_mails(tx, at, "token")
            dead = outbox.record_refusal(tx, leased, at, "451 later", permanent=False)
            if not dead:
                due = tx.execute(select(schema.outbox.c.next_try)).scalar_one()
                assert outbox.lease_due_mails(tx, due - timedelta(seconds=1), "x") == ()
                pauses.append(due - at)
                at = due
        assert outbox.lease_due_mails(tx, at + 99 * HOUR, "token") == ()
        assert outbox.count_by_state(tx) == {"dead": 1}
    assert pauses == sorted(pauses)
    assert pauses[0] <= timedelta(minutes=1)
    assert pauses[-1] == timedelta(days=1)
    assert timedelta(days=3) < at - NOW < timedelta(days=7)


def test_a_letter_refused_for_good_is_dead_at_once(database: Database) -> None:
    with database.write_transaction() as tx:
        outbox.add_mails(tx, [letter("a")], NOW)
        [leased] = outbox.lease_due_mails(tx, NOW, "token")
        assert outbox.record_refusal(tx, leased, NOW, "550 never", permanent=True)
        assert outbox.lease_due_mails(tx, NOW + 99 * HOUR, "token") == ()


@pytest.mark.databases("sqlite")
def test_any_number_of_letters_is_sent_again(database: Database) -> None:
    with database.write_transaction() as tx:
        outbox.add_mails(tx, [letter(f"{n}") for n in range(30)], NOW)
        tx.execute(update(schema.outbox).values(state=outbox.DEAD))
        driver = tx.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        driver.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 20)
        assert len(outbox.retry_dead_letters(tx, None, NOW)) == 30
        assert outbox.count_by_state(tx) == {"waiting": 30}


def test_of_what_strangers_wrote_the_newest_bytes_are_kept(database: Database) -> None:
    limits = STRANGERS._replace(stranger_mails_per_hour=9)
    with database.write_transaction() as tx:
        mails = [
            add_mail(tx, NewMail("", f"{n}", b"x" * 10, writer="x"), NOW, MailProof(), limits) or 0
            for n in range(5)
        ]
        mails.append(add_mail(tx, NewMail("", "seated", b"x" * 10), NOW - HOUR) or 0)
        for mail in mails[1:]:
            inbox.mark_mail_done(tx, mail, "answered", b"x" * 10, "")
        assert [inbox.purge_bodies_of_strangers(tx, 25) for _ in range(2)] == [2, 0]
        c = schema.inbox.c
        kept = tx.execute(select(c.id).where(func.length(c.raw) > 0).order_by(c.id)).scalars()
        assert kept.all() == [mails[0], mails[3], mails[4], mails[5]]
