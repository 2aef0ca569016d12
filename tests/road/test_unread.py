"""Nothing is kept of a mail whose end is not read: what stands there may take it back."""

from __future__ import annotations

import pytest

from tests.road.scenes import twin

FRANCE = "france@example.org"
THANKS = "Thanks for running this game, and greetings to everybody who plays in it.\n"


def answer(mail: str) -> str:
    office = twin("spring")
    sent = len(office.sent)
    office.write(FRANCE, mail, answering=FRANCE)
    office.run()
    (letter,) = office.sent[sent:]
    return " ".join(letter.text.split())


@pytest.mark.parametrize("talk", [THANKS * 150, "ok\n" * 250], ids=["words", "lines"])
def test_orders_are_asked_about_above_an_end_that_is_not_read(talk: str) -> None:
    told = answer(f"A Par - Bur\nA Mar - Spa\n\n{talk}Please ignore the orders above.")
    assert "Your mail is so long that its end was not read" in told
    assert "1. A PAR - BUR | 2. A MAR - SPA" in told
    assert "France has no orders yet" in told


def test_a_long_mail_that_is_read_is_obeyed() -> None:
    told = answer(f"A Par - Bur\nA Mar - Spa\n\n{THANKS * 20}")
    assert "A PAR - BUR | A MAR - SPA" in told and "not taken" not in told.casefold()


def test_more_orders_than_are_read_take_none_back() -> None:
    told = answer("A Par - Bur\n" * 250)
    assert "Only the first 200 lines were read" in told
    assert "not taken" not in told.casefold()
