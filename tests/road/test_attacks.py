"""No mail costs the judge, or anybody's mailbox, more than a mail may."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest

from judge.game.limits import LIMITS
from tests.road.attacks import ATTACKS, FRANCE, Attack, chat
from tests.road.office import Office, player


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_an_attack_costs_little(office: Office, attack: Attack) -> None:
    """``make bench`` holds the attacks to their time."""
    cost = attack.run(office)
    assert 0 < cost.letters <= attack.most.letters
    assert cost.bytes <= attack.most.bytes
    assert office.inbox()[-1][0] == "done"


def test_of_lines_that_nothing_reads_so_many_are_looked_at(office: Office) -> None:
    """Every line of 80 orders is read, though each has a slip; of talk without end some is."""
    slips = "\n".join(f"A Pariss - {name}" for name in ("Burgundy", "Picardy") * 40)
    (answer,) = office.answer(FRANCE, slips)
    assert "lines were read" not in answer.flat
    talk = chat(190, 12)
    (answer,) = office.answer(FRANCE, "\n".join([*talk, "F Bre - MAO"]))
    assert "lines were read: too much in them is neither an order nor a command" in answer.flat


def test_no_first_line_is_longer_for_many_readers(office: Office) -> None:
    """One that alone causes more letters is taken, but not one that causes more text."""
    office.judge = replace(office.judge, limits=LIMITS._replace(answer_bytes=66_000))
    long = "hello there\n" * 300
    assert len(office.answer(FRANCE, f"PRESS TO ALL\n{long}ENDPRESS")) == 7
    (answer,) = office.answer(FRANCE, f"PRESS TO ALL\n{long * 2}ENDPRESS\nA Par - Bur")
    assert "have 60 kB together at most; write less" in answer.flat
    assert office.orders("France") == ["A PAR - BUR"]


STEERS = "\x1b[2J \u202eevil\u202c \u2066x\u2069 \x08 \x9b31m \u200f"


def test_no_character_that_steers_a_screen_reaches_a_letter(office: Office) -> None:
    office.write(
        f"Fr{STEERS}nce <{FRANCE}>",
        f"A Par{STEERS} - Bur\nnonsense {STEERS}\nPRESS TO ITALY\nhello {STEERS} there",
        subject=f"orders {STEERS}",
        answering=FRANCE,
    )
    letters = office.run()
    assert {letter.to for letter in letters} == {FRANCE, player("Italy")}
    for letter in letters:
        shown = letter.subject + letter.text + letter.html
        assert "there" in shown or "nonsense" in shown
        assert not [c for c in shown if unicodedata.category(c) in ("Cc", "Cf") and c not in "\n\t"]
