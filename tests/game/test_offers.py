"""Offers between civilizations, from mail to mail."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge import library
from judge.game.enter.starting import build_first_letter
from judge.game.press.sending import may_write_by_touch
from judge.game.state import Role, Stage
from judge.letters.compose import JudgeIdentity, write_letter
from judge.model.facts import CONTACT, NAME, list_shown_spaces
from judge.model.letter import News
from judge.model.letter_kind import START
from judge.model.map import Location
from judge.model.position import Fact, Unit
from judge.model.turn import Phase, Turn
from tests.game.conftest import Club

HOUSE = JudgeIdentity("JUDG", "judge@judge.example", "The Judge")
NAMES = ("Akkad", "Babylon", "Carthage", "Elam", "Hatti", "Judah", "Kush")
CIV = library.load("civ", {"civs": "7"})
A, B, C, D, *_ = CIV.map.powers


class Table(Club):
    """Seven civilizations of which the first three have met each other."""

    def variants(self):
        return {**super().variants(), "civ": CIV}

    def begin(self):
        self.mail("master@example.org", "CREATE ruhr CIV ON standard WITH civs=7, confirm=off")
        for number in range(7):
            self.mail(f"player{number}@example.org", "JOIN ruhr")
        position = self.game.position
        facts = {Fact(NAME, p, n) for p, n in zip(CIV.map.powers, NAMES, strict=True)}
        facts |= {Fact(CONTACT, x, y) for x in (A, B, C) for y in (A, B, C) if x != y}
        units = [Unit(A, "army", Location("BUR")), Unit(A, "army", Location("PAR")),
                 Unit(B, "army", Location("MUN")), Unit(C, "fleet", Location("ENG")),
                 Unit(D, "army", Location("SEV"))]  # fmt: skip
        self.set(replace(
            position, turn=Turn(1901, "spring", Phase.MOVEMENT), facts=frozenset(facts),
            units={u.at.province: u for u in units},
            owners={"PAR": A, "MUN": B, "LON": C, "SEV": D},
        ))  # fmt: skip
        return self

    def set(self, position):
        self.games["ruhr"] = replace(self.game, position=position)

    def letters(self, decision, power):
        seat = self.seat(power)
        return [
            write_letter(notice, self.game.variant, HOUSE).text
            for notice in decision.notices
            if notice.to.seat == seat.name
        ]


@pytest.fixture
def table():
    return Table().begin()


def test_a_map_is_given(table):
    """CIV 21: the receiver accepts."""
    assert table.codes(table.say(A, "OFFER MAP TO Babylon")) == ["noted map_gift_made"]
    done = table.say(B, "ACCEPT")
    assert table.codes(done) == ["noted offer_complete"]
    news, shown = table.letters(done, B)[1:3]
    assert "Akkad has given its map to Babylon." in news.replace("\n", " ")
    assert "This is what Akkad sees now." in shown
    assert "Burgundy" in shown and "Sevastopol" not in shown
    assert not table.game.motions


def test_who_is_given_a_map_remembers_the_last_of_each_space(table):
    """A robot in the seat knows no more than a person who keeps the letter."""
    table.say(A, "OFFER MAP TO Babylon")
    table.say(B, "ACCEPT")
    shown = {space.province: space for space in list_shown_spaces(table.game.position.facts, B)}
    assert shown["BUR"] == (1901, "BUR", "", Unit(A, "army", Location("BUR")))
    assert shown["PAR"].owner == A
    assert "SEV" not in shown
    assert list_shown_spaces(table.game.position.facts, A) == ()
    position = table.game.position
    left = {code: unit for code, unit in position.units.items() if code != "BUR"}
    table.set(replace(position, units=left | {"RUH": Unit(A, "army", Location("RUH"))}))
    table.say(A, "OFFER MAP TO Babylon")
    table.say(B, "ACCEPT")
    known = list_shown_spaces(table.game.position.facts, B)
    assert [space.province for space in known].count("PAR") == 1
    assert {space.province for space in known if space.unit} >= {"RUH"}


def test_an_offer_may_be_made_in_the_subject(table):
    seat = table.seat(A)
    done = table.mail(seat.address, "", seat, subject="OFFER MAP TO Babylon")
    assert table.codes(done) == ["noted map_gift_made"]


def test_an_open_offer_stands_in_the_status_of_its_parties_alone(table):
    table.say(A, "OFFER MAP TO Babylon")
    for power, told in ((A, True), (B, True), (C, False)):
        (status,) = table.letters(table.say(power, "STATUS"), power)
        assert ("Akkad offers its map to Babylon" in status) is told


def test_maps_are_exchanged_among_three(table):
    """CIV 20: all agree."""
    table.say(A, "EXCHANGE MAPS WITH Babylon and Carthage")
    assert table.codes(table.say(B, "ACCEPT")) == ["noted offer_accepted_by_you"]
    done = table.say(C, "ACCEPT")
    for power in (A, B, C):
        assert sum("sees now" in text for text in table.letters(done, power)) == 2
    assert not any("sees now" in text for text in table.letters(done, D))


def test_a_unit_is_given_and_obeys_its_new_owner(table):
    """CIV 22: at once; its orders lapse."""
    table.say(A, "A BUR - GAS")
    table.say(A, "GIVE UNIT A BUR TO Babylon")
    table.say(B, "ACCEPT")
    assert table.game.position.units["BUR"].power == B
    assert not table.game.orders[A]
    assert table.codes(table.say(B, "A BUR - GAS")) == ["taken"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("GIVE UNIT A PAR TO Babylon", "offer_on_center"),
        ("GIVE UNIT A MUN TO Babylon", "no_unit"),
        ("GIVE UNIT A BUR TO Elam", "offer_nobody"),
        ("GIVE UNIT A BUR TO Nowhere", "offer_nobody"),
        ("OFFER MAP TO Elam", "offer_nobody"),
        ("OFFER MAP TO Nowhere", "offer_nobody"),
        ("OFFER MAP TO Akkad", "offer_nobody"),
        ("GIVE CONTACT Elam TO Babylon", "offer_nobody"),
        ("GIVE CONTACT Carthage TO Babylon", "offer_not_now"),
        ("ACCEPT", "offer_none"),
        ("REJECT", "offer_none"),
        ("WITHDRAW", "offer_none"),
    ],
)
def test_what_is_refused(table, line, code):
    assert table.codes(table.say(A, line)) == [f"refused {code}"]


def test_units_are_not_given_in_winter(table):
    table.set(replace(table.game.position, turn=Turn(1901, "fall", Phase.ADJUSTMENTS)))
    assert table.codes(table.say(A, "GIVE UNIT A BUR TO Babylon")) == ["refused offer_in_winter"]


def test_one_offer_at_a_time(table):
    """CIV 19, 24: one is settled before the next."""
    table.say(A, "OFFER MAP TO Babylon")
    assert table.codes(table.say(A, "OFFER MAP TO Carthage")) == ["refused offer_open"]
    assert table.codes(table.say(C, "OFFER MAP TO Babylon")) == ["refused offer_not_now"]
    assert table.codes(table.say(B, "OFFER MAP TO Carthage")) == ["refused offer_open"]
    assert table.codes(table.say(B, "REJECT")) == ["noted offer_refused"]
    assert table.codes(table.say(C, "OFFER MAP TO Babylon")) == ["noted map_gift_made"]
    assert table.codes(table.say(C, "WITHDRAW")) == ["noted offer_taken_back"]
    assert table.codes(table.say(B, "ACCEPT")) == ["refused offer_none"]


def test_a_contact_is_given_and_the_third_is_told(table):
    """CIV 14, 23: both are in contact."""
    facts = table.game.position.facts | {Fact(CONTACT, A, D), Fact(CONTACT, D, A)}
    table.set(replace(table.game.position, facts=facts))
    offered = table.say(A, "GIVE CONTACT Elam TO Babylon")
    assert not any("Elam" in text for text in table.letters(offered, B))
    done = table.say(B, "ACCEPT")
    assert Fact(CONTACT, D, B) in table.game.position.facts
    assert any("in contact with Babylon" in text for text in table.letters(done, D))


def test_an_open_offer_lapses_with_the_phase(table):
    """CIV 24: all parties are told."""
    table.say(A, "OFFER MAP TO Babylon")
    done = table.say("m1", "PROCESS")
    assert any("has lapsed" in text for text in table.letters(done, A))
    assert any("has lapsed" in text for text in table.letters(done, B))
    assert not any("has lapsed" in text for text in table.letters(done, C))
    assert not table.game.motions


def test_an_offer_lapses_when_a_party_leaves(table):
    table.say(A, "OFFER MAP TO Babylon")
    done = table.say(B, "RESIGN")
    assert any("has lapsed" in text for text in table.letters(done, A))
    assert table.letters(done, D) == []
    assert not table.game.motions


def test_press_reaches_contacts_alone(table):
    """CIV 16: the same answer for all others."""
    met = table.say(A, "PRESS TO Babylon\nElam is near.\nEND PRESS")
    assert "Elam is near." in table.letters(met, B)[0]
    for nobody in ("Elam", "Nowhere"):
        refused = table.say(A, f"PRESS TO {nobody}\nhello\nEND PRESS")
        assert table.codes(refused) == ["refused nobody_met"]


def test_naming_ones_civilization():
    """CIV 4: unique, and nobody learns whose a name is."""
    table = Table()
    table.begin()
    table.set(replace(table.game.position, turn=CIV.calendar.find_first_turn()))
    assert table.codes(table.say(A, "NAME Atlantis")) == ["noted name_given"]
    for taken in ("Babylon", "babylon", "atlantis", "hold", "x", "Two Words", "Master", "Nobody"):
        assert table.codes(table.say(C, f"NAME {taken}")) == ["refused name_refused"]
    table.set(replace(table.game.position, turn=Turn(1901, "spring", Phase.MOVEMENT)))
    assert table.codes(table.say(A, "NAME Thule")) == ["refused name_too_late"]


def test_the_master_sees_as_a_player_sees(table):
    done = table.say("m1", "VIEW AS Akkad")
    (letter,) = [n for n in done.notices if n.kind == START]
    assert letter.to.seat == "m1"
    text = write_letter(letter, table.game.variant, HOUSE).text
    assert "Akkad" in text and "Elam" not in text
    assert table.codes(table.say(A, "VIEW AS Babylon")) == ["refused master_only"]


def test_an_exchange_with_some_who_have_not_met_is_never_passed_on(table):
    pair = {Fact(CONTACT, B, C), Fact(CONTACT, C, B)}
    table.set(replace(table.game.position, facts=table.game.position.facts - pair))
    offered = table.say(A, "EXCHANGE MAPS WITH Babylon, Carthage")
    assert table.codes(offered) == ["noted map_exchange_made"]
    assert table.letters(offered, B) == table.letters(offered, C) == []
    assert table.codes(table.say(B, "ACCEPT")) == ["refused offer_none"]
    done = table.say("m1", "PROCESS")
    assert any("has lapsed" in text for text in table.letters(done, A))
    assert not any("has lapsed" in text for text in table.letters(done, B))


def test_a_draw_of_some_tells_nothing_of_the_rest(table):
    """Named may be whoever is known, alive or not; of anybody else it is not told why not."""
    table.say("m1", "SET DIAS OFF")
    position = table.game.position
    units = {p: u for p, u in position.units.items() if u.power != B}
    table.set(replace(position, units=units, owners={"PAR": A, "LON": C, "SEV": D}))
    assert table.codes(table.say(A, "DRAW Akkad, Babylon")) == ["noted draw_noted"]
    unknown = [table.codes(table.say(A, f"DRAW {name}")) for name in ("Elam", "Atlantis")]
    assert unknown[0] == unknown[1] == ["refused nobody_met"]
    powers = tuple(CIV.map.powers)
    met = {Fact(CONTACT, x, y) for x in powers for y in powers if x != y}
    position = table.game.position
    table.set(replace(position, facts=position.facts | met))
    for named in ("Akkad, Babylon", "Akkad, Carthage"):
        for power in powers:
            table.say(power, f"DRAW {named}")
    assert table.game.position.ended is None, "to end before the turn would tell who is left"
    table.say("m1", "PROCESS")
    assert table.game.position.ended.winners == (A, C), "the dead share nothing"


def test_only_who_goes_by_a_name_is_told_that_they_may_choose_one() -> None:
    civilizations, powers = Table().begin(), Club()
    powers.gather()
    for club, told in ((civilizations, True), (powers, False)):
        for seat in club.game.seats:
            letter = build_first_letter(club.game, seat)
            codes = {each.what.code for each in letter if isinstance(each, News)}
            assert ("name_hint" in codes) is (told and seat.role is Role.PLAYER)


@pytest.mark.parametrize("ended", [True, False])
def test_where_neighbors_alone_may_write_masters_and_lookers_on_may_too(ended: bool) -> None:
    club = Club()
    club.gather()
    club.mail("watcher@example.net", "OBSERVE ruhr")
    game = replace(club.game, settings=replace(club.game.settings, touch=True))
    england, turkey, master = club.seat("England"), club.seat("Turkey"), club.seat("m1")
    watcher = next(seat for seat in game.seats if seat.role is Role.OBSERVER)
    assert may_write_by_touch(game, england, master) and may_write_by_touch(game, master, turkey)
    assert may_write_by_touch(game, turkey, watcher)
    assert not may_write_by_touch(game, england, turkey)
    assert may_write_by_touch(game, england, club.seat("France"))
    over = replace(game, stage=Stage.ENDED if ended else game.stage)
    assert may_write_by_touch(over, england, turkey) is ended
