"""Leaks that there were: pairs of worlds that differ only where they leaked, equal to the byte."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from judge.letters.compose import letter_from_notice
from judge.model.facts import CONTACT, NAME
from judge.model.map import Location
from judge.model.position import Dislodged, Fact, Unit
from judge.model.turn import Phase, Turn
from tests.game.conftest import POWERS, Club
from tests.game.test_offers import CIV, HOUSE, NAMES, Table

A, B, C, D, *_ = CIV.map.powers


def letters(club, decision, seat):
    """Every letter to a seat, whole."""
    return [
        letter_from_notice(notice, club.game.variant, HOUSE)
        for notice in (decision.notices if decision else ())
        if notice.to.seat == seat
    ]


# grey press


def grey(writer, line, reader):
    club = Club()
    club.gather()
    club.say("m1", "SET PRESS WHITE/GREY")
    done = club.say(writer, f"{line}\nWho am I?\nEND PRESS")
    return letters(club, done, club.seat(reader).name)


@pytest.mark.parametrize("line", ["PRESS GREY TO ALL", "PRESS GREY TO ALL BUT TURKEY"])
def test_an_unsigned_letter_lists_the_same_whoever_wrote_it(line):
    worlds = [grey(writer, line, "England") for writer in ("Austria", "France", "Russia")]
    assert worlds[0] and worlds[0] == worlds[1] == worlds[2]
    listed = [power for power in POWERS if power != "Turkey" or "BUT" not in line]
    assert all(power in worlds[0][0].text for power in listed)


# CIV-2


def test_probing_for_names_tells_nothing():
    """CIV 4: with the same words, whether a name is in use or not."""
    answers = []
    for others in (NAMES[1:], ("Larsa", "Latium", "Mysia", "Nippur", "Persis", "Uruk")):
        table = Table()
        table.begin()
        facts = {Fact(NAME, p, n) for p, n in zip(CIV.map.powers, ("Thule", *others), strict=True)}
        table.set(
            replace(table.game.position, turn=CIV.calendar.first_turn(), facts=frozenset(facts))
        )
        words = CIV.rules.disclosure.reserved_names
        assert len(words) > 100
        done = table.say(A, "\n".join(f"NAME {word}" for word in sorted(words)))
        answers.append(letters(table, done, table.seat(A).name))
        assert sorted(set(table.codes(done))) == ["noted name_given", "refused name_refused"]
        assert table.codes(done).count("noted name_given") == 1  # the name that was dealt
    assert answers[0] == answers[1]


# CIV-13


def exchanged(met, ending):
    """Offer an exchange to two who have met or not, let something befall one of them."""
    table = Table().begin()
    position = table.game.position
    facts = position.facts - {Fact(CONTACT, *pair) for pair in permutations((B, C), 2)}
    table.set(position if met else replace(position, facts=facts))
    told = [table.say(A, "EXCHANGE MAPS WITH Babylon, Carthage")]
    told += [table.say(seat, line) for seat, line in ending]
    told.append(table.say(A, "STATUS\nOFFER MAP TO Babylon"))
    assert table.codes(told[-1])[-1] == "noted map_gift_made"  # A is free again
    return [letter for done in told for letter in letters(table, done, table.seat(A).name)]


@pytest.mark.parametrize(
    "ending",
    [
        [(C, "RESIGN")],
        [("m1", "EJECT Carthage")],
        [("m1", "CORRECT CENTER LON TO NOBODY"), ("m1", "CORRECT REMOVE F ENG")],
    ],
)
def test_a_lapse_does_not_tell_whether_two_others_have_met(ending):
    """CIV 24: whoever offered is free, and told alike, when a party leaves or is eliminated."""
    met, apart = exchanged(True, ending), exchanged(False, ending)
    assert met == apart
    assert any("has lapsed" in letter.text for letter in met)


# STD-10


def fog(units, turn, dislodged=(), owners=None):
    club = Club()
    club.mail("master@example.org", "CREATE ruhr WITH sight=near")
    for line in ("SET GRACE 3 hours",):
        club.say("m1", line)
    for power in POWERS:
        club.mail(f"{power.lower()}@example.org", f"JOIN ruhr AS {power}")
    position = replace(
        club.game.position,
        turn=turn,
        units={unit.at.province: unit for unit in units},
        dislodged=tuple(dislodged),
        owners=owners or club.game.position.owners,
    )
    club.games["ruhr"] = replace(club.game, position=position)
    return club


def of_a_phase(club, reader="England"):
    """All that a player hears of a phase, from a question to the letters of the deadline."""
    seat, due = club.seat(reader).name, club.game.due_at
    told = [club.say(reader, "STATUS\nLIST ruhr\nHISTORY\nDRAW\nCONCEDE TO TURKEY")]
    club.now = due
    told.append(club.tick())  # the time of grace begins
    told.append(club.say(reader, "STATUS"))
    club.now = due + club.game.grace
    told.append(club.tick())
    assert club.game.number == 2
    return [letter for done in told for letter in letters(club, done, seat)]


FAR = Unit("Turkey", "army", Location("ARM"))
NEAR = Unit("England", "fleet", Location("NTH"))


def test_a_dislodgement_out_of_sight_is_told_to_nobody_in_fog():
    """STD-10: by no letter, no report, and no phase that is left out or ends early."""
    turn = Turn(1901, "spring", Phase.RETREATS)
    attacker = Unit("Russia", "army", Location("ARM"))
    driven = Dislodged(FAR, Unit("Russia", "army", Location("SEV")), (Location("SYR"),))
    worlds = [
        fog([NEAR, attacker], turn),
        fog([NEAR, attacker], turn, [driven]),
    ]
    quiet, busy = map(of_a_phase, worlds)
    assert quiet == busy


def test_orders_for_a_retreat_do_not_end_the_phase_in_fog():
    """STD-10: the clock tells nothing either."""
    turn = Turn(1901, "spring", Phase.RETREATS)
    attacker = Unit("Russia", "army", Location("ARM"))
    driven = Dislodged(FAR, Unit("Russia", "army", Location("SEV")), (Location("SYR"),))
    club = fog([NEAR, attacker], turn, [driven])
    club.say("Turkey", "A ARM - SYR")
    assert club.game.position.turn == turn


def test_adjustments_out_of_sight_are_told_to_nobody_in_fog():
    """STD-10: whether somebody has to build."""
    turn, few = Turn(1901, "fall", Phase.ADJUSTMENTS), {"EDI": "England", "ANK": "Turkey"}
    units = [NEAR, FAR, Unit("Italy", "army", Location("ROM"))]
    few["ROM"] = "Italy"
    worlds = [fog(units, turn, owners={**few, **more}) for more in ({}, {"BUL": "Turkey"})]
    quiet, busy = map(of_a_phase, worlds)
    assert quiet == busy


def test_an_elimination_is_told_to_all_in_fog():
    """STD-10: when it happens; who is out is no secret from then on."""
    club = fog([NEAR, FAR], Turn(1901, "fall", Phase.RETREATS))
    owners = {c: p for c, p in club.game.position.owners.items() if p != "Turkey"}
    driven = Dislodged(FAR, Unit("Russia", "army", Location("SEV")), (Location("SYR"),))
    position = replace(club.game.position, owners=owners, units={"NTH": NEAR}, dislodged=(driven,))
    club.games["ruhr"] = replace(club.game, position=position)
    told = of_a_phase(club)
    assert any("Turkey is out of the game" in letter.text for letter in told)
    assert club.codes(club.say("England", "CONCEDE TO TURKEY")) == ["refused not_surviving"]


def test_fog_waits_for_nobody():
    club = Club()
    club.mail("master@example.org", "CREATE ruhr WITH sight=near")
    assert club.codes(club.say("m1", "SET NMR WAIT")) == ["refused waiting_tells"]
