"""The rules of retreats, one by one."""

from __future__ import annotations

from judge.engine.adjudicate import adjudicate_phase
from judge.model.map import Location
from judge.model.order import Disband, Hold, Order, Retreat
from judge.model.position import Dislodged, Position, Unit
from judge.model.reason import Fate, Reason
from judge.model.turn import Phase
from tests.engine.play import (
    FALL,
    SPRING,
    STANDARD,
    Outcome,
    army,
    by_power,
    fleet,
    move,
    play,
    standing,
    support,
)

VENICE = army("Italy", "VEN")
VIENNA = army("Austria", "VIE")
MARSEILLES = fleet("France", "MAR")


def driven(unit: Unit, *options: str) -> Dislodged:
    return Dislodged(unit, army("Turkey", "CON"), tuple(Location.from_text(at) for at in options))


def retreat(unit: Unit, to: str) -> Retreat:
    return Retreat(unit, Location.from_text(to))


def retreats(*orders: Order, waiting: tuple[Dislodged, ...], **more: object) -> Outcome:
    turn = SPRING._replace(phase=Phase.RETREATS)
    position = Position(turn, standing([army("Turkey", "SMY")]), waiting, **more)
    return Outcome(adjudicate_phase(STANDARD, position, by_power(orders)))


def test_a_unit_retreats_to_one_of_its_options():
    outcome = retreats(retreat(VENICE, "ROM"), waiting=(driven(VENICE, "ROM", "TUS"),))
    assert outcome.fate("VEN") is Fate.STANDS
    assert outcome.after.units["ROM"] == VENICE._replace(at=Location("ROM"))


def test_a_unit_that_retreats_elsewhere_is_removed():
    outcome = retreats(retreat(VENICE, "APU"), waiting=(driven(VENICE, "ROM"),))
    assert (outcome.fate("VEN"), outcome.why("VEN")) == (Fate.VOID, "no_retreat_there")
    assert set(outcome.after.units) == {"SMY"}


def test_units_that_retreat_to_one_province_are_all_removed():
    waiting = (driven(VENICE, "TYR"), driven(VIENNA, "TYR"))
    outcome = retreats(retreat(VENICE, "TYR"), retreat(VIENNA, "TYR"), waiting=waiting)
    assert set(outcome.after.units) == {"SMY"}
    assert outcome.fate("VEN") is Fate.FAILS
    assert outcome.result("VEN").why == Reason("retreat_clash", (Location("TYR"), VIENNA))


def test_a_void_retreat_bounces_nobody():
    waiting = (driven(VENICE, "TYR"), driven(VIENNA, "BOH"))
    outcome = retreats(retreat(VENICE, "TYR"), retreat(VIENNA, "TYR"), waiting=waiting)
    assert set(outcome.after.units) == {"SMY", "TYR"}


def test_a_unit_disbands_as_ordered_or_for_want_of_an_order():
    waiting = (driven(VENICE, "TYR"), driven(VIENNA, "BOH"))
    outcome = retreats(Disband(VENICE), waiting=waiting)
    assert (outcome.why("VEN"), outcome.why("VIE")) == ("disbands", "no_order")
    assert set(outcome.after.units) == {"SMY"}


def test_orders_of_another_phase_and_for_other_units_are_void():
    outcome = retreats(
        Hold(VENICE),
        retreat(army("Turkey", "SMY"), "SYR"),
        Retreat(VENICE._replace(power="Austria"), Location("TYR")),
        waiting=(driven(VENICE, "TYR"),),
    )
    assert outcome.why("VEN") == "wrong_phase"
    assert outcome.why("SMY") == "not_dislodged"
    assert [r.why.code for r in outcome.record.results].count("not_dislodged") == 2


def test_the_last_of_two_orders_counts():
    outcome = retreats(Disband(VENICE), retreat(VENICE, "TYR"), waiting=(driven(VENICE, "TYR"),))
    assert set(outcome.after.units) == {"SMY", "TYR"}
    assert [r.why.code for r in outcome.record.results] == ["retreats", "superseded"]


def test_a_coast_may_be_left_out_where_only_one_can_be_reached():
    """DATC 4.B.2"""
    outcome = retreats(retreat(MARSEILLES, "SPA"), waiting=(driven(MARSEILLES, "SPA/sc"),))
    assert outcome.after.units["SPA"].at == Location("SPA", "sc")


def test_a_coast_that_cannot_be_reached_is_no_retreat():
    outcome = retreats(retreat(MARSEILLES, "SPA/nc"), waiting=(driven(MARSEILLES, "SPA/sc"),))
    assert outcome.why("MAR") == "no_retreat_there"


def test_a_coast_named_for_an_army_is_no_matter():
    """DATC 4.B.6"""
    gascony = army("France", "GAS")
    outcome = retreats(retreat(gascony, "SPA/nc"), waiting=(driven(gascony, "SPA"),))
    assert outcome.after.units["SPA"].at == Location("SPA")


def test_a_coast_is_needed_where_two_can_be_reached():
    """DATC 4.B.1"""
    middle = fleet("France", "MAO")
    waiting = (driven(middle, "SPA/nc", "SPA/sc"),)
    assert retreats(retreat(middle, "SPA"), waiting=waiting).why("MAO") == "coast_needed"
    assert retreats(retreat(middle, "SPA/nc"), waiting=waiting).why("MAO") == "retreats"


def test_nobody_retreats_to_where_the_attacker_came_from_or_where_others_bounced():
    outcome = play(
        Hold(army("Austria", "VIE")),
        move(army("Russia", "GAL"), "VIE"),
        support(army("Russia", "BUD"), army("Russia", "GAL"), "VIE"),
        move(army("Italy", "VEN"), "TYR"),
        move(army("Germany", "MUN"), "TYR"),
    )
    assert outcome.options("VIE") == {"BOH", "TRI"}


def test_a_unit_without_a_retreat_is_removed_at_once():
    outcome = play(
        Hold(fleet("Turkey", "ANK")),
        move(fleet("Russia", "BLA"), "ANK"),
        support(army("Russia", "ARM"), fleet("Russia", "BLA"), "ANK"),
        Hold(army("Russia", "CON")),
    )
    assert outcome.options("ANK") == set()
    assert not outcome.after.dislodged
    assert outcome.after.units["ANK"].power == "Russia"


def test_a_place_left_by_the_beaten_of_two_that_met_head_on_is_not_contested():
    """Its own attack came to nothing there: only the winner's place is barred."""
    outcome = play(
        move(army("Austria", "TRI"), "VEN"),
        support(army("Austria", "TYR"), army("Austria", "TRI"), "VEN"),
        move(army("Italy", "VEN"), "TRI"),
        turn=FALL,
    )
    assert outcome.options("VEN") == {"APU", "PIE", "ROM", "TUS"}
    assert outcome.why("VEN") == "driven_back"
