"""What people type, and what it means."""

import pytest

from judge.language.reader import read_line, read_order
from judge.language.statement import (
    CommandStatement,
    DoubtfulStatement,
    Line,
    OrderStatement,
    UnreadStatement,
    without_doubt,
)
from judge.language.writer import write_order
from judge.model.order import Move
from judge.model.reason import Reason
from judge.model.turn import Phase

M, R, B = Phase.MOVEMENT, Phase.RETREATS, Phase.ADJUSTMENTS


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("F Edinburgh to Norwegian Sea", "F EDI - NWG"),
        ("F Edi-Nwg", "F EDI - NWG"),
        ("F EDI -> NRG", "F EDI - NWG"),
        ("F EDI → NWG", "F EDI - NWG"),
        ("F EDI \u2013 NWG", "F EDI - NWG"),
        ("F EDI \u2014 NORWEG", "F EDI - NWG"),
        ("F EDI > NWG", "F EDI - NWG"),
        ("England: F Edi - Nwg", "F EDI - NWG"),
        ("F Edi S French A Bel", "F EDI S A BEL"),
        ("F Edi supports Germany's fleet Kiel to North Sea", "F EDI S F KIE - NTH"),
        ("* F Edi - Nwg", "F EDI - NWG"),
        ("1. F Edi - Nwg", "F EDI - NWG"),
        ("2) f edi m nwg", "F EDI - NWG"),
        ("- F Edi - Nwg", "F EDI - NWG"),
        ("F Edi - Nwg.", "F EDI - NWG"),
        ("F Edi - Nwg (hope this works)", "F EDI - NWG"),
        ("The fleet in Edinburgh moves to the Norwegian Sea", "F EDI - NWG"),
        ("A Edi - Nwg", "F EDI - NWG"),
        ("Edi - Nwg", "F EDI - NWG"),
        ("England: Fleet Edinburgh -> Norwegian Sea.", "F EDI - NWG"),
        ("A Lvp - Nwy", "A LVP - NWY"),
        ("A Lpl - Nwy via convoy", "A LVP - NWY VIA"),
        ("A Lvp - Nwy (via convoy)", "A LVP - NWY VIA"),
        ("A Liverp via nwg to Norway", "A LVP - NWY VIA"),
        ("England: Army Liverpool -> Norwegian Sea -> Norway.", "A LVP - NWY VIA"),
        ("F Edi supports A Lvp", "F EDI S A LVP"),
        ("F Edi s Lvp - Cly", "F EDI S A LVP - CLY"),
        ("F Edi S A Lvp - Lvp", "F EDI S A LVP"),
        ("F Edi sup Liverpool hold", "F EDI S A LVP"),
        ("F Lon c A Lvp - Bel", "F LON C A LVP - BEL"),
        ("F Lon t A Lvp to Bel", "F LON C A LVP - BEL"),
        ("Fleet London convoys the army in Liverpool to Belgium", "F LON C A LVP - BEL"),
        ("F ENG C A LON - MAO", Reason("no_unit")),
        ("F Lon H", "F LON H"),
        ("Our fleet in London stands.", "F LON H"),
        ("Move army Liverpool to Yorkshire", "A LVP - YOR"),
        ('"A Lvp - Yor"', "A LVP - YOR"),
        ("A \uff2c\uff56\uff50\u00a0\u2212\u200b Yor", "A LVP - YOR"),
    ],
)
def test_orders_as_people_type_them(order, typed, meant):
    found = order(typed)
    assert (found.code if isinstance(found, Reason) else found) == (
        meant.code if isinstance(meant, Reason) else meant
    )


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("F StP(sc) - Gulf of Bothnia", "F STP/sc - BOT"),
        ("F StP sc - GOB", "F STP/sc - BOT"),
        ("F St. Petersburg (south coast) - Finland", "F STP/sc - FIN"),
        ("F St.Petersburg/SC - FIN", "F STP/sc - FIN"),
        ("F stp south coast - Livonia", "F STP/sc - LVN"),
        ("F stp-sc - Livonia", "F STP/sc - LVN"),
        ("F Gulf of Lyons - Spain (south)", "F LYO - SPA/sc"),
        ("F GOL - spa/s", "F LYO - SPA/sc"),
        ("F Mid-Atlantic Ocean - Spain nc", "F MAO - SPA/nc"),
        ("F MidAtlantic - Spa (n.c.)", "F MAO - SPA/nc"),
        ("F Nwy-North Sea", "F NWY - NTH"),
        ("A Vie S English Channel", "A VIE S ENG"),
        ("A Vie S English F Channel - Nth", "A VIE S F ENG - NTH"),
        ("A Vie S ENG F Nth", "A VIE S F NTH"),
        ("Russia: Army Rumania SUPPORT Austrian Army Serbia. (*void*)", "A RUM S A SER"),
        ("Italy: Army Venice SUPPORT Army Rome. (*cut, dislodged*)", "A VEN S A ROM"),
        ("Austria: Army Serbia -> Greece. (*bounce*)", "A SER - GRE"),
        ("Italy: Army Apulia -> Ionian Sea -> Albania.", "A APU - ALB VIA"),
        ("Italy: Fleet Ionian Sea CONVOY Army Apulia -> Albania.", "F ION C A APU - ALB"),
        ("F NTH - Hel", "F NTH - HEL"),
        ("F Nor - Ska", "F NWY - SKA"),
    ],
)
def test_places_and_the_judges_own_wording(read, standard, typed, meant):
    found = without_doubt(*read(typed))
    assert isinstance(found, OrderStatement)
    assert write_order(found.order, standard) == meant


@pytest.mark.parametrize(
    ("phase", "typed", "meant"),
    [
        (R, "A VIE - BOH", "A VIE - BOH"),
        (R, "A VIE R BOH", "A VIE - BOH"),
        (R, "Fleet Edinburgh retreats to Clyde", "F EDI - CLY"),
        (R, "retreat army Vienna to Tyrolia", "A VIE - TYR"),
        (R, "Italy:                    Army  Venice -> Apulia.", "A VEN - APU"),
        (R, "Turkey:                   Fleet Black Sea DISBAND.", "F BLA DISBAND"),
        (R, "disband A Ruh", "A RUH DISBAND"),
        (R, "A Ruh d", "A RUH DISBAND"),
        (R, "remove the army in Ruhr", "A RUH DISBAND"),
        (B, "build a fleet in St Petersburg (south coast)", "BUILD F STP/sc"),
        (B, "Builds an army in Vienna", "BUILD A VIE"),
        (B, "Russia:   Builds a fleet in St Petersburg (north coast).", "BUILD F STP/nc"),
        (B, "b A Par", "BUILD A PAR"),
        (B, "F Lon build", "BUILD F LON"),
        (B, "remove the army in Ruhr", "REMOVE A RUH"),
        (B, "Italy:                    Removes the fleet in the Ionian Sea.", "REMOVE F ION"),
        (B, "Germany:     Defaults, removing the army in Ruhr.", "REMOVE A RUH"),
        (B, "disband A Ruh", "REMOVE A RUH"),
        (B, "r A Ruh", "REMOVE A RUH"),
        (B, "waive", "WAIVE"),
        (B, "England:                  Build waived.", "WAIVE"),
        (B, "Austria:                  1 unusable build waived.", "WAIVE"),
    ],
)
def test_other_phases(read, standard, phase, typed, meant):
    (found,) = read(typed, phase)
    assert isinstance(found, OrderStatement)
    assert write_order(found.order, standard) == meant


def test_waivers_are_counted(read):
    assert len(read("waive 2 builds", B)) == 2
    assert len(read("2 builds waived", B)) == 2


def test_several_orders_on_a_line(read, standard):
    line = "England: F Edi - Nwg, A Lvp - Yor (to be safe, really); F Lon H"
    found = read(line)
    assert [write_order(one.order, standard) for one in found] == [
        "F EDI - NWG",
        "A LVP - YOR",
        "F LON H",
    ]
    assert {one.power for one in found} == {"England"}
    assert [
        write_order(one.order, standard) for one in read("Build F Stp/nc, A Mos and A War", B)
    ] == [
        "BUILD F STP/nc",
        "BUILD A MOS",
        "BUILD A WAR",
    ]


def test_orders_joined_by_and(read):
    first, second, third = read("F Edi - Nwg, A Lvp - Yor and F Lon holds")
    assert {type(first), type(second), type(third)} == {OrderStatement}
    assert len(read("F Edi - Nwg and Army Liverpool to Yorkshire.")) == 2
    (order,) = read("F Edi - Nwg and hope for the best")
    assert isinstance(order, OrderStatement)
    order, rest = read("F Edi - Nwg and mumble")
    assert order == DoubtfulStatement(order.said, Reason("left_over", ("mumble",)))
    assert isinstance(order.said, OrderStatement)
    assert isinstance(rest, UnreadStatement)


def test_orders_around_a_clause_that_is_none(read):
    for line, kinds in {
        "F Edi - Nwg and A Lvp - Xyz and F Lon H": (
            OrderStatement,
            UnreadStatement,
            OrderStatement,
        ),
        "F Edi - Nwg. A Lvp - Xyz. F Lon H.": (OrderStatement, UnreadStatement, OrderStatement),
        "F Edi - Nwg. If all goes well A Lvp - Yor. F Lon H.": (
            OrderStatement,
            UnreadStatement,
            OrderStatement,
        ),
        "F Edi - Nwg, Lvp, F Lon H": (UnreadStatement, OrderStatement),
    }.items():
        assert tuple(type(without_doubt(said)) for said in read(line)) == kinds, line


def test_nothing_absurd_is_guessed(read):
    (found,) = read("F Londn - Englsh Chanel")
    assert [note.about for note in found.guesses[0].notes] == [
        ("Londn", "London"),
        ("Englsh Chanel", "English Channel"),
    ]
    for line in (
        "A Li - Yor",
        "A Lvp - Yxqr",
        "The set is complete.",
        "To answer, just reply to this mail",
    ):
        (found,) = read(line)
        assert isinstance(found, UnreadStatement)
        assert not (found.guesses or found.hints), line


def test_a_bad_order_spoils_only_itself(read):
    good, bad, other = read("F Edi - Nwg; A Lvp blah Yor; F Lon H")
    assert isinstance(good, OrderStatement)
    assert isinstance(other, OrderStatement)
    assert isinstance(bad, UnreadStatement)
    assert bad.line.text == "A Lvp blah Yor"


@pytest.mark.parametrize(
    "text",
    [
        "> F Edi - Nwg",
        ">> F Edi - Nwg",
        "| F Edi - Nwg",
        "// F Edi - Nwg",
        "# F Edi - Nwg",
        "",
        "   ",
        "-----",
        "England:",
        "Orders for Fall 1901:",
        "My moves:",
        "Turkey: Fleet Ankara, No Order Processed.",
    ],
)
def test_lines_that_order_nothing(read, text):
    assert read(text) == ()


@pytest.mark.parametrize(
    ("phase", "typed", "about"),
    [
        (M, "Build A Par", ("build", "Movement")),
        (M, "A Par disbands", ("disband", "Movement")),
        (M, "A Par retreats to Bur", ("retreat", "Movement")),
        (R, "A Par H", ("hold", "Retreat")),
        (R, "A Par S A Bur", ("support", "Retreat")),
        (B, "A Par - Bur", ("move", "Adjustment")),
    ],
)
def test_orders_of_another_phase(read, phase, typed, about):
    (found,) = read(typed, phase)
    assert isinstance(found, UnreadStatement)
    assert found.why == Reason("wrong_phase", about)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("A Par", Reason("unfinished", ('"convoy", "hold", "support", "via" or "-"',))),
        ("A Par -", Reason("unfinished", ("a space (HELP MAP lists them)",))),
        ("A Par - Bur if Germany agrees", Reason("condition")),
        ("No changes to my orders", Reason("old_orders")),
        ("Xyzzy, Paris", Reason("unknown_line", ("Xyzzy",))),
        ("Xyzzy plugh", Reason("prose")),
        ("Hello judge, here are my orders", Reason("prose")),
        ("I think we should talk about the North Sea soon", Reason("prose")),
        ("x" * 501, Reason("line_too_long", ("500",))),
    ],
)
def test_what_is_said_of_lines_that_mean_nothing(read, typed, why):
    (found,) = read(typed)
    assert isinstance(found, UnreadStatement)
    assert found.why == why
    assert found.guesses == ()


@pytest.mark.parametrize(
    ("typed", "meant", "notes"),
    [
        ("F Edinbrugh - Norwegian Sea", "F EDI - NWG", [("Edinbrugh", "Edinburgh")]),
        ("F Edi suport A Lvp", "F EDI S A LVP", [("suport", "support")]),
        ("F Nth convois A Yor - Nwy", "F NTH C A YOR - NWY", [("convois", "convoys")]),
        ("Flet Edi - Nwg", "F EDI - NWG", [("Flet", "fleet")]),
        ("F Edi - Norwegain Sea", "F EDI - NWG", [("Norwegain Sea", "Norwegian Sea")]),
        ("F Edi - Norwegiansee", "F EDI - NWG", [("Norwegiansee", "Norwegian Sea")]),
        ("F Lon - Englis Channel", "F LON - ENG", [("Englis Channel", "English Channel")]),
        ("F Edi S Frnech A Bel", "F EDI S A BEL", [("Frnech", "French")]),
        ("Englnad: F Edi - Nwg", "F EDI - NWG", [("Englnad", "England")]),
        (
            "F Edinbrugh suports A Lvp",
            "F EDI S A LVP",
            [("Edinbrugh", "Edinburgh"), ("suports", "supports")],
        ),
    ],
)
def test_misspelled_words_are_guessed_and_named(read, standard, typed, meant, notes):
    (found,) = read(typed)
    assert isinstance(found, UnreadStatement)
    assert found.why == Reason("unknown_word", notes[0][:1])
    assert write_order(found.guesses[0].order, standard) == meant
    assert list(found.guesses[0].notes) == [Reason("read_as", n) for n in notes]


def test_a_name_that_begins_several_is_not_chosen(read):
    (found,) = read("F Nort - Nwy")
    assert isinstance(found, UnreadStatement)
    assert {guess.order.unit.at.province for guess in found.guesses} >= {"NTH", "NAO"}
    assert len(found.guesses) <= 6


def test_guesses_fit_the_phase(read):
    (found,) = read("Build A Mosow", B)
    assert [guess.order.verb for guess in found.guesses] == ["build"]
    (found,) = read("A Vienn - Bohemai", R)
    assert {guess.order.verb for guess in found.guesses} == {"retreat"}


def test_canonical_text_is_read_back_for_its_owner(standard):
    order = read_order("A LVP - NWY VIA", standard, M, "England")
    assert isinstance(order, Move)
    assert order.unit.power == "England"
    with pytest.raises(ValueError, match="not an order"):
        read_order("A LVP ? NWY", standard, M, "England")
    assert read_order("BUILD A LVP", standard, M, "England").verb == "build"


def test_nothing_is_both_an_order_and_a_command(standard, read):
    for text in ("draw", "set wait", "press to France", "list", "status", "clear", "start"):
        (found,) = read(text)
        assert isinstance(found, CommandStatement)
    numbered = read_line(Line(7, "F Edi - Nwg"), standard, M)
    assert numbered[0].line == Line(7, "F Edi - Nwg")
