"""Many mails from one address: they are obeyed, but not all answered."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from tests.road.office import JUDGE, Office, player

FRANCE = player("France")


@pytest.fixture
def office(office: Office) -> Office:
    office.now += timedelta(hours=2)  # what was answered before does not count
    office.judge = replace(office.judge, answers=3)
    return office


def counts(office: Office) -> list[int]:
    """How many letters each of five mails of the same player brings him."""
    return [len(office.answer(FRANCE, f"A Par - {place}")) for place in
            ("Bur", "Gas", "Pic", "Bre", "Bur")]  # fmt: skip


def test_beyond_the_limit_orders_are_kept_in_silence(office: Office) -> None:
    office.write(FRANCE, "A Mar H", answering=FRANCE)
    assert "last answer" not in office.run()[0].flat
    assert counts(office) == [1, 1, 0, 0, 0]
    assert "This is the last answer for now: one address gets 3" in office.last(FRANCE).flat
    assert office.orders("France") == ["A MAR H", "A PAR - BUR"]
    press = office.answer(FRANCE, "PRESS TO Italy\nhello?")
    assert press == []
    others = office.answer(player("Italy"), "A Ven H")
    assert [letter.to for letter in others] == [player("Italy")]


def test_the_count_survives_a_restart_and_ends_with_the_hour(office: Office) -> None:
    assert counts(office) == [1, 1, 1, 0, 0]
    office.close()
    office.open()
    office.judge = replace(office.judge, answers=3)
    assert counts(office) == [0] * 5
    office.now += timedelta(hours=1)
    assert counts(office)[:1] == [1]


def test_who_writes_in_a_players_name_uses_up_none_of_his_answers(office: Office) -> None:
    for _ in range(6):
        office.write(FRANCE, "SIGNON France ruhr guess")
    letters = office.run()
    assert [letter.to for letter in letters] == [FRANCE] * 3
    assert counts(office)[:2] == [1, 1]


def test_who_claims_a_seat_again_and_again_alarms_its_owner_no_more(office: Office) -> None:
    for _ in range(9):
        office.write("thief@example.net", "SIGNON France ruhr guess")
    to = [letter.to for letter in office.run()]
    assert (to.count(FRANCE), to.count("thief@example.net")) == (3, 3)


def test_a_mail_too_long_is_answered_but_not_obeyed(office: Office) -> None:
    """By IMAP it comes as a beginning; a server that speaks SMTP is told in the dialog."""
    body = "A Par - Bur\n" + "x" * office.judge.bounds.max_mail_bytes
    raw = office.compose(FRANCE, body, office.last(FRANCE)["Reply-To"], "long", {})
    office.accept(raw, FRANCE, (JUDGE,))
    (letter,) = office.run()
    assert (letter.to, letter.subject) == (FRANCE, "Re: long")
    assert "it is longer than 256 kilobytes" in letter.flat
    assert office.orders("France") == []
    bulk = office.compose(FRANCE, body, JUDGE, "long", {"Auto-Submitted": "auto-replied"})
    office.accept(bulk, FRANCE, (JUDGE,))
    assert office.run() == []
