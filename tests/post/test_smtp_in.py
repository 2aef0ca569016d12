"""The receivers, over real sockets."""

from __future__ import annotations

import smtplib
import socket
import sqlite3
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from judge.post import listening
from judge.post.incoming import Accept, Envelope
from judge.post.listening import Visitors
from judge.post.smtp_in import ListenSettings, Receiver
from judge.service.arrival import store_incoming_mail
from judge.store.database import Database, upgrade_schema
from tests.waiting import WAIT

OWN = ("judge@example.org",)
MAIL = b"From: france@example.org\r\nSubject: x\r\n\r\nA Par - Bur\r\n.\r\n\xff\r\n"
NOW = datetime(2026, 11, 3, tzinfo=UTC)
Start = Callable[..., Receiver]


@pytest.fixture
def start() -> Iterator[Start]:
    running: list[Receiver] = []

    def begin(accept: Accept, protocol: str = "smtp", limit: int = 1000) -> Receiver:
        receiver = Receiver(ListenSettings(protocol, "127.0.0.1", 0, limit), OWN, accept)
        receiver.start()
        running.append(receiver)
        return receiver

    yield begin
    for receiver in running:
        receiver.stop()


class Kept:
    def __init__(self) -> None:
        self.mails: list[tuple[bytes, Envelope]] = []

    def __call__(self, raw: bytes, envelope: Envelope) -> None:
        self.mails.append((raw, envelope))


def test_a_mail_by_smtp_arrives_as_it_was_sent(start: Start) -> None:
    kept = Kept()
    with smtplib.SMTP("127.0.0.1", start(kept).port) as client:
        client.sendmail("france@example.org", ["judge+lepanto.p3.x@example.org"], MAIL)
    assert kept.mails == [
        (MAIL, Envelope("france@example.org", ("judge+lepanto.p3.x@example.org",), "smtp"))
    ]


@pytest.mark.parametrize("protocol", ["smtp", "lmtp"])
def test_who_is_idle_keeps_nobody_out(
    start: Start, protocol: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, client = Kept(), smtplib.SMTP if protocol == "smtp" else smtplib.LMTP
    monkeypatch.setattr(listening, "QUIET", float(WAIT))
    port = start(kept, protocol).port
    idle = [socket.create_connection(("127.0.0.1", port), timeout=WAIT) for _ in range(200)]
    for line in idle:
        assert line.recv(100).startswith(b"220")
    with pytest.raises(smtplib.SMTPConnectError) as refused:
        client("127.0.0.1", port)
    assert refused.value.smtp_code == 421
    monkeypatch.setattr(listening, "QUIET", 0.0)
    with client("127.0.0.1", port) as late:
        late.sendmail("france@example.org", OWN, MAIL)
    assert len(kept.mails) == 1
    assert idle[0].recv(100) == b"", "the first is gone"
    for line in idle:
        line.close()


class Caller:
    """A connection from an address."""

    def __init__(self, address: str) -> None:
        self.address, self.gone = address, False

    def get_extra_info(self, name: str) -> object:
        return (self.address, 25)

    def abort(self) -> None:
        self.gone = True


def test_one_peer_has_so_many_connections_and_who_is_near_as_many_as_there_are() -> None:
    seconds = [0.0]
    visitors = Visitors(2, 5, lambda: seconds[0])

    def come(*addresses: str) -> list[bool]:
        callers.extend(map(Caller, addresses))
        return [visitors.admit_client(one) for one in callers[-len(addresses) :]]  # type: ignore[arg-type]  # as far as it is asked

    callers: list[Caller] = []
    assert come(*["198.51.101.7", "::ffff:198.51.101.7", "198.51.101.7"]) == [True, True, False]
    assert come("2a01:4f8:1:2::1", "2a01:4f8:1:2::9", "2a01:4f8:1:2::3") == [True, True, False]
    visitors.release_client(callers[0])  # type: ignore[arg-type]  # as far as it is asked
    assert come("127.0.0.1", "10.0.0.7", "127.0.0.1") == [True, True, False], "in all"
    seconds[0] = listening.QUIET
    visitors.note_heard(callers[1])  # type: ignore[arg-type]  # as far as it is asked
    assert come("10.0.0.7") == [True]
    assert [one.gone for one in callers].index(True) == 3, "who was silent for longest"


def test_the_null_sender_is_told_apart(start: Start) -> None:
    kept = Kept()
    with smtplib.SMTP("127.0.0.1", start(kept).port) as client:
        client.sendmail("", ["judge@example.org"], MAIL)
    assert kept.mails[0][1].sender == ""


def test_strangers_addresses_are_refused_for_good(start: Start) -> None:
    with smtplib.SMTP("127.0.0.1", start(Kept()).port) as client:
        client.ehlo()
        client.mail("france@example.org")
        for address in ("other@example.org", "judge@example.com", "judge"):
            code, text = client.rcpt(address)
            assert (code, text[:5]) == (550, b"5.1.1")
        assert client.rcpt("JUDGE@Example.ORG")[0] == 250


def test_our_own_trouble_asks_to_try_again(start: Start) -> None:
    def broken(raw: bytes, envelope: Envelope) -> None:
        raise sqlite3.OperationalError("secret path is locked")

    with smtplib.SMTP("127.0.0.1", start(broken).port) as client:
        with pytest.raises(smtplib.SMTPDataError) as caught:
            client.sendmail("france@example.org", ["judge@example.org"], MAIL)
        assert caught.value.smtp_code == 451
        assert b"secret" not in caught.value.smtp_error
        assert client.noop()[0] == 250


@pytest.mark.parametrize("announced", [True, False])
def test_a_mail_too_large_is_refused_in_the_dialog(start: Start, announced: bool) -> None:
    kept = Kept()
    large = MAIL + b"x" * 70 + b"\r\n" + b"y" * 10_000_000
    with smtplib.SMTP("127.0.0.1", start(kept, limit=100_000).port) as client:
        client.ehlo()
        if announced:
            assert client.mail("france@example.org", [f"size={len(large)}"])[0] == 552
        else:
            client.mail("france@example.org")
            client.rcpt("judge@example.org")
            assert client.data(MAIL + b"y" * 70 + b"\r\n" + MAIL * 3000)[0] == 552
        assert client.rset()[0] == 250
    assert kept.mails == []


def test_lines_longer_than_the_standard_allows_are_taken(start: Start) -> None:
    kept = Kept()
    long = b"Subject: x\r\n\r\n" + b"x" * 20_000 + b"\r\n"
    with smtplib.SMTP("127.0.0.1", start(kept, limit=100_000).port) as client:
        client.sendmail("france@example.org", ["judge@example.org"], long)
    assert kept.mails[0][0] == long


class Lmtp:
    """A client that counts reply lines, which smtplib's own does not."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=WAIT)
        self.file = self.socket.makefile("rb")

    def reply(self) -> bytes:
        while True:
            line = self.file.readline()
            if line[3:4] != b"-":
                return line

    def say(self, line: bytes) -> bytes:
        self.socket.sendall(line + b"\r\n")
        return self.reply()


@pytest.fixture
def dialog(start: Start) -> Iterator[Callable[..., Lmtp]]:
    clients: list[Lmtp] = []

    def begin(accept: Accept, *recipients: bytes) -> Lmtp:
        client = Lmtp(start(accept, "lmtp").port)
        clients.append(client)
        assert client.reply().startswith(b"220")
        assert client.say(b"LHLO here").startswith(b"250")
        assert client.say(b"MAIL FROM:<france@example.org>").startswith(b"250")
        for recipient in recipients:
            client.say(b"RCPT TO:<" + recipient + b">")
        return client

    yield begin
    for client in clients:
        client.socket.close()


TWO = (b"judge+a@example.org", b"judge+b@example.org", b"nobody@example.org")


def test_lmtp_answers_for_each_recipient_taken(dialog: Callable[..., Lmtp]) -> None:
    kept = Kept()
    client = dialog(kept, *TWO)
    assert client.say(b"DATA").startswith(b"354")
    assert client.say(MAIL.replace(b"\r\n.", b"\r\n..") + b".").startswith(b"250 2.0.0")
    assert client.reply().startswith(b"250 2.0.0")
    assert client.say(b"NOOP").startswith(b"250")
    assert [envelope.recipients for _, envelope in kept.mails] == [
        ("judge+a@example.org", "judge+b@example.org")
    ]
    assert kept.mails[0][1].via == "lmtp"


def test_lmtp_refuses_for_each_recipient_taken(dialog: Callable[..., Lmtp]) -> None:
    client = dialog(Kept(), *TWO)
    assert client.say(b"DATA").startswith(b"354")
    assert client.say(b"x\r\n" * 500 + b".").startswith(b"552")
    assert client.reply().startswith(b"552")
    assert client.say(b"DATA").startswith(b"503")
    assert client.say(b"NOOP").startswith(b"250")


def test_lmtp_asks_to_try_again_for_each_recipient(dialog: Callable[..., Lmtp]) -> None:
    def broken(raw: bytes, envelope: Envelope) -> None:
        raise OSError("disk full")

    client = dialog(broken, *TWO)
    client.say(b"DATA")
    assert client.say(b"x\r\n.").startswith(b"451 4.3.0")
    assert client.reply().startswith(b"451 4.3.0")
    assert client.say(b"NOOP").startswith(b"250")


def test_a_locked_database_asks_to_try_again_and_later_takes_it_once(
    start: Start, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path}/judge.db"
    upgrade_schema(url)
    database = Database(url, wait=0.05)
    receiver = start(lambda raw, envelope: store_incoming_mail(database, raw, envelope, NOW))
    other = sqlite3.connect(tmp_path / "judge.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with smtplib.SMTP("127.0.0.1", receiver.port) as client:
        with pytest.raises(smtplib.SMTPDataError) as caught:
            client.sendmail("france@example.org", ["judge@example.org"], MAIL)
        assert caught.value.smtp_code == 451
        other.execute("ROLLBACK")
        client.sendmail("france@example.org", ["judge@example.org"], MAIL)
        client.sendmail("france@example.org", ["judge@example.org"], MAIL)
    assert other.execute("SELECT raw FROM inbox").fetchall() == [(MAIL,)]
    other.close()
    database.close()


def test_a_database_that_cannot_be_written_asks_to_try_again(start: Start, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/judge.db"
    upgrade_schema(url)
    database = Database(f"sqlite:///file:{tmp_path}/judge.db?mode=ro&uri=true")
    receiver = start(lambda raw, envelope: store_incoming_mail(database, raw, envelope, NOW))
    with smtplib.SMTP("127.0.0.1", receiver.port) as client:
        with pytest.raises(smtplib.SMTPDataError) as caught:
            client.sendmail("france@example.org", ["judge@example.org"], MAIL)
        assert caught.value.smtp_code == 451
    database.close()


def test_after_stop_nobody_listens(start: Start) -> None:
    receiver = Receiver(ListenSettings("smtp", "127.0.0.1", 0), OWN, Kept())
    receiver.start()
    client = smtplib.SMTP("127.0.0.1", receiver.port)
    port = receiver.port
    receiver.stop()
    client.close()
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.1", port), timeout=WAIT)
