"""Several processes on one database: each does its part, and each can die at any moment."""

from __future__ import annotations

import json
import os
import random
import signal
import smtplib
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select

from judge.service.setup import write_sample_settings
from judge.store import schema
from judge.store.database import Database
from tests.databases import Databases
from tests.ports import free_port
from tests.road.office import JUDGE
from tests.road.test_killed import ENV, letters
from tests.waiting import WAIT, wait_until

pytestmark = [
    pytest.mark.databases("postgresql"),
]


class Site:
    """Processes of several roles; letters go to a folder."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder, self.url, self.port = folder, url, free_port()
        self.config = folder / "judge.toml"
        head, outbound, tail = write_sample_settings("smtp", JUDGE, "JUDGE", "data").partition(
            "[outbound]"
        )
        text = head.replace("port = 8024", f"port = {self.port}")
        text = text.replace('# url = ""', f'url = "{url}"', 1)
        tail = tail.replace('kind = "smtp"', 'kind = "folder"', 1)
        tail = tail.replace("# tick_seconds = 30", "tick_seconds = 1")
        text = (text + outbound + tail).replace('# policy = "normal"', 'policy = "lenient"')
        self.config.write_text(text)
        (folder / "ahead").write_text("0")
        self.running: list[tuple[str, int]] = []
        with (folder / "log").open("w") as log:
            self.stable = subprocess.Popen(
                [sys.executable, "-m", "tests.faults.stable", str(self.config)],
                env=ENV, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True,
            )  # fmt: skip
        assert self.stable.stdout is not None and self.stable.stdout.readline() == "ready\n"

    def start(self, role: str) -> None:
        assert self.stable.stdin is not None and self.stable.stdout is not None
        life = {"roles": [role], "kind": "smtp", "port": self.port}
        print(json.dumps(life), file=self.stable.stdin, flush=True)
        self.running.append((role, int(self.stable.stdout.readline())))

    def kill(self, which: int) -> None:
        """Kill one without warning, and start another in its place."""
        role, process = self.running.pop(which)
        os.kill(process, signal.SIGKILL)
        self.start(role)

    def stop(self) -> None:
        for _, process in self.running:
            os.kill(process, signal.SIGKILL)
        self.stable.kill()
        self.stable.wait(WAIT)

    def send(self, sender: str, number: int, text: str, to: str = JUDGE) -> None:
        """Mail to the judge, again and again until it is taken."""
        mail = f"From: {sender}\r\nTo: {to}\r\nSubject: hello\r\nMessage-ID: <{number}@x>\r\n"

        def taken() -> bool:
            try:
                with smtplib.SMTP("127.0.0.1", self.port, timeout=WAIT) as client:
                    client.sendmail(sender, [to], f"{mail}\r\n{text}\r\n")
            except (OSError, smtplib.SMTPException):
                return False
            return True

        wait_until(taken, lambda: text)


@pytest.fixture
def site(tmp_path: Path, databases: Databases) -> Iterator[Site]:
    url = databases.make(tmp_path)
    site = Site(tmp_path, url)
    yield site
    site.stop()
    databases.drop(url)


def until(folder: Path, number: int) -> Counter[str]:
    """Return how many letters went to whom under which subject, once there are so many."""
    return Counter(letters(folder, number))


def test_two_workers_a_sender_and_a_clock_lose_nothing_when_they_are_killed(site: Site) -> None:
    dice = random.Random(14)
    for role in ("receive", "work", "work", "send", "clock"):
        site.start(role)
    games, people = ("ruhr", "saar"), [f"player{n}@example.org" for n in range(7)]
    number = 0
    for game in games:
        site.send("master@example.org", number := number + 1, f"CREATE {game}")
    until(site.folder, 2)
    for person in people:
        for game in games:
            site.send(person, number := number + 1, f"JOIN {game}")
        site.kill(dice.randrange(5))
    found = until(site.folder, 2 * (1 + 7 + 7 + 8))
    database = Database(site.url)
    with database.read_transaction() as tx:
        letters = tx.execute(select(func.count()).select_from(schema.outbox)).scalar_one()
        states = Counter(tx.execute(select(schema.inbox.c.state)).scalars())
        turns = tx.execute(select(schema.games.c.number)).scalars().all()
    database.close()
    assert states == {"done": 16}
    assert turns == [1, 1]
    assert letters == 2 * (1 + 7 + 7 + 8)
    for game in games:
        for person in ("master@example.org", *people):
            assert found[f"{person}: JUDGE:{game} - S1901M Game Starting"] >= 1
