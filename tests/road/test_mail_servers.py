"""The judge among real mail servers, written to by real mail programs: Postfix hands mail over as
``deploy/postfix`` has it set up, Dovecot keeps the players' mailboxes."""

from __future__ import annotations

import re
import socket
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from judge.service import settings
from judge.service.clock import read_utc_now
from judge.service.daemon import Daemon
from judge.service.operate.doctor import check_mail_round_trip
from tests.ports import free_port
from tests.post.clients import Client, Mutt, Snail, Swaks
from tests.post.dovecot import PASSWORD, Dovecot
from tests.post.postfix import JUDGE, Postfix
from tests.waiting import WAIT

# The servers are started once.
pytestmark = pytest.mark.xdist_group("waiting")  # one process is enough

PLAYERS: dict[str, type[Client]] = {
    "austria": Swaks,
    "england": Mutt,
    "france": Snail,
    "germany": Swaks,
    "italy": Swaks,
    "russia": Swaks,
    "turkey": Swaks,
}
ORDERS = {
    "austria": ("F Tri - Adr", "fleet in Trieste moved to the Adriatic Sea"),
    "england": ("F Lon - Nth", "fleet in London moved to the North Sea"),
    "france": ("F Bre - Mao", "fleet in Brest moved to the Mid-Atlantic Ocean"),
}
TYPOS = {
    "austria": ("F Treste - Grece", "F TRI - ALB"),
    "england": ("F Londn - Norwegn Sae", "F LON - NTH"),
    "france": ("F Brst - Irish Sae", "F BRE - ENG"),
}
"""What is not taken, and what is offered first in its place."""


@pytest.fixture(scope="module")
def mailboxes() -> Iterator[Dovecot]:
    users = [f"{name}@players.example" for name in ("master", "judge", *PLAYERS)]
    dovecot = Dovecot(Path(tempfile.mkdtemp(prefix="dc", dir="/tmp")), users)
    dovecot.start()
    yield dovecot
    dovecot.close()


@pytest.fixture(scope="module")
def postfix(mailboxes: Dovecot) -> Iterator[Postfix]:
    folder = Path(tempfile.mkdtemp(prefix="pf", dir="/tmp"))
    postfix = Postfix(folder, judge=free_port(), mailboxes=mailboxes.lmtp)
    postfix.start()
    yield postfix
    postfix.close()


Serve = Callable[..., Daemon]


@pytest.fixture
def serve(postfix: Postfix, tmp_path: Path) -> Iterator[Serve]:
    """Start judges with the settings of ``judge init``, and some of the test's own."""
    running: list[Daemon] = []

    def begin(**tables: dict[str, object]) -> Daemon:
        raw: dict[str, Any] = {
            "judge": {"address": JUDGE, "data": tmp_path},
            "inbound": {"kind": "lmtp", "port": postfix.judge},
            "outbound": {"kind": "smtp", "port": postfix.port},
        }
        raw = {name: {**raw.get(name, {}), **tables.get(name, {})} for name in {**raw, **tables}}
        running.append(Daemon(settings.check_settings(raw, "test"), draws=False))
        running[-1].start()
        return running[-1]

    yield begin
    for daemon in running:
        if daemon.beats.is_alive():
            daemon.stop()


@pytest.fixture
def people(postfix: Postfix, mailboxes: Dovecot, tmp_path: Path) -> dict[str, Client]:
    found: dict[str, Client] = {}
    for name, program in (("master", Swaks), ("gone", Swaks), *PLAYERS.items()):
        folder = tmp_path / name
        folder.mkdir()
        found[name] = program(folder, name, postfix.port, mailboxes)
    return found


def confirm(person: Client) -> None:
    """Answer the letter that asks whether one wrote, and see that it was done."""
    assert "just reply to this letter with the word YES" in person.next("Please Confirm")
    person.answer("YES")
    assert "Not taken" not in person.next()


def _line_that_proves(letter: str) -> str:
    (line,) = re.findall(r"SIGNON p\d ruhr \w+\n", letter)
    return str(line)


def test_a_turn_goes_round(serve: Serve, people: dict[str, Client]) -> None:
    """Three of the players mistype, correct that by a number, and change their secrets."""
    daemon = serve()
    assert check_mail_round_trip(daemon.config, read_utc_now(), WAIT) == ""
    master, players = people["master"], [people[name] for name in PLAYERS]
    master.write(JUDGE, "a game", "CREATE ruhr WITH confirm=off")
    confirm(master)
    for each in players:
        each.write(JUDGE, "hello", f"JOIN ruhr AS {each.name}")
    for each in players:
        confirm(each)
    for each in (master, *players):
        each.next("Game Starting")
    three = [people[name] for name in ORDERS]
    proofs = dict.fromkeys(people, "")

    def answer(person: Client, text: str) -> None:
        person.answer(f"{proofs[person.name]}{text}")

    # To a program that ignores Reply-To it is told how its user is known.
    people["france"].answer("F Bre - Mao")
    proofs["france"] = _line_that_proves(people["france"].next("Game Starting"))
    for each in three:
        answer(each, TYPOS[each.name][0])
    for each in three:
        offered = each.next("Game Starting")
        assert f"1. {TYPOS[each.name][1]}" in offered and "Did you mean" in offered, offered
        answer(each, "1")
    for each in three:
        assert f"\n| {TYPOS[each.name][1]}\n" in each.next("Game Starting")
        answer(each, "SET SECRET NEW")
    old = proofs["france"]
    for each in three:
        line = _line_that_proves(each.next("Game Starting"))
        proofs[each.name] = line if proofs[each.name] else ""
    people["france"].answer(f"{old}F Bre - Gas")
    told = people["france"].next("Game Starting")
    assert "that secret is no longer the one of your seat" in " ".join(told.split())
    assert _line_that_proves(told) == proofs["france"] != old
    for each in three:
        answer(each, ORDERS[each.name][0])
    for each in three:
        assert f"\n| {ORDERS[each.name][0].upper()}\n" in each.next("Game Starting")
    master.answer("PROCESS")
    for name, (_, became) in ORDERS.items():
        assert f"Your {became}." in people[name].next("S1901M Results")


def test_a_letter_that_comes_back_is_told_to_the_master(
    serve: Serve, people: dict[str, Client]
) -> None:
    """Its reader has no mailbox, which their server says after Postfix has taken the letter."""
    serve(senders={"policy": "lenient"})
    people["master"].write(JUDGE, "a game", "CREATE essen")
    people["master"].next("a game")
    people["gone"].write(JUDGE, "hello", "JOIN essen AS Italy")
    told = people["master"].next("Not Reached")
    assert "gone@players.example" in told and "User doesn't exist" in told


def test_while_the_judge_is_down_postfix_keeps_mail_and_returns_what_is_too_large(
    serve: Serve, people: dict[str, Client], postfix: Postfix
) -> None:
    daemon = serve()
    large = "x" * 60 + "\n"
    people["italy"].write(JUDGE, "too much", large * 5000)
    returned = people["italy"].next("Undelivered Mail Returned to Sender")
    assert "message size" in returned
    people["italy"].write(people["russia"].address, "as much to somebody else", large * 5000)
    people["russia"].next("as much to somebody else")
    daemon.stop()
    people["italy"].write(JUDGE, "kept", "LIST")
    postfix.await_deferred()
    serve()
    postfix.flush()
    people["italy"].next("Re: kept")


@pytest.mark.parametrize(
    ("left_out", "said"),
    [("", ""), ("aliases", "550, b'5.1.1 <judge+test@club.example>: Recipient address rejected")],
)
def test_only_with_the_alias_mail_waits_for_a_judge_that_is_stopped(
    left_out: str, said: str
) -> None:
    folder = Path(tempfile.mkdtemp(prefix="pf", dir="/tmp"))
    postfix = Postfix(folder, judge=free_port(), mailboxes=free_port(), left_out=left_out)
    postfix.start()
    try:
        refused = postfix.tried()
        assert said in refused and bool(said) == bool(refused), refused
        if not refused:
            postfix.await_deferred()
    finally:
        postfix.close()


class Faltering:
    """Stands before an IMAP server, and falls silent in the middle of the second mail."""

    def __init__(self, port: int) -> None:
        self.server, self.port = socket.create_server(("127.0.0.1", 0)), port
        self.silent = threading.Event()
        self.mails = 0
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        judge, _ = self.server.accept()
        mailbox = socket.create_connection(("127.0.0.1", self.port))
        threading.Thread(target=self._asked, args=(judge, mailbox), daemon=True).start()
        with judge, mailbox, suppress(OSError):
            while said := mailbox.recv(65536):
                self.mails += b"BODY[]" in said
                if self.mails == 2:
                    judge.sendall(said[: len(said) // 2])
                    self.silent.set()
                    mailbox.recv(65536)
                    break
                judge.sendall(said)

    @staticmethod
    def _asked(judge: socket.socket, mailbox: socket.socket) -> None:
        with suppress(OSError):
            while asked := judge.recv(65536):
                mailbox.sendall(asked)


def test_a_restart_in_the_middle_of_a_mail_loses_nothing_and_answers_once(
    serve: Serve, people: dict[str, Client], mailboxes: Dovecot
) -> None:
    address = "judge@players.example"
    writers = [people[name] for name in ("austria", "italy", "russia")]
    for each in writers:
        each.write(address, "hello", "LIST")
    mailboxes.await_mails(address, 3)
    faltering = Faltering(mailboxes.imap)
    imap = {"host": "127.0.0.1", "ssl": False, "user": address, "password": PASSWORD,
            "old_mail": True}  # fmt: skip
    tables: dict[str, dict[str, object]] = {
        "judge": {"address": address},
        "inbound": {"kind": "imap"},
    }
    first = serve(**tables, imap={**imap, "port": faltering.server.getsockname()[1]})
    assert faltering.silent.wait(WAIT)
    first.stop()
    mailboxes.stop()
    mailboxes.start()
    serve(**tables, imap={**imap, "port": mailboxes.imap})
    for each in writers:
        each.next("Re: hello")
    writers[0].write(address, "again", "LIST")
    writers[0].next("Re: again")
    assert [len(each.letters()) - each.before for each in writers] == [2, 1, 1]
