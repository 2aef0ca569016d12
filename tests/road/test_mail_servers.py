"""The judge among real mail servers, written to by real mail programs: Postfix hands mail over as
``deploy/postfix`` has it, Dovecot keeps the players' mailboxes."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.service import settings
from judge.service.wiring import Daemon
from tests.post.clients import Client, Mutt, Snail, Swaks
from tests.post.dovecot import Dovecot, free_port
from tests.post.postfix import JUDGE, Postfix

# The servers are started once.
pytestmark = [pytest.mark.xdist_group("mail servers"), pytest.mark.no_cover]

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
    "austria": ("F Tri - Alb", "fleet in Trieste moved to Albania"),
    "england": ("F Lon - Nth", "fleet in London moved to the North Sea"),
    "france": ("F Bre - Mao", "fleet in Brest moved to the Mid-Atlantic Ocean"),
}


@pytest.fixture(scope="module")
def mailboxes() -> Iterator[Dovecot]:
    users = [f"{name}@players.example" for name in ("master", *PLAYERS)]
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


@pytest.fixture
def judge(postfix: Postfix, tmp_path: Path) -> Iterator[Daemon]:
    raw = {
        "judge": {"address": JUDGE, "data": tmp_path},
        "inbound": {"kind": "lmtp", "port": postfix.judge},
        "outbound": {"kind": "smtp", "port": postfix.port},
    }
    daemon = Daemon(settings.check(raw, "test"), draws=False)
    daemon.start()
    yield daemon
    daemon.stop()


@pytest.fixture
def people(postfix: Postfix, mailboxes: Dovecot, tmp_path: Path) -> dict[str, Client]:
    found: dict[str, Client] = {}
    for name, program in (("master", Swaks), *PLAYERS.items()):
        folder = tmp_path / name
        folder.mkdir()
        found[name] = program(folder, name, postfix.port, mailboxes)
    return found


def confirm(person: Client) -> None:
    """Answer the letter that asks whether one wrote, and see that it was done."""
    assert "just reply to this letter with the word YES" in person.next("Please Confirm")
    person.answer("YES")
    assert "Not taken" not in person.next()


@pytest.mark.usefixtures("judge")
def test_a_turn_goes_round(people: dict[str, Client]) -> None:
    master, players = people["master"], [people[name] for name in PLAYERS]
    master.write(JUDGE, "a game", "CREATE ruhr")
    confirm(master)
    for each in players:
        each.write(JUDGE, "hello", f"JOIN ruhr AS {each.name}")
    for each in players:
        confirm(each)
    for each in (master, *players):
        each.next("Game Starting")
    for name, (order, _) in ORDERS.items():
        people[name].answer(order)
    for name, (order, _) in ORDERS.items():
        assert f"| {order.upper()}" in people[name].next("Game Starting")
    master.answer("PROCESS")
    for name, (_, became) in ORDERS.items():
        assert f"Your {became}." in people[name].next("S1901M Results")
