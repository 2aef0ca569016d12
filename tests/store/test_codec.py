"""Values go into the database and come out the same."""

from __future__ import annotations

import json
from dataclasses import fields
from datetime import date, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.game.game_settings import Settings
from judge.model.map import Location
from judge.model.position import (
    EMPTY,
    Began,
    Captured,
    CenterLost,
    Dislodged,
    Effect,
    Ended,
    Fact,
    Forgotten,
    Moved,
    Noted,
    Placed,
    Position,
    Removed,
    Settled,
    Transferred,
    Unit,
    Unsettled,
    apply_effects,
    find_effects_between,
)
from judge.model.reason import Fate, Reason
from judge.model.turn import Phase, Turn
from judge.store.codec import (
    dump_json,
    read_effects,
    read_position,
    read_results,
    read_settings,
    write_effects,
    write_position,
    write_settings,
)
from tests.texts import any_text

words = any_text(6)
codes = st.sampled_from(["PAR", "BUR", "MAR", "BRE", "STP", "LON"])
powers = st.sampled_from(["France", "England", "Russia"])
places = st.builds(Location, codes, st.sampled_from(["", "nc", "sc"]))
units = st.builds(Unit, powers, st.sampled_from(["army", "fleet"]), places)
facts = st.builds(Fact, words, words, words)
turns = st.builds(
    Turn, st.integers(1, 3000), st.sampled_from(["spring", "fall"]), st.sampled_from(list(Phase))
)
effects: st.SearchStrategy[Effect] = st.one_of(
    st.builds(Moved, units, places),
    st.builds(Dislodged, units, units, st.lists(places, max_size=3).map(tuple)),
    st.builds(Placed, units),
    st.builds(Removed, units),
    st.builds(Captured, words, words),
    st.builds(CenterLost, words),
    st.builds(Settled, words, words),
    st.builds(Unsettled, words, words),
    st.builds(Transferred, units, words),
    st.builds(Noted, facts),
    st.builds(Forgotten, facts),
    st.builds(Began, turns),
    st.builds(Ended, words, st.lists(words, max_size=3).map(tuple)),
)


@given(st.lists(effects))
def test_effects_come_back(given_effects: list[Effect]) -> None:
    assert read_effects(write_effects(given_effects)) == tuple(given_effects)


def test_every_kind_of_effect_is_known() -> None:
    drawn = {type(e) for e in EACH}
    assert drawn == set(Effect.__args__)
    assert read_effects(write_effects(EACH)) == EACH


ARMY = Unit("France", "army", Location("PAR"))
EACH: tuple[Effect, ...] = (
    Moved(ARMY, Location("STP", "sc")),
    Dislodged(ARMY, ARMY, (Location("BUR"),)),
    Placed(ARMY),
    Removed(ARMY),
    Captured("PAR", ""),
    CenterLost("PAR"),
    Settled("PAR", "France"),
    Unsettled("PAR", "France"),
    Transferred(ARMY, "England"),
    Noted(Fact("rule", "about")),
    Forgotten(Fact("rule", "about", "value")),
    Began(Turn(1901, "fall", Phase.ADJUSTMENTS)),
    Ended("draw", ("France", "England")),
)


@given(st.builds(Reason, words, st.lists(st.one_of(words, places, units), max_size=4).map(tuple)))
def test_reasons_come_back(reason: Reason) -> None:
    result = ("France", "A PAR H", Fate.STANDS, reason)
    ((*_, back),) = read_results(dump_json([result]))
    assert back == reason
    assert [type(subject) for subject in back.about] == [type(s) for s in reason.about]


def test_settings_come_back() -> None:
    settings = Settings(
        zone="Europe/Berlin",
        lengths={"M": timedelta(hours=7, microseconds=1)},
        at=time(20, 30),
        days=frozenset({0, 6}),
        reminders=(),
        graces={"M": timedelta(days=2)},
        skip=((date(2026, 12, 24), date(2027, 1, 2)),),
        nmr="wait",
        press="none",
        dias=False,
        manual=True,
        early=False,
        listed=False,
        anonymous=True,
        options={"rome": "fleet"},
    )
    for each in (settings, Settings()):
        assert read_settings(json.loads(dump_json(write_settings(each)))) == each


def test_every_setting_is_kept() -> None:
    assert set(write_settings(Settings())) == {field.name for field in fields(Settings)}


def test_settings_of_an_older_version_take_the_defaults() -> None:
    assert read_settings({"zone": "UTC"}) == Settings()


@st.composite
def positions(draw: st.DrawFn) -> Position:
    standing = {unit.at.province: unit for unit in draw(st.lists(units, max_size=5))}
    waiting = {unit.at.province: unit for unit in draw(st.lists(units, max_size=3))}
    dislodged = tuple(
        Dislodged(unit, draw(units), tuple(draw(st.lists(places, max_size=2))))
        for code, unit in waiting.items()
        if standing.get(code) != unit
    )
    return Position(
        turn=draw(turns),
        units=standing,
        dislodged=dislodged,
        owners=draw(st.dictionaries(codes, powers)),
        homes={},
        facts=draw(st.frozensets(facts, max_size=3)),
        lost=frozenset(),
    )


@given(positions(), positions())
def test_any_position_becomes_any_other(before: Position, after: Position) -> None:
    assert apply_effects(before, find_effects_between(before, after)) == after


@given(positions())
def test_positions_come_back_in_their_order(position: Position) -> None:
    back = read_position(write_position(position))
    assert back == position
    assert list(back.units) == list(position.units)
    assert list(back.owners) == list(position.owners)


def test_homes_lost_centers_and_the_end_are_kept() -> None:
    position = Position(
        Turn(1901, "fall", Phase.MOVEMENT),
        {},
        homes={"France": ("PAR", "BRE")},
        lost=frozenset({"PAR"}),
        ended=Ended("victory", ("France",)),
    )
    assert read_position(write_position(position)) == position


def test_a_small_change_is_few_effects() -> None:
    before = apply_effects(EMPTY, (Placed(ARMY), Placed(ARMY._replace(at=Location("BUR")))))
    after = apply_effects(before, (Removed(ARMY),))
    assert find_effects_between(before, after) == (Removed(ARMY),)


def test_what_no_effects_can_do_is_said() -> None:
    ended = apply_effects(EMPTY, (Ended("draw", ()),))
    with pytest.raises(ValueError, match="no effects"):
        find_effects_between(ended, EMPTY)
