"""The poller against a real Dovecot."""

from __future__ import annotations

import queue
import socket
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from judge.post.imap_in import Mailbox, Poller
from judge.post.incoming import Accept, Envelope, NoRoomError
from tests.post.dovecot import PASSWORD, USER, Dovecot
from tests.waiting import WAIT


@pytest.fixture(scope="module")
def server() -> Iterator[Dovecot]:
    dovecot = Dovecot(Path(tempfile.mkdtemp(prefix="dc", dir="/tmp")))
    dovecot.start()
    yield dovecot
    dovecot.close()


@pytest.fixture
def dovecot(server: Dovecot) -> Dovecot:
    """The server, with empty folders."""
    with server.client() as client:
        for folder in ("INBOX", "Done", "Failed"):
            client.select_folder(folder)
            client.delete_messages(client.search(["ALL"]))
            client.expunge()
    return server


class Judge:
    """Accepts mail; what it was given can be awaited. ``trouble`` is raised instead, once each."""

    def __init__(self) -> None:
        self.given: queue.Queue[bytes] = queue.Queue()
        self.trouble: list[Exception] = []

    def __call__(self, raw: bytes, envelope: Envelope) -> None:
        assert envelope == Envelope(None, (), "imap")
        if self.trouble:
            raise self.trouble.pop()
        self.given.put(raw)

    def next(self) -> str:
        raw = self.given.get(timeout=WAIT)
        return raw.split(b"Subject: ")[1].split(b"\r\n")[0].decode()


def mail(subject: str, body: str = "A Par - Bur") -> bytes:
    return f"From: france@example.org\r\nSubject: {subject}\r\n\r\n{body}\r\n".encode()


Run = Callable[..., Poller]


@pytest.fixture
def run(dovecot: Dovecot) -> Iterator[Run]:
    running: list[tuple[Poller, threading.Thread]] = []

    def begin(accept: Accept, **changes: object) -> Poller:
        settings: dict[str, object] = {"port": dovecot.imap, "tls": False, "retry": 0.2}
        box = Mailbox("127.0.0.1", USER, PASSWORD, **{**settings, **changes})  # type: ignore[arg-type]  # as named
        poller = Poller(box, accept)
        thread = threading.Thread(target=poller.run)
        thread.start()
        running.append((poller, thread))
        return poller

    yield begin
    for poller, thread in running:
        poller.stop()
        thread.join(WAIT)
        assert not thread.is_alive()


def finish(poller: Poller, desk: Judge, dovecot: Dovecot) -> None:
    """Return when everything before now has been put away: the next mail comes after it."""
    dovecot.deliver(mail("the last"))
    while desk.next() != "the last":
        pass
    poller.stop()


def test_waiting_mail_is_taken_and_marked_seen(dovecot: Dovecot, run: Run) -> None:
    desk = Judge()
    dovecot.deliver(mail("one"))
    dovecot.deliver(mail("two"))
    poller = run(desk)
    assert [desk.next(), desk.next()] == ["one", "two"]
    finish(poller, desk, dovecot)
    assert {"one", "two"} <= set(dovecot.subjects("INBOX", "SEEN"))


def test_new_mail_is_reported_while_idle(dovecot: Dovecot, run: Run) -> None:
    desk = Judge()
    run(desk, renew=WAIT * 10)
    for number in range(5):
        dovecot.deliver(mail(f"mail {number}"))
        assert desk.next() == f"mail {number}"


@pytest.mark.parametrize("done", ["", "Done"])
def test_mail_that_comes_while_others_are_read_is_not_forgotten(
    dovecot: Dovecot, run: Run, done: str
) -> None:
    desk = Judge()

    def accept(raw: bytes, envelope: Envelope) -> None:
        if b"one" in raw:
            dovecot.deliver(mail("two"))
        desk(raw, envelope)

    dovecot.deliver(mail("one"))
    run(accept, done=done, renew=WAIT * 10)
    assert [desk.next(), desk.next()] == ["one", "two"]


def test_mail_is_moved_after_it_was_accepted(dovecot: Dovecot, run: Run) -> None:
    seen: queue.Queue[list[str]] = queue.Queue()

    def desk(raw: bytes, envelope: Envelope) -> None:
        seen.put(dovecot.subjects("INBOX"))

    dovecot.deliver(mail("one"))
    poller = run(desk, done="Done")
    assert seen.get(timeout=WAIT) == ["one"]
    dovecot.deliver(mail("two"))
    assert seen.get(timeout=WAIT) == ["two"]
    poller.stop()
    assert "one" in dovecot.subjects("Done")


def test_folders_that_are_missing_are_made(dovecot: Dovecot, run: Run) -> None:
    desk = Judge()
    dovecot.deliver(mail("one"))
    dovecot.deliver(mail("two"))
    run(desk, done="Made", failed="Made too")
    assert [desk.next(), desk.next()] == ["one", "two"]
    assert "one" in dovecot.subjects("Made")
    assert dovecot.subjects("Made too") == []


def test_mail_somebody_looked_at_is_taken_where_mail_is_moved(dovecot: Dovecot, run: Run) -> None:
    dovecot.deliver(mail("one"))
    with dovecot.client() as client:
        client.select_folder("INBOX")
        client.add_flags(client.search(["ALL"]), [rb"\Seen"])
    desk = Judge()
    run(desk, done="Done")
    assert desk.next() == "one"


def test_mail_that_cannot_be_kept_stays_unseen_and_is_tried_again(
    dovecot: Dovecot, run: Run
) -> None:
    desk = Judge()
    unseen: queue.Queue[list[str]] = queue.Queue()

    def accept(raw: bytes, envelope: Envelope) -> None:
        unseen.put(dovecot.subjects("INBOX", "UNSEEN"))
        desk(raw, envelope)

    desk.trouble = [OSError("database is locked"), OSError("database is locked")]
    dovecot.deliver(mail("one"))
    run(accept)
    assert [unseen.get(timeout=WAIT) for _ in range(3)] == [["one"]] * 3
    assert desk.next() == "one"


def test_mail_for_which_there_is_no_room_is_left_and_holds_up_no_other(
    dovecot: Dovecot, run: Run
) -> None:
    desk = Judge()
    desk.trouble = [NoRoomError("too much")]
    for subject in ("left", "taken"):
        dovecot.deliver(mail(subject))
    poller = run(desk)
    assert desk.next() == "taken"
    dovecot.deliver(mail("a new one"))
    assert desk.next() == "a new one"
    finish(poller, desk, dovecot)
    with dovecot.client() as client:
        client.select_folder("INBOX")
        assert len(client.search(["UNSEEN"])) == 1


def test_of_a_mail_too_large_the_beginning_is_taken(dovecot: Dovecot, run: Run) -> None:
    """As much as shows who wrote it and that it is too large; the rest is put aside."""
    desk = Judge()
    dovecot.deliver(mail("large", "x" * 70 + "\r\n" + ("y" * 70 + "\r\n") * 150_000))
    dovecot.deliver(mail("small"))
    poller = run(desk, done="Done", failed="Failed", limit=100_000)
    large = desk.given.get(timeout=WAIT)
    assert len(large) == 100_001 and b"Subject: large\r\n" in large
    assert desk.next() == "small"
    finish(poller, desk, dovecot)
    assert dovecot.subjects("Failed") == ["large"]


def test_garbage_comes_in_as_it_is(dovecot: Dovecot, run: Run) -> None:
    desk = Judge()
    dovecot.deliver(b"Subject: g\r\n\r\n\xff\xfe\x80 garbage \x01\r\n")
    run(desk)
    assert b"\xff\xfe\x80 garbage \x01" in desk.given.get(timeout=WAIT)


def test_a_server_that_dies_and_comes_back_is_found_again(dovecot: Dovecot, run: Run) -> None:
    desk = Judge()
    run(desk, renew=WAIT * 10)
    dovecot.deliver(mail("before"))
    assert desk.next() == "before"
    dovecot.stop()
    dovecot.start()
    dovecot.deliver(mail("after"))
    assert desk.next() == "after"


def test_stopping_ends_an_idle_wait(dovecot: Dovecot) -> None:
    desk = Judge()
    box = Mailbox("127.0.0.1", USER, PASSWORD, port=dovecot.imap, tls=False, renew=WAIT * 10)
    poller = Poller(box, desk)
    thread = threading.Thread(target=poller.run)
    dovecot.deliver(mail("one"))
    thread.start()
    assert desk.next() == "one"
    poller.stop()
    thread.join(WAIT)
    assert not thread.is_alive()


class Rigged:
    """An IMAP server of few words: it lets one in, grants IDLE, and hangs up without a word.

    What it has found for the first to search it is what it is told to say.
    """

    def __init__(self, found: bytes = b"") -> None:
        self.found = found
        self.server = socket.create_server(("127.0.0.1", 0))
        self.idles: queue.Queue[int] = queue.Queue()
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def _serve(self) -> None:
        for number in range(2):
            connection, _ = self.server.accept()
            with connection, connection.makefile("rb") as lines:
                connection.sendall(b"* OK [CAPABILITY IMAP4rev1 IDLE] ready\r\n")
                for line in lines:
                    tag, verb = line.split()[:2]
                    if verb.upper() == b"IDLE":
                        connection.sendall(b"+ idling\r\n")
                        self.idles.put(number)
                        connection.shutdown(socket.SHUT_RDWR)
                        break
                    found = b"" if number else self.found
                    extra = {b"SEARCH": b"* SEARCH" + found + b"\r\n", b"SELECT": b"* 0 EXISTS\r\n"}
                    if line.split()[1:2] == [b"CAPABILITY"]:
                        connection.sendall(b"* CAPABILITY IMAP4rev1 IDLE\r\n")
                    connection.sendall(extra.get(line.split()[2] if verb == b"UID" else verb, b""))
                    connection.sendall(tag + b" OK done\r\n")


@pytest.mark.parametrize(("found", "idles"), [(b"", [0, 1]), (b" nonsense", [1])])
def test_a_connection_that_dies_without_a_word_or_talks_nonsense_is_left(
    found: bytes, idles: list[int]
) -> None:
    rigged = Rigged(found)
    box = Mailbox(
        "127.0.0.1",
        "x",
        "x",
        port=rigged.server.getsockname()[1],
        tls=False,
        retry=0.01,
        renew=WAIT * 10,
    )
    poller = Poller(box, Judge())
    thread = threading.Thread(target=poller.run)
    thread.start()
    assert [rigged.idles.get(timeout=WAIT) for _ in idles] == idles
    poller.stop()
    rigged.server.close()
    thread.join(WAIT)
    assert not thread.is_alive()
