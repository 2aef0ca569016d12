"""What a storm is made of: games, mails, a mail server, workers, a clock, and bare rates."""

from __future__ import annotations

import multiprocessing
import smtplib
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine

from judge.game.state import Play, Role, Seat
from judge.library import load
from judge.records.reader import parse_record
from judge.service import settings
from judge.service.daemon import Daemon
from tests.bench.by_mail import GAME, IDENTITY, START, BenchGame
from tests.bench.phases import records
from tests.faults.sink import Sink

MAILS = 200
"""Handed in over each number of connections."""

_spawn = multiprocessing.get_context("spawn")


@dataclass
class Clock:
    """Goes on like others, from where it is put: so many seconds ahead of them."""

    ahead: float = 0

    def put(self, moment: datetime) -> None:
        self.ahead = (moment - datetime.now(UTC)).total_seconds()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + timedelta(seconds=self.ahead)

    def seconds(self) -> float:
        return self().timestamp()


def fill(folder: Path, games: int, url: str = "", robots: str = "") -> Play:
    """Begin a game by mail, and many like it, each with players of its own; return the first.

    All but France are robots of that level, if one is named.
    """
    record = parse_record(records()[0].read_text(encoding="utf-8"), load)
    bench_game = BenchGame(folder, url)
    bench_game.gather(record)
    game = bench_game.game()
    if robots:
        game = replace(game, seats=tuple(_robot_or_person(seat, robots) for seat in game.seats))
    with bench_game.judge.database.write_transaction() as tx:
        if robots:
            bench_game.judge.games.save_game(tx, game, START)
        for number in range(1, games):
            seats = tuple(
                replace(seat, address=seat.address and f"{number}.{seat.address}")
                for seat in game.seats
            )
            more = replace(game, name=f"{GAME}{number}", seats=seats, version=0)
            bench_game.judge.games.save_game(tx, more, START)
    bench_game.close()
    return game


def _robot_or_person(seat: Seat, level: str) -> Seat:
    is_robot = seat.role is Role.PLAYER and seat.powers != ("France",)
    return replace(seat, address="", secret="", robot=level) if is_robot else seat


def hand_in(port: int, game: Play, connections: int, games: int) -> float:
    """Mail orders over so many connections at once, and return how many a second are taken."""
    seat = game.find_seat_of_power("France")
    assert seat is not None
    local, _, domain = IDENTITY.address.partition("@")

    def write(first: int) -> None:
        with smtplib.SMTP("127.0.0.1", port, timeout=300) as client:
            for number in range(first, MAILS, connections):
                at = number % games
                name, who = (
                    (GAME, seat.address) if not at else (f"{GAME}{at}", f"{at}.{seat.address}")
                )
                to = f"{local}+{name}.{seat.name}.{seat.secret}@{domain}"
                key = f"<{connections}.{number}@players.example>"
                raw = f"From: {who}\r\nTo: {to}\r\nMessage-ID: {key}\r\n\r\nA PAR - BUR\r\n"
                client.sendmail(who, [to], raw)

    return MAILS / timed(lambda: together(write, connections))


def together(work: Callable[[int], None], many: int) -> None:
    threads = [threading.Thread(target=work, args=(number,)) for number in range(many)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def bare_commits(folder: Path) -> float:
    """Rows a second that are written and committed one by one, with nothing else done."""
    engine = create_engine(f"sqlite:///{folder / 'bare.db'}")
    with engine.begin() as tx:
        tx.exec_driver_sql("PRAGMA journal_mode = WAL")
        tx.exec_driver_sql("CREATE TABLE bare (id INTEGER PRIMARY KEY, raw BLOB)")

    def write() -> None:
        for _ in range(MAILS):
            with engine.begin() as tx:
                tx.exec_driver_sql("PRAGMA synchronous = FULL")
                tx.exec_driver_sql("INSERT INTO bare (raw) VALUES (?)", (b"x" * 500,))

    return MAILS / timed(write)


def sinks_rate(port: int) -> float:
    """Letters a second that the mail server takes from four connections, with nothing else done."""
    raw = b"Message-ID: <bare%d@x>\r\n\r\n" + b"x" * 20_000

    def write(first: int) -> None:
        with smtplib.SMTP("127.0.0.1", port) as client:
            for number in range(first, 400, 4):
                client.sendmail("a@x", ["b@x"], raw % number)

    return 400 / timed(lambda: together(write, 4))


@contextmanager
def mail_server() -> Iterator[tuple[Connection, int]]:
    """A mail server in a process of its own, which is returned too: it tells its port, then,
    whenever it is asked, how many letters it has, and how many times it was given any."""
    ours, its = _spawn.Pipe()
    process = _spawn.Process(target=_take_letters, args=(its,), daemon=True)
    process.start()
    assert process.pid is not None
    yield ours, process.pid
    process.terminate()
    process.join()


def _take_letters(pipe: Connection) -> None:
    sink = Sink()
    pipe.send(sink.port)
    while True:
        pipe.recv()
        pipe.send((len(sink.letters), sum(sink.times.values())))


@contextmanager
def workers(raw: dict[str, Any], many: int, ahead: float) -> Iterator[list[int]]:
    """So many processes that read mail and run turns; their ids are returned."""
    over = _spawn.Event()
    begun = [_spawn.Process(target=_work, args=(raw, ahead, over)) for _ in range(many)]
    for process in begun:
        process.start()
    yield [process.pid for process in begun if process.pid is not None]
    over.set()
    for process in begun:
        process.join()


def _work(raw: dict[str, Any], ahead: float, over: Event) -> None:
    clock = Clock(ahead)
    daemon = Daemon(
        settings.check_settings(raw, "storm"), clock, clock.seconds, draws=False, roles=["work"]
    )
    daemon.start()
    over.wait()
    daemon.stop()
