"""A daemon in a process of its own, which tells how much memory it holds when it has worked."""

from __future__ import annotations

import re
import smtplib
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from judge.service import settings
from judge.service.daemon import Daemon
from judge.store import inbox, outbox, queries
from tests.bench.by_mail import GAME, IDENTITY, begun

ORDERS = "From: {sender}\r\nTo: {to}\r\nMessage-ID: <1@players.example>\r\n\r\nA PAR - BUR\r\n"


class Clock:
    """Shows what it is set to."""

    def __init__(self, moment: datetime) -> None:
        self.moment = moment

    def __call__(self) -> datetime:
        return self.moment

    def seconds(self) -> float:
        return self.moment.timestamp()


def work(folder: Path) -> None:
    """Let a daemon read a mail of orders, then let the deadline of its games pass."""
    raw = {
        "judge": {"address": IDENTITY.address, "name": IDENTITY.name, "data": folder},
        "inbound": {"kind": "smtp", "port": 0},
        "outbound": {"kind": "folder", "folder": folder / "sent"},
    }
    clock = Clock(datetime(2026, 1, 1, tzinfo=UTC))
    daemon = Daemon(settings.check_settings(raw, "bench"), clock, clock.seconds, draws=False)
    game = begun(daemon.judge)
    assert game.due_at is not None and daemon.ways_in.receiver is not None
    clock.moment = game.due_at - timedelta(hours=1)
    daemon.start()
    seat = game.find_seat_of_power("France")
    assert seat is not None
    local, _, domain = IDENTITY.address.partition("@")
    to = f"{local}+{GAME}.{seat.name}.{seat.secret}@{domain}"
    with smtplib.SMTP("127.0.0.1", daemon.ways_in.receiver.port) as client:
        client.sendmail(seat.address, [to], ORDERS.format(sender=seat.address, to=to))
    _rest(daemon)
    assert begun(daemon.judge).orders, "the mail was read"
    clock.moment = game.due_at
    daemon.wake_workers()
    _rest(daemon)
    assert begun(daemon.judge).number == game.number + 1, "the turn was run"
    print(resident())
    daemon.stop()


def resident() -> float:
    """The megabytes that this process holds in memory."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) / 1000


def _rest(daemon: Daemon) -> None:
    """Wait until nothing is left to do."""
    while True:
        with daemon.judge.database.read_transaction() as tx:
            waiting = outbox.count_by_state(tx).get(outbox.WAITING, 0)
            if not (
                waiting or inbox.list_waiting_mails(tx) or queries.list_games_due(tx, daemon.now())
            ):
                return
        time.sleep(0.05)


if __name__ == "__main__":
    work(Path(sys.argv[1]))
