"""What the letters of a game of Global Diplomacy tell: flights, explosions, licenses, ends."""

import re
from dataclasses import replace

import pytest

from judge.letters.compose import JudgeIdentity, write_letter
from judge.model.position import Fact
from tests.gd.club import GA, RF, SA, SHORT, US, GdClub

HOUSE = JudgeIdentity("JUDGE", "judge@example.org", "The judge")


@pytest.fixture
def club():
    """Winter 2101, with a chain from the Southern United States to Israel."""
    club = GdClub()
    club.begin("", *SHORT)
    club.deadline()
    club.place(US="R SUS, N NAT", GA="A SAH, AF EGY", SA="N MAT", RF="A RUS, A ISR")
    return club


def bodies(club, notice):
    """The plain text and the HTML of a letter, without line ends, bars and marks."""
    letter = write_letter(notice, club.game.variant, HOUSE)
    text = " ".join(re.sub(r"^\s*\|", "", letter.text, flags=re.M).split())
    html = re.sub(r"<style.*?</style>|<[^>]*>", " ", letter.html, flags=re.S)
    return text, " ".join(html.replace("&#39;", "'").split())


def fly(club, target="ISR"):
    club.say(US, f"R SUS bomb via NAT SAH EGY to {target}\nN NAT carry bomb from SUS to SAH")
    club.say(GA, f"A SAH carry bomb from NAT to EGY\nAF EGY carry bomb from SAH to {target}")


def test_an_explosion_is_told_to_everybody(club):
    fly(club)
    club.say(RF, "all hold")
    told = club.deadline()
    results = club.told(told, "results")
    assert len(results) == 7
    for seat in ("p1", "p2", "p6"):
        for body in bodies(club, results[seat]):
            assert "Bombs exploded in Israel: nothing will ever go there again." in body
            assert "Destroyed: the Russian army in Israel." in body
            assert (
                "All units held, so these may build one more arsenal: Russian Federation." in body
            )
    text, _ = bodies(club, results[club.seat(US).name])
    assert (
        "Arsenal Southern United States BOMB North Atlantic -> Sahara -> Egypt -> Israel." in text
    )
    assert "Air Force Egypt CARRY BOMB FROM Sahara TO Israel." in text
    assert (
        "Your arsenal in the Southern United States bombed Israel by way of the North Atlantic, "
        "the Sahara and Egypt." in text
    )
    assert "Your navy in the North Atlantic carried a bomb from the Southern United States" in text


def test_a_failure_names_the_first_broken_link(club):
    fly(club)
    club.say(SA, "N MAT - NAT")
    results = club.told(club.deadline(), "results")
    for body in bodies(club, results[club.seat(US).name]):
        assert "merican navy in the North Atlantic carried the bomb and was attacked by" in body
        assert "by the South American navy in the Mid-Atlantic, so it exploded nowhere" in body
        assert "exploded in Israel" not in body


def test_who_was_bombed_in_the_space_he_came_to(club):
    club.place(US="R SUS, N NAT", GA="A SAH, AF EGY", RF="A MIE")
    fly(club)
    results = club.told(club.say(RF, "A MIE - ISR"), "results")
    text, _ = bodies(club, results[club.seat(RF).name])
    assert "Army Middle East -> Israel." in text
    assert "Your army in the Middle East moved to Israel." in text
    assert "Destroyed: the Russian army in Israel." in text


def test_status_and_list_tell_what_lasts(club):
    club.facts(
        Fact("gd.ruin", "ISR"),
        Fact("gd.ruin", "EGY"),
        Fact("gd.license", US, "W2101M"),
        Fact("gd.license", US, "S2101M"),
        Fact("gd.license", RF, "W2101M"),
        Fact("gd.cut_off", "IND", "S2103"),
        Fact("gd.question", SA, "F2103M"),
        Fact("gd.question", GA, "F2103M"),
        Fact("unplayed", "European Union"),
    )
    for line in ("STATUS", "LIST"):
        for body in bodies(club, club.reply(club.say(US, line)))[: 2 if line == "STATUS" else 1]:
            assert "Destroyed spaces: Egypt and Israel." in body
            assert "an arsenal: Russian Federation and United States (2)." in body
            assert "no supply centers any more after Spring of 2103: India." in body
            assert "since the count of Fall of 2103 whether to share the game" in body
            assert "Played by nobody: European Union." in body


def test_gd_6_the_last_letter_tells_the_bounds(club):
    club.facts(Fact("gd.ruin", "SIO"))
    club.place(GA="R EGY", US="A MAD")
    position = replace(club.game.position, owners={})
    club.games["ruhr"] = replace(club.game, position=position)
    results = club.told(club.deadline(), "results")
    assert club.game.position.ended.how == "draw"
    for body in bodies(club, results[club.seat(RF).name]):
        assert "The most centers that could ever be controlled by" in body
        assert "United States and Greater African Union, too few to win: 1." in body
        assert "The game is over: a draw between United States and Greater African Union." in body


def test_gd_5_the_last_letter_says_that_the_globe_is_uninhabitable(club):
    position = club.game.position
    lost = frozenset(sorted(club.game.variant.map.centers)[:21])
    left = {code: power for code, power in position.owners.items() if code not in lost}
    club.games["ruhr"] = replace(club.game, position=replace(position, owners=left, lost=lost))
    results = club.told(club.deadline(), "results")
    for body in bodies(club, results[club.seat(RF).name]):
        assert "The game is over: the globe is uninhabitable: too few supply centers" in body
