"""Centers that destroyed spaces cut off (GD V.3, GD-26, GD-29, GD-30)."""

import pytest

from judge.model.position import Captured

RING = ("NIO", "KAZ", "TIB", "SEA")
FACTS = "".join(f"facts gd.ruin {code}\nrazed {code}\n" for code in ("KAZ", "SEA"))
FACTS += "facts gd.ruin NIO\nfacts gd.ruin TIB\n"
BEFORE = f"turn Winter 2103 moves\n{FACTS}centers US IND\nunits US A PAK\nunits EU A SPN\n"
BOMB = "RF R TUR bomb MIE  stands: explodes MIE\n"


def test_gd_26_india_as_the_text_has_it(tell):
    """Ring in season A, MIE in B: the center goes at the end of season C, the space stays."""
    told = tell(f"{BEFORE}{BOMB}owns US IND")
    assert told.facts("gd.cut_off") == {("IND", "S2103")}
    assert "IND" not in told.after.lost
    told = tell(f"{BEFORE}{BOMB}turn Spring 2103 moves\nUS A PAK - IND  stands\nowns US nothing")
    assert "IND" in told.after.lost
    assert not told.facts("gd.cut_off")
    assert told.after.units["IND"].power == "United States"


def test_gd_26_nothing_is_cut_off_before_the_last_space_goes(tell):
    told = tell(f"{BEFORE}RF R TUR bomb MED  stands")
    assert not told.facts("gd.cut_off")


def test_gd_26_the_center_cut_off_waits_for_the_retreats(tell):
    moves = (
        f"{BEFORE}units US A UKR\nunits RF A RUS, A BLK\n{BOMB}"
        "turn Spring 2103 moves\n"
        "RF A RUS - UKR  stands\n"
        "RF A BLK S A RUS - UKR  stands\n"
    )
    told = tell(moves)
    assert told.after.dislodged
    assert "IND" not in told.after.lost
    assert "IND" in tell(f"{moves}turn Spring 2103 retreats\nUS A UKR - EEU  stands").after.lost


def test_gd_29_it_goes_before_the_owners_are_counted(tell):
    told = tell(
        f"turn Winter 2104 moves\n{FACTS}centers US SUS\nunits US A IND\nunits EU A SPN\n"
        f"{BOMB}"
        "turn Spring 2104 moves\nUS A IND H\nowns US SUS\n"
    )
    assert "IND" in told.after.lost
    captured = [e.province for e in told.record.effects if isinstance(e, Captured)]
    assert "SPN" in captured
    assert "IND" not in captured


def test_gd_26_the_retreats_of_the_season_that_cut_it_off_change_nothing(tell):
    told = tell(
        f"{BEFORE}units GA A UKR\nunits RF A RUS, A BLK\n{BOMB}"
        "RF A RUS - UKR\nRF A BLK S A RUS - UKR\n"
        "turn Winter 2103 retreats\nGA A UKR - EEU  stands\n"
    )
    assert told.facts("gd.cut_off") == {("IND", "S2103")}
    assert "IND" not in told.after.lost


@pytest.fixture
def pair():
    """Two centers joined only to each other: Chile and Peru, all around them destroyed."""
    gone = {"COL": 0, "AMZ": 0, "BOL": 0, "ARG": 1, "MPA": 0, "SPA": 0}
    facts = "".join(f"facts gd.ruin {code}\n" for code in gone)
    facts += "".join(f"razed {code}\n" for code, center in gone.items() if center)
    return f"turn Winter 2104 moves\n{facts}centers SA PER, CHL\ncenters US SUS\nunits US A EUS\n"


def test_gd_29_two_joined_only_to_each_other(tell, pair):
    """GD V.4: they keep each other; when one is bombed the other's time runs from that season."""
    told = tell(f"{pair}EU R BRA bomb SAT  stands")
    assert not told.facts("gd.cut_off")
    both = f"{pair}EU R BRA bomb SAT\nSA R PER bomb ARG  void\nturn Spring 2104 moves\n"
    told = tell(f"{both}SA R PER bomb CHL  stands")
    assert told.facts("gd.cut_off") == {("PER", "U2104")}


def test_a_cut_off_center_that_is_bombed_itself(tell, pair):
    """GD-26: nothing is left to disappear."""
    told = tell(
        f"{pair}EU R BRA bomb SAT\nunits SA R PER\nunits EU R BRA\n"
        "turn Spring 2104 moves\nSA R PER bomb CHL\n"
        "turn Summer 2104 moves\nEU R BRA bomb PER  stands\n"
    )
    assert told.after.lost >= {"CHL", "PER"}
    assert not told.facts("gd.cut_off")


def test_gd_30_a_canal_joins_what_is_left_of_it(tell):
    """With both lands of Suez gone the two waters still join the centers of Asia and Europe."""
    told = tell("facts gd.ruin ISR\nrazed EGY\nGA R WAF bomb EGY  stands\nEU N MED - NIO")
    assert not told.facts("gd.cut_off")
