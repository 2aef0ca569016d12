"""Civilizations on the boards of other variants, with their units and their seasons."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from judge.engine.adjudicate import adjudicate_phase
from judge.engine.advance import collect_wanted_orders, list_next_turn_effects
from judge.language.reader import read_order
from judge.letters.compose import write_letter
from judge.library import load
from judge.model.facts import CONTACT, NAME
from judge.model.map import Location
from judge.model.order import Move
from judge.model.position import Ended, Fact, Position, Unit, apply_effects
from judge.model.reason import Fate
from judge.model.turn import Phase, Turn
from judge.variants.gd.orders import Bomb
from judge.variants.ww4.ballot import CoalitionVote
from judge.views import build_view
from tests.game.test_offers import HOUSE, NAMES, A, B, C, D, Table
from tests.road.audit import position_faults, visible_spaces
from tests.road.wanderer import Wanderer

TURNS = 12


@pytest.mark.parametrize("where", ["gd", "ww4"])
def test_turns_are_played_on(where):
    """CIV 28: starts, builds, moves, contacts and sight, on a board like any other."""
    plain = load("civ", {"map": where})
    form = load("civ", {"map": where, "civs": plain.drawn_options["civs"][0]})
    powers = tuple(form.map.powers)
    robot = Wanderer(form, random.Random(1))
    position = form.rules.opening.deal_position(form.map, powers, 1)
    kinds, phases = set(), set()
    for _ in range(TURNS):
        wants = collect_wanted_orders(form, position)
        orders = {
            power: tuple(robot.choose_orders(power, position, wants.get(power))) for power in powers
        }
        record = adjudicate_phase(form, position, orders)
        position = apply_effects(record.after, list_next_turn_effects(form, record))
        assert [*position_faults(form.map, position)] == []
        kinds |= {unit.kind for unit in position.units.values()}
        phases.add((position.turn.season, position.turn.phase))
        for power in powers[:4]:
            spaces, _ = visible_spaces(power, position, form.map)
            assert build_view((power,), position, record, form, power).seen == spaces
    assert any(fact.rule == CONTACT for fact in position.facts)
    assert kinds <= set(form.map.kinds) and len(kinds) > 1
    assert len(phases) > 4


def test_global_diplomacy_keeps_its_seasons_and_its_air_force():
    """CIV 28: Antarctica is shut in Spring, and an air force flies."""
    form = load("civ", {"map": "gd", "civs": "9"})
    one = next(iter(form.map.powers))
    near = next(
        leg.origin for leg in form.map.legs
        if leg.target.province == "ANT" and form.map.can_stand("navy", leg.origin)
    )  # fmt: skip
    ship = Unit(one, "navy", near)
    for season, fate in (("spring", Fate.VOID), ("fall", Fate.STANDS)):
        start = Position(Turn(2102, season, Phase.MOVEMENT), {near.province: ship})
        record = adjudicate_phase(form, start, {one: (Move(ship, Location("ANT")),)})
        assert record.results[0].fate is fate
    assert read_order("AF TIB S A IND", form, Phase.MOVEMENT, one).unit.kind == "air force"


def test_world_war_iv_is_played_without_its_council_and_from_home_centers():
    """CIV 17, 28: who votes on others knows of them; builds go to home centers here as well."""
    form = load("civ", {"map": "ww4", "civs": "55"})
    assert isinstance(load("ww4").rules.procedure, CoalitionVote)
    assert not isinstance(form.rules.procedure, CoalitionVote)
    one, (home, other) = next(iter(form.map.powers)), form.map.centers[:2]
    start = Position(Turn(1901, "fall", Phase.ADJUSTMENTS), {}, owners={home: one, other: one},
                     homes={one: (home,)})  # fmt: skip
    assert form.rules.muster.build_sites(one, start) == {home}


def test_missed_builds_in_world_war_iv_go_to_home_centers_too():
    """CIV 17, 28: the defaults of the map's variant keep to where a civilization builds."""
    form = load("civ", {"map": "ww4", "civs": "55"})
    one = next(iter(form.map.powers))
    start = Position(Turn(1901, "fall", Phase.ADJUSTMENTS), {}, owners={"LON": one, "EDI": one},
                     homes={one: ("LON",)})  # fmt: skip
    assert [*adjudicate_phase(form, start, {}).after.units] == ["LON"]


@pytest.mark.parametrize(("home", "haven"), [("QBC", "BAF"), ("MUR", "NOV")])
def test_the_ice_takes_civilizations_to_the_nearer_shore(home, haven):
    """CIV 28: their hemisphere is that of where they began."""
    form = load("civ", {"map": "ww4", "civs": "55"})
    one = next(iter(form.map.powers))
    ship = Unit(one, "fleet", Location("ARC"))
    start = Position(Turn(1901, "fall", Phase.MOVEMENT), {"ARC": ship}, owners={home: one},
                     homes={one: (home,)})  # fmt: skip
    assert [*adjudicate_phase(form, start, {}).after.units] == [haven]


def test_a_globe_that_is_uninhabitable_for_civilizations():
    """CIV 27, 28: on the map of Global Diplomacy 19 centers win; when 18 are left, all lose."""
    form = load("civ", {"map": "gd", "civs": "9"})
    one, two = [*form.map.powers][:2]
    army, silo = (
        Unit(one, kind, Location(at)) for kind, at in (("army", "BRA"), ("arsenal", "VEN"))
    )
    lost = frozenset([code for code in form.map.centers if code not in ("VEN", "BRA", "CUB")][:17])
    start = Position(Turn(1901, "summer", Phase.MOVEMENT), {"BRA": army, "VEN": silo},
                     owners={"VEN": one, "BRA": two}, lost=lost)  # fmt: skip
    record = adjudicate_phase(form, start, {one: (Bomb(silo, (), "CUB"),)})
    assert list_next_turn_effects(form, record) == (Ended("uninhabitable", ()),)


def test_options_that_mean_nothing_to_civilizations_are_not_offered():
    """CIV 28: nobody is left out, nobody votes, and no power has a hemisphere by its name."""
    assert set(load("civ", {"map": "gd"}).settings) == {"civs", "map"}
    assert set(load("civ", {"map": "ww4"}).settings) == {
        "arctic", "via", "intent", "convoy_retreat", "civs", "map",
    }  # fmt: skip


def test_the_fourth_home_center_on_a_map_with_two_builds_a_year():
    """CIV 18, 28: the second builds after the opening are those before 3000 BC."""
    form = load("civ", {"map": "gd", "civs": "9"})
    one = next(iter(form.map.powers))
    four = ("EGY", "WAF", "EAF", "SAF")
    for year, season, homes in ((1901, "spring", 3), (1901, "fall", 4), (1902, "spring", 3)):
        turn = Turn(year, season, Phase.ADJUSTMENTS)
        start = Position(turn, {}, owners=dict.fromkeys(four, one), homes={one: four[:3]})
        assert len(adjudicate_phase(form, start, {}).after.homes[one]) == homes
    assert form.calendar.write_printed_year(Turn(1901, "fall", Phase.ADJUSTMENTS)) == "3000 BC"


def test_the_dates_follow_the_seasons_of_the_map():
    """CIV 26, 28: 250 years for each movement phase, four in a year of Global Diplomacy."""
    form = load("civ", {"map": "gd", "civs": "9"})
    turn, titles = form.calendar.find_first_turn(), []
    for _ in range(12):
        if turn.phase is Phase.MOVEMENT:
            titles.append(form.calendar.turn_title(turn))
        turn = form.calendar.find_next_turn(turn)
    dates = [title.split(" of ")[1] for title in titles]
    assert dates[:4] == ["4000 BC", "3750 BC", "3500 BC", "3250 BC"]


@pytest.mark.parametrize("where", ["gd", "ww4"])
def test_a_game_on_another_map_by_mail(where):
    """CIV 28: made by a mail, begun with those who came, and a letter to each of every turn."""
    table = Table()
    table.mail("master@example.org", f"CREATE ruhr CIV ON {where} WITH confirm=off\nSET MANUAL ON")
    for number in range(2):
        table.mail(f"player{number}@example.org", "JOIN ruhr")
    table.say("m1", "START")
    seat = table.game.players[0]
    letters = []
    for _ in range(4):
        done = table.say("m1", "PROCESS")
        letters += [
            write_letter(notice, table.game.variant, HOUSE).text
            for notice in done.notices
            if notice.to.seat == seat.name
        ]
    assert len(letters) == 4
    assert letters[0].count("in Winter of 4000 BC:") == 1


class Globe(Table):
    """Seven civilizations on the map of Global Diplomacy, of which none has met another."""

    def begin(self, **units):
        self.mail("master@example.org", "CREATE ruhr CIV ON gd WITH civs=7, confirm=off")
        for number in range(7):
            self.mail(f"player{number}@example.org", "JOIN ruhr")
        facts = {Fact(NAME, p, n) for p, n in zip(self.game.variant.map.powers, NAMES, strict=True)}
        standing = [
            Unit((A, B, C, D)["ABCD".index(letter)], *(kind.rstrip(), Location(place)))
            for letter, text in units.items()
            for kind, _, place in (one.rpartition(" ") for one in text.split(", "))
        ]
        turn = Turn(1901, "summer", Phase.MOVEMENT)
        owners = {"WAF": A, "MAD": D}
        self.set(Position(turn, {u.at.province: u for u in standing}, owners=owners, facts=facts))
        return self

    def told(self, power, line):
        """What is answered to a line, and what is said of the order then kept."""
        done = self.say(power, line)
        return self.codes(done), self.letters(done, power)


@pytest.mark.parametrize("other", ["army ANG", "air force ANG"])
@pytest.mark.parametrize("line", ["R WAF bomb via ANG to SAF", "A SAH S A ANG - WAF"])
def test_an_order_is_taken_whoever_stands_out_of_sight(other, line):
    """CIV 9, 28: nor does the receipt say of what kind a unit is that nobody sees."""
    here = "arsenal WAF, army SAH"
    alone = Globe().begin(A=here, D="navy SIO").told(A, line)
    assert Globe().begin(A=here, D=f"navy SIO, {other}").told(A, line) == alone
    assert "refused" not in alone[0][0]


def test_a_license_is_told_to_its_civilization_alone():
    """CIV 3, 28: all are told of it in Global Diplomacy, where all know each other."""
    globe = Globe().begin(A="army WAF", D="navy SIO")
    globe.say(A, "ALL HOLD")
    globe.now = globe.game.due_at
    done = globe.tick()
    assert "may build one more arsenal: Akkad" in " ".join(globe.letters(done, A)[0].split())
    assert "arsenal" not in globe.letters(done, D)[0]


@pytest.mark.parametrize("order", ["AF SAH CARRY BOMB FROM WAF TO SPN", "AF SAH H"])
def test_of_a_chain_each_is_told_his_own_part(order):
    """CIV 7, 9, 28: the bomb's way is told to who sees all of it; who broke it to nobody."""
    globe = Globe().begin(A="arsenal WAF", B="air force SAH", C="navy MED", D="navy SPN")
    globe.say(A, "R WAF bomb via SAH to SPN")
    globe.say(B, order)
    globe.now = globe.game.due_at
    done = globe.tick()
    akkad, babylon, carthage = (globe.letters(done, power)[0] for power in (A, B, C))
    if "CARRY" in order:
        assert "Your arsenal in West Africa bombed Spain" in akkad
        assert "Your air force in the Sahara carried a bomb" in babylon
        assert "Bombs exploded in Spain" in carthage
    else:
        assert "BOMB Sahara -> Spain. (*cut*)" in akkad
        assert "air force" not in akkad and "?" not in akkad
    assert "Akkad: Arsenal" not in babylon and "CARRY" not in carthage


def test_a_bomb_out_of_sight_is_not_told_by_who_went_there():
    """CIV 7, 28: of a unit that left an onlooker is told that, whatever it met with."""
    told = []
    for order in ("R SUS BOMB ECA", "R SUS BOMB EUS"):
        globe = Globe().begin(B="army NCA", C="arsenal SUS", D="army ALA")
        globe.say(B, "A NCA - ECA")
        globe.say(C, order)
        globe.now = globe.game.due_at
        told.append(globe.letters(globe.tick(), D))
    assert told[0] == told[1]
    assert "The Babylon army in Northern Canada has left." in told[0][0]


def test_the_order_of_explosions_tells_nothing():
    """CIV 9, 28: nobody learns whose arsenal comes first on the judge's list."""
    told = []
    for units in (
        {"A": "arsenal EUS", "B": "arsenal BRA"},
        {"B": "arsenal BRA", "A": "arsenal EUS"},
    ):
        globe = Globe().begin(**units, D="navy CAR")
        globe.say(A, "R EUS BOMB CUB")
        globe.say(B, "R BRA BOMB VEN")
        globe.now = globe.game.due_at
        told.append(globe.letters(globe.tick(), D))
    assert told[0] == told[1]
    assert "No supply centers any more: Cuba and Venezuela." in told[0][0]


def test_a_map_shows_destroyed_spaces():
    """CIV 21, 28: it is all that the giver sees."""
    globe = Globe().begin(A="army SAH", D="navy SIO")
    met = {Fact(CONTACT, A, D), Fact(CONTACT, D, A), Fact("gd.ruin", "EGY"), Fact("gd.ruin", "CUB")}
    globe.set(replace(globe.game.position, facts=globe.game.position.facts | met))
    globe.say(A, "OFFER MAP TO Elam")
    given = " ".join(globe.letters(globe.say(D, "ACCEPT"), D))
    assert "Destroyed spaces: Egypt." in given
