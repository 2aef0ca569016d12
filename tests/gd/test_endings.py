"""How games end (GD II, III; GD-3 to GD-6, GD-36, GD-37), for players with one power or several."""

import pytest

from judge.library import load
from judge.model.position import Ended
from judge.variants.gd.endings import collect_center_bounds_by_player

RF, US, PR = "Russian Federation", "United States", "People's Republic of Asia"
EU, SA, GA = "European Union", "South American Alliance", "Greater African Union"
CENTRES = load("gd").map.centers
SIDES = "".join(
    f'facts side "{power}" "{first}"\n'
    for power, first in ((US, US), (SA, US), (EU, EU), (RF, EU), (GA, GA), (PR, GA))
)
ALIVE = "units EU A SPN\nunits PR A TIB\nunits RF A KAZ\nunits GA A SAH\nunits SA A BOL\n"


def owned(**shares):
    """Lines that give each power so many centers, in the map's order."""
    left, lines = list(CENTRES), ""
    for power, count in shares.items():
        lines += f"centers {power} {', '.join(left[:count])}\n"
        del left[:count]
    return lines


def spring(lines, turn="Spring 2103 moves"):
    return f"turn {turn}\nunits US A EUS\n{lines}"


def test_gd_3_sixteen_centers_win_in_spring(tell):
    """GD II.1."""
    assert tell(spring(owned(US=16, RF=8))).ended() == Ended("victory", (US,))
    assert tell(spring(owned(US=15, RF=8))).ended() is None


def test_gd_3_sixteen_centers_win_in_fall(tell):
    assert tell(spring(owned(US=16), "Fall 2103 moves")).ended() == Ended("victory", (US,))


def test_gd_3_not_in_winter_or_summer(tell):
    for turn in ("Winter 2103 moves", "Summer 2103 moves"):
        assert tell(spring(owned(US=16), turn)).ended() is None


def test_gd_3_more_centers_than_another_do_not_matter(tell):
    """GD II.1: one alone has the number, whatever the others hold."""
    assert tell(spring(owned(US=16, RF=15))).ended() == Ended("victory", (US,))


def test_gd_3_retreats_come_first(tell):
    lines = (
        owned(US=16) + "units RF A EEU\nUS A WEU - EEU  stands\nUS A BLK S A WEU - EEU  stands\n"
    )
    told = tell(spring(lines))
    assert told.after.dislodged
    assert told.ended() is None
    assert tell(spring(lines) + "turn Spring 2103 retreats\n").ended() == Ended("victory", (US,))


def test_gd_3_counted_over_all_the_powers_of_a_player(tell):
    """GD XIV.4: three players, two powers each."""
    lines = f"options players=3\n{spring(SIDES + owned(US=9, SA=7, RF=9))}"
    assert tell(lines).ended() == Ended("victory", (US, SA))


def test_gd_3_without_sides_powers_are_counted_alone(tell):
    assert tell(spring(owned(US=9, SA=7, RF=9))).ended() is None


def test_gd_3_fifteen_win_with_five_or_four_players(tell):
    """GD XIV.2, GD XIV.3."""
    for players in ("5", "4"):
        told = tell(f"options players={players}\n{spring(owned(US=15))}")
        assert told.ended() == Ended("victory", (US,))


def test_gd_4_two_who_have_the_number_are_asked(tell):
    """GD II.5."""
    told = tell(spring(owned(US=16, RF=17)))
    assert told.ended() is None
    assert told.facts("gd.question") == {(US, "S2103M"), (RF, "S2103M")}


def test_gd_4_the_question_comes_again_after_each_count(tell):
    lines = spring(owned(US=16, RF=17)) + "facts gd.question 'United States' F2102M\n"
    told = tell(lines + "facts gd.question 'Russian Federation' F2102M\n")
    assert told.facts("gd.question") == {(US, "S2103M"), (RF, "S2103M")}


def test_gd_4_no_question_between_the_counts(tell):
    assert not tell(spring(owned(US=16, RF=17), "Summer 2103 moves")).facts("gd.question")


QUESTION = (
    "facts gd.question 'United States' S2103M\nfacts gd.question 'Russian Federation' S2103M\n"
)


def test_gd_36_an_open_question_stays_while_it_holds(tell):
    told = tell(spring(owned(US=16, RF=17) + QUESTION, "Summer 2103 moves"))
    assert len(told.facts("gd.question")) == 2


def test_gd_36_the_question_lapses_when_a_bomb_ends_it(tell):
    lines = owned(US=16, RF=17) + QUESTION
    told = tell(spring(lines, "Summer 2103 moves") + "EU R COL bomb PER  stands\n")
    assert "PER" in told.after.lost
    assert not told.facts("gd.question")


def test_gd_4_one_alone_wins_at_a_later_count(tell):
    told = tell(spring(owned(US=16, RF=15) + QUESTION, "Fall 2103 moves"))
    assert told.ended() == Ended("victory", (US,))
    assert not told.facts("gd.question")


def test_gd_4_the_question_goes_to_every_power_of_both_players(tell):
    told = tell(f"options players=3\n{spring(SIDES + owned(US=9, SA=8, RF=9, EU=8))}")
    assert {power for power, _ in told.facts("gd.question")} == {US, SA, RF, EU}


def razed(count):
    return f"razed {', '.join(CENTRES[-count:])}\n"


def test_gd_5_fewer_centers_than_the_number(tell):
    """GD II.2: 15 centers are left of 36, and nobody wins."""
    assert tell(spring(ALIVE + razed(21), "Summer 2103 moves")).ended() == Ended(
        "uninhabitable", ()
    )
    assert tell(spring(ALIVE + razed(20), "Summer 2103 moves")).ended() is None


def test_gd_36_uninhabitable_before_victory(tell):
    """GD II.6: the bomb that leaves fifteen takes the victory, too."""
    told = tell(spring(owned(US=15) + ALIVE + razed(21)))
    assert told.ended() == Ended("uninhabitable", ())


def test_gd_5_dropped_centers_are_none(tell):
    """GD-39: with five players 34 centers are there from the start, and fifteen win."""
    bombed = [code for code in CENTRES if code not in ("YAK", "SCA")]
    lines = f"options players=5\n{spring(ALIVE, 'Summer 2103 moves')}razed YAK, SCA\nrazed "
    assert tell(lines + ", ".join(bombed[-19:])).ended() is None
    assert tell(lines + ", ".join(bombed[-20:])).ended() == Ended("uninhabitable", ())


# GD-6 and GD-37: bounds

ISLAND = "".join(f"facts gd.ruin {code}\n" for code in ("SIO",))
"""Madagascar by itself."""


def ruined(*codes):
    return "".join(f"facts gd.ruin {code}\n" for code in codes)


def bound(tell, lines):
    told = tell(f"turn Summer 2103 moves\n{lines}")
    found = collect_center_bounds_by_player(told.after, told.variant.map, 99)
    assert found is not None
    return found


def test_gd_6_a_deadlock_is_a_draw_of_all_who_remain(tell):
    """GD II.3: an arsenal in Egypt and an army on Madagascar will never have sixteen."""
    told = tell(f"turn Summer 2103 moves\n{ISLAND}units GA R EGY\nunits US A MAD\n")
    assert told.ended() == Ended("draw", (US, GA))
    assert told.facts("gd.bound") == {(GA, "1"), (US, "1")}


def test_gd_6_one_who_could_is_enough(tell):
    told = tell(f"turn Summer 2103 moves\n{ISLAND}units GA R EGY\nunits US A MAD\nunits EU A SPN\n")
    assert told.ended() is None
    assert not told.facts("gd.bound")


def test_gd_6_armies_go_by_any_convoy(tell):
    assert bound(tell, "units US A MAD\n") == {US: 36}
    assert bound(tell, f"{ISLAND}units US A MAD\n") == {US: 1}
    assert bound(tell, f"{ISLAND}units US AF SPN\n") == {US: 35}


def test_gd_6_navies_reach_coasts_only(tell):
    """All centers but CUS and KAZ have a shore."""
    assert bound(tell, "units US N MAT\n") == {US: 34}
    assert bound(tell, "units US N MAT\ncenters US KAZ\n") == {US: 35}


def test_gd_6_centers_controlled_count(tell):
    assert bound(tell, f"{ISLAND}units US A MAD\ncenters US KAZ, IND\n") == {US: 3}


def test_gd_37_a_home_center_need_not_be_vacant(tell):
    """An open home center can build what reaches everything, though an arsenal stands on it."""
    assert bound(tell, "units US R SUS\n") == {US: 1}
    assert bound(tell, "units US R SUS\ncenters US SUS\n") == {US: 36}


def test_gd_37_foreign_centers_build_nothing(tell):
    assert bound(tell, "units US R EGY\ncenters US EGY, WAF\n") == {US: 2}


def test_gd_37_an_arsenal_reaches_its_own_space_only(tell):
    assert bound(tell, "units US R SAH\n") == {US: 0}


def test_gd_37_a_dislodged_unit_counts_from_where_it_was(tell):
    told = tell(
        "turn Summer 2103 moves\n"
        f"{ISLAND}units EU R EGY\nunits US N SAF\nunits GA A ANG, A EAF\n"
        "GA A ANG - SAF  stands\nGA A EAF S A ANG - SAF  stands\n"
    )
    assert [each.unit.at.province for each in told.after.dislodged] == ["SAF"]
    assert collect_center_bounds_by_player(told.after, told.variant.map, 99)[US] == 33


def test_gd_37_unplayed_powers_do_not_count(tell):
    told = tell(
        "options players=5\nturn Summer 2103 moves\n"
        f"facts unplayed 'European Union'\n{ISLAND}units EU A SPN\nunits US A MAD\nunits GA R EGY\n"
    )
    assert told.ended() == Ended("draw", (US, GA))


def test_gd_6_bounds_are_a_players(tell):
    """Two powers of one player reach more together."""
    lines = f"{SIDES}{ISLAND}units US A MAD\nunits SA R EGY\ncenters SA WAF\n"
    assert bound(tell, lines) == {US: 3}


def test_gd_6_bounds_are_told_by_player(tell):
    told = tell(
        f"options players=3\nturn Summer 2103 moves\n{SIDES}{ISLAND}"
        "units US A MAD\nunits SA R EGY\ncenters SA WAF\nunits GA R SAH\n"
    )
    assert told.facts("gd.bound") == {(f"{US} + {SA}", "3"), (f"{GA} + {PR}", "0")}


def test_gd_36_a_deadlock_is_seen_after_any_phase(tell):
    """GD-36: by a removal, too."""
    told = tell(
        f"turn Spring 2103 adjustments\n{ISLAND}units GA R EGY\nunits US A MAD, A SAH\n"
        "centers US MAD\ncenters GA WAF\nUS remove A SAH  stands\n"
    )
    assert told.ended() is None  # Africa may build
    told = tell(
        f"turn Spring 2103 adjustments\n{ISLAND}units GA R EGY\nunits US A MAD, A SAH\n"
        "centers US MAD\ncenters GA IND\nUS remove A SAH  stands\n"
    )
    assert told.ended() == Ended("draw", (US, GA))


# GD-8: first elimination


@pytest.mark.parametrize("agreed", ["no", "yes"])
def test_gd_8_the_first_year_in_which_a_player_is_eliminated(tell, agreed):
    """GD III.1: the player with the most centers wins; without agreement play goes on."""
    lines = owned(US=6, RF=7, SA=3, EU=3, GA=3)
    ended = tell(f"options first_elimination={agreed}\n{spring(lines, 'Fall 2103 moves')}").ended()
    assert ended == (Ended("victory", (RF,)) if agreed == "yes" else None)


def test_gd_8_not_before_the_year_ends(tell):
    lines = owned(US=6, RF=7, SA=3, EU=3, GA=3)
    assert tell(f"options first_elimination=yes\n{spring(lines)}").ended() is None


def test_gd_8_not_while_all_have_centers(tell):
    lines = owned(US=6, RF=7, SA=3, EU=3, GA=3, PR=1)
    told = tell(f"options first_elimination=yes\n{spring(lines, 'Fall 2103 moves')}")
    assert told.ended() is None


def test_gd_40_equal_leaders_share(tell):
    lines = owned(US=7, RF=7, SA=3, EU=3, GA=3)
    told = tell(f"options first_elimination=yes\n{spring(lines, 'Fall 2103 moves')}")
    assert told.ended() == Ended("draw", (US, RF))


def test_gd_8_a_player_of_two_powers_needs_one_center(tell):
    lines = SIDES + owned(US=7, RF=6, GA=3)
    options = "options players=3, first_elimination=yes\n"
    assert tell(f"{options}{spring(lines, 'Fall 2103 moves')}").ended() is None
