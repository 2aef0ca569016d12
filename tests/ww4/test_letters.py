"""Letters for 36 powers that a person can read."""

import re

import pytest

from judge.letters.compose import JudgeIdentity, write_letter
from judge.letters.illustrations import list_pictures
from judge.model.letter import PressText, StandingSection
from judge.model.letter_kind import RESULTS
from judge.model.turn import Phase, Turn
from tests.ww4.club import War

HOUSE = JudgeIdentity("TEST", "judge@example.org", "The Judge")


def text_to(war, decision, power, kind=RESULTS):
    notice = war.told(decision, kind.name)[war.seat(power).name]
    return write_letter(notice, war.game.variant, HOUSE)


def flat(letter):
    """Return a letter's text without its line ends."""
    return re.sub(r"\s*\n(?:\|\s)?\s*", " ", letter.text)


@pytest.fixture
def war():
    return War().begin()


@pytest.fixture
def results(war):
    war.say("Germany", "A MUN - EGR\nA PRG - WAR\nF HAM H")
    war.say("Catholica", "A MAR - BUR")
    war.say("Russia", "A MOS - STP\nA PRM - KOM")
    war.say("Cuba", "F HAV H")
    return war, war.pass_time()


def test_the_own_theatre_comes_first(results):
    war, decision = results
    letter = text_to(war, decision, "Germany")
    assert letter.text.index("Your army in Munich moved") < letter.text.index("Cuba: ")
    assert "Votes: Amazon Empire 3, Argentina 3" in flat(letter)
    html = letter.html
    near, far = "<strong>Catholica</strong>: A MAR", "<strong>Amazon Empire</strong>: 3 orders"
    assert html.index(near) < html.index(far)


def test_the_own_neighborhood_is_drawn_large(results):
    """Of a world of 566 spaces nobody could read the names; the whole of it stands beside."""
    war, decision = results
    notice = war.told(decision, "results")[war.seat("Germany").name]
    near, world = list_pictures(notice, war.game.variant)
    assert {"BUR", "MUN", "HAM", "PRG", "DEN", "SIL"} <= near.region
    assert not {"NWY", "IST", "KIE"} & near.region
    assert (world.kind, world.region) == ("position", frozenset())


def test_what_touches_ones_places_is_told_by_itself(war):
    war.say("Germany", "A MUN - BUR\nA PRG H\nF HAM H")
    war.say("Catholica", "A MAR - BUR")
    war.say("Russia", "A MOS - STP")
    war.owns(BUR="Germany")
    decision = war.pass_time()
    text = text_to(war, decision, "Germany").text
    start = text.index("What others did to your spaces:")
    theatre = " ".join(text[start : text.index("Now:", start)].replace("|", " ").split())
    bounce = "Army Marseilles -> Burgundy bounced with the German army in Munich"
    assert f"Catholica: {bounce}" in theatre
    assert "Russia" not in theatre
    assert "What others did" not in text_to(war, decision, "Cuba").text


def test_no_power_is_told_by_a_single_letter(results):
    war, decision = results
    for power in ("Germany", "Cuba", "Song Empire"):
        text = text_to(war, decision, power).text
        assert f"{power.replace(' ', '-')}: " in text


def test_a_history_names_every_power_in_full(results):
    war, _ = results
    html = write_letter(war.reply(war.say("Germany", "HISTORY")), war.game.variant, HOUSE).html
    rows = re.findall(r'scope="row"[^>]*>([^<]+)</th>', html)
    assert [*dict.fromkeys(rows)] == [*war.game.variant.map.powers]


def test_a_default_is_told_with_its_reason(war):
    war.move_on(Turn(1, "fall", Phase.ADJUSTMENTS))
    war.owns(BUD="Catholica", PAR="Catholica")
    decision = war.pass_time()
    text = flat(text_to(war, decision, "Catholica"))
    assert "by default, for Paris is the first free port by the alphabet" in text


def test_the_ice_is_told(war):
    unit = war.game.position.units["MUR"]._replace(kind="fleet")
    moved = unit._replace(at=unit.at._replace(province="ARC"))
    units = {c: u for c, u in war.game.position.units.items() if c != "MUR"} | {"ARC": moved}
    war.move_on(Turn(1, "fall", Phase.MOVEMENT), units=units)
    decision = war.pass_time()
    text = flat(text_to(war, decision, "Russia"))
    assert "it was caught by the ice and taken to Novaya" in text


def test_press_to_several_by_name(war):
    decision = war.say("Germany", "PRESS TO UK, Song Empire and Saudi Arabia\nHello.\nENDPRESS")
    told = war.told(decision, "press")
    powers = {p for p in war.game.variant.map.powers if war.seat(p).name in told}
    assert powers == {"United Kingdom", "Song Empire", "Saudi Arabia"}
    assert all(isinstance(n.sections[0], PressText) for n in told.values())


def test_status_shows_centers_and_votes(war):
    reply = war.reply(war.say("Germany", "STATUS"))
    (standing,) = [s for s in reply.sections if isinstance(s, StandingSection)]
    rows = {row.powers[0]: row for row in standing.seats if row.powers}
    assert len(rows) == 36
    assert (rows["Cuba"].centers, rows["Cuba"].units, rows["Cuba"].votes) == (3, 3, 3)
    assert "Cuba: 3 centers, 3 units; 3 votes" in write_letter(reply, war.game.variant, HOUSE).text


def test_somebody_takes_over_and_defaults_hold_the_place(war):
    """WW4 IV.1: a power without a player builds by default until there is one again."""
    war.say("Catholica", "RESIGN")
    war.move_on(Turn(1, "fall", Phase.ADJUSTMENTS))
    war.owns(BUD="Catholica", PAR="Catholica")
    war.pass_time()
    assert war.game.position.units["PAR"].power == "Catholica"
    war.mail("second@example.org", "TAKEOVER ruhr AS Catholica")
    assert war.seat("Catholica").address == "second@example.org"
    said = war.say("Catholica", "F PAR - PIC")
    assert [heard.verdict for heard in war.heard(said)] == ["taken"]
