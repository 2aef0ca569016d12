"""Civilizations on the boards of other variants, with their units and their seasons."""

from __future__ import annotations

import random

import pytest

from judge.engine.adjudicate import adjudicate
from judge.engine.advance import advance, wanted
from judge.language.reader import read_order
from judge.library import load
from judge.model.map import Location
from judge.model.memory import CONTACT
from judge.model.order import Move
from judge.model.position import Position, Unit, apply
from judge.model.reason import Fate
from judge.model.turn import Phase, Turn
from judge.service.audit import faults, lit
from judge.service.robots import Mind
from judge.views import project

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
