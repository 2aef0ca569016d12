"""A judge that hears or says nothing: its keeper is told in time, with real mail servers."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import time
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from imapclient.exceptions import LoginError
from sqlalchemy import select

from judge.post.incoming import Envelope
from judge.service import contacts
from judge.service.daemon import Daemon
from judge.service.operate.doctor import examine_judge
from judge.service.settings import Config
from judge.service.setup import create_judge
from judge.store import schema as t
from tests.ports import free_port
from tests.post.dovecot import PASSWORD, USER, Dovecot
from tests.post.postfix import Postfix
from tests.waiting import WAIT, wait_until

pytestmark = pytest.mark.xdist_group("waiting")  # one process is enough


def logs_in(server: Dovecot) -> bool:
    try:
        server.client().shutdown()
    except LoginError:  # its processes have only begun
        return False
    return True


@pytest.fixture(scope="module")
def dovecot() -> Iterator[Dovecot]:
    server = Dovecot(Path(tempfile.mkdtemp(prefix="dd", dir="/tmp")))
    server.start()
    wait_until(lambda: logs_in(server), lambda: "nobody can log in")
    yield server
    server.close()


@pytest.fixture
def serve(tmp_path: Path, dovecot: Dovecot) -> Iterator[Callable[..., Daemon]]:
    """Let a judge of a mailbox work; what it sends goes into a folder, if nothing else is said."""
    running = []

    def begin(**changes: object) -> Daemon:
        out = str(changes.pop("outbound", 'kind = "folder"'))
        imap = {"host": "127.0.0.1", "port": dovecot.imap, "user": USER, "password": PASSWORD}
        imap |= {"ssl": False, **changes}
        keys = "".join(
            f"{key} = {str(value).lower() if isinstance(value, bool) else repr(value)}\n"
            for key, value in imap.items()
        )
        text = (
            f'[judge]\naddress = "{USER}"\nkeeper = "keeper@example.org"\n[outbound]\n{out}\n'
            f'[inbound]\nkind = "imap"\n[imap]\n{keys}[clock]\ntick_seconds = 0.2\n'
            f'[metrics]\nlisten = "127.0.0.1:{free_port()}"\n'
        )
        config = create_judge(tmp_path / "judge.toml", text.replace("'", '"'))
        daemon = Daemon(config, draws=False)
        daemon.start()
        running.append(daemon)
        return daemon

    yield begin
    for daemon in running:
        daemon.stop()


def asked(daemon: Daemon, page: str) -> str:
    try:
        with urlopen(f"http://{daemon.config.metrics.listen}/{page}", timeout=WAIT) as answer:
            return str(answer.read().decode())
    except HTTPError as trouble:
        return str(trouble.read().decode())


def wrong(config: Config, tmp_path: Path) -> dict[str, str]:
    file = tmp_path / "judge.toml"
    return {
        f.what: f.wrong for f in examine_judge(config, file, datetime.now(UTC), None) if f.wrong
    }


def letters(daemon: Daemon) -> list[str]:
    with daemon.judge.database.read_transaction() as tx:
        return [raw.decode() for raw in tx.execute(select(t.outbox.c.raw)).scalars()]


def test_what_was_in_a_mailbox_before_the_judge_is_left_there(
    dovecot: Dovecot, serve: Callable[..., Daemon], caplog: pytest.LogCaptureFixture
) -> None:
    old = (
        "From: news{n}@example.org\r\nTo: judge@example.org\r\nSubject: offer {n}\r\n"
        "Date: Mon, 02 Mar 2015 09:00:00 +0000\r\nMessage-ID: <{n}@example.org>\r\n\r\nBuy\r\n"
    )
    with dovecot.client() as client:
        for number in range(500):
            client.append("INBOX", old.format(n=number))
    daemon, before = serve(), time()
    wait_until(lambda: "500 messages were in INBOX" in caplog.text, lambda: caplog.text)
    dovecot.deliver(b"From: france@example.org\r\nSubject: hello\r\n\r\nHELP\r\n")
    wait_until(lambda: bool(letters(daemon)), lambda: asked(daemon, "health"))
    (letter,) = letters(daemon)
    assert "To: france@example.org" in letter
    assert len(dovecot.subjects("INBOX", "UNSEEN")) == 500
    assert asked(daemon, "health") == "ok\n"
    taken = re.search(r"judge_mail_taken_timestamp_seconds (\d+)", asked(daemon, "metrics"))
    assert taken is not None
    assert before - 1 <= int(taken[1]) <= time()
    assert "judge_mailbox_failing 0" in asked(daemon, "metrics")


def test_a_dead_password_is_told_to_whoever_watches_and_to_the_keeper(
    tmp_path: Path, serve: Callable[..., Daemon], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert timedelta(minutes=1) < contacts.SILENCE < timedelta(minutes=5)
    monkeypatch.setattr(contacts, "SILENCE", timedelta(seconds=1))
    daemon = serve(password="wrong")
    assert "AUTHENTICATIONFAILED" in wrong(daemon.config, tmp_path)["mailbox"]
    wait_until(lambda: "cannot be used" in asked(daemon, "health"), lambda: "it is well")
    assert "AUTHENTICATIONFAILED" in asked(daemon, "health")
    assert "judge_mailbox_failing 1" in asked(daemon, "metrics")
    wait_until(lambda: bool(letters(daemon)), lambda: "the keeper is not told")
    (letter,) = letters(daemon)
    assert "To: keeper@example.org" in letter and "AUTHENTICATIONFAILED" in letter


def test_a_wrong_port_is_told_with_what_listens_there(
    tmp_path: Path,
    dovecot: Dovecot,
    serve: Callable[..., Daemon],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(contacts, "SILENCE", timedelta(seconds=1))
    daemon = serve(ssl=True, outbound=f'host = "127.0.0.1"\nport = {dovecot.imap}')
    found = wrong(daemon.config, tmp_path)
    assert "an IMAP server answers there, without TLS from the start" in found["mailbox"]
    assert "an IMAP server answers there" in found["mail server"]
    wait_until(lambda: "an IMAP server answers" in asked(daemon, "health"), lambda: "it is well")


def test_a_full_relay_is_told(
    tmp_path: Path, serve: Callable[..., Daemon], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Postfix takes no mail while its disk is full."""
    monkeypatch.setattr(contacts, "SILENCE", timedelta(seconds=1))
    folder = Path(tempfile.mkdtemp(prefix="pf", dir="/tmp"))
    postfix = Postfix(folder, judge=free_port(), mailboxes=free_port())
    with (folder / "etc/main.cf").open("a") as settings:
        settings.write("queue_minfree = 900000000000000\n")
    postfix.start()
    try:
        daemon = serve(outbound=f'host = "127.0.0.1"\nport = {postfix.port}')
        daemon.accept_mail(
            b"From: france@example.org\r\nSubject: hello\r\n\r\nHELP\r\n",
            Envelope("france@example.org", (USER,), "smtp"),
        )
        wait_until(lambda: "452 4.3.1" in asked(daemon, "health"), lambda: asked(daemon, "health"))
        assert "judge_mail_server_failing 1" in asked(daemon, "metrics")
        wait_until(
            lambda: any("To: keeper@example.org" in letter for letter in letters(daemon)),
            lambda: "the keeper is not told",
        )
    finally:
        postfix.close()
