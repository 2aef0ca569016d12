"""A prepared phase comes to the same as the engine's plain road."""

from __future__ import annotations

from random import Random

import pytest

from judge.engine.prepared import prepare_phase
from judge.library import load
from judge.model.position import Position
from tests.engine.play import SPRING, STANDARD, army, convoy, fleet, hold, move, standing, support
from tests.engine.prepared import cases, differences


@pytest.mark.parametrize("code", ["standard", "gd", "modern", "hundred"])
def test_random_orders_come_to_the_same(code: str) -> None:
    variant = load(code)
    told = [*differences(variant, cases(variant, 160, Random(code), spread=4))]
    assert len(told) >= 160
    assert [text for text in told if text] == []


def test_what_is_changed_is_solved_with_all_that_it_touches() -> None:
    mun, bur, par = army("Germany", "MUN"), army("France", "BUR"), army("France", "PAR")
    ruh, pic = army("Germany", "RUH"), army("England", "PIC")
    position = Position(SPRING, standing([mun, bur, par, ruh, pic]))
    phase = prepare_phase(STANDARD, position)
    read = phase.read_order
    laid = phase.lay_orders(map(read, [move(mun, "BUR"), hold(bur), support(par, bur)]))
    assert laid.upshot.dislodged == ()
    helped = [read(support(ruh, mun, "BUR"))]
    assert laid.outcome(helped).dislodged == ()
    cut = laid.outcome([*helped, read(move(pic, "PAR"))])
    assert cut.dislodged == (bur,)
    assert cut.units["BUR"] == mun._replace(at=bur.at)
    assert "MUN" not in cut.units
    assert laid.outcome([]).units == position.units


def test_a_convoy_is_joined_by_a_change() -> None:
    lon, nth = army("England", "LON"), fleet("England", "NTH")
    phase = prepare_phase(STANDARD, Position(SPRING, standing([lon, nth])))
    laid = phase.lay_orders([phase.read_order(move(lon, "NWY", via=True))])
    assert laid.upshot.units["LON"] == lon
    joined = laid.outcome([phase.read_order(convoy(nth, lon, "NWY"))])
    assert joined.units.keys() == {"NTH", "NWY"}


def test_a_void_order_is_a_hold() -> None:
    lon = army("England", "LON")
    phase = prepare_phase(STANDARD, Position(SPRING, standing([lon])))
    laid = phase.lay_orders([phase.read_order(move(lon, "MUN"))])
    assert laid.upshot.units["LON"] == lon
