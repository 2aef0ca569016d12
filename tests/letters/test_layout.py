"""The plain text of letters, read by the rules of the hobby's map programs."""

import re

import pytest

from judge.model.letter import Addresses, Chronicle, Correspondent, PositionSection
from judge.model.letter_kind import REPLY, START
from judge.model.sections import HeardLine, Lines
from tests.letters.games import (
    STANDARD,
    board,
    letter,
    opening,
    past,
    play,
    random_game,
    results,
    seen,
)
from tests.letters.jdip_rules import LayoutError, Reader

JDIP = Reader(STANDARD.map)


def read(position, record, *powers):
    return JDIP.result(results(position, record, *powers).text)


def lines(mail):
    return {f"{o.power} {o.place}": (o.text, o.marks) for o in mail.orders}


def test_movement_with_every_mark():
    before = board(
        "S1902M",
        Austria="A TYR, A TRI, A SER",
        Italy="A APU, F ION, A VEN, A ROM",
        Russia="A RUM",
        Turkey="A BUL, F ANK",
    )
    record, after = play(
        before,
        Austria="A TYR S A TRI - VEN, A TRI - VEN, A SER - GRE",
        Italy="A APU - ALB, F ION C A APU - ALB, A VEN S A ROM, A ROM H",
        Russia="A RUM S A SER",
        Turkey="A BUL - GRE",
    )
    mail = read(after, record, "Austria")
    assert (mail.judge, mail.game, mail.variant) == ("JUDGE", "Demo", "Standard")
    assert lines(mail) == {
        "Austria Tyrolia": ("SUPPORT Army Trieste -> Venice", ()),
        "Austria Trieste": ("-> Venice", ()),
        "Austria Serbia": ("-> Greece", ("bounce",)),
        "Italy Apulia": ("-> Ionian Sea -> Albania", ()),
        "Italy Ionian Sea": ("CONVOY Army Apulia -> Albania", ()),
        "Italy Venice": ("SUPPORT Army Rome", ("cut", "dislodged")),
        "Italy Rome": ("HOLD", ()),
        "Russia Rumania": ("SUPPORT Austrian Army Serbia", ("void",)),
        "Turkey Bulgaria": ("-> Greece", ("bounce",)),
        "Turkey Ankara": ("No Order Processed", ()),
    }
    assert set(mail.dislodged) == {"Venice"}
    assert set(mail.dislodged["Venice"]) == {"Apulia", "Tuscany", "Piedmont"}
    assert mail.next == ("Retreats", "Spring", 1902)
    assert not mail.owners


def test_cut_and_bounced_units_can_be_dislodged_too():
    before = board(
        "S1902M",
        Austria="A TYR, A TRI",
        Italy="A VEN, A PIE",
        Germany="A MUN, A BOH",
        France="A MAR",
    )
    record, after = play(
        before,
        Austria="A TYR S A TRI - VEN, A TRI - VEN",
        Italy="A VEN S A PIE, A PIE - MAR",
        Germany="A MUN H, A BOH H",
        France="A MAR H",
    )
    found = lines(read(after, record, "Italy"))
    assert found["Italy Venice"] == ("SUPPORT Army Piedmont", ("void", "dislodged"))


def test_a_unit_without_a_retreat_is_destroyed():
    before = board("S1902M", Turkey="F BLA, A ARM", Russia="F SEV, F RUM, F CON, F ANK, F BUL/ec")
    record, after = play(
        before,
        Turkey="F BLA H, A ARM H",
        Russia="F SEV - BLA, F RUM S F SEV - BLA, F ANK H, F CON H, F BUL/ec H",
    )
    mail = read(after, record, "Turkey")
    assert mail.dislodged == {"Black Sea": ()}
    assert lines(mail)["Turkey Black Sea"] == ("HOLD", ("dislodged",))
    assert lines(mail)["Russia Bulgaria (east coast)"] == ("HOLD", ())
    assert mail.next == ("Movement", "Fall", 1902)


def test_supports_into_split_coasts_name_the_coast_that_was_ordered():
    before = board("S1902M", Russia="F FIN, A NWY, F BOT", France="F MAO, F POR, A GAS")
    record, after = play(
        before,
        Russia="F FIN - STP/sc, A NWY S F FIN - STP, F BOT S F FIN - STP/nc",
        France="F MAO - SPA/nc, F POR S F MAO - SPA, A GAS S F POR - SPA",
    )
    found = lines(read(after, record, "Russia"))
    coast = "St Petersburg (south coast)"
    assert found["Russia Norway"] == (f"SUPPORT Fleet Finland -> {coast}", ())
    assert found["France Portugal"][0] == "SUPPORT Fleet Mid-Atlantic Ocean -> Spain (north coast)"
    assert found["France Gascony"][1] == ("void",)


@pytest.mark.parametrize(
    "told",
    [
        "F TRI - VIE",
        "F TRI S A GRE",
        "F TRI C A VIE - APU",
        "F TRI S F TRI",
        "F TRI C A GRE - APU",
        "F TRI - TRI",
        "F TRI - SPA",
    ],
)
def test_impossible_orders_do_not_make_the_mail_unreadable(told):
    before = board("S1902M", Austria="F TRI, A VIE", Italy="A VEN")
    record, after = play(before, Austria=f"{told}, A VIE H", Italy="A VEN H")
    assert lines(read(after, record, "Austria"))["Austria Trieste"][1] == ("void",)


def test_only_units_on_the_board_have_a_line():
    before = board("S1902M", Austria="F TRI, A VIE", Italy="A VEN")
    record, after = play(
        before, Austria="F TRI H, A VIE H, A VIE - BOH, A BUD - SER, A VEN - TYR", Italy="A VEN H"
    )
    mail = read(after, record, "Austria")
    assert set(lines(mail)) == {"Austria Trieste", "Austria Vienna", "Italy Venice"}
    assert lines(mail)["Austria Vienna"] == ("-> Bohemia", ())


def test_long_convoys_show_their_whole_route():
    before = board("S1902M", England="A LON, F NTH, F ENG, F MAO", France="F WES")
    record, after = play(
        before,
        England="A LON - TUN, F ENG C A LON - TUN, F MAO C A LON - TUN, F NTH H",
        France="F WES C A LON - TUN",
    )
    found = lines(read(after, record, "England"))
    route = "-> English Channel -> Mid-Atlantic Ocean -> Western Mediterranean -> Tunis"
    assert found["England London"] == (route, ())
    assert found["France Western Mediterranean"] == ("CONVOY English Army London -> Tunis", ())


def test_convoys_in_link_form_are_told_in_the_usual_form():
    before = board("S1902M", England="A LON, F ENG, F MAO")
    record, after = play(before, England="A LON - SPA, F ENG C A LON - MAO, F MAO C A LON - SPA")
    found = lines(read(after, record, "England"))
    assert found["England English Channel"][0] == "CONVOY Army London -> Spain"
    assert found["England London"][0] == "-> English Channel -> Mid-Atlantic Ocean -> Spain"


def test_a_lost_convoy_is_marked():
    before = board("S1902M", England="A LON, F ENG", France="F BRE, F MAO")
    record, after = play(
        before,
        England="A LON - PIC, F ENG C A LON - PIC",
        France="F BRE - ENG, F MAO S F BRE - ENG",
    )
    found = lines(read(after, record, "England"))
    assert found["England London"] == ("-> English Channel -> Picardy", ("no convoy",))
    assert found["England English Channel"][1] == ("dislodged",)


def test_retreat_results():
    before = board(
        "F1902M",
        Austria="A TYR, A TRI, A BUD, A SER",
        Italy="A VEN, A ROM",
        Russia="A GAL",
        Turkey="A RUM, F BLA",
        France="A PIE",
    )
    record, position = play(
        before,
        Austria="A TYR S A TRI - VEN, A TRI - VEN, A BUD S A SER - RUM, A SER - RUM",
        Italy="A VEN H, A ROM H",
        Turkey="A RUM H, F BLA H",
        France="A PIE H",
        Russia="A GAL H",
    )
    assert not read(position, record, "Austria").owners, "centers are counted after the retreats"
    record, after = play(position, Italy="A VEN R APU", Turkey="A RUM D")
    mail = read(after, record, "Italy")
    assert mail.retreats == [
        ("Italy", "Army", "Venice", "-> Apulia"),
        ("Turkey", "Army", "Rumania", "DISBAND"),
    ]
    assert mail.owners["Venice"] == "Austria"
    text = results(after, record, "Italy").text
    assert "Italy:                    Army  Venice -> Apulia." in text


def test_two_retreats_to_one_place_are_disbands():
    before = board("S1902M", Austria="A TYR, A BOH, A SER, A RUM", Germany="A VIE", Russia="A BUD")
    record, position = play(
        before,
        Austria="A SER - BUD, A RUM S A SER - BUD, A TYR - VIE, A BOH S A TYR - VIE",
        Germany="A VIE H",
        Russia="A BUD H",
    )
    record, after = play(position, Germany="A VIE R TRI", Russia="A BUD R TRI")
    text = results(after, record, "Germany").text
    assert "Germany:                  Army  Vienna DISBAND (*bounce*)." in text
    assert [row[3] for row in JDIP.result(text).retreats] == ["DISBAND", "DISBAND"]


def test_ownership_and_table():
    before = board("F1901M", Austria="A SER, A BUD, F TRI", Russia="A WAR, F STP/nc, A SEV, A MOS")
    record, after = play(before, Austria="A SER H, A BUD H, F TRI H", Russia="A WAR H")
    mail = read(after, record, "Austria")
    assert mail.owners["Serbia"] == "Austria"
    assert mail.table["Austria"] == (4, 3, 1)
    assert mail.table["Russia"] == (4, 4, 0)
    assert mail.next == ("Adjustments", "Winter", 1901)
    text = results(after, record, "Austria").text
    assert "\nAustria:   4 Supply centers,  3 Units:  Builds   1 unit.\n" in text
    assert "\nRussia:    4 Supply centers,  4 Units:  Builds   0 units.\n" in text


def test_adjustments():
    before = board("F1901M", Austria="A SER, A BUD, F TRI", Italy="F ION, A TUN, A NAP, F TYS")
    record, position = play(before, Austria="A SER H", Italy="A TUN H")
    record, after = play(position, Austria="A VIE B")
    found = read(after, record, "Austria").adjustments
    assert ("Austria", "Builds an army in Vienna") in found
    assert ("England", "Build waived") in found
    assert after.turn == STANDARD.calendar.parse_turn("S1902M")


def test_missed_removals_are_defaults():
    before = board("F1901M", Austria="A GAL, A BOH, A TYR, F ADR", Italy="A TRI", Russia="A VIE")
    record, position = play(before, Austria="A GAL H", Italy="A TRI H", Russia="A VIE H")
    record, after = play(position, Austria="A TYR X")
    found = [
        what for power, what in read(after, record, "Austria").adjustments if power == "Austria"
    ]
    assert found[0] == "Removes the army in Tyrolia"
    assert len(found) == 3
    assert all(what.startswith("Defaults, removing the ") for what in found[1:])


def test_the_winner_is_told():
    before = board("F1910M", Austria="A SER, A BUD, F TRI, A RUM")
    homes = ["ANK", "CON", "SMY", "ROM", "NAP", "VEN", "WAR", "MOS", "SEV", "BER", "MUN", "KIE"]
    before = before.__class__(
        before.turn,
        before.units,
        owners={**before.owners, **dict.fromkeys(homes, "Austria"), "BUL": "Austria"},
        homes=before.homes,
    )
    record, after = play(before, Austria="A SER H, A BUD H, F TRI H, A RUM H")
    assert after.ended
    mail = read(after, record, "Austria")
    text = results(after, record, "Austria").text
    assert mail.over and mail.next is None
    assert re.search(r"^Austria: .*  \(\* VICTORY!! \*\)$", text, re.M)
    assert "Austria has won" in text


def test_start():
    others = Addresses((Correspondent(("Italy",), "i@example.org"),))
    view = seen(opening(), None, "Austria")
    text = letter(START, opening(), view, others, event="S1901M Game Starting").text
    mail = JDIP.start(text)
    assert mail.selected == "Austria"
    assert len(mail.units) == 22
    assert ("Russia", "Fleet", "St Petersburg (south coast)") in mail.units
    assert re.search(r"^     Italy: +i@example.org$", text, re.M)


@pytest.mark.parametrize("question", ["list demo", "Status of demo", "Update: what now"])
def test_list(question):
    heard = Lines((HeardLine(question, "taken"),))
    view = seen(opening(), None, "Austria")
    text = letter(REPLY, opening(), view, heard, PositionSection(), answering="<q@x>").text
    mail = JDIP.listing(text)
    assert len(mail.units) == 22
    assert mail.table["Russia"] == (4, 4, 0)


def test_list_with_units_that_must_retreat():
    before = board("S1902M", Austria="A TYR, A TRI", Italy="A VEN")
    _, position = play(before, Austria="A TYR S A TRI - VEN, A TRI - VEN", Italy="A VEN H")
    text = letter(REPLY, position, seen(position, None), PositionSection(), answering="<q@x>").text
    mail = JDIP.listing(text)
    assert mail.phase == "Retreat"
    assert [unit[2] for unit in mail.units] == ["Tyrolia", "Venice"]
    assert "Venice" in mail.dislodged


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_are_readable(seed):
    turns = list(random_game(seed, 40))
    for number, (record, position) in enumerate(turns, 2):
        mail = JDIP.result(results(position, record, "Austria", number=number).text)
        if mail.phase == "Movement":
            assert len(mail.orders) == len(record.before.units)
    view = seen(turns[-1][1], None, "Austria")
    text = letter(
        REPLY,
        turns[-1][1],
        view,
        Lines((HeardLine("history demo", "taken"),)),
        Chronicle(past(turns, "Austria")),
        answering="<q@x>",
    ).text
    assert len(JDIP.history(text)) == len(turns)


def test_nobodys_words_break_a_history():
    """A line of a mail that looks like one of a history is moved out of the way."""
    turns = list(random_game(1, 3))
    heard = Lines(
        (HeardLine("date: 1 May", "refused"), HeardLine("Movement results for", "ignored"))
    )
    told = Chronicle(past(turns, "Austria"))
    view = seen(turns[-1][1], None, "Austria")
    text = letter(REPLY, turns[-1][1], view, heard, told, answering="<q@x>").text
    assert len(JDIP.history(text)) == 3
    assert "date: 1 May" in text


def test_the_rules_do_refuse():
    """The strict reader is worth something: spoilt mails are refused."""
    before = board("S1902M", Austria="A SER, A BUD", England="F NTH", Turkey="A BUL")
    record, position = play(before, Austria="A SER - GRE, A BUD H", Turkey="A BUL - GRE")
    text = results(position, record, "Austria").text
    JDIP.result(text)
    spoilt = [
        text.replace("-> ", "\u2192 ", 1),
        text.replace("Movement results for Spring of 1902.", "Movement results for Spring of 1902"),
        re.sub(r"\n(Austria: .*)\.\n", r"\n\1\n", text, count=1),
        text.replace(":: Judge", "Judge"),
        text.replace("\nEngland: ", "\nEngland : "),
        text.replace("(*bounce*)", "(*bounced*)"),
        text.replace("\nEngland: ", "\n\nWell then\n\nEngland: "),
        text.replace("Army Budapest HOLD", "Army Serbia HOLD"),
        text.replace("Army Budapest HOLD", "Army Budapest SUPPORT Army Bulgaria"),
        text.replace("Army Budapest HOLD", "Army Budapesht HOLD"),
        text.replace("The next phase of", "The coming phase of"),
        text.replace("\n\nMovement results", "\n\nMovement of things\n\nMovement results"),
        text + "x" * 7000,
    ]
    for bad in spoilt:
        assert bad != text
        with pytest.raises(LayoutError):
            JDIP.result(bad)


def test_no_line_of_the_dislodged_is_too_short_to_be_seen():
    before = board("S1902M", England="F NWY", Russia="F SWE, F STP/nc, A MOS", Germany="A BER")
    record, after = play(
        before,
        England="F NWY H",
        Russia="F SWE S F STP - NWY, F STP/nc - NWY, A MOS H",
        Germany="A BER H",
    )
    mail = read(after, record, "England")
    assert set(mail.dislodged["Norway"]) >= {"Skagerrak", "Norwegian Sea"}
