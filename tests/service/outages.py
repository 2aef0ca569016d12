"""A mail server that refuses all letters for hours, with any reply at any stage of the dialog.

``python -m tests.service.outages`` tries every reply code at every stage for every length (or at
the stages that are named: ``greeting EHLO MAIL RCPT DATA end``), and
prints a line for each stage: how many letters died, and how long after the return of the server
the last of them was out.
"""

from __future__ import annotations

import random
import socket
import socketserver
import sys
import tempfile
import threading
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from judge.post.smtp_out import SmtpTransport
from judge.service.sending import MailSender
from judge.store import outbox
from judge.store.database import Database, upgrade_schema
from judge.store.outbox import OutMail
from tests.waiting import WAIT, wait_until

STAGES = ("greeting", "EHLO", "MAIL", "RCPT", "DATA", "end")
CODES = (
    421, 450, 451, 452, 454, 455, 458, 459, 471,
    500, 501, 502, 503, 504, 521, 523, 530, 535, 541, 550, 551, 552, 553, 554, 555, 556,
)  # fmt: skip
HANGS_UP = 0
"""Instead of a code: the connection is closed without a word."""
HOURS = (0.25, 1, 6, 24, 96, 200)
TICK = timedelta(seconds=30)
"""How often a judge looks what there is to send when nothing happens."""
PROMISED = timedelta(minutes=1)
NOW = datetime(2026, 11, 6, 9, tzinfo=UTC)


class Relay(socketserver.ThreadingTCPServer):
    """A mail server that refuses at a stage, with a code, and takes the rest."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, *, pipelining: bool) -> None:
        super().__init__(("127.0.0.1", 0), _Dialog)
        self.pipelining = pipelining
        self.stage, self.code = "", HANGS_UP
        self.taken: list[str] = []
        self.unknown: set[str] = set()
        """Recipients of whom it says at all times that they are not here."""
        self.tries = 0
        self.connected: set[socket.socket] = set()
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def hang_up(self) -> None:
        """Close all connections, and return when that is done."""
        for connection in tuple(self.connected):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        wait_until(lambda: not self.connected, lambda: self.connected)


class _Dialog(socketserver.StreamRequestHandler):
    server: Relay

    def say(self, stage: str, reply: str) -> bool:
        """Say it, or what the server says at this stage just now; return whether it was said."""
        refuses = self.server.stage == stage
        if refuses and self.server.code == HANGS_UP:
            self.connection.close()
            raise ConnectionAbortedError
        self.wfile.write(f"{self.server.code} no\r\n".encode() if refuses else reply.encode())
        return not refuses

    def handle(self) -> None:
        self.server.connected.add(self.connection)
        with suppress(OSError, ValueError):
            self.talk()
        self.server.connected.discard(self.connection)

    def talk(self) -> None:
        relay, begun, recipient = self.server, False, ""
        self.say("greeting", "220 relay\r\n")
        for line in self.rfile:
            verb, _, rest = line.decode().strip().partition(" ")
            verb = verb.upper()
            if verb in ("EHLO", "HELO"):
                more = "250-PIPELINING\r\n" * relay.pipelining
                self.say("EHLO", f"250-relay\r\n{more}250 SIZE\r\n")
            elif verb == "MAIL":
                relay.tries += 1
                recipient = ""
                begun = self.say("MAIL", "250 ok\r\n")
            elif verb == "RCPT" and not begun:
                self.wfile.write(b"503 no sender\r\n")
            elif verb == "RCPT":
                wanted = rest.partition("<")[2].removesuffix(">")
                if wanted in relay.unknown:
                    self.wfile.write(b"550 5.1.1 no such user\r\n")
                elif self.say("RCPT", "250 ok\r\n"):
                    recipient = wanted
            elif verb == "DATA" and not recipient:
                self.wfile.write(b"503 no recipients\r\n")
            elif verb == "DATA":
                if self.say("DATA", "354 go on\r\n"):
                    mail = b""
                    while (text := self.rfile.readline()) not in (b".\r\n", b""):
                        mail += text
                    if self.say("end", "250 taken\r\n"):
                        relay.taken.append(f"{recipient} {mail.decode().strip()}")
            elif verb == "QUIT":
                self.wfile.write(b"221 bye\r\n")
                return
            else:
                self.wfile.write(b"250 ok\r\n")


@dataclass(frozen=True)
class Outage:
    """What a server says, at which stage, for how long, to how many recipients."""

    stage: str
    code: int
    hours: float
    recipients: int = 12


@dataclass(frozen=True)
class Result:
    """What became of the letters of an outage; ``late``: the last one, after the return."""

    letters: int
    sent: int
    dead: int
    late: timedelta
    most_tries: int


def sit_out(outage: Outage, folder: Path, seed: int, unknown: int = 0) -> Result:
    """Have letters written before, during and after an outage; look until all are out.

    Of ``unknown`` recipients more the server says, when it is well, that it does not know them.
    """
    chance = random.Random(f"{seed} {outage}")
    path = folder / f"{outage.stage}-{outage.code}-{outage.hours}.db"
    url = f"sqlite:///{path}"
    if not (folder / "empty.db").exists():
        upgrade_schema(f"sqlite:///{folder / 'empty.db'}")
    path.write_bytes((folder / "empty.db").read_bytes())
    database, now, dead = Database(url), [NOW], []
    relay = Relay(pipelining=chance.random() < 0.5)
    sender = MailSender(
        database,
        SmtpTransport("127.0.0.1", relay.server_address[1], timeout=WAIT),
        lambda: now[0],
        lambda tx, mail, why: dead.append(mail.recipient),
        clock=lambda: (now[0] - NOW).total_seconds(),
    )
    people = [f"p{at}@example{at % 5}.org" for at in range(outage.recipients)]
    strangers = [f"gone{at}@example.org" for at in range(unknown)]
    relay.unknown = {*strangers}
    letters = 0

    def put(to: list[str]) -> None:
        nonlocal letters
        letters += len(to)
        number = f"{letters:05}"
        mails = [OutMail(f"{who}.{number}", "j@x", who, number.encode()) for who in to]
        with database.write_transaction() as tx:
            outbox.add_mails(tx, mails, now[0])

    def pass_time(time: timedelta) -> None:
        now[0] += time
        sender.send_due_mails()

    def some() -> list[str]:
        return chance.sample(people, chance.randint(1, len(people)))

    put(people)
    pass_time(TICK)
    relay.stage, relay.code = outage.stage, outage.code
    back = now[0] + timedelta(hours=outage.hours)
    relay.hang_up()  # connections that are open know of no greeting
    put(people + strangers)
    pass_time(TICK)
    most_tries = 0
    while now[0] < back:
        if chance.random() < 0.5:
            put(some())
        for _ in range(chance.randint(1, 3)):
            if now[0] < back:
                before = relay.tries
                pass_time(min(TICK, back - now[0]))
                most_tries = max(most_tries, relay.tries - before)
        now[0] = min(back, now[0] + timedelta(hours=outage.hours) * chance.uniform(0.05, 0.3))
    relay.stage = ""
    late = timedelta(0)
    wanted = letters - len(strangers)
    while len({*relay.taken}) < wanted and late < timedelta(days=5):
        pass_time(TICK)
        late = now[0] - back
    for _ in strangers and range(8):  # they are given up while others are reached
        put(people[:1])
        wanted += 1
        pass_time(timedelta(minutes=2))
    sender.stop()
    relay.shutdown()
    relay.server_close()
    database.close()
    falsely = [who for who in dead if who in people]
    assert not strangers or {*dead} == {*strangers} or falsely, "nobody is tried for ever"
    return Result(wanted, len({*relay.taken}), len(falsely), late, most_tries)


def main() -> int:
    """Try all, and say what came of it."""
    worst: dict[str, list[Result]] = defaultdict(list)
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for stage in sys.argv[1:] or STAGES:
            for code in (HANGS_UP, *CODES):
                for hours in HOURS:
                    outage = Outage(stage, code, hours)
                    result = sit_out(outage, Path(folder), 1, unknown=3)
                    worst[stage].append(result)
                    if result.dead or result.late > PROMISED or result.sent < result.letters:
                        bad += 1
                        print(outage, result)
            results = worst[stage]
            print(
                f"{stage:9} {len(results)} outages, {sum(one.letters for one in results)} letters, "
                f"{sum(one.dead for one in results)} dead, the last out "
                f"{max(one.late for one in results)} after the return",
                flush=True,
            )
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
