"""Letters that leave by several connections: who is slow, who refuses, a server that is away."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import select, update
from sqlalchemy.exc import OperationalError

from judge.post.smtp_out import DeliveryRefusedError, NoWayOutError
from judge.service.connections import PAUSES
from judge.service.sending import MailSender
from judge.store import outbox, schema
from judge.store.database import Database, upgrade_schema
from judge.store.outbox import OutMail
from tests.waiting import WAIT, wait_until

NOW = datetime(2026, 11, 6, 9, tzinfo=UTC)


class World:
    """A judge's outbox, a mail server of any mood, and a clock that the test sets."""

    def __init__(self, folder: Path) -> None:
        url = f"sqlite:///{folder / 'judge.db'}"
        upgrade_schema(url)
        self.database = Database(url)
        self.now, self.seconds = NOW, 0.0
        self.mood: Callable[[str, str], None] = lambda recipient, text: None
        self.taken: list[tuple[str, str]] = []
        self.dead: list[str] = []
        self.sender = MailSender(
            self.database,
            self,
            lambda: self.now,
            lambda tx, mail, why: self.dead.append(mail.message_id),
            clock=lambda: self.seconds,
        )

    def send_mail(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        self.mood(recipient, raw.decode())
        self.taken.append((recipient, raw.decode()))

    def is_recipient_welcome(self, envelope_from: str, recipient: str) -> bool:
        try:
            self.mood(recipient, "")
        except DeliveryRefusedError as refusal:
            return refusal.about_mail
        except NoWayOutError:
            return False
        return True

    def close_connection(self) -> None:
        pass

    def put(self, *letters: tuple[str, str]) -> None:
        mails = [OutMail(f"{to}.{text}", "j@x", to, text.encode()) for to, text in letters]
        with self.database.write_transaction() as tx:
            outbox.add_mails(tx, mails, self.now)

    def later(self, passed: timedelta = timedelta(seconds=30)) -> None:
        """Let time pass, and the judge look what there is to send."""
        self.now += passed
        self.seconds += passed.total_seconds()
        self.sender.send_due_mails()

    def states(self) -> dict[str, int]:
        with self.database.read_transaction() as tx:
            return outbox.count_by_state(tx)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    world = World(tmp_path)
    yield world
    world.sender.stop()
    world.database.close()


def away(recipient: str, text: str) -> None:
    raise NoWayOutError("ConnectionRefusedError")


def test_many_letters_go_out_once(world: World) -> None:
    letters = [(f"p{n % 40}@example{n % 7}.org", f"{n}") for n in range(300)]
    world.put(*letters)
    world.sender.send_due_mails()
    assert sorted(world.taken) == sorted(letters)
    assert world.states() == {"sent": 300}


def test_letters_to_one_recipient_go_in_their_order(world: World) -> None:
    world.put(*[("a@example.org", f"{n:02}") for n in range(20)])
    world.sender.send_due_mails()
    assert [text for _, text in world.taken] == [f"{n:02}" for n in range(20)]


@pytest.mark.parametrize("hours", [1, 6, 24, 96])
def test_when_an_outage_is_over_all_goes_out_at_once(world: World, hours: int) -> None:
    world.mood = away
    for hour in range(hours):
        world.put(*[(f"p{n}@example.org", f"{hour}") for n in range(3)])
        world.later(timedelta(hours=1))
    assert world.states() == {"waiting": 3 * hours}
    world.mood = lambda recipient, text: None
    world.later(timedelta(seconds=max(PAUSES)))
    assert world.states() == {"sent": 3 * hours}
    mine = [int(text) for recipient, text in world.taken if recipient == "p1@example.org"]
    assert mine == sorted(mine, reverse=True), "the newest goes first"
    assert world.dead == []


def test_a_server_that_is_away_is_asked_by_one_letter_and_seldom(world: World) -> None:
    asked = []

    def counted(recipient: str, text: str) -> None:
        asked.append(recipient)
        away(recipient, text)

    world.mood = counted
    world.put(*[(f"p{n}@example.org", "x") for n in range(30)])
    world.sender.send_due_mails()
    first = len(asked)
    for _ in range(10):
        world.sender.send_due_mails()
    assert len(asked) == first <= 4
    world.later(timedelta(seconds=max(PAUSES)))
    assert len(asked) == first + 1


def test_a_server_that_refuses_everybody_kills_no_letter(world: World) -> None:
    def closed(recipient: str, text: str) -> None:
        raise DeliveryRefusedError(True, "550 relaying denied")

    world.mood = closed
    world.put(*[(f"p{n}@example.org", "x") for n in range(5)])
    for _ in range(48):
        world.later(timedelta(hours=1))
    assert world.states() == {"waiting": 5}
    world.mood = lambda recipient, text: None
    world.later(timedelta(hours=24))
    assert world.states() == {"sent": 5}


def test_a_recipient_who_is_refused_while_others_are_reached_is_given_up(world: World) -> None:
    def picky(recipient: str, text: str) -> None:
        if recipient == "gone@example.org":
            raise DeliveryRefusedError(True, "550 no such user")

    world.mood = picky
    world.put(("gone@example.org", "1"), ("here@example.org", "1"))
    world.sender.send_due_mails()
    assert world.dead == []
    world.later(timedelta(minutes=2))
    assert world.dead == []
    world.later(timedelta(minutes=2))
    assert world.dead == ["gone@example.org.1"]
    assert world.states() == {"sent": 1, "dead": 1}


def test_letters_to_one_recipient_wait_together_and_go_together(world: World) -> None:
    tried = []

    def greylisting(recipient: str, text: str) -> None:
        tried.append(text)
        raise DeliveryRefusedError(False, "450 later")

    world.mood = greylisting
    world.put(*[("p@example.org", f"{n}") for n in range(5)])
    world.sender.send_due_mails()
    assert tried == ["0"]
    world.mood = lambda recipient, text: None
    world.later(timedelta(minutes=1))
    assert world.states() == {"sent": 5}


def test_a_mail_that_is_not_liked_holds_up_no_other_to_the_same(world: World) -> None:
    def reading(recipient: str, text: str) -> None:
        if text == "0":
            raise DeliveryRefusedError(False, "451 content", about_mail=True)

    world.mood = reading
    world.put(*[("p@example.org", f"{n}") for n in range(3)])
    world.sender.send_due_mails()
    assert world.states() == {"sent": 2, "waiting": 1}


def test_one_who_stalls_holds_up_nobody_else(world: World) -> None:
    stalled, go = threading.Event(), threading.Event()

    def slow(recipient: str, text: str) -> None:
        if recipient == "slow@example.org":
            stalled.set()
            assert go.wait(WAIT)

    world.mood = slow
    world.put(*[("slow@example.org", f"{n}") for n in range(60)])
    world.put(*[(f"p{n}@example.org", "x") for n in range(70)])
    sending = threading.Thread(target=world.sender.send_due_mails)
    sending.start()
    assert stalled.wait(WAIT)
    wait_until(lambda: len(world.taken) >= 70, lambda: world.taken)
    assert len(world.taken) == 70
    world.put(("q@example.org", "a new one"))
    wait_until(lambda: len(world.taken) >= 71, lambda: world.taken)
    assert world.taken[-1] == ("q@example.org", "a new one")
    go.set()
    sending.join(WAIT)
    assert world.states() == {"sent": 131}


def test_a_stop_waits_for_nothing_that_is_not_in_hand(world: World) -> None:
    begun, go = threading.Event(), threading.Event()

    def slow(recipient: str, text: str) -> None:
        begun.set()
        assert go.wait(WAIT)

    world.mood = slow
    world.put(*[(f"p{n}@example.org", "x") for n in range(1200)])
    sending = threading.Thread(target=world.sender.send_due_mails)
    sending.start()
    assert begun.wait(WAIT)
    threading.Timer(0.3, go.set).start()
    world.sender.stop()
    sending.join(WAIT)
    states = world.states()
    assert states["sent"] <= 4
    assert states["sent"] + states["waiting"] == 1200
    with world.database.read_transaction() as tx:
        left = tx.execute(select(schema.outbox.c.lease).where(schema.outbox.c.lease != "")).all()
    assert left == []


def test_a_database_that_cannot_be_written_for_a_while_repeats_no_letter(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.put(*[(f"p{n}@example.org", "x") for n in range(8)])
    writing, locked = world.database.write_transaction, [False]

    @contextmanager
    def sometimes() -> Iterator[object]:
        if locked[0]:
            raise OperationalError("UPDATE", {}, Exception("database is locked"))
        with writing() as tx:
            yield tx

    def lock(recipient: str, text: str) -> None:
        locked[0] = True

    world.mood = lock
    monkeypatch.setattr(world.database, "write_transaction", sometimes)
    with pytest.raises(OperationalError):
        world.sender.send_due_mails()
    locked[0] = False
    world.mood = lambda recipient, text: None
    world.later()
    assert len(world.taken) == len(set(world.taken)) == 8
    assert world.states() == {"sent": 8}


def test_a_clock_that_was_a_year_ahead_holds_no_letter_up(world: World) -> None:
    def later(recipient: str, text: str) -> None:
        raise DeliveryRefusedError(False, "450 later")

    world.mood = later
    world.now += timedelta(days=365)
    world.put(("p@example.org", "x"))
    world.sender.send_due_mails()
    world.mood = lambda recipient, text: None
    world.now = NOW
    world.sender.send_due_mails()
    assert world.states() == {"sent": 1}


@pytest.mark.parametrize("holder", ["dead", "mine"])
def test_what_was_in_the_hands_of_a_judge_that_is_gone_is_sent(world: World, holder: str) -> None:
    """One's own, too: a commit may be done though the connection is lost before that is said."""
    world.put(("p@example.org", "x"))
    with world.database.write_transaction() as tx:
        lease = world.database.name if holder == "mine" else holder
        tx.execute(update(schema.outbox).values(lease=lease))
    world.sender.send_due_mails()
    assert world.states() == {"sent": 1}


def test_a_letter_given_up_is_kept_and_sent_again(world: World) -> None:
    def gone(recipient: str, text: str) -> None:
        if recipient == "gone@example.org":
            raise DeliveryRefusedError(True, "550 no such user")

    world.mood = gone
    world.put(("gone@example.org", "1"), ("here@example.org", "1"), ("gone@example.org", "old"))
    for _ in range(8):
        world.later(timedelta(minutes=10))
    with world.database.write_transaction() as tx:
        tx.execute(update(schema.outbox).where(schema.outbox.c.raw == b"old").values(raw=b""))
        assert len(outbox.retry_dead_letters(tx, None, world.now)) == 1
    world.mood = lambda recipient, text: None
    world.sender.send_due_mails()
    assert world.taken == [("here@example.org", "1"), ("gone@example.org", "1")]
    assert world.states() == {"sent": 2, "dead": 1}
