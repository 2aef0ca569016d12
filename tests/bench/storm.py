"""``python -m tests.bench.storm``: many games due at the same minute while orders pour in.

Each figure stands beside its limit in the same run: a bare row taken and committed, the rate of the
mail server that takes the letters. It ends with 1 if a limit was missed, or a letter.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any, get_args

from sqlalchemy import func, select

from judge.robots import Level
from judge.service import settings
from judge.service.daemon import ROLES, Daemon
from judge.store import queries
from judge.store import schema as t
from tests.bench.by_mail import IDENTITY
from tests.bench.daemon import resident
from tests.bench.phases import WORKPLACE
from tests.bench.share import held_to
from tests.bench.storm_parts import (
    Clock,
    bare_commits,
    fill,
    hand_in,
    mail_server,
    sinks_rate,
    workers,
)
from tests.databases import FILES, Databases, Server

LETTERS = 8
"""Who is told of a turn: seven players and the master."""

SECONDS = {"sqlite": 60, "postgresql": 40}
"""In what time the last letter of 1,000 games is to be handed over, on two cores by two workers."""

PROCESSOR_TIME = 70
"""In so many milliseconds of it, of all processes together, a game's turn is run and sent."""

MORE = 1.7
"""So many times the turns are run by twice the workers, where there are cores for them."""


@dataclass
class Table:
    """Shows figures, and remembers which were over their limit."""

    missed: list[str] = field(default_factory=list)

    def show(
        self, name: str, figure: float, unit: str, most: float | None = None, least: float = 0
    ) -> None:
        ok = figure >= least and (most is None or figure <= most)
        limit = f"at most {most:g}" if most is not None else f"at least {least:g}" if least else ""
        asked = f"{limit}: {'ok' if ok else 'MISSED'}" if limit else ""
        print(f"  {name:<46}{figure:>10,.1f} {unit:<18}{asked}".rstrip(), flush=True)
        if not ok:
            self.missed.append(name)


def spent(process: int) -> float:
    """The seconds of processor time that a process has taken, and all those that it began."""
    tasks = Path(f"/proc/{process}/task")
    try:
        fields = (tasks.parent / "stat").read_text().rpartition(")")[2].split()
        begun = " ".join((task / "children").read_text() for task in tasks.iterdir()).split()
    except (FileNotFoundError, ProcessLookupError):  # it has ended just now
        return 0
    mine = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return mine + sum(spent(int(child)) for child in begun)


def alone(games: int, many: int, kind: str, given: argparse.Namespace) -> tuple[float, Table]:
    """Let it storm, and return how many turns were run in a second, and what was shown."""
    table = Table()
    if kind == "sqlite":
        return storm(games, many, FILES, given, table), table
    server = Server()
    rate = storm(games, many, server, given, table)
    server.stop()
    return rate, table


def storm(
    games: int, many: int, databases: Databases, given: argparse.Namespace, table: Table
) -> float:
    """Let so many games be due at once, and return how many turns were run in a second."""
    lone = not isinstance(databases, Server)
    kind = "sqlite" if lone else "postgresql"
    held = f", each held to {given.share:g} % of a core while turns are run" if given.share else ""
    print(f"{games:,} games, {kind}, workers: {many}{held}")
    with (
        tempfile.TemporaryDirectory(dir=WORKPLACE, ignore_cleanup_errors=True) as name,
        mail_server() as (server, taker),
    ):
        folder, url = Path(name), databases.make(Path(name))
        sink_port = server.recv()
        game = fill(folder, games, url, given.robots)
        assert game.due_at is not None
        clock = Clock()
        clock.put(game.due_at - timedelta(hours=1))
        raw: dict[str, Any] = {
            "judge": {"address": IDENTITY.address, "name": IDENTITY.name, "data": folder},
            "database": {"url": url},
            "inbound": {"kind": "smtp", "port": 0},
            "outbound": {"kind": "smtp", "port": sink_port},
            "senders": {"policy": "lenient"},
            "limits": {"answers_per_hour": 10**6},
            "log": {"level": "error"},
            "service": {"processes": many},
        }
        roles = ROLES if lone else [role for role in ROLES if role != "work"]
        config = settings.check_settings(raw, "storm")
        with workers(raw, 0 if lone else many, clock.ahead) as begun:
            parts = {"the mail server": [taker]}
            if isinstance(databases, Server):
                parts |= {"workers": begun, "the database": [databases.process.pid]}
            work = Work(parts)
            daemon = Daemon(config, clock, clock.seconds, draws=False, roles=roles)
            daemon.start()
            run = Run(daemon, given.minutes * 60)
            table.show("bare rows committed", bare_commits(folder), "a second")
            table.show("the mail server's own rate", sinks_rate(sink_port), "letters a second")
            run.wait(lambda: not run.left(t.outbox, "waiting"))
            assert daemon.ways_in.receiver is not None
            for connections in (1, 8):
                taken = hand_in(daemon.ways_in.receiver.port, game, connections, games)
                table.show(f"mails in over {connections} connections", taken, "a second")
            run.wait(lambda: not run.left(t.inbox, "new") and not run.left(t.outbox, "waiting"))
            work.begin()
            began = time.perf_counter()
            time.sleep(given.idle)
            idle = 100 / (time.perf_counter() - began)
            for part, seconds in work.done().items():
                limit = 1 if part == "the rest of the judge" else None
                table.show(f"idle, {part}", seconds * idle, "% of a processor", limit)
            table.show("memory, idle", resident(), "MB", 150)
            server.send(None)
            had, times = server.recv()
            work.begin()
            began = time.perf_counter()
            clock.put(game.due_at)
            daemon.wake_workers()
            with held_to(given.share / 100, begun) if given.share else nullcontext():
                run.wait(lambda: run.turned(game.number) == games)
            rate = games / (seconds := time.perf_counter() - began)
            if given.share:
                each = work.done()["workers"] / seconds / many * 100
                table.show("what each worker had", each, "% of a core")
            table.show("turns", rate, "a second")
            run.wait(lambda: not run.left(t.outbox, "waiting"))
            seconds = time.perf_counter() - began
            if given.robots:
                run.wait(lambda: not run.thinking())
                thought = time.perf_counter() - began
                table.show(f"all {given.robots} robots have thought after", thought, "s")
            measured = games >= 100 and many > 1 and not given.share and not given.robots
            patience = SECONDS[kind] * games / 1000 if measured else None
            table.show("the last letter is handed over after", seconds, "s", patience)
            server.send(None)
            letters, handed = server.recv()
            asked = games * (2 if given.robots else LETTERS)
            table.show("letters", letters - had, "", asked, asked)
            table.show("letters handed over twice", handed - times - (letters - had), "", 0)
            table.show("memory, after", resident(), "MB")
            for part, took in (done := work.done()).items():
                table.show(f"processor time, {part}", took * 1000 / games, "ms a game")
            all_in_all = sum(done.values()) * 1000 / games
            limit = None if games < 100 or given.share or given.robots else PROCESSOR_TIME
            table.show("processor time, all together", all_in_all, "ms a game", limit)
            print(f"  python -m tests.bench.growth --turn {all_in_all / 1000:.3f}")
            daemon.stop()
        databases.drop(url)
    return rate


class Work:
    """Who does how much: the processes of ``parts``, and this one with all others it began."""

    def __init__(self, parts: dict[str, list[int]]) -> None:
        self.parts = {"the rest of the judge": [os.getpid()], **parts}
        self._before: dict[str, float] = {}

    def begin(self) -> None:
        """Count from now on."""
        self._before = self._spent()

    def done(self) -> dict[str, float]:
        """Return the seconds of processor time of each part since then."""
        return {part: now - self._before[part] for part, now in self._spent().items()}

    def _spent(self) -> dict[str, float]:
        whole, *others = (sum(map(spent, each)) for each in self.parts.values())
        return dict(zip(self.parts, (whole - sum(others), *others), strict=True))


@dataclass
class Run:
    """A daemon that is looked at."""

    daemon: Daemon
    patience: float

    def left(self, table: Any, *states: str) -> int:
        return self._count(select(func.count()).where(table.c.state.in_(states)))

    def turned(self, number: int) -> int:
        return self._count(select(func.count()).where(t.games.c.number > number))

    def thinking(self) -> int:
        with self.daemon.judge.database.read_transaction() as tx:
            return len(queries.list_games_awaiting_robots(tx))

    def wait(self, true: Callable[[], bool]) -> None:
        end = time.monotonic() + self.patience
        while not true() and time.monotonic() < end:
            time.sleep(0.2)

    def _count(self, query: Any) -> int:
        with self.daemon.judge.database.read_transaction() as tx:
            return int(tx.execute(query).scalar_one())


def main() -> int:
    options = argparse.ArgumentParser(prog="python -m tests.bench.storm", description=__doc__)
    options.add_argument("games", type=int, nargs="*", default=[100, 1000, 5000])
    options.add_argument("--database", choices=[*SECONDS], action="append")
    options.add_argument("--workers", type=int, action="append", help="processes that run turns")
    options.add_argument("--minutes", type=float, default=30, help="wait no longer than that")
    options.add_argument("--idle", type=float, default=60, help="seconds without work")
    options.add_argument(
        "--share",
        type=float,
        default=0,
        help="hold each worker to so many %% of a core: two cores are enough for many (PostgreSQL)",
    )
    options.add_argument(
        "--robots", choices=get_args(Level), default="", help="six seats of each game are theirs"
    )
    given = options.parse_args()
    if given.share and given.database != ["postgresql"]:
        options.error("--share is for workers on --database postgresql")
    WORKPLACE.mkdir(exist_ok=True)
    table = Table()
    for kind in given.database or SECONDS:
        for games in given.games:
            rates: dict[int, float] = {}
            for many in given.workers or [1, 2, 4]:
                # In a process of its own: no storm holds the memory of the one before.
                with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
                    rates[many], shown = pool.submit(alone, games, many, kind, given).result()
                table.missed += shown.missed
                if half := rates.get(many // 2) if many % 2 == 0 else None:
                    each = given.share / 100 or 2  # beside each worker the rest has one to itself
                    enough = len(os.sched_getaffinity(0)) >= many * each + bool(given.share)
                    times = rates[many] / half
                    least = MORE if enough else 0
                    table.show(
                        f"turns, to those of {many // 2} workers", times, "times", None, least
                    )
    for name in table.missed:
        print(f"missed: {name}")
    return int(bool(table.missed))


if __name__ == "__main__":
    sys.exit(main())
