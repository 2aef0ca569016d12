"""Games by mail at a judge that is killed again and again, and what must have come of them."""

from __future__ import annotations

import json
import os
import random
import signal
import smtplib
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, select

from judge.service import settings
from judge.service.setup import prepare
from judge.store import schema as t
from judge.store.columns import metadata
from judge.store.database import Database
from tests.faults.sink import MOODS, Sink

ROOT = Path(__file__).parents[2]
JUDGE = "judge@example.org"
MASTER = "master@example.org"
WAIT = 120.0
ORDERS = {
    "Austria": "A BUD - S A VIE", "England": "A LVP - S F EDI", "France": "A PAR - S F BRE",
    "Germany": "A MUN - S A BER", "Italy": "A ROM - S A VEN", "Russia": "A MOS - S A WAR",
    "Turkey": "A CON - S A SMY",
}  # fmt: skip
"""A unit of each power, and what it does besides holding: nothing ever moves."""

TROUBLES = ("commit", "commit", "commit", "moment", "moment", "bytes", "files", "locked", "leap")


def order(power: str, number: int) -> str:
    unit, other = ORDERS[power].split(" - ")
    return f"{unit} {other if number % 2 else 'H'}"


@dataclass
class Player:
    """Who mails one thing after the other, each until it is taken."""

    game: str
    power: str
    to: str
    count: int = 0
    trying: str = ""
    may_stand: set[str | None] = field(default_factory=lambda: {None})
    """What may be ordered in this turn as far as anybody can know."""

    @property
    def address(self) -> str:
        return f"{self.power.lower()}.{self.game}@example.org"


@dataclass
class World:
    """A judge, its players and the mail server of all of them, in a folder."""

    folder: Path
    url: str = ""
    games: int = 2
    seed: int = 1
    kills: int = 0
    taken: dict[str, tuple[Player, int]] = field(default_factory=dict)
    expected: dict[tuple[str, int, str], set[str | None]] = field(default_factory=dict)
    troubles: Counter[str] = field(default_factory=Counter)
    ahead: float = 0.0
    turn: int = 1

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.sink = Sink()
        with socket.create_server(("127.0.0.1", 0)) as server:
            self.port = int(server.getsockname()[1])
        self.url = self.url or f"sqlite:///{self.folder / 'judge.db'}"
        (self.folder / "judge.toml").write_text(
            f'[judge]\naddress = "{JUDGE}"\ndata = "."\n[database]\nurl = "{self.url}"\n'
            f"[inbound]\nport = {self.port}\n[outbound]\nport = {self.sink.port}\n"
            '[senders]\npolicy = "lenient"\n[clock]\ntick_seconds = 0.2\n[log]\nlevel = "warning"\n'
            "[limits]\nanswers_per_hour = 1000000\nletters_per_hour = 1000000\n"
            "stranger_answers_per_hour = 1000000\nbytes_per_hour = 1000000000\n"
            "games_per_day = 100000\n"
        )
        prepare(settings.load(self.folder / "judge.toml"))
        self.forward(0)
        self.log = (self.folder / "log").open("w")
        command = [sys.executable, "-m", "tests.faults.stable", str(self.folder / "judge.toml")]
        self.stable = subprocess.Popen(
            command, cwd=ROOT, stdin=-1, stdout=-1, stderr=self.log, text=True
        )
        assert self.stable.stdout is not None and self.stable.stdout.readline() == "ready\n"
        self.engine = create_engine(Database(self.url).engine.url)
        self.players: list[Player] = []

    # -- the judge

    def start(self, **life: Any) -> int:
        """Let a judge live, and return its process once it takes mail, or has died."""
        assert self.stable.stdin is not None and self.stable.stdout is not None
        plain = {"kind": self.chance.choice(("smtp", "lmtp")), "out": self.sink.port}
        self.kind = plain["kind"]
        print(json.dumps({**plain, **life}), file=self.stable.stdin, flush=True)
        process = int(self.stable.stdout.readline())
        until = time.monotonic() + WAIT
        while time.monotonic() < until and alive(process):
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return process
            time.sleep(0.01)
        return process

    def kill(self, process: int, how: signal.Signals = signal.SIGKILL) -> None:
        with suppress(ProcessLookupError):
            os.kill(process, how)
        until = time.monotonic() + WAIT
        while alive(process):
            assert time.monotonic() < until, "it does not end"
            time.sleep(0.005)

    def forward(self, seconds: float) -> None:
        """Let time pass."""
        self.ahead += seconds
        part = self.folder / "ahead.part"
        part.write_text(f"{self.ahead}")
        part.rename(self.folder / "ahead")

    # -- the players

    def post(self, sender: str, to: str, key: str, text: str, wait: float = 5) -> bool:
        """Hand a mail over once, and say whether it was taken."""
        raw = f"From: {sender}\r\nTo: {to}\r\nSubject: x\r\nMessage-ID: {key}\r\n\r\n{text}\r\n"
        kind = smtplib.LMTP if self.kind == "lmtp" else smtplib.SMTP
        try:
            with kind("127.0.0.1", self.port, timeout=wait) as client:
                client.sendmail(sender, [to], raw.encode())
        except (OSError, smtplib.SMTPException):
            return False
        return True

    def gather(self) -> None:
        """Begin the games."""
        process = self.start()
        for number in range(self.games):
            game = f"game{number}"
            text = f"CREATE {game}\nSET EARLY OFF\nSET REMINDER 0\nSET GRACE 0"
            assert self.post(MASTER, JUDGE, f"<create.{game}@x>", text)
            for power in ORDERS:
                player = Player(game, power, "")
                text = f"JOIN {game} AS {power}"
                assert self.post(player.address, JUDGE, f"<join.{power}.{game}@x>", text)
                self.players.append(player)
        self.until(lambda: self.running() == self.games)
        query = select(t.games.c.name, t.seats.c.name, t.seats.c.secret, t.players.c.address)
        query = query.select_from(t.seats.join(t.games).join(t.players))
        with self.engine.connect() as tx:
            ways = {
                row[3]: f"judge+{row[0]}.{row[1]}.{row[2]}@example.org" for row in tx.execute(query)
            }
        for player in self.players:
            player.to = ways[player.address]
        self.kill(process)

    def write(self, player: Player) -> None:
        """Let a player mail once more, or again what was not taken yet."""
        number = player.count
        key = f"<{number}.{player.power}.{player.game}@x>"
        stands = order(player.power, number)
        text = f"{stands}\nPRESS TO master\nword{number}.{player.power}.{player.game}.\nENDPRESS"
        if not player.trying:
            player.trying = key
        player.may_stand.add(stands)
        if self.post(player.address, player.to, key, text):
            self.taken[key] = player, number
            player.may_stand = {stands} if player.trying == key else {*player.may_stand}
            player.trying, player.count = "", number + 1

    def deadline(self) -> None:
        """Let the deadline of all games pass."""
        with self.engine.connect() as tx:
            due = [row.due_at for row in tx.execute(select(t.games.c.due_at)) if row.due_at]
        if len(due) < self.games:
            return
        left = max(due) - datetime.now(UTC) - timedelta(seconds=self.ahead)
        if left < timedelta(hours=1):
            return  # the last deadline is not worked off yet
        for player in self.players:
            self.expected[player.game, self.turn, player.power] = player.may_stand
            tried = order(player.power, player.count) if player.trying else None
            player.may_stand = {None, tried}
        self.turn += 1
        self.forward(left.total_seconds() + 60)

    # -- a life

    def trial(self) -> None:
        """Let the judge live with some trouble, be written to, and die."""
        chance = self.chance
        trouble = chance.choice(TROUBLES)
        self.sink.mood = chance.choice(MOODS)
        life: dict[str, Any] = {"out": self.sink.port}
        if trouble == "commit":
            life |= {"commit": chance.randrange(1, 40), "after": chance.random() < 0.5}
        elif trouble == "bytes":
            size = sum(path.stat().st_size for path in self.folder.glob("judge.db-wal"))
            life["bytes"] = max(size, 60_000) + chance.randrange(20_000)
        elif trouble == "files":
            life["files"] = chance.randrange(12, 24)
        elif trouble == "leap":
            life["leap"] = chance.choice((-4, 3600 * 24 * 365, -3600 * 24 * 365))
        self.troubles[trouble] += 1
        self.troubles[f"sink {self.sink.mood}"] += 1
        if chance.random() < 0.3:
            self.deadline()
        process = self.start(**life)
        holder = self.hold() if trouble == "locked" else None
        writers = [
            threading.Thread(target=self.write, args=(player,))
            for player in chance.sample(self.players, 4)
        ]
        for writer in writers:
            writer.start()
        until = time.monotonic() + (3 if trouble == "commit" else chance.random() * 1.5)
        while alive(process) and time.monotonic() < until:
            time.sleep(0.005)
        if holder is not None:
            holder.close()
        self.kill(process)
        self.kills += 1
        for writer in writers:
            writer.join()

    def hold(self) -> sqlite3.Connection | None:
        """Lock the database, as another program may."""
        if not self.url.startswith("sqlite"):
            return None
        other = sqlite3.connect(self.folder / "judge.db", isolation_level=None, timeout=0.2)
        with suppress(sqlite3.OperationalError):
            other.execute("BEGIN IMMEDIATE")
        return other

    def settle(self) -> None:
        """Let the judge work undisturbed until nothing is left to do, then stop it."""
        self.sink.mood = "well"
        process = self.start()
        for player in self.players:
            if player.trying:
                self.write(player)
        for _ in range(6):
            self.until(lambda: not self.waiting("inbox", "new", "failed"), 20 * WAIT)
            self.forward(3600 * 1.5)
        self.until(lambda: not self.waiting("outbox", "waiting"), 20 * WAIT)
        self.kill(process, signal.SIGTERM)

    def running(self) -> int:
        with self.engine.connect() as tx:
            return len(tx.execute(select(t.games.c.id).where(t.games.c.stage == "active")).all())

    def waiting(self, table: str, *states: str) -> int:
        c = metadata.tables[table].c
        with self.engine.connect() as tx:
            return len(tx.execute(select(c.id).where(c.state.in_(states))).all())

    def until(self, true: Any, patience: float = WAIT) -> None:
        until = time.monotonic() + patience
        while not true():
            assert time.monotonic() < until, (self.folder / "log").read_text()[-3000:]
            time.sleep(0.05)

    # -- what came of it

    def verdict(self) -> dict[str, int]:
        """Return what was lost, doubled and is missing, and how much there was."""
        letters = self.sink.read()
        answered = Counter(mail["In-Reply-To"] for mail in letters.values())
        with closing(self.engine.connect()) as tx:
            done = {
                row.message_id: row.state
                for row in tx.execute(select(t.inbox.c.message_id, t.inbox.c.state))
            }
            query = select(t.games.c.name, t.turns.c.number, t.turns.c.processed_at, t.turns.c.id)
            turns = tx.execute(query.select_from(t.turns.join(t.games))).all()
            ordered = {
                (row.turn_id, row.power): row.text
                for row in tx.execute(select(t.orders.c.turn_id, t.orders.c.power, t.orders.c.text))
            }
        lost = [key for key in self.taken if done.get(key.strip("<>"), done.get(key)) != "done"]
        wrong = []
        for name, number, processed, row in turns:
            for power in ORDERS if number and processed else ():
                may = self.expected.get((name, number, power), {None})
                if ordered.get((row, power)) not in may:
                    wrong.append((name, number, power, ordered.get((row, power)), may))
        results: Counter[tuple[str, str]] = Counter(
            (mail["To"], mail["Subject"])
            for mail in letters.values()
            if "Results" in mail["Subject"]
        )
        processed = sum(1 for row in turns if row.number and row.processed_at)
        words = Counter(
            word
            for mail in letters.values()
            if mail["To"] == MASTER and "Results" not in str(mail["Subject"])
            for word in {part for part in mail.as_string().split() if part.startswith("word")}
        )
        press = [f"word{n}.{p.power}.{p.game}." for p, n in self.taken.values()]
        self.wrong = [*lost, *wrong]
        return {
            "kills": self.kills,
            "mails taken": len(self.taken),
            "turns": processed,
            "letters": len(letters),
            "lost": len(lost) + len(wrong),
            "doubled": len(self.sink.unlike)
            + sum(n - 1 for n in results.values())
            + sum(words[word] > 1 for word in press),
            "letters missing": sum(not answered[key] for key in self.taken)
            + 8 * processed
            - len(results)
            + sum(not words[word] for word in press),
            "repeated": sum(n - 1 for n in self.sink.times.values()),
        }

    def close(self) -> None:
        assert self.stable.stdin is not None
        self.stable.stdin.close()
        self.stable.wait(WAIT)
        self.sink.shutdown()
        self.sink.server_close()
        self.engine.dispose()
        self.log.close()


def alive(process: int) -> bool:
    """Say whether a process that is not our child is there."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
