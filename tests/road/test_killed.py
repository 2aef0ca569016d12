"""The process itself, killed without warning and started again on the same database; on PostgreSQL
``test_shared`` kills several."""

from __future__ import annotations

import os
import re
import smtplib
import subprocess
import sys
from collections.abc import Callable, Iterator
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.cli import main
from tests.databases import Databases
from tests.ports import free_port
from tests.road.office import JUDGE
from tests.waiting import WAIT, wait_until

ENV = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}


@pytest.fixture
def config(tmp_path: Path, databases: Databases) -> Iterator[Path]:
    """Settings as ``judge init`` writes them, with letters going to a folder."""
    path = tmp_path / "judge.toml"
    CliRunner().invoke(main, ["init", "--address", JUDGE, str(path)], catch_exceptions=False)
    text = path.read_text()
    text = text.replace("port = 8024", f"port = {free_port()}")
    head, outbound, tail = text.partition("[outbound]")
    tail = tail.replace('kind = "smtp"', 'kind = "folder"', 1)
    text = (head + outbound + tail).replace('# policy = "normal"', 'policy = "lenient"')
    url = databases.make(tmp_path)
    path.write_text(text.replace('# url = ""', f'url = "{url}"', 1))
    yield path
    databases.drop(url)


class Serving:
    """A running ``judge serve``."""

    def __init__(self, config: Path) -> None:
        self.config = config
        found = re.search(r"port = (\d+)", config.read_text())
        assert found
        self.port = int(found[1])
        self.process = subprocess.Popen(
            [sys.executable, "-m", "judge.cli", "serve", "--config", str(config)],
            env=ENV,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stderr is not None
        line = self.process.stderr.readline()
        assert "is at work" in line, line + self.process.stderr.read()

    def send(self, sender: str, to: str, number: int, text: str) -> None:
        with smtplib.SMTP("127.0.0.1", self.port) as client:
            mail = f"From: {sender}\r\nTo: {to}\r\nSubject: hello\r\n"
            client.sendmail(
                sender, [to], f"{mail}Message-ID: <{number}@example.org>\r\n\r\n{text}\r\n"
            )

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(WAIT)

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(WAIT)


Serve = Callable[[], Serving]


@pytest.fixture
def serve(config: Path) -> Iterator[Serve]:
    running: list[Serving] = []

    def begin() -> Serving:
        running.append(Serving(config))
        return running[-1]

    yield begin
    for each in running:
        each.kill()


def letters(folder: Path, number: int) -> list[str]:
    """Return who got which letters, once there are so many."""

    def found() -> list[Path]:
        return sorted(folder.glob("sent/*.eml"))

    wait_until(lambda: len(found()) >= number, lambda: f"{len(found())} of {number} letters")
    mails = [message_from_bytes(path.read_bytes(), policy=default) for path in found()]
    return [f"{mail['To']}: {mail['Subject']}" for mail in mails]


def test_mail_that_was_taken_is_answered_after_a_kill(serve: Serve, tmp_path: Path) -> None:
    people = [f"player{n}@example.org" for n in range(7)]
    first = serve()
    first.send("master@example.org", JUDGE, 0, "CREATE ruhr")
    for number, person in enumerate(people[:4], 1):
        first.send(person, JUDGE, number, "JOIN ruhr")
    first.kill()
    second = serve()
    for number, person in enumerate(people[4:], 5):
        second.send(person, JUDGE, number, "JOIN ruhr")
    second.send(people[0], JUDGE, 1, "JOIN ruhr")  # its server did not hear that it was taken
    # The master's, seven welcomes, seven pieces of news, eight beginnings.
    found = letters(tmp_path, 1 + 7 + 7 + 8)
    assert second.stop() == 0
    assert sorted(set(found)) == sorted(
        [
            "master@example.org: Re: hello",
            "master@example.org: JUDGE:ruhr - New Player",
            "master@example.org: JUDGE:ruhr - S1901M Game Starting",
            *(f"{person}: Re: hello" for person in people),
            *(f"{person}: JUDGE:ruhr - S1901M Game Starting" for person in people),
        ]
    )
    assert second.process.stderr is not None
    assert "Traceback" not in second.process.stderr.read()
