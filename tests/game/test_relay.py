"""Ways from one to another by way of the judge, where nobody knows who plays."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from judge.game.mail.decide import process_mail
from judge.game.proof import access
from judge.game.proof.access import Tag
from judge.game.request import Request
from judge.language.script import split_mail
from judge.letters.compose import write_letter
from tests.game.test_offers import CIV, HOUSE, A, B, C, D, Table


@pytest.fixture
def table():
    table = Table().begin()
    settings = replace(table.game.settings, anonymous=True)
    table.games["ruhr"] = replace(table.game, settings=settings)
    return table


def written(table, writer, secret, text="Well met, Babylon."):
    """What follows from a mail to an address that the writer may have."""
    seat = table.seat(writer)
    mail = Request(
        seat.address, "<1@example.org>", "hello", split_mail(text),
        relays=(Tag("ruhr", seat.name, secret, relay=True),), name="Player Zero", text=text,
    )  # fmt: skip
    return process_mail(table.context(mail))


def test_words_go_to_whom_one_has_met(table):
    a, b = table.seat(A), table.seat(B)
    me = a.address.partition("@")[0]
    done = written(table, A, access.relay_secret(a, b), f"Well met, Babylon.\n{me} (Player Zero)")
    receipt, carried = (write_letter(notice, CIV, HOUSE) for notice in done.notices)
    assert "Your words went to Babylon;" in receipt.text
    assert carried.to == b.address and "Akkad writes to Babylon:" in carried.text
    assert "| Akkad (Akkad)" in carried.text
    assert carried.reply_to == f"judge+ruhr.{b.name}.to.{access.relay_secret(b, a)}@judge.example"
    assert a.address not in repr(carried) and not re.search("\ue101|civilization\\d", repr(carried))
    (record,) = done.press
    assert (record.seat, record.to) == (a.name, (b.name,))


def test_a_way_to_a_stranger_is_no_way(table):
    """Whether he exists or not, the answer is the same, and nothing is carried."""
    a, d = table.seat(A), table.seat(D)
    real, made_up = (written(table, A, secret) for secret in (access.relay_secret(a, d), "q" * 16))
    assert real == made_up
    (answer,) = real.notices
    assert "Nobody can be written to at that address" in write_letter(answer, CIV, HOUSE).text
    assert real.press == () and real.games == ()


def test_everybody_has_ways_of_his_own_to_those_he_has_met(table):
    told = {power: table.letters(table.say(power, "STATUS"), power)[0] for power in (A, B, C)}
    a, b = table.seat(A), table.seat(B)
    assert f"Babylon: judge+ruhr.{a.name}.to.{access.relay_secret(a, b)}@judge.example" in told[A]
    assert access.relay_secret(a, b) not in told[B] + told[C]
    assert all(text.count(".to.") == 2 for text in told.values())
    assert not any(seat.address in text for seat in table.game.players for text in told.values())


def test_a_way_does_not_open_the_writers_own_seat(table):
    a, b = table.seat(A), table.seat(B)
    done = written(table, A, access.relay_secret(a, b), "A BUR H\nRESIGN\nPRESS TO Carthage\nhi")
    assert done.games == () and len(done.notices) == 2


def test_without_press_there_is_no_way(table):
    table.say("m1", "SET PRESS NONE")
    done = written(table, A, access.relay_secret(table.seat(A), table.seat(B)))
    (answer,) = done.notices
    assert "This game is played without press." in write_letter(answer, CIV, HOUSE).text
    assert ".to." not in table.letters(table.say(A, "STATUS"), A)[0]
