"""What the judge answers to orders in a game of Global Diplomacy."""

import pytest

from judge.letters.compose import JudgeIdentity, write_letter
from tests.gd.club import GA, RF, SA, SHORT, US, GdClub

HOUSE = JudgeIdentity("JUDGE", "judge@example.org", "The judge")


@pytest.fixture
def club():
    """A game in Winter 2101: a chain from the Southern United States to the South Indian Ocean."""
    club = GdClub()
    club.begin("", *SHORT)
    club.deadline()
    club.place(US="R SUS, N NAT, A CUS", GA="A SAH, AF EGY", SA="A BRA", RF="A RUS")
    return club


def test_gd_34_all_hold_is_for_all_units_that_no_later_line_names(club):
    told = club.say(US, "A CUS - EUS\nALL HOLD\nN NAT - MAT")
    assert club.codes(told) == ["taken", "noted replaces_all", "taken"]
    assert sorted(club.orders(US)) == ["A CUS H", "N NAT - MAT", "R SUS H"]
    club.say(US, "hold all units")
    assert sorted(club.orders(US)) == ["A CUS H", "N NAT H", "R SUS H"]
    assert club.codes(club.say(US, "US: all hold")) == ["taken"]
    assert club.codes(club.say(US, "RF all hold")) == ["refused not_your_power"]


def test_gd_34_all_hold_in_a_phase_without_holds(club):
    club.deadline()
    assert club.codes(club.say(SA, "all hold")) == ["taken"]
    fresh = GdClub()
    fresh.begin("", *SHORT)
    assert club.codes(fresh.say(SA, "all hold")) == ["refused wrong_phase"]


def test_a_bomb_s_receipt_lists_what_each_link_needs(club):
    told = club.say(US, "R SUS bomb via NAT SAH EGY to SIO")
    assert club.hints(told) == {"R SUS BOMB VIA NAT SAH EGY TO SIO": ["needs_carrier"] * 3}
    letter = write_letter(club.reply(told), club.game.variant, HOUSE)
    flat = " ".join(letter.text.replace("|", " ").split())
    needs = (
        "Needs: the American navy in the North Atlantic to carry from the Southern United States to"
    )
    assert needs in flat and "to carry from the North Atlantic to Egypt" in flat
    assert letter.html.count("Needs: the ") == 3


def test_own_links_that_do_not_fit_are_pointed_out_and_no_others(club):
    club.say(GA, "A SAH carry bomb from EGY to NAT")
    told = club.say(US, "R SUS bomb via NAT SAH EGY to SIO\nN NAT carry bomb from SUS to EUS")
    assert club.hints(told) == {
        "R SUS BOMB VIA NAT SAH EGY TO SIO": ["needs_carrier", "carries_elsewhere"]
        + ["needs_carrier"] * 2,
        "N NAT CARRY BOMB FROM SUS TO EUS": ["carries_elsewhere"],
    }
    told = club.say(US, "N NAT H")
    (bomb, carrier) = club.hints(told).values()
    assert bomb == ["needs_carrier", "not_carrying", "needs_carrier", "needs_carrier"]
    assert carrier == []
    fits = club.say(US, "N NAT carry bomb from SUS via SAH")
    assert club.hints(fits)["N NAT CARRY BOMB FROM SUS TO SAH"] == []


def test_bad_orders_are_refused_with_their_reasons(club):
    """GD-15, GD-14, GD-19, GD-32, GD-20."""
    lines = {
        "R SUS - CUS": "cannot_move",
        "R SUS S A CUS - EUS": "cannot_support",
        "R SUS bomb via NAT to TIB": "link_too_long",
        "R SUS bomb via NAT SAH NAT to WAF": "route_names_twice",
        "R SUS bomb via MAT to WAF": "nobody_carries",
        "N NAT carry bomb from SUS to TIB": "link_too_long",
        "N NAT carry bomb to SAH": "carries_from_nowhere",
        "N NAT bomb SAH": "cannot_bomb",
    }
    told = club.say(US, "\n".join(lines))
    assert club.codes(told) == [f"refused {code}" for code in lines.values()]
    assert club.codes(club.say(RF, "A RUS S AF EGY")) == ["refused out_of_reach"]
