"""The master's corrections where nobody sees the whole board, and his other tools there."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from judge.letters.compose import write_letter
from judge.model.facts import NAME
from judge.model.letter import PressText
from judge.model.letter_kind import REPLY
from judge.model.position import Fact
from judge.model.turn import Phase
from tests.game.test_offers import CIV, HOUSE, A, B, C, D, Table

E = tuple(CIV.map.powers)[4]


@pytest.fixture
def table():
    return Table().begin()


def told(decision, event="Board Corrected"):
    return {n.to.seat for n in decision.notices if n.event == event}


def seats(table, *powers):
    return {table.seat(power).name for power in powers}


@pytest.mark.parametrize(
    ("line", "readers"),
    [
        ("CORRECT PUT Elam A SYR", (D,)),
        ("CORRECT PUT Elam A RUM", (D,)),
        ("CORRECT PUT Dilmun A BEL", ()),
        ("CORRECT A BUR - RUH", (A, B)),
        ("CORRECT REMOVE F ENG", (C,)),
        ("CORRECT PUT Elam A GAS", (A, D)),
        ("CORRECT CENTER SEV TO Hatti", (D, E)),
        ("CORRECT CENTER GRE TO Hatti", (E,)),
        ("CORRECT CENTER PAR TO NOBODY", (A,)),
    ],
)
def test_they_alone_are_told_who_see_it(table, line, readers):
    before = table.game.position
    done = table.say("m1", line)
    assert told(done) == seats(table, *readers)
    known = "Dilmun" not in line
    assert (table.game.position != before) is known
    for power in readers:
        (text,) = table.letters(done, power)
        assert "The master has corrected the board." in text
        assert not re.search(r"Judah|Kush|[\ue100-\ue120]|civilization\d", text)


def test_who_sees_a_stranger_is_not_told_more_than_that(table):
    text = table.letters(table.say("m1", "CORRECT PUT Elam A GAS"), A)[0]
    assert "Now in your sight: the Elam army in Gascony." in text
    assert "Sevastopol" not in text


def test_orders_for_what_is_gone_lapse(table):
    table.say(A, "A BUR - RUH\nA PAR H")
    table.say("m1", "CORRECT REMOVE A BUR")
    assert [o.unit.at.province for o in table.game.orders[A]] == ["PAR"]


def test_an_offer_of_what_is_gone_lapses(table):
    table.say(A, "GIVE UNIT A BUR TO Babylon")
    done = table.say("m1", "CORRECT REMOVE A BUR")
    assert told(done, "Offer Lapsed") | told(done, "News") >= seats(table, B)
    assert table.codes(table.say(B, "ACCEPT")) == ["refused offer_none"]


def test_readers_of_press_are_not_told_of_readers_they_do_not_know(table):
    """The master writes to two who have not met; one writes to two of whom one knows not."""
    done = table.say("m1", "PRESS TO Akkad, Elam\nhello\nENDPRESS")
    for power in (A, D):
        letter = next(n for n in done.notices if n.to.seat == table.seat(power).name)
        (said,) = [s for s in letter.sections if isinstance(s, PressText)]
        assert said.to == (power,)
        assert letter.event == f"Press from Master to {power}"
    assert "to Akkad" in table.letters(done, A)[0]


@pytest.mark.parametrize("what", ["", " STATUS", " LIST", " HISTORY"])
def test_views_of_a_player_are_his_own(table, what):
    done = table.say("m1", f"VIEW AS Akkad{what}")
    (letter,) = [n for n in done.notices if n.kind != REPLY or n.event == "View"]
    assert letter.to.seat == "m1"
    names = {f.value for f in table.game.position.facts if f.rule == NAME}
    assert {n for n in names if n in repr(letter.view)} == {"Akkad", "Babylon", "Carthage"}
    assert Fact(NAME, D, "Elam") not in letter.view.facts
    assert table.seat(A).secret not in repr(letter)


def test_the_view_of_every_turn_is_the_letter_of_its_player(table):
    """Movements, retreats and builds."""
    phases = set()
    for _ in range(6):
        phases.add(table.game.position.turn.phase)
        results = table.letters(table.say("m1", "PROCESS"), A)
        shown = table.say("m1", "VIEW AS Akkad")
        letter = write_letter(shown.notices[1], table.game.variant, HOUSE)
        assert [letter.text] == results
    assert phases == set(Phase)


def test_contacts_are_told_where_they_are_reached(table):
    done = table.say(A, "STATUS")
    text = table.letters(done, A)[0]
    assert "Babylon: player" in text and "Elam" not in text
    table.say(A, "GIVE CONTACT Carthage TO Babylon")
    mine = table.game.find_seat_of_power(B).address
    assert mine in text and table.game.find_seat_of_power(D).address not in text


def test_a_new_contact_comes_with_its_address(table):
    """CIV 14: the third, who was not asked, too."""
    pair = {f for f in table.game.position.facts if {f.about, f.value} == {B, C}}
    table.set(replace(table.game.position, facts=table.game.position.facts - pair))
    table.say(A, "GIVE CONTACT Carthage TO Babylon")
    done = table.say(B, "ACCEPT")
    address = table.game.find_seat_of_power(B).address
    assert any(f"Babylon: {address}" in text for text in table.letters(done, C))
