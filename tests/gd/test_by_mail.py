"""Global Diplomacy in the game layer: seats, the opening, a bomb, powers nobody plays."""

import pytest

from tests.gd.club import EU, GA, PR, RF, SA, SHORT, US, GdClub


@pytest.fixture
def club():
    return GdClub()


def test_six_players_open_with_builds(club):
    """GD-1, GD-27."""
    club.begin("", *SHORT)
    assert str(club.game.position.turn) == "W2101B"
    told = club.say(US, "build A CUS\nbuild N SUS\nbuild AF WUS\nbuild R ALA")
    assert club.codes(told) == ["taken", "taken", "taken", "refused no_license"]
    club.deadline()
    assert str(club.game.position.turn) == "W2101M"
    assert {u.at.province for u in club.game.position.units_of(US)} == {"CUS", "SUS", "WUS"}


def test_gd_9_five_players_have_five_seats(club):
    club.begin("WITH players=5", US, RF, SA, GA, PR)
    assert club.game.find_seat_of_power(EU) is None
    assert len(club.game.position.units_of(EU)) == 3
    club.say(RF, "build A RUS")
    club.deadline()
    club.say(RF, "A RUS - EEU")  # nobody else who plays has a unit: the turn is processed
    assert str(club.game.position.turn) == "S2101M"
    assert len(club.game.position.units_of(EU)) == 3


def test_gd_9_three_players_hold_two_powers_each(club):
    club.begin("WITH players=3", SA, EU, PR)
    held = [set(seat.powers) for seat in club.game.players]
    assert held == [{US, SA}, {EU, RF}, {GA, PR}]
    told = club.say(US, "build A CUS\nbuild N BRA")
    assert club.codes(told) == ["taken", "taken"]
    club.deadline()
    assert {u.power for u in club.game.position.units.values()} == {US, SA}
