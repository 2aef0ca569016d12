"""Press, votes and consent in games of Global Diplomacy."""

import pytest

from judge.game.state import Stage
from judge.model.position import Fact
from judge.variants.gd.endings import QUESTION
from tests.gd.club import EU, GA, PR, RF, SA, SHORT, US, GdClub


@pytest.fixture
def club():
    club = GdClub()
    club.begin("", *SHORT)
    return club


def test_gd_1_the_opening_builds_are_made_without_press(club):
    assert club.codes(club.say(US, "PRESS TO RF\nhello")) == ["refused press_not_yet"]
    assert club.codes(club.say(US, "BROADCAST\nhello")) == ["refused press_not_yet"]
    assert club.codes(club.say(US, "PRESS TO MASTER\nhello")) == ["noted press_sent"]
    assert club.codes(club.say("m1", "BROADCAST\nhello")) == ["noted press_sent"]
    club.deadline()
    assert club.codes(club.say(US, "PRESS TO RF\nhello")) == ["noted press_sent"]


def test_gd_9_two_players_play_without_press():
    club = GdClub()
    club.begin("WITH players=2", US, RF)
    club.deadline()
    assert club.codes(club.say(US, "PRESS TO RF\nhello")) == ["refused press_none"]
    standing = club.reply(club.say(US, "STATUS")).sections[-1]
    assert dict(standing.settings)["press"] == "none"


def ask(club, *powers):
    """Put two players into the place of those who have the number."""
    club.deadline()
    club.place(US="A CUS", RF="A RUS", SA="A BRA", EU="A ITA", GA="A EGY", PR="A TIB")
    club.facts(*(Fact(QUESTION, power, "F2104M") for power in powers))


def test_gd_4_the_two_who_are_asked_share_the_game_if_both_want_to(club):
    ask(club, US, PR)
    assert club.codes(club.say(US, "DRAW")) == ["noted draw_noted"]
    assert club.codes(club.say(EU, "DRAW")) == ["noted draw_noted"]
    assert club.codes(club.say(PR, "CONTINUE")) == ["noted draw_noted_against"]
    assert club.game.stage is Stage.ACTIVE
    told = club.say(PR, "DRAW")
    assert club.game.stage is Stage.ENDED
    assert club.game.position.ended.how == "draw"
    assert set(club.game.position.ended.winners) == {US, PR}
    assert len(club.told(told, "over")) == 7


def test_gd_4_gd_7_two_votes_are_not_enough_without_the_question(club):
    ask(club)
    club.say(US, "DRAW")
    club.say(PR, "DRAW")
    assert club.game.stage is Stage.ACTIVE
    for power in (RF, SA, EU, GA):
        club.say(power, "DRAW")
    assert len(club.game.position.ended.winners) == 6


def test_gd_8_first_elimination_needs_the_consent_of_all_before_the_start():
    club = GdClub()
    club.mail("master@example.org", "CREATE ruhr GD WITH first_elimination=yes")
    for power in SHORT:
        told = club.mail(f"{SHORT[power]}@example.org", f"JOIN ruhr AS {SHORT[power].upper()}")
    assert club.game.stage is Stage.FORMING
    asked = [s.what for s in club.reply(told).sections if hasattr(s, "what")]
    assert set(club.told(told, "news")) == {"m1", "p1", "p2", "p3", "p4", "p5"}
    assert asked[0].code == "consent_asked" and asked[0].about == ("first_elimination=yes",)
    assert club.codes(club.say("m1", "START")) == ["refused not_agreed"]
    names = [seat.name for seat in club.game.players]
    for name in names[:-1]:
        assert club.codes(club.say(name, "AGREE")) == ["noted consent_noted"]
    assert club.codes(club.say(names[0], "AGREE NO")) == ["noted ballot_withdrawn"]
    club.say(names[-1], "AGREE")
    assert club.game.stage is Stage.FORMING
    club.say(names[0], "AGREE")
    assert club.game.stage is Stage.ACTIVE
    assert club.game.motions == ()
    assert club.codes(club.say(US, "AGREE")) == ["refused no_consent_asked"]


def test_gd_8_who_leaves_takes_his_consent_along():
    club = GdClub()
    club.mail("master@example.org", "CREATE ruhr GD WITH first_elimination=yes")
    for power in SHORT:
        club.mail(f"{SHORT[power]}@example.org", "JOIN ruhr")
    for seat in club.game.players[1:]:
        club.say(seat.name, "AGREE")
    last = club.game.players[-1]
    club.say(last.name, "RESIGN")
    club.say("p1", "AGREE")
    club.mail("new@example.org", "JOIN ruhr")
    assert club.game.stage is Stage.FORMING
    club.say(club.game.players[-1].name, "AGREE")
    assert club.game.stage is Stage.ACTIVE


def test_nothing_is_asked_in_other_games(club):
    fresh = GdClub()
    fresh.mail("master@example.org", "CREATE ruhr GD")
    fresh.mail("us@example.org", "JOIN ruhr")
    assert fresh.codes(fresh.say("p1", "AGREE")) == ["refused no_consent_asked"]
