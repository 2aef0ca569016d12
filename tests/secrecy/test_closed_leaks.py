"""Leaks that there were: pairs of worlds that differ only where they leaked, equal to the byte."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import permutations

import pytest

from judge.game.limits import LIMITS
from judge.game.state import Stage
from judge.letters.compose import write_letter
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
        write_letter(notice, club.game.variant, HOUSE)
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
            replace(
                table.game.position, turn=CIV.calendar.find_first_turn(), facts=frozenset(facts)
            )
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


def test_fog_waits_for_who_has_centers_and_no_unit_as_for_all_others():
    """STD-10: late until they say that they order nothing, and then the turn may end early."""
    turn = Turn(1901, "spring", Phase.MOVEMENT)
    owners = {"EDI": "England", "ANK": "Turkey"}
    rest = [NEAR, Unit("Italy", "army", Location("ROM"))]
    with_unit, without = fog([*rest, FAR], turn, owners=owners), fog(rest, turn, owners=owners)
    assert of_a_phase(with_unit) == of_a_phase(without)


@pytest.mark.parametrize(("units", "said"), [([FAR], "A ARM H"), ([], "HOLD ALL"), ([], "WAIVE")])
def test_a_word_of_who_has_no_unit_ends_the_turn_in_fog(units, said):
    turn, owners = Turn(1901, "spring", Phase.MOVEMENT), {"EDI": "England", "ANK": "Turkey"}
    club = fog([NEAR, *units], turn, owners=owners)
    for power in POWERS:
        if power not in ("England", "Turkey"):
            club.say(power, "RESIGN")
    club.games["ruhr"] = replace(
        club.game, seats=tuple(replace(seat, opened=False) for seat in club.game.seats)
    )
    club.say("England", "F NTH H")
    assert club.game.position.turn == turn
    club.say("Turkey", said)
    assert club.game.position.turn != turn
    told = [result for result in club.game.played.results if result.order.unit.power == "Turkey"]
    assert len(told) == len(units)


# CIV-6: what one does moves nobody's deadline, and no bound counts whom one does not know


def table(seats=None, **more):
    """A game in which those of ``seats`` alone are held, or all."""
    made = Table().begin()
    if seats is not None:
        keep = {made.seat(power).name for power in seats}
        made.games["ruhr"] = replace(
            made.game,
            seats=tuple(
                seat if seat.name in keep or seat.name == "m1" else replace(seat, address="")
                for seat in made.game.seats
            ),
        )
    return made


def test_an_absence_moves_nothing_where_nobody_knows_who_is_there():
    made = table()
    due, day = made.game.due_at, made.game.due_at.strftime("%b %-d")
    for setting in ("MOVE", "WAIT"):
        made.say("m1", f"SET AWAY {setting}")
        before = made.sent[:]
        assert made.codes(made.say(A, f"ABSENCE {day}")) == ["noted absence_noted"]
        told = {notice.to.seat for notice in made.sent[len(before) :]}
        assert told == {"m1", made.seat(A).name}
        assert (made.game.due_at, made.game.grace) == (due, timedelta(0))


@pytest.mark.parametrize(
    "lines",
    [
        ["ABSENCE Dec 2 to Dec 6"],
        ["EXCHANGE MAPS WITH Babylon, Carthage", "WITHDRAW"],
        ["BROADCAST\nhello\nENDBROADCAST"],
        ["PRESS TO ALL\nhello\nENDPRESS"],
        ["PRESS TO Babylon\nhello\nENDPRESS"],
        ["RESIGN"],
    ],
)
def test_the_bound_of_letters_counts_what_the_writer_knows(lines):
    """With few seats held as with many, whom one has met having met each other or not, muted or
    not: the same line is one too many."""
    answers = set()
    for seats, met, muted in ((None, True, False), ((A, B), False, True)):
        made = table(seats)
        if not met:
            position = made.game.position
            apart = {Fact(CONTACT, *pair) for pair in permutations((B, C), 2)}
            made.set(replace(position, facts=position.facts - apart))
        if muted:
            made.say(B, "MUTE Akkad")
        for before in range(5, 16):
            press = "\n".join(["PRESS TO Master", "hello", "ENDPRESS"] * before)
            mail = "\n".join([press, *lines])
            world = Table()
            world.limits = LIMITS._replace(letters_per_mail=15)
            world.games = dict(made.games)
            world.dealt, world.past = made.dealt, made.past
            codes = tuple(world.codes(world.say(A, mail)))
            answers.add((before, codes))
    assert len(answers) == 11


def test_a_wrong_password_tells_nothing_of_which_seats_there_are():
    """CIV-6: guessed at as often, refused with the same words, be there such a seat or not."""
    answers = []
    for held in (True, False, None):
        made = table()
        seat = made.seat(D).name
        if held is False:
            free = replace(made.seat(D), address="")
            made.games["ruhr"] = made.game.with_seat(free)
        name = (
            seat
            if held is not None
            else next(
                f"p{n}" for n in range(1000, 9999) if made.game.find_seat_named(f"p{n}") is None
            )
        )
        lines = [f"SIGNON {name} ruhr wrong{n}" for n in range(14)]
        heard = [made.mail("stranger@example.net", "\n".join(lines))]
        heard.append(made.say(A, "\n".join(lines)))
        answers.append([tuple(made.codes(each)) for each in heard])
    assert answers[0] == answers[1] == answers[2]
    assert "refused passwords_closed" in answers[0][0]


def test_a_power_that_is_named_by_its_key_tells_nothing_at_a_sign_on():
    """CIV-6: neither whether there is one, nor whether its seat is vacant."""
    answers = set()
    for number in (2, 4, 12):
        made = table((A, B))
        done = made.mail("stranger@example.net", f"SIGNON civilization{number:03} ruhr guess")
        answers.add(tuple(made.codes(done)))
    assert len(answers) == 1


# CIV-2


@pytest.mark.parametrize("name", ["Atlantis", "Akkad"])
def test_a_name_that_another_has_chosen_is_taken_in_silence(name):
    worlds = []
    for other in ("Lyonesse", name):
        made = Table().begin()
        first = CIV.calendar.find_first_turn()
        made.set(replace(made.game.position, turn=first))
        if name != "Akkad":  # that is what A bears
            made.say(D, f"NAME {other}")
        worlds.append([*letters(made, made.say(A, f"NAME {name}\nSTATUS"), made.seat(A).name)])
    assert worlds[0] == worlds[1]
    assert "Your civilization is called" in worlds[0][0].text


# CIV-13


def test_observers_read_a_broadcast_when_the_game_is_over():
    """A player's friend who looks on would tell who else is there."""
    made = Table()
    made.begin()
    made.mail("friend@example.net", "OBSERVE ruhr")
    heard = made.say(D, "BROADCAST\nIs anybody here?\nENDBROADCAST")
    assert not [n for n in heard.notices if n.to.seat.startswith("o")]
    assert made.say("m1", "BROADCAST\nWelcome.\nENDBROADCAST").notices[-1].to.seat.startswith("o")
    made.games["ruhr"] = replace(made.game, stage=Stage.ENDED)
    told = [n for n in made.tick().notices if n.to.seat.startswith("o")]
    (letter,) = [write_letter(notice, CIV, HOUSE) for notice in told]
    assert "Is anybody here?" in letter.text and "Elam" in letter.text


def test_a_broadcast_is_as_long_whoever_of_those_met_has_left():
    """What it counts for is what its writer knows: the seats that they have met, held or not."""
    counted = []
    for seats in (None, (A,)):
        (press,) = table(seats).say(A, "BROADCAST\nhello\nENDBROADCAST").press
        counted.append(len(press.to))
    assert counted[0] == counted[1]


def test_before_the_start_nobody_hears_who_else_has_joined():
    """CIV-6: press goes to those whom one knows of, here to the master alone."""
    answers = []
    for others in (0, 3):
        made = Table()
        made.mail("master@example.org", "CREATE ruhr CIV ON standard WITH civs=7, confirm=off")
        made.mail("me@example.org", "JOIN ruhr")
        for number in range(others):
            made.mail(f"player{number}@example.org", "JOIN ruhr")
        mine = next(s.name for s in made.game.seats if s.address == "me@example.org")
        heard = made.say(mine, "BROADCAST\nhello\nENDBROADCAST\nPRESS TO ALL\nhello\nENDPRESS")
        assert {n.to.seat for n in heard.notices} == {"m1", mine}
        answers.append(made.codes(heard))
    assert answers[0] == answers[1]
