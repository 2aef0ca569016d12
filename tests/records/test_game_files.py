"""Game records as text."""

from dataclasses import replace
from pathlib import Path

import pytest

from judge.library import load
from judge.model.map import Location
from judge.model.order import Disband, Hold, Move, Support, Waive
from judge.model.position import Fact, Unit
from judge.model.reason import Fate, Reason
from judge.model.turn import Phase, Turn
from judge.records.model import ExpectedResult, RecordError
from judge.records.reader import parse_record

GUIDE = Path(__file__).parent / "README.md"

SHORT = """
record  two phases
cites   DATC 6.A.1
cites   STD-2
options rome=fleet, via=land

turn    Fall 1901 moves
units   Austria F TRI, A VIE    # a remark
units   Germany nothing
centers Austria VIE, TRI
homes   Austria VIE
facts   some.rule MED until 1903
razed   MUN
Austria F Tri H                             fails
I       army Venice - Trieste               stands
Italy   A TYR s A Ven - Tri                 stands
German  A VIE - BOH                         void: not_yours
after   Italy A TRI, A TYR
after   Austria A VIE
lost    Austria F TRI
gone    nothing
owns    Italy TRI
due     Italy +1

turn    F1901R
Austria F TRI - ALB     fails: no_retreat A VEN, ALB
after   and others
gone    Austria F TRI

turn    Winter 1901 adjustments
Italy   waive
after   nothing changed
"""


def test_a_record_of_several_phases():
    record = parse_record(SHORT, load)
    assert (record.title, record.cites) == ("two phases", "DATC 6.A.1 STD-2")
    assert record.variant is load("standard", {"rome": "fleet", "via": "land"})
    moves, retreats, builds = record.phases
    tri, vie = Unit("Austria", "fleet", Location("TRI")), Unit("Austria", "army", Location("VIE"))
    ven, tyr = Unit("Italy", "army", Location("VEN")), Unit("Italy", "army", Location("TYR"))
    assert moves.turn == Turn(1901, "fall", Phase.MOVEMENT)
    assert moves.units == (tri, vie, ven, tyr)
    assert [given.order for given in moves.orders] == [
        Hold(tri),
        Move(ven, Location("TRI")),
        Support(tyr, ven._replace(power=""), Location("TRI")),
        Move(Unit("Germany", "army", Location("VIE")), Location("BOH")),
    ]
    assert moves.orders[0].expected == ExpectedResult(Fate.FAILS)
    assert moves.orders[3].expected == ExpectedResult(Fate.VOID, "not_yours")
    assert moves.owners == {"Austria": ("VIE", "TRI")}
    assert moves.homes == {"Austria": ("VIE",)}
    assert moves.facts == {Fact("some.rule", "MED", "until 1903")}
    assert moves.razed == {"MUN"}
    assert moves.after == (ven._replace(at=Location("TRI")), tyr, vie)
    assert (moves.lost, moves.gone, moves.others) == ((tri,), (), False)
    assert (moves.owns, moves.due) == ({"Italy": ("TRI",)}, {"Italy": 1})
    assert retreats.turn == Turn(1901, "fall", Phase.RETREATS)
    assert retreats.units is None
    assert retreats.others
    assert retreats.orders[0].expected == ExpectedResult(Fate.FAILS, "no_retreat", ("A VEN", "ALB"))
    assert builds.turn == Turn(1901, "fall", Phase.ADJUSTMENTS)
    assert builds.unchanged
    assert builds.orders[0].order == Waive.for_power("Italy")
    assert builds.after is None


def test_a_retreat_by_itself():
    record = parse_record(
        """
        turn      Spring 1902 retreats
        units     Russia A VIE
        dislodged Austria A VIE from GAL by sea to BOH, TYR
        dislodged Austria A TRI from VEN to nowhere
        dislodged Turkey F CON
        Austria   A Vie disband
        Austria   A Vie S A Tri
        """,
        load,
    )
    (phase,) = record.phases
    first, second, third = phase.dislodged
    assert (first.origin, first.by_sea) == ("GAL", True)
    assert first.options == (Location("BOH"), Location("TYR"))
    assert (second.by_sea, second.options) == (False, ())
    assert (third.origin, third.options) == ("", None)
    assert isinstance(phase.orders[0].order, Disband)
    assert isinstance(phase.orders[1].order, Support)  # kept, to be found void


def test_the_example_of_the_guide_is_a_record():
    guide = GUIDE.read_text()
    example = "\n".join(line for line in guide.splitlines() if line.startswith("    "))
    example = example[: example.index("nothing changed") + len("nothing changed")]
    record = parse_record(example, load)
    (phase,) = record.phases
    assert (record.title, record.cites) == ("support can be cut", "DATC 6.D.2")
    assert (len(phase.orders), len(phase.units), phase.unchanged) == (6, 6, True)


def test_what_becomes_of_units_and_what_is_contested():
    (phase,) = parse_record(
        "turn Spring 1902 retreats\ncontested BOH, TYR\ndestroyed Austria A VIE\n", load
    ).phases
    assert phase.contested == {"BOH", "TYR"}
    assert phase.destroyed == (Unit("Austria", "army", Location("VIE")),)
    assert phase.has_expectations


@pytest.mark.parametrize(
    "text",
    [
        "",
        "record nothing else",
        "turn Autumn 1901 moves",
        "Narnia A VIE H",
        "Austria A VIE flies",
        "units Austria A XXX",
        "units Austria X VIE",
        "turn F1901M\nAustria A VIE H   perhaps",
        "due Austria many",
    ],
)
def test_bad_records_name_the_line(text):
    with pytest.raises(RecordError, match=r"line|needs"):
        parse_record(text, load)


def test_expectations():
    game_map = load("standard").map
    why = Reason("bounced", (Unit("Italy", "army", Location("VEN")), Location("SPA", "sc"), "2"))
    fails = ExpectedResult(Fate.FAILS)
    assert fails.matches_result(Fate.FAILS, why, game_map)
    assert not fails.matches_result(Fate.VOID, why, game_map)
    for code, about, met in (
        ("bounced", (), True),
        ("cut", (), False),
        ("bounced", ("A VEN",), True),
        ("bounced", ("ven", "SPA/sc", "2"), True),
        ("bounced", ("SPA",), True),
        ("bounced", ("F VEN",), False),
        ("", ("TRI",), False),
    ):
        assert (
            replace(fails, code=code, about=about).matches_result(Fate.FAILS, why, game_map) is met
        )
