"""Whatever bytes come in: no failure, nothing lost, and never an answer to a machine."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from tests.road import laws
from tests.road.office import JUDGE, Office, player

HEAD = b"From: france@example.org\r\nMessage-ID: <g@example.org>\r\n"
GARBAGE = {
    "nothing": b"",
    "no header": b"\r\n\r\nA Par - Bur",
    "zeros": b"\0" * 1000,
    "noise": Random(7).randbytes(5000),
    "noise below a header": HEAD + b"\r\n" + Random(8).randbytes(5000),
    "noise in base64": HEAD + b"Content-Transfer-Encoding: base64\r\n\r\n=====%%%%\r\nQQ=",
    "a broken multipart": HEAD + b'Content-Type: multipart/mixed; boundary="x"\r\n\r\n--y\r\n',
    "a subject of nonsense": HEAD + b"Subject: =?utf-8?B?" + b"\xff" * 200 + b"?=\r\n\r\nhi",
    "one endless line": HEAD + b"\r\n" + b"A Par - Bur " * 10_000,
    "many lines": HEAD + b"\r\n" + b"A Par - Bur\r\n" * 5_000,
    "deep html": HEAD + b"Content-Type: text/html\r\n\r\n" + b"<div>" * 20_000 + b"A Par H",
    "an empty answer": HEAD + b"Subject: Re: x\r\n\r\n> A Par - Bur\r\n> A Mar H\r\n",
    "two senders": b"From: france@example.org, italy@example.org\r\n\r\nA Par - Bur",
}


@pytest.mark.databases("sqlite", "postgresql")
@pytest.mark.parametrize("raw", GARBAGE.values(), ids=GARBAGE.keys())
def test_garbage_is_answered_kindly_or_not_at_all(office: Office, raw: bytes) -> None:
    to = office.last(player("France"))["Reply-To"]
    for recipient in (JUDGE, to):
        office.accept(raw + b"\r\nF Bre H" * (recipient == to), None, (recipient,))
        letters = office.run()
        state, outcome, attempts = office.inbox()[-1]
        assert (state, attempts) == ("done", 0), outcome
        assert len(letters) == (outcome in ("answered", "mail_too_nested"))
        laws.check(letters, office)
        for letter in letters:
            assert letter.to == player("France")
            assert len(letter.raw) < 200_000


def test_good_lines_are_kept_among_many_bad_ones(office: Office) -> None:
    # What nobody understands may govern what stands right below it, but not the next paragraph.
    text = "A Par - Bur\n" + "zzz\n" * 150 + "F Bre - MAO\n\nA Mar S A Par - Bur\n"
    (letter,) = office.answer(player("France"), text)
    assert office.orders("France") == ["A PAR - BUR", "A MAR S A PAR - BUR"]
    assert "1. F BRE - MAO" in letter.flat
    assert "Still without an order: F BRE" in letter.flat


ENDLESS = "x" * 300


@pytest.mark.databases("sqlite", "postgresql")
@pytest.mark.parametrize(
    ("head", "sender", "to"),
    [
        ("", None, f"judge+{ENDLESS}.p1.{ENDLESS}@example.org"),
        ("", None, f"judge+{ENDLESS}@example.org"),
        ("", f"{ENDLESS}@example.org", JUDGE),
        (f"From: {ENDLESS}@example.org\r\n", None, JUDGE),
        (f"Message-ID: <{ENDLESS * 10}>\r\nSubject: {ENDLESS}\r\n", None, JUDGE),
        ("Message-ID: <a\0b@example.org>\r\nSubject: a\0b\r\n", "a\0b@example.org", JUDGE),
        ("From: fra\0nce@example.org\r\nReply-To: \0@example.org\r\n", None, "judge+a\0.b@x"),
    ],
    ids=["game", "tag", "envelope", "sender", "id", "zeros", "zero address"],
)
def test_words_of_any_length_and_zeros_are_kept(
    office: Office, head: str, sender: str | None, to: str
) -> None:
    text = (
        f"JOIN {ENDLESS}\nCREATE {ENDLESS}\nCREATE a\0b\nPRESS TO {ENDLESS}\na\0b\nENDPRESS\nHELP"
    )
    rest = "" if "From" in head else "From: france@example.org\r\n"
    office.accept(f"{head}{rest}\r\n{text}".encode(), sender, (to,))
    office.run()
    state, outcome, attempts = office.inbox()[-1]
    assert (state, attempts) == ("done", 0), outcome


@pytest.mark.parametrize("answering", [False, True])
def test_mail_of_weeks_ago_is_answered_by_nobody_and_does_nothing(
    office: Office, answering: bool
) -> None:
    """Neither a stranger's nor a player's; what has been on its way for weeks is read."""
    to = office.last(player("France"))["Reply-To"] if answering else JUDGE
    moment = office.now - timedelta(days=30)
    date = moment.strftime("%a, %d %b %Y %H:%M:%S +0000")
    now = office.now.strftime("%a, %d %b %Y %H:%M:%S +0000")
    old = f"Received: from a.example by mx.example.org; {date}"
    for number, (received, answers) in enumerate(((old, 0), (f"{old[: -len(date)]}{now}", 1))):
        fields = f"{received}\r\nFrom: {player('France')}\r\nDate: {date}\r\n"
        raw = f"{fields}Message-ID: <old{number}@example.org>\r\n\r\nA Par - Bur\r\nSTATUS\r\n"
        office.accept(raw.encode(), player("France"), (to,))
        assert len(office.run()) == answers
        assert office.orders("France") == []  # it was written before the turn began
        if not answers:
            assert office.inbox()[-1] == ("done", "mail_old", 0)
