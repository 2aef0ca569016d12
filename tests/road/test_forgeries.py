"""A table of forgeries: who writes with what in their hand, and what comes of it.

The mail is ``A Par - Bur``; ``france@example.org`` plays France and has a password.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.road.office import JUDGE, Office, gather

OWNER, ROGUE = "france@example.org", "rogue@example.net"
PASS, FAIL = (f"mx.example.org; dmarc={word} header.from=example.org" for word in ("pass", "fail"))
FOREIGN = "mx.example.net; dmarc=pass header.from=example.org"
SIGNED = "SIGNON France ruhr Eiffel99\n"


class Forgery(NamedTuple):
    """``obeyed`` says whether the order is kept at once, ``told`` who gets which kinds of letters:
    ``answer``, ``alarm`` or ``asks``. ``later``: it is kept once
    the owner has answered YES. ``old``: the secret was changed since."""

    title: str
    sender: str
    secret: bool = False
    old: bool = False
    verdict: str = ""
    above: str = ""
    policy: str = "normal"
    obeyed: bool = False
    told: tuple[tuple[str, str], ...] = ((OWNER, "answer"),)
    later: bool = False


ASKED = ((OWNER, "asks"),)
ALARMED = ((ROGUE, "answer"), (OWNER, "alarm"))

TABLE = [
    Forgery("forged From, no secret", OWNER),
    Forgery("forged From, found forged", OWNER, verdict=FAIL),
    Forgery("forged From, vouched for by a stranger", OWNER, verdict=FOREIGN),
    Forgery("forged From and claim", OWNER, above="SIGNON France ruhr\n"),
    Forgery("forged From, guessed password", OWNER, above="SIGNON France ruhr Eiffel98\n"),
    Forgery("another's claim", ROGUE, above="SIGNON France ruhr\n", told=ALARMED),
    Forgery("right secret from elsewhere", ROGUE, secret=True, told=ALARMED),
    Forgery("right secret from elsewhere, vouched for", ROGUE, secret=True,
            verdict="mx.example.org; dmarc=pass header.from=example.net", told=ALARMED),
    Forgery("old secret", OWNER, secret=True, old=True),
    Forgery("old secret from elsewhere", ROGUE, secret=True, old=True, told=ALARMED),
    Forgery("old secret, vouched for", OWNER, secret=True, old=True, verdict=PASS, obeyed=True),
    Forgery("right secret, no verdict", OWNER, secret=True, obeyed=True),
    Forgery("right secret, failing verdict", OWNER, secret=True, verdict=FAIL,
            told=ASKED, later=True),
    Forgery("right secret, passing verdict", OWNER, secret=True, verdict=PASS, obeyed=True),
    Forgery("right secret, a stranger's failing verdict", OWNER, secret=True,
            verdict=FAIL.replace("mx.", "mx2."), obeyed=True),
    Forgery("no secret, passing verdict", OWNER, verdict=PASS, obeyed=True),
    Forgery("password from elsewhere", ROGUE, above=SIGNED, obeyed=True, told=ALARMED),
    Forgery("lenient: right secret, failing verdict", OWNER, secret=True, verdict=FAIL,
            policy="lenient", obeyed=True),
    Forgery("strict: right secret, no verdict", OWNER, secret=True, policy="strict",
            told=ASKED, later=True),
    Forgery("strict: right secret, passing verdict", OWNER, secret=True, verdict=PASS,
            policy="strict", obeyed=True),
    Forgery("strict: no secret, passing verdict", OWNER, verdict=PASS, policy="strict"),
    Forgery("strict: password from elsewhere", ROGUE, above=SIGNED, policy="strict",
            told=((OWNER, "asks"), (ROGUE, "answer")), later=True),
]  # fmt: skip


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Office:
    office = gather(Office(tmp_path_factory.mktemp("begun")))
    office.answer(OWNER, "SET PASSWORD Eiffel99")
    return office


@pytest.fixture
def office(begun: Office, tmp_path: Path) -> Iterator[Office]:
    made = begun.twin(tmp_path, "normal")
    yield made
    made.close()


def kinds(office: Office, before: int) -> list[tuple[str, str]]:
    """Return who got what of the letters since."""
    named = {"Please Confirm": "asks", "Alarm": "alarm"}
    letters = [(letter.to, letter.subject.rpartition(" - ")[2]) for letter in office.sent[before:]]
    return sorted((to, named.get(event, "answer")) for to, event in letters)


@pytest.mark.parametrize("forgery", TABLE, ids=lambda row: row.title)
def test_forgeries(begun: Office, tmp_path: Path, forgery: Forgery) -> None:
    office = begun.twin(tmp_path, forgery.policy)
    letter = office.last(OWNER)
    if forgery.old:
        office.answer(OWNER, "SET SECRET NEW")
    before = len(office.sent)
    headers = {"Authentication-Results": forgery.verdict}
    to = letter["Reply-To"] if forgery.secret else JUDGE
    mail = f"{forgery.above}A Par - Bur"
    office.accept(
        office.compose(forgery.sender, mail, to, "orders", headers), forgery.sender, (to,)
    )
    office.run()
    assert office.orders("France") == (["A PAR - BUR"] if forgery.obeyed else [])
    assert kinds(office, before) == sorted(forgery.told)
    if forgery.later:
        office.answer(OWNER, "YES")
        assert office.orders("France") == ["A PAR - BUR"]
    secret = next(seat.secret for seat in office.game().seats if seat.address == OWNER)
    for letter in office.sent[before:]:
        assert letter.to == OWNER or secret not in letter.raw.decode(), letter.subject
    office.close()


def test_a_mail_that_comes_again_does_nothing(office: Office) -> None:
    to = office.last(OWNER)["Reply-To"]
    raw = office.compose(OWNER, "A Par - Bur", to, "orders", {})
    office.accept(raw, OWNER, (to,))
    assert len(office.run()) == 1
    office.answer(OWNER, "CLEAR")
    office.accept(raw, ROGUE, (to,))
    assert office.run() == []
    assert office.orders("France") == []


def test_a_stolen_secret_is_dead_once_it_is_changed(office: Office) -> None:
    stolen = office.last(OWNER)["Reply-To"]
    office.answer(OWNER, "SET SECRET NEW")
    office.accept(office.compose(OWNER, "A Par - Bur", stolen, "orders", {}), OWNER, (stolen,))
    office.run()
    assert office.orders("France") == []
    office.answer(OWNER, "A Par - Bur")
    assert office.orders("France") == ["A PAR - BUR"]


def test_one_who_has_left_is_believed_no_more(office: Office) -> None:
    old = office.last(OWNER)["Reply-To"]
    office.answer(OWNER, "RESIGN")
    vouched = {"Authentication-Results": "mx.example.org; dmarc=pass header.from=example.net"}
    office.write(ROGUE, "TAKEOVER ruhr France", headers=vouched)
    office.run()
    for text in ("A Par - Bur", f"{SIGNED}A Par - Bur"):
        office.accept(office.compose(OWNER, text, old, "orders", {}), OWNER, (old,))
        office.run()
    assert office.orders("France") == []


def test_a_confirmation_counts_once_and_only_where_it_was_asked(office: Office) -> None:
    office.write(ROGUE, "CREATE lepanto")
    (asked,) = office.run()
    assert asked.to == ROGUE
    wrong = asked["Reply-To"].replace(asked["Reply-To"][-28:-12], "a" * 16)
    for to in (wrong, JUDGE, asked["Reply-To"], asked["Reply-To"]):
        office.accept(office.compose(ROGUE, "yes", to, "Re", {}), ROGUE, (to,))
    told = " ".join(letter.flat for letter in office.run())
    assert told.count("The game lepanto is open") == 1
    assert told.count("This letter needs no answer any more") == 2


def test_a_program_that_ignores_reply_to_can_say_yes(office: Office) -> None:
    """It names the letter that it answers, which nobody else has had."""
    office.write(ROGUE, "CREATE lepanto")
    (asked,) = office.run()
    for answered in (f"<{'a' * 32}+yes.{'a' * 16}@example.org>", asked["Message-ID"]):
        office.write(ROGUE, "yes", headers={"In-Reply-To": answered})
    gone, created = (letter.flat for letter in office.run())
    assert "This letter needs no answer any more" in gone
    assert "The game lepanto is open" in created


@pytest.mark.parametrize(
    ("headers", "text", "answered"),
    [
        ({"Auto-Submitted": "auto-replied"}, "yes", 0),  # a vacation program that says so
        ({"Subject": "Out of office: Please Confirm"}, "yes", 0),
        ({}, "I am away until Monday. Kiel is nice.", 1),  # one that does not
        (
            {"List-Id": "<judge.example.org>", "Auto-Submitted": "auto-generated"},
            "yes",
            0,
        ),  # a judge
    ],
)
def test_no_robot_confirms(
    office: Office, headers: dict[str, str], text: str, answered: int
) -> None:
    office.write(ROGUE, "JOIN ruhr")
    office.write(ROGUE, "CREATE lepanto")
    asked = office.run()[-1]["Reply-To"]
    office.accept(office.compose(ROGUE, text, asked, "Re: Confirm", headers), ROGUE, (asked,))
    assert len(office.run()) == answered
    with office.judge.database.read_transaction() as tx:
        assert office.judge.games.load_game(tx, "lepanto") is None
