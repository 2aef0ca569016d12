"""Civilizations on the boards of other variants, with their units and their seasons."""

from __future__ import annotations

import random

import pytest

from judge.engine.adjudicate import adjudicate
from judge.engine.advance import advance, wanted
from judge.engine.board import compile_board
from judge.language.reader import read_order
from judge.letters.compose import compose
from judge.library import load
from judge.model.map import Location
from judge.model.memory import CONTACT
from judge.model.order import Move
from judge.model.position import Ended, Position, Unit, apply
from judge.model.reason import Fate
from judge.model.turn import Phase, Turn
from judge.service.audit import faults, lit
from judge.service.robots import Mind
from judge.variants.gd.orders import Bomb
from judge.views import project
from tests.game.test_offers import HOUSE, Table

TURNS = 12


@pytest.mark.parametrize("where", ["gd", "ww4"])
def test_turns_are_played_on(where):
    """CIV 28: starts, builds, moves, contacts and sight, on a board like any other."""
    plain = load("civ", {"map": where})
    form = load("civ", {"map": where, "civs": plain.draws["civs"][0]})
    powers = tuple(form.map.powers)
    mind = Mind(form, random.Random(1))
    position = form.rules.opening.deal(form.map, powers, 1)
    kinds, phases = set(), set()
    for _ in range(TURNS):
        wants = wanted(form, position)
        orders = {power: tuple(mind.orders(power, position, wants.get(power))) for power in powers}
        record = adjudicate(form, position, orders)
        position = apply(record.after, advance(form, record))
        assert [*faults(form.map, position)] == []
        kinds |= {unit.kind for unit in position.units.values()}
        phases.add((position.turn.season, position.turn.phase))
        for power in powers[:4]:
            spaces, _ = lit(power, position, form.map)
            assert project((power,), position, record, form, power).seen == spaces
    assert any(fact.rule == CONTACT for fact in position.facts)
    assert kinds <= set(form.map.kinds) and len(kinds) > 1
    assert len(phases) > 4


def test_global_diplomacy_keeps_its_seasons_and_its_air_force():
    """CIV 28: Antarctica is shut in Spring, and an air force flies."""
    form = load("civ", {"map": "gd", "civs": "9"})
    one = next(iter(form.map.powers))
    near = next(
        leg.origin for leg in form.map.legs
        if leg.target.province == "ANT" and form.map.stands("navy", leg.origin)
    )  # fmt: skip
    ship = Unit(one, "navy", near)
    for season, fate in (("spring", Fate.VOID), ("fall", Fate.STANDS)):
        start = Position(Turn(2102, season, Phase.MOVEMENT), {near.province: ship})
        record = adjudicate(form, start, {one: (Move(ship, Location("ANT")),)})
        assert record.results[0].fate is fate
    assert read_order("AF TIB S A IND", form, Phase.MOVEMENT, one).unit.kind == "air force"


def test_world_war_iv_is_played_without_its_council_and_from_home_centers():
    """CIV 17, 28: who votes on others knows of them; builds go to home centers here as well."""
    form = load("civ", {"map": "ww4", "civs": "55"})
    assert load("ww4").rules.council is not None and form.rules.council is None
    one, (home, other) = next(iter(form.map.powers)), form.map.centres[:2]
    start = Position(Turn(1901, "fall", Phase.ADJUSTMENTS), {}, owners={home: one, other: one},
                     homes={one: (home,)})  # fmt: skip
    board = compile_board(form.map, start, form.rules)
    sites = form.rules.muster.sites(one, start, board)
    assert {at.province for at in sites} == {home}


def test_missed_builds_in_world_war_iv_go_to_home_centers_too():
    """CIV 17, 28: the defaults of the map's variant keep to where a civilization builds."""
    form = load("civ", {"map": "ww4", "civs": "55"})
    one = next(iter(form.map.powers))
    start = Position(Turn(1901, "fall", Phase.ADJUSTMENTS), {}, owners={"LON": one, "EDI": one},
                     homes={one: ("LON",)})  # fmt: skip
    assert [*adjudicate(form, start, {}).after.units] == ["LON"]


@pytest.mark.parametrize(("home", "haven"), [("QBC", "BAF"), ("MUR", "NOV")])
def test_the_ice_takes_civilizations_to_the_nearer_shore(home, haven):
    """CIV 28: their hemisphere is that of where they began."""
    form = load("civ", {"map": "ww4", "civs": "55"})
    one = next(iter(form.map.powers))
    ship = Unit(one, "fleet", Location("ARC"))
    start = Position(Turn(1901, "fall", Phase.MOVEMENT), {"ARC": ship}, owners={home: one},
                     homes={one: (home,)})  # fmt: skip
    assert [*adjudicate(form, start, {}).after.units] == [haven]


def test_a_globe_that_is_uninhabitable_for_civilizations():
    """CIV 27, 28: on the map of Global Diplomacy 19 centers win; when 18 are left, all lose."""
    form = load("civ", {"map": "gd", "civs": "9"})
    one, two = [*form.map.powers][:2]
    army, silo = (
        Unit(one, kind, Location(at)) for kind, at in (("army", "BRA"), ("arsenal", "VEN"))
    )
    lost = frozenset([code for code in form.map.centres if code not in ("VEN", "BRA", "CUB")][:17])
    start = Position(Turn(1901, "summer", Phase.MOVEMENT), {"BRA": army, "VEN": silo},
                     owners={"VEN": one, "BRA": two}, lost=lost)  # fmt: skip
    record = adjudicate(form, start, {one: (Bomb(silo, (), "CUB"),)})
    assert advance(form, record) == (Ended("uninhabitable", ()),)


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
        assert len(adjudicate(form, start, {}).after.homes[one]) == homes
    assert form.calendar.year(Turn(1901, "fall", Phase.ADJUSTMENTS)) == "3000 BC"


def test_the_dates_follow_the_seasons_of_the_map():
    """CIV 26, 28: 250 years for each movement phase, four in a year of Global Diplomacy."""
    form = load("civ", {"map": "gd", "civs": "9"})
    turn, titles = form.calendar.first(), []
    for _ in range(12):
        if turn.phase is Phase.MOVEMENT:
            titles.append(form.calendar.title(turn))
        turn = form.calendar.next(turn)
    dates = [title.split(" of ")[1] for title in titles]
    assert dates[:4] == ["4000 BC", "3750 BC", "3500 BC", "3250 BC"]


@pytest.mark.parametrize("where", ["gd", "ww4"])
def test_a_game_on_another_map_by_mail(where):
    """CIV 28: made by a mail, begun with those who came, and a letter to each of every turn."""
    table = Table()
    table.mail("master@example.org", f"CREATE ruhr CIV ON {where}\nSET MANUAL ON")
    for number in range(2):
        table.mail(f"player{number}@example.org", "JOIN ruhr")
    table.say("m1", "START")
    seat = table.game.players[0]
    letters = []
    for _ in range(4):
        done = table.say("m1", "PROCESS")
        letters += [
            compose(notice, table.game.variant, HOUSE).text
            for notice in done.notices
            if notice.to.seat == seat.name
        ]
    assert len(letters) == 4
    assert letters[0].count("in Winter of 4000 BC:") == 1
