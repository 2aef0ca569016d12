"""The whole judge with its threads and sockets: mail in by SMTP or LMTP, letters out by SMTP."""

from __future__ import annotations

import queue
import smtplib
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from sqlalchemy import func, select

from judge.demo.office import DemoClock
from judge.post.incoming import Envelope
from judge.post.smtp_in import ListenSettings, Receiver
from judge.service import settings, turn_runner
from judge.service.daemon import Daemon
from judge.service.operate.watching import ask_judge_health
from judge.store import outbox, schema
from tests.road.office import JUDGE, MASTER, POWERS, player
from tests.waiting import WAIT


class Sink:
    """The players' mail server; letters can be awaited."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self._came = threading.Condition()
        listen = ListenSettings("smtp", "127.0.0.1", 0, 10_000_000)
        self.receiver = Receiver(listen, [MASTER, *map(player, POWERS)], self._take)
        self.receiver.start()

    def _take(self, raw: bytes, envelope: Envelope) -> None:
        letter = message_from_bytes(raw, policy=default)
        assert isinstance(letter, EmailMessage)
        with self._came:
            self.letters.append(letter)
            self._came.notify_all()

    def wait_for(self, number: int, reader: str = "", subject: str = "") -> list[EmailMessage]:
        """Return the letters to a reader under a subject, once there are so many."""

        def found() -> list[EmailMessage]:
            return [
                letter
                for letter in self.letters
                if reader in str(letter["To"]) and subject in str(letter["Subject"])
            ]

        with self._came:
            assert self._came.wait_for(lambda: len(found()) >= number, WAIT), (
                f"{len(found())} of {number} letters to {reader or 'all'}: {subject}"
            )
            return found()


@pytest.fixture
def sink() -> Iterator[Sink]:
    sink = Sink()
    yield sink
    sink.receiver.stop()


Start = Callable[..., Daemon]


@pytest.fixture
def start(tmp_path: Path, sink: Sink) -> Iterator[Start]:
    running: list[Daemon] = []

    def begin(
        kind: str = "smtp",
        clock: DemoClock | None = None,
        instead_of: Daemon | None = None,
        **tables: object,
    ) -> Daemon:
        if instead_of:
            running.remove(instead_of)
            instead_of.stop()
        raw: dict[str, Any] = {
            "judge": {"address": JUDGE, "data": tmp_path},
            "inbound": {"kind": kind, "port": 0},
            "outbound": {"kind": "smtp", "port": sink.receiver.port},
            "senders": {"policy": "lenient"},
            "clock": {"tick_seconds": 3600},  # it is woken by what happens
            **tables,
        }
        clock = clock or DemoClock()
        daemon = Daemon(settings.check_settings(raw, "test"), clock, clock.measure_seconds_passed)
        daemon.start()
        running.append(daemon)
        return daemon

    yield begin
    for daemon in running:
        daemon.stop()


def write(daemon: Daemon, sender: str, text: str, to: str = JUDGE) -> None:
    assert daemon.ways_in.receiver is not None
    client: type[smtplib.SMTP] = smtplib.SMTP
    if daemon.config.inbound.kind == "lmtp":
        client = smtplib.LMTP
    with client("127.0.0.1", daemon.ways_in.receiver.port) as connection:
        mail = f"From: {sender}\r\nTo: {to}\r\nSubject: orders\r\n\r\n{text}\r\n"
        connection.sendmail(sender, [to], mail.encode())


def gather(daemon: Daemon, sink: Sink) -> dict[str, str]:
    """Let the game ruhr begin; return everybody's reply address."""
    write(daemon, MASTER, "CREATE ruhr")
    sink.wait_for(1, MASTER)
    for power in POWERS:
        write(daemon, player(power), f"JOIN ruhr AS {power}")
    started = sink.wait_for(8, subject="Game Starting")
    return {str(letter["To"]): str(letter["Reply-To"]) for letter in started}


def test_the_master_is_told_whose_server_takes_no_letter(
    start: Start, sink: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "DOUBT", timedelta(0))
    daemon = start()
    write(daemon, MASTER, "CREATE ruhr")
    sink.wait_for(1, MASTER)
    write(daemon, "ghost@example.net", "JOIN ruhr")
    (told,) = sink.wait_for(1, MASTER, "Not Reached")
    body = told.get_body(("plain",))
    assert body is not None
    text = " ".join(body.get_content().split())
    assert "Letters to Player (ghost@example.net) do not arrive: 550 5.1.1" in text


def test_an_observer_leaves_by_a_button(start: Start, sink: Sink) -> None:
    daemon = start(web={"url": "https://judge.example.org", "listen": "127.0.0.1:0"})
    watcher = player("Turkey")
    write(daemon, MASTER, "CREATE ruhr")
    sink.wait_for(1, MASTER)
    write(daemon, watcher, "OBSERVE ruhr")
    (told,) = sink.wait_for(1, watcher)
    assert daemon.ways_in.web is not None
    browser = HTTPConnection("127.0.0.1", daemon.ways_in.web.port, timeout=WAIT)
    browser.request("POST", urlsplit(str(told["List-Unsubscribe"]).split("<")[-1][:-1]).path)
    assert browser.getresponse().status == 200
    sink.wait_for(1, watcher, "Re: RESIGN")


def test_programs_are_told_whether_it_is_well(start: Start, sink: Sink) -> None:
    daemon = start(metrics={"listen": "127.0.0.1:0"})
    assert daemon.ways_in.watched is not None
    where = f"127.0.0.1:{daemon.ways_in.watched.port}"
    assert ask_judge_health(where) == ""
    daemon.publishing.stop()
    assert ask_judge_health(where).startswith("a thread has died")
    assert (
        ask_judge_health("127.0.0.1:1")
        == "no judge answers at 127.0.0.1:1: [Errno 111] Connection refused"
    )


@pytest.mark.parametrize("kind", ["smtp", "lmtp"])
def test_a_game_begins_and_orders_are_received(start: Start, sink: Sink, kind: str) -> None:
    daemon = start(kind)
    addresses = gather(daemon, sink)
    write(daemon, player("France"), "A Par - Bur", addresses[player("France")])
    sink.wait_for(2, player("France"), "Re: orders")
    receipt = sink.wait_for(2, player("France"), "Re: orders")[-1]
    body = receipt.get_body(("plain",))
    assert body is not None and "A PAR - BUR" in body.get_content()


def test_mail_is_received_while_a_turn_runs(start: Start, sink: Sink) -> None:
    clock = DemoClock()
    daemon = start(clock=clock)
    addresses = gather(daemon, sink)
    with daemon.judge.database.read_transaction() as tx:
        game = daemon.judge.games.load_game(tx, "ruhr")
    assert game is not None and game.due_at is not None
    clock.put_forward_to(game.due_at)
    daemon.wake_workers()
    writers = [
        threading.Thread(
            target=write,
            args=(daemon, player(power), "STATUS", addresses[player(power)]),
        )
        for power in POWERS * 3
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(WAIT)
    results = sink.wait_for(8, subject="S1901M Results")
    # The seven receipts of JOIN bear the same subject; mails alike are one mail.
    sink.wait_for(14, subject="Re: orders")
    ids = [str(letter["Message-ID"]) for letter in sink.letters]
    assert len(results) == 8
    assert len(ids) == len(set(ids))
    with daemon.judge.database.read_transaction() as tx:
        game = daemon.judge.games.load_game(tx, "ruhr")
    assert game is not None and game.number == 2


def test_old_mail_is_thrown_away_while_the_judge_works(
    start: Start, sink: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    swept: queue.Queue[None] = queue.Queue()
    real = turn_runner.delete_expired_data
    monkeypatch.setattr(turn_runner, "delete_expired_data", lambda *given: swept.put(real(*given)))
    clock = DemoClock()
    daemon = start(clock=clock)
    swept.get(timeout=WAIT)
    write(daemon, player("France"), "HELP")
    sink.wait_for(1)
    daemon.sending.stop()
    clock.put_forward_to(clock() + timedelta(days=91))
    write(daemon, player("Italy"), "HELP")
    swept.get(timeout=WAIT)
    with daemon.judge.database.read_transaction() as tx:
        for table in (schema.inbox, schema.outbox):
            sizes = tx.execute(select(func.length(table.c.raw)).order_by(table.c.id)).scalars()
            assert [size > 0 for size in sizes] == [False, True]
        assert {*tx.execute(select(schema.answers.c.address)).scalars()} == {player("Italy")}


def test_a_judge_that_stops_and_starts_forgets_nothing(start: Start, sink: Sink) -> None:
    first = start()
    addresses = gather(first, sink)
    write(first, player("France"), "A Par - Bur", addresses[player("France")])
    second = start(instead_of=first)
    write(second, player("France"), "A Mar H", addresses[player("France")])
    receipt = sink.wait_for(3, player("France"), "Re: orders")[-1]
    body = receipt.get_body(("plain",))
    assert body is not None
    assert "A PAR - BUR" in body.get_content() and "A MAR H" in body.get_content()
