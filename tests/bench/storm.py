"""``python -m tests.bench.storm``: many games due at the same minute while orders pour in.

Each figure stands beside its limit in the same run: a bare row taken and committed, the rate of the
mail server that takes the letters.
"""

from __future__ import annotations

import argparse
import resource
import smtplib
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, func, select

from judge.game.state import Game
from judge.library import load
from judge.records.reader import parse
from judge.service import settings
from judge.service.wiring import Daemon
from judge.store import schema as t
from tests.bench.by_mail import GAME, IDENTITY, START, BenchGame
from tests.bench.daemon import resident
from tests.bench.phases import WORKPLACE, records
from tests.faults.sink import Sink

MAILS = 200
IDLE = 60.0
"""Mails handed in over each number of connections; seconds without work."""


class Clock:
    """Goes on like others, from where it is put."""

    def __init__(self, moment: datetime) -> None:
        self.put(moment)

    def put(self, moment: datetime) -> None:
        self._ahead = moment - datetime.now(UTC)

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self._ahead

    def seconds(self) -> float:
        return self().timestamp()


def fill(folder: Path, games: int) -> Game:
    """Begin a game by mail, and many like it, each with players of its own; return the first."""
    record = parse(records()[0].read_text(encoding="utf-8"), load)
    bench_game = BenchGame(folder)
    bench_game.gather(record)
    game = bench_game.game()
    with bench_game.judge.database.writing() as tx:
        for number in range(1, games):
            seats = tuple(replace(seat, address=f"{number}.{seat.address}") for seat in game.seats)
            more = replace(game, name=f"{GAME}{number}", seats=seats, version=0)
            bench_game.judge.games.save(tx, more, START)
    bench_game.close()
    return game


def spent() -> float:
    """The seconds of processor time that this process has taken."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def hand_in(port: int, game: Game, connections: int, games: int) -> float:
    """Mail orders over so many connections at once, and return how many a second are taken."""
    seat = game.seat_of("France")
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


def sinks_rate(sink: Sink) -> float:
    """Letters a second that the mail server takes from four connections, with nothing else done."""
    raw = b"Message-ID: <bare%d@x>\r\n\r\n" + b"x" * 20_000

    def write(first: int) -> None:
        with smtplib.SMTP("127.0.0.1", sink.port) as client:
            for number in range(first, 400, 4):
                client.sendmail("a@x", ["b@x"], raw % number)

    return 400 / timed(lambda: together(write, 4))


def storm(games: int, minutes: float) -> None:
    with tempfile.TemporaryDirectory(dir=WORKPLACE, ignore_cleanup_errors=True) as name:
        folder, sink = Path(name), Sink()
        game = fill(folder, games)
        assert game.due_at is not None
        clock = Clock(game.due_at - timedelta(hours=1))
        raw: dict[str, Any] = {
            "judge": {"address": IDENTITY.address, "name": IDENTITY.name, "data": folder},
            "inbound": {"kind": "smtp", "port": 0},
            "outbound": {"kind": "smtp", "port": sink.port},
            "senders": {"policy": "lenient"},
            "limits": {"answers_per_hour": 10**6},
            "log": {"level": "error"},
        }
        daemon = Daemon(settings.check(raw, "storm"), clock, clock.seconds, draws=False)
        daemon.start()
        assert daemon.receiver is not None
        port = daemon.receiver.port

        def left(table: Any, *states: str) -> int:
            with daemon.judge.database.reading() as tx:
                query = select(func.count()).where(table.c.state.in_(states))
                return int(tx.execute(query).scalar_one())

        def until(true: Callable[[], bool]) -> None:
            end = time.monotonic() + minutes * 60
            while not true() and time.monotonic() < end:
                time.sleep(0.2)

        print(f"{games:,} games")
        show("bare rows committed", bare_commits(folder), "a second")
        show("the mail server's own rate", sinks_rate(sink), "letters a second")
        until(lambda: not left(t.outbox, "waiting"))
        for connections in (1, 8):
            taken = hand_in(port, game, connections, games)
            show(f"mails in over {connections} connections", taken, "a second")
        until(lambda: not left(t.inbox, "new") and not left(t.outbox, "waiting"))
        before, began = spent(), time.perf_counter()
        time.sleep(IDLE)
        share = (spent() - before) / (time.perf_counter() - began)
        show("idle", share * 100, "% of a processor", 1)
        show("memory, idle", resident(), "MB", 150)
        taken, before, began = len(sink.letters), spent(), time.perf_counter()
        clock.put(game.due_at)
        daemon.wake()

        def turned() -> bool:
            with daemon.judge.database.reading() as tx:
                query = select(func.count()).where(t.games.c.number > game.number)
                return int(tx.execute(query).scalar_one()) == games

        until(turned)
        seconds = time.perf_counter() - began
        show("turns", games / seconds, "a second")
        until(lambda: not left(t.outbox, "waiting"))
        seconds = time.perf_counter() - began
        show("the last letter is handed over after", seconds, "s", 60 * games / 1000)
        show("letters", len(sink.letters) - taken, "")
        show("processor time, the mail server's included", spent() - before, "s")
        show("memory, after", resident(), "MB")
        daemon.stop()
        sink.shutdown()
        sink.server_close()


def show(name: str, figure: float, unit: str, limit: float | None = None) -> None:
    asked = f"at most {limit:g}: {'ok' if figure <= limit else 'OVER'}" if limit else ""
    print(f"  {name:<46}{figure:>10,.1f} {unit:<18}{asked}".rstrip(), flush=True)


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m tests.bench.storm", description=__doc__)
    options.add_argument("games", type=int, nargs="*", default=[100, 1000, 5000])
    options.add_argument("--minutes", type=float, default=30, help="wait no longer than that")
    given = options.parse_args()
    WORKPLACE.mkdir(exist_ok=True)
    for games in given.games:
        storm(games, given.minutes)


if __name__ == "__main__":
    main()
