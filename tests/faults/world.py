"""Games by mail at a judge that is killed again and again, and what must have come of them."""

from __future__ import annotations

import json
import os
import random
import signal
import smtplib
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from judge.service import settings
from judge.service.daemon import ROLES
from judge.service.setup import prepare_database
from judge.store import schema as t
from judge.store.columns import metadata
from judge.store.database import add_driver
from tests.databases import Server
from tests.faults.cutter import Cutter
from tests.faults.sink import MOODS, Sink
from tests.ports import free_port
from tests.post.dovecot import PASSWORD, USER, Dovecot

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
BY_IMAP = ("Russia", "Turkey")
"""Whose mail goes to a mailbox that the judge looks into; that of others goes to the judge."""

ALONE = (ROLES,)
CREW = (("receive",), ("receive",), ("receive",), *2 * (("work",), ("send",), ("clock",)))
"""The roles of the judges on one database: on SQLite, and on PostgreSQL."""


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
    crossed: bool = False
    """Whether a deadline has passed since that was tried first."""
    may_stand: set[str | None] = field(default_factory=lambda: {None})
    """What may be ordered in this turn as far as anybody can know."""

    @property
    def address(self) -> str:
        return f"{self.power.lower()}.{self.game}@example.org"


@dataclass
class Member:
    """A judge, or one of several, and how it takes mail in; which process it is now, if any."""

    roles: Sequence[str]
    kind: str
    port: int
    process: int = 0

    @property
    def name(self) -> str:
        return "all" if len(self.roles) > 1 else self.roles[0]

    def alive(self) -> bool:
        return bool(self.process) and alive(self.process)


@dataclass
class World:
    """Judges, their players and the mail server of all of them, in a folder.

    ``url`` is an empty PostgreSQL database, or "postgresql" for one on a server of our own; else
    there is one judge on SQLite.
    """

    folder: Path
    url: str = ""
    games: int = 2
    seed: int = 1
    kills: Counter[str] = field(default_factory=Counter)
    taken: dict[str, tuple[Player, int]] = field(default_factory=dict)
    expected: dict[tuple[str, int, str], set[str | None]] = field(default_factory=dict)
    troubles: Counter[tuple[str, str]] = field(default_factory=Counter)
    ahead: float = 0.0
    turn: int = 1
    dropped: set[str] = field(default_factory=set)
    """Mails in the mailbox, by their ids."""

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.doors = random.Random(self.seed)
        self.sink = Sink()
        self.dovecot = Dovecot(Path(tempfile.mkdtemp(prefix="dc", dir="/tmp")))
        self.dovecot.start()
        self.cutter = Cutter(self.dovecot.imap, self.seed)
        self.server = Server(lasting=True) if self.url == "postgresql" else None
        if self.server:
            self.url = self.server.make(self.folder)
        self.url = self.url or f"sqlite:///{self.folder / 'judge.db'}"
        self.lone = self.url.startswith("sqlite")
        kinds = iter(("smtp", "lmtp", "imap"))
        self.crew = [
            Member(roles, next(kinds) if "receive" in roles else "none", free_port())
            for roles in (ALONE if self.lone else CREW)
        ]
        (self.folder / "judge.toml").write_text(
            f'[judge]\naddress = "{JUDGE}"\ndata = "."\n[database]\nurl = "{self.url}"\n'
            f'[imap]\nhost = "127.0.0.1"\nport = {self.cutter.port}\nssl = false\n'
            f'user = "{USER}"\npassword = "{PASSWORD}"\n[outbound]\nport = {self.sink.port}\n'
            f'[senders]\npolicy = "lenient"\n[clock]\ntick_seconds = {0.2 if self.lone else 1}\n'
            '[log]\nlevel = "warning"\n'
            "[limits]\nanswers_per_hour = 1000000\nletters_per_hour = 1000000\n"
            "stranger_answers_per_hour = 1000000\nbytes_per_hour = 1000000000\n"
            "games_per_day = 100000\n"
        )
        prepare_database(settings.load_settings(self.folder / "judge.toml"))
        self.forward(0)
        self.log = (self.folder / "log").open("w")
        command = [sys.executable, "-m", "tests.faults.stable", str(self.folder / "judge.toml")]
        self.stable = subprocess.Popen(
            command,
            cwd=ROOT,
            stdin=-1,
            stdout=-1,
            stderr=self.log,
            text=True,
            start_new_session=True,
        )
        assert self.stable.stdout is not None and self.stable.stdout.readline() == "ready\n"
        self.engine = create_engine(add_driver(self.url), poolclass=NullPool)
        self.players: list[Player] = []

    # -- the judges

    def start(self, member: Member, **life: Any) -> None:
        """Let a judge live; return once it takes mail, or has died."""
        assert self.stable.stdin is not None and self.stable.stdout is not None
        about = {"roles": member.roles, "kind": member.kind, "port": member.port}
        print(json.dumps({**about, **life}), file=self.stable.stdin, flush=True)
        member.process = int(self.stable.stdout.readline())
        until = time.monotonic() + WAIT
        while member.kind in ("smtp", "lmtp") and member.alive() and time.monotonic() < until:
            with suppress(OSError), socket.create_connection(("127.0.0.1", member.port), 1):
                return
            time.sleep(0.01)

    def muster(self, kind: str = "", but: Member | None = None) -> None:
        """Let all that are dead live, without a trouble; one who is alone takes mail so."""
        for member in self.crew:
            if self.lone and kind:
                member.kind = kind
            if member is not but and not member.alive():
                self.start(member)

    def kill(self, member: Member, how: signal.Signals = signal.SIGKILL) -> None:
        if not member.process:
            return
        with suppress(ProcessLookupError):
            os.kill(member.process, how)
        until = time.monotonic() + WAIT
        while member.alive():
            assert time.monotonic() < until, "it does not end"
            time.sleep(0.005)
        member.process = 0
        self.kills[member.name] += how == signal.SIGKILL

    def forward(self, seconds: float) -> None:
        """Let time pass."""
        self.ahead += seconds
        part = self.folder / "ahead.part"
        part.write_text(f"{self.ahead}")
        part.rename(self.folder / "ahead")

    # -- the players

    def post(self, sender: str, to: str, key: str, text: str, wait: float = 5) -> bool:
        """Hand a mail over once, to any judge that takes it, and say whether it was taken."""
        raw = f"From: {sender}\r\nTo: {to}\r\nSubject: x\r\nMessage-ID: {key}\r\n\r\n{text}\r\n"
        for member in self.doors.sample(self.crew, len(self.crew)):
            if member.kind not in ("smtp", "lmtp"):
                continue
            kind = smtplib.LMTP if member.kind == "lmtp" else smtplib.SMTP
            with suppress(OSError, smtplib.SMTPException):
                with kind("127.0.0.1", member.port, timeout=wait) as client:
                    client.sendmail(sender, [to], raw.encode())
                return True
        return False

    def drop(self, sender: str, to: str, key: str, text: str, wait: float = 3) -> bool:
        """Put a mail into the mailbox once, and say whether a judge has fetched it."""
        raw = f"From: {sender}\r\nTo: {to}\r\nSubject: x\r\nMessage-ID: {key}\r\n\r\n{text}\r\n"
        if key not in self.dropped:
            self.dropped.add(key)
            self.dovecot.deliver(raw.encode())
        c = t.inbox.c
        kept = select(c.id).where(c.message_id.in_((key, key.strip("<>"))))
        until = time.monotonic() + wait
        while time.monotonic() < until:
            with suppress(DBAPIError), self.engine.connect() as tx:
                if tx.execute(kept).first():
                    return True
            time.sleep(0.05)
        return False

    def gather(self) -> None:
        """Begin the games."""
        self.muster("smtp")
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

    def write(self, player: Player) -> bool:
        """Let a player mail once more, or what was not taken yet again; return whether it is."""
        number = player.count
        key = f"<{number}.{player.power}.{player.game}@x>"
        stands = order(player.power, number)
        text = f"{stands}\nPRESS TO master\nword{number}.{player.power}.{player.game}.\nENDPRESS"
        if not player.trying:
            player.trying = key
        player.may_stand.add(stands)
        hand = self.drop if player.power in BY_IMAP else self.post
        if not hand(player.address, player.to, key, text):
            return False
        self.taken[key] = player, number
        if not player.crossed:  # else it may have been taken for the turn before
            player.may_stand = {stands}
        player.trying, player.crossed, player.count = "", False, number + 1
        return True

    def deadline(self) -> None:
        """Let the deadline of all games pass."""
        due = []
        with suppress(DBAPIError), self.engine.connect() as tx:  # its server may be starting anew
            due = [row.due_at for row in tx.execute(select(t.games.c.due_at)) if row.due_at]
        if len(due) < self.games:
            return
        now = datetime.now(UTC) + timedelta(seconds=self.ahead)
        if min(due) - now < timedelta(hours=1):
            return  # the last deadline is not worked off yet
        left = max(due) - now
        for player in self.players:
            self.expected[player.game, self.turn, player.power] = player.may_stand
            tried = order(player.power, player.count) if player.trying else None
            player.may_stand, player.crossed = {None, tried}, bool(tried)
        self.turn += 1
        self.forward(left.total_seconds() + 60)

    # -- a life

    def trial(self) -> None:
        """Let a judge live with some trouble, be written to, and die."""
        chance = self.chance
        trouble = chance.choice(TROUBLES if self.lone or not self.server else (*TROUBLES, "gone"))
        self.sink.mood = chance.choice(MOODS)
        self.cutter.cuts = chance.random() < 0.3
        self.troubles[trouble, self.sink.mood] += 1
        member = chance.choice(self.crew)
        self.kill(member)
        if self.lone:
            member.kind = chance.choice(("smtp", "lmtp", "imap"))
        life: dict[str, Any] = {}
        if trouble == "commit":
            most = 40 if self.lone else 12
            life |= {"commit": chance.randrange(1, most), "after": chance.random() < 0.5}
        elif trouble == "bytes" and self.lone:
            size = sum(path.stat().st_size for path in self.folder.glob("judge.db-wal"))
            life["bytes"] = max(size, 60_000) + chance.randrange(20_000)
        elif trouble == "files":
            life["files"] = chance.randrange(12, 24)
        elif trouble == "leap":
            life["leap"] = chance.choice((-4, 3600 * 24 * 365, -3600 * 24 * 365))
        if chance.random() < 0.3:
            self.deadline()
        self.muster(but=member)
        self.start(member, **life)
        with self.troubled(trouble):
            taken = [each for each in self.players if self.lone is False or suits(each, member)]
            writers = [
                threading.Thread(target=self.write, args=(player,))
                for player in chance.sample(taken, min(4, len(taken)))
            ]
            for writer in writers:
                writer.start()
            until = time.monotonic() + (3 if trouble == "commit" else chance.random() * 1.5)
            while member.alive() and time.monotonic() < until:
                time.sleep(0.005)
        self.kill(member)
        for writer in writers:
            writer.join()

    @contextmanager
    def troubled(self, trouble: str) -> Iterator[None]:
        """Let the database be locked by another program, be gone, or its disk be full."""
        other = self.hold() if trouble == "locked" else None
        if trouble == "gone" and self.server:
            self.server.halt()
            time.sleep(self.chance.random())
            self.server.start()
        if trouble == "bytes" and self.server:
            self.server.fill(self.chance.randrange(2_000_000))
        yield
        if other is not None:
            other.close()

    def hold(self) -> Connection | None:
        """Lock the database, as another program may, if it can be reached."""
        other = None
        with suppress(DBAPIError):
            other = self.engine.connect()
            if self.lone:
                other.exec_driver_sql("PRAGMA busy_timeout = 200")
                other.exec_driver_sql("BEGIN IMMEDIATE")
            else:
                table = self.chance.choice(("inbox", "outbox", "games"))
                other.exec_driver_sql("SET lock_timeout = 200")
                other.exec_driver_sql(f"LOCK TABLE {table} IN EXCLUSIVE MODE")
        return other

    def settle(self) -> None:
        """Let the judges work undisturbed until nothing is left to do, then stop them."""
        self.sink.mood, self.cutter.cuts = "well", False
        if self.server:  # its processes that live still have a full disk
            self.server.halt()
            self.server.start()
        for kind in ("imap", "smtp"):
            for member in self.crew:
                self.kill(member)
            self.muster(kind)
            for player in self.players:
                if (kind == "imap") == (player.power in BY_IMAP):
                    self.until(lambda player=player: not player.trying or self.write(player))
        for _ in range(6):
            self.until(lambda: not self.waiting("inbox", "new", "failed"), 20 * WAIT)
            self.forward(3600 * 1.5)
        self.until(lambda: not self.waiting("outbox", "waiting"), 20 * WAIT)
        for member in self.crew:
            self.kill(member, signal.SIGTERM)

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
        twice = [*(key for key, n in results.items() if n > 1), *(w for w in press if words[w] > 1)]
        self.wrong = [*lost, *wrong, *twice, *self.sink.unlike]
        return {
            "kills": self.kills.total(),
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
        for member in self.crew:
            self.kill(member)
        for server in (self.sink, self.cutter):
            server.shutdown()
            server.server_close()
        self.dovecot.close()
        self.log.close()
        if self.server:
            self.server.stop()


def suits(player: Player, member: Member) -> bool:
    """Say whether mail of a player reaches a judge."""
    return (member.kind == "imap") == (player.power in BY_IMAP)


def alive(process: int) -> bool:
    """Say whether a process that is not our child is there."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
