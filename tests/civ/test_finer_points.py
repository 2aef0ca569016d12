"""Rulings on what the text of Civilization leaves open, one by one."""

from __future__ import annotations

from dataclasses import replace

from judge.model.facts import CONTACT, collect_contacts_of_powers
from judge.model.map import Location
from judge.model.order import Build, Convoy, Hold, Move, Retreat
from judge.model.position import Dislodged, Fact
from judge.model.reason import Reason
from judge.model.turn import Phase, Turn
from judge.views import build_view
from tests.civ.test_rules import CIV, A, B, C, army, board, fleet, play, told, view
from tests.game.test_offers import Table

D = tuple(CIV.map.powers)[3]
RETREATS = Turn(1901, "spring", Phase.RETREATS)


def test_a_convoyed_bounce_is_contact():
    """CIV 11: two who meet nowhere else."""
    start = board(army(A, "YOR"), fleet(A, "NTH"), army(B, "BUR"))
    record = play(start, Move(army(A, "YOR"), Location("BEL"), via_convoy=True),
                  Convoy(fleet(A, "NTH"), army("", "YOR"), Location("BEL")),
                  Move(army(B, "BUR"), Location("BEL")))  # fmt: skip
    assert collect_contacts_of_powers(record.after.facts, [A]) == {B} and "met" in told(B, record)


def test_retreats_and_builds_of_others_are_told_by_the_ends_seen():
    """CIV 29: and owners are those after the phase."""
    driven = Dislodged(army(B, "MUN"), army(C, "MUN"), (Location("BUR"),))
    start = board(army(A, "PAR"), army(C, "MUN"), turn=RETREATS, dislodged=(driven,))
    record = play(start, Retreat(army(B, "MUN"), Location("BUR")))
    assert Reason("arrived", (army(B, "BUR"),)) in view(A, record).sightings
    winter = Turn(1901, "fall", Phase.ADJUSTMENTS)
    start = board(army(A, "PAR"), turn=winter, owners={"BRE": B, "MUN": B, "PAR": A},
                  homes={B: ("BRE", "MUN")})  # fmt: skip
    record = play(start, Build(fleet(B, "BRE")), Build(army(B, "MUN")))
    assert view(A, record).sightings[-1] == Reason("raised", (fleet(B, "BRE"),))
    fall = Turn(1901, "fall", Phase.RETREATS)
    taken = play(board(army(A, "PAR"), army(B, "BRE"), turn=fall, owners={"BRE": C}))
    assert view(A, taken).owners["BRE"] == B


def test_a_letter_of_every_phase_to_everybody():
    """CIV 29, 36: though nobody has anything to retreat, and all orders are in."""
    table = Table().begin()
    assert not table.game.settings.early
    for _ in range(2):
        done = table.say("m1", "PROCESS")
        assert all(table.letters(done, power) for power in CIV.map.powers)
    assert table.game.position.turn.phase is Phase.MOVEMENT


def test_a_dislodged_unit_brings_no_contact():
    """CIV 30: it sees its neighbor and does not meet him."""
    driven = Dislodged(army(A, "MUN"), army(B, "MUN"), ())
    start = board(army(B, "MUN"), army(C, "BUR"), dislodged=(driven,), turn=RETREATS)
    seen = build_view((A,), start, None, CIV, A)
    assert {unit.power for unit in seen.units} == {B, C}
    assert collect_contacts_of_powers(play(start).after.facts, [A]) == set()


def test_a_given_unit_sees_at_once_and_meets_later():
    """CIV 31: its new owner sees what it sees; whom he sees he meets with the phase."""
    table = Table().begin()
    position = table.game.position
    table.set(replace(position, units={**position.units, "PIE": army(B, "PIE"),
                                       "TYR": army(D, "TYR")}))  # fmt: skip
    assert "Tyrolia" not in table.letters(table.say(A, "LIST"), A)[0]
    table.say(B, "GIVE UNIT PIE TO Akkad")
    table.say(A, "ACCEPT")
    assert "Tyrolia" in table.letters(table.say(A, "LIST"), A)[0]
    assert D not in collect_contacts_of_powers(table.game.position.facts, [A])
    table.say("m1", "PROCESS")
    assert D in collect_contacts_of_powers(table.game.position.facts, [A])


def test_what_is_refused_for_reasons_of_others():
    """CIV 32: busy, dislodged, known already."""
    table = Table().begin()
    table.say(B, "OFFER MAP TO Carthage")
    refused = ["refused offer_not_now"]
    assert table.codes(table.say(A, "OFFER MAP TO Babylon")) == refused
    assert table.codes(table.say(A, "GIVE CONTACT Carthage TO Babylon")) == refused
    position = table.game.position
    driven = Dislodged(army(A, "MUN"), army(B, "MUN"), (Location("SIL"),))
    table.set(replace(position, turn=RETREATS, dislodged=(driven,)))
    assert table.codes(table.say(A, "GIVE UNIT MUN TO Carthage")) == ["refused no_unit"]


def test_what_came_about_meanwhile_is_accepted_without_effect():
    """CIV 33: a contact that was made in another way."""
    table = Table().begin()
    pair = {Fact(CONTACT, A, D), Fact(CONTACT, D, A)}
    table.set(replace(table.game.position, facts=table.game.position.facts | pair))
    table.say(A, "GIVE CONTACT Elam TO Babylon")
    pair = {Fact(CONTACT, B, D), Fact(CONTACT, D, B)}
    met = replace(table.game.position, facts=table.game.position.facts | pair)
    table.set(met)
    done = table.say(B, "ACCEPT")
    assert table.codes(done) == ["noted offer_complete"]
    assert table.game.position == met and not table.letters(done, D)


def test_a_vacant_seat_is_no_ones_business():
    """CIV 34: press, offers and wishes to step in are answered as ever."""
    table = Table().begin()
    press = "PRESS TO Babylon\nhello\nEND PRESS"
    before = table.codes(table.say(A, press)), table.codes(table.say(A, "OFFER MAP TO Babylon"))
    table.say(A, "WITHDRAW")
    wished = table.codes(table.mail("new@example.org", "TAKEOVER ruhr"))
    table.say(B, "RESIGN")
    after = table.codes(table.say(A, press)), table.codes(table.say(A, "OFFER MAP TO Babylon"))
    assert before == after
    assert wished == table.codes(table.mail("new@example.org", "TAKEOVER ruhr"))


def test_a_concession_tells_nothing_of_the_one_conceded_to():
    """CIV 35: eliminated or not."""
    table = Table().begin()
    alive = table.codes(table.say(A, "CONCEDE TO Babylon"))
    position = table.game.position
    rest = {code: unit for code, unit in position.units.items() if unit.power != B}
    owners = {code: power for code, power in position.owners.items() if power != B}
    table.set(replace(position, units=rest, owners=owners))
    assert table.codes(table.say(C, "CONCEDE TO Babylon")) == alive


def test_an_offer_lapses_when_a_party_is_eliminated():
    """CIV 24: it is answered as lapsed."""
    table = Table().begin()
    table.say(A, "OFFER MAP TO Babylon")
    position = table.game.position
    rest = {code: unit for code, unit in position.units.items() if unit.power != A}
    owners = {code: power for code, power in position.owners.items() if power != A}
    table.set(replace(position, units=rest, owners=owners))
    assert table.codes(table.say(B, "ACCEPT")) == ["noted offer_lapsed"]
    assert not table.game.motions


def test_time_does_not_tell_who_is_late():
    """CIV 36: a turn whose orders are all in waits for its deadline like any other."""
    table = Table().begin()
    number = table.game.number
    for power in CIV.map.powers:
        if table.game.position.units_of(power):
            table.say(power, "ALL HOLD")
    assert table.game.number == number and Hold(army(A, "PAR")) in table.game.orders[A]
