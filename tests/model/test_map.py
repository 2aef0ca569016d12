"""The board as printed."""

from __future__ import annotations

from judge.library import load
from judge.model.map import Location

MAP = load("standard").map


def test_a_location_is_written_and_read_with_its_coast():
    assert str(Location("STP", "sc")) == "STP/sc"
    assert Location.from_text("STP/sc") == Location("STP", "sc")
    assert Location.from_text("MUN") == Location("MUN")


def test_where_kinds_can_stand():
    assert MAP.list_places_for_kind("army", "STP") == (Location("STP"),)
    assert MAP.list_places_for_kind("fleet", "STP") == (
        Location("STP", "nc"),
        Location("STP", "sc"),
    )
    assert MAP.list_places_for_kind("fleet", "MUN") == ()
    assert MAP.list_places_for_kind("army", "NTH") == ()
    assert MAP.list_places_for_kind("fleet", "NTH") == (Location("NTH"),)
    assert not MAP.can_stand("army", Location("STP", "nc"))


def test_fleets_follow_the_shore_and_armies_the_land():
    assert Location("ROM") in MAP.neighbors("army", Location("VEN"))
    assert Location("ROM") not in MAP.neighbors("fleet", Location("VEN"))
    assert Location("FIN") in MAP.neighbors("fleet", Location("STP", "sc"))
    assert Location("FIN") not in MAP.neighbors("fleet", Location("STP", "nc"))


def test_contact_is_any_border_of_any_coast():
    assert MAP.contacts["STP"] == {"BAR", "BOT", "FIN", "LVN", "MOS", "NWY"}


def test_what_is_coastal():
    assert MAP.is_coastal("STP")
    assert MAP.is_coastal("VEN")
    assert not MAP.is_coastal("MUN")
    assert not MAP.is_coastal("NTH")


def test_centers_of_the_whole_board():
    assert len(MAP.centers) == 34
