"""The stock answer to every hook, asked by itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge.engine.context import compile_board
from judge.library import load
from judge.model.map import Location, Span, UnitKind
from judge.model.memory import AnswerMemory
from judge.model.order import Act, Disband, Hold, Support
from judge.model.position import (
    Captured,
    CenterLost,
    Dislodged,
    Ended,
    Fact,
    Placed,
    Position,
    Unit,
    apply_effects,
)
from judge.model.sheet import PhaseRecord
from judge.model.turn import Phase, Turn
from judge.model.view import Sight
from judge.rules.acts import ForeignAttack, KindReach, SeaConvoy
from judge.rules.aftermath import (
    CenterVictory,
    LastCapture,
    Occupation,
    StallLimit,
    UnplayedRebuilds,
    UnplayedRetreats,
    YearLimit,
)
from judge.rules.muster import CivilDisorder, HomeCenters
from judge.rules.opening import UNPLAYED
from tests.engine.play import FALL, SPRING, STANDARD, army, convoy, fleet, move, standing, support

START = STANDARD.rules.opening.deal_position(STANDARD.map, tuple(STANDARD.map.powers), 0)
BOARD = compile_board(STANDARD, START)


def held(*units: Unit, turn: Turn = FALL, **more: object) -> Position:
    return Position(turn, standing(units), **more)


def finished(position: Position) -> PhaseRecord:
    """Return a record of a phase that ended with this position."""
    return PhaseRecord(position, BOARD, None, None, (), (), position)


# reach


def test_reach_of_support_is_one_step_of_the_units_own():
    spaces = KindReach().collect_provinces_in_reach(fleet("Russia", "STP/sc"), Support, BOARD)
    assert spaces == {"BOT", "FIN", "LVN"}
    assert KindReach().collect_provinces_in_reach(army("Russia", "STP"), Support, BOARD) == {
        "FIN",
        "LVN",
        "MOS",
        "NWY",
    }


class Carry(Act):
    """Some act that is no support."""


def test_reach_of_other_acts_is_the_kinds_carry_span():
    assert KindReach().collect_provinces_in_reach(army("Italy", "VEN"), Carry, BOARD) == frozenset()
    kinds = {"plane": UnitKind("plane", "P", carry=Span(2, "contact"))}
    board = replace(BOARD, map=replace(BOARD.map, kinds=kinds), memory=AnswerMemory())
    spaces = KindReach().collect_provinces_in_reach(
        Unit("Italy", "plane", Location("NAF")), Carry, board
    )
    near = BOARD.map.contacts["NAF"]
    assert spaces == near.union(*(BOARD.map.contacts[code] for code in near)) - {"NAF"}


def test_reach_over_legs_goes_on_along_the_units_own_way():
    kinds = {"rider": replace(BOARD.map.kinds["army"], support=Span(2, "legs"))}
    board = replace(BOARD, map=replace(BOARD.map, kinds=kinds), memory=AnswerMemory())
    spaces = KindReach().collect_provinces_in_reach(
        Unit("Spain", "rider", Location("POR")), Support, board
    )
    assert spaces == {"SPA", "GAS", "MAR"}


# cutting


def test_an_attack_by_another_power_cuts_support():
    act = support(army("Italy", "VEN"), army("Italy", "TYR"), "TRI")
    rome = army("France", "ROM")
    assert ForeignAttack().may_cut_act(move(rome, "VEN"), rome, act, act.unit)


def test_an_attack_of_ones_own_cuts_nothing():
    act = support(army("Italy", "VEN"), army("Italy", "TYR"), "TRI")
    rome = army("Italy", "ROM")
    assert not ForeignAttack().may_cut_act(move(rome, "VEN"), rome, act, act.unit)


def test_an_attack_from_where_support_is_aimed_does_not_cut_it():
    act = support(army("Italy", "VEN"), army("Italy", "TYR"), "TRI")
    trieste = army("Austria", "TRI")
    assert not ForeignAttack().may_cut_act(move(trieste, "VEN"), trieste, act, act.unit)


def test_any_foreign_attack_cuts_an_act_that_is_no_support():
    act = Carry(army("Italy", "VEN"))
    trieste = army("Austria", "TRI")
    assert ForeignAttack().may_cut_act(move(trieste, "VEN"), trieste, act, act.unit)


# convoy


def test_fleets_convoy_at_sea_and_where_the_map_says_so():
    rule = SeaConvoy()
    assert rule.can_ferry(fleet("England", "NTH"), BOARD)
    assert not rule.can_ferry(fleet("England", "LON"), BOARD)
    assert not rule.can_ferry(army("England", "LON"), BOARD)
    london = replace(BOARD.map.provinces["LON"], ferries=True)
    board = replace(BOARD, map=replace(BOARD.map, provinces={**BOARD.map.provinces, "LON": london}))
    assert rule.can_ferry(fleet("England", "LON"), board)


KIEL = army("Germany", "KIE")
WALK = move(KIEL, "DEN")
SAIL = move(KIEL, "DEN", via=True)
OWN = (convoy(fleet("Germany", "BAL"), KIEL, "DEN"),)
FOREIGN = (convoy(fleet("Russia", "BAL"), KIEL, "DEN"),)


def test_an_army_that_cannot_walk_goes_by_sea():
    assert SeaConvoy().is_by_convoy(WALK, by_land=False, offers=(), joined=False)


@pytest.mark.parametrize(
    ("intent", "offers", "by_convoy"),
    [
        ("own", OWN, True),
        ("own", FOREIGN, False),
        ("any", FOREIGN, True),
        ("written", OWN, False),
    ],
)
def test_who_shows_that_an_army_that_could_walk_is_to_sail(intent, offers, by_convoy):
    """DATC 4.A.3"""
    rule = SeaConvoy(intent=intent)
    assert rule.is_by_convoy(WALK, by_land=True, offers=offers, joined=True) is by_convoy
    assert not rule.is_by_convoy(WALK, by_land=True, offers=offers, joined=False)


def test_an_army_ordered_via_convoy_without_one_stays_or_walks_as_the_setting_says():
    """DATC 4.A.3 and 6.G.8"""
    assert SeaConvoy().is_by_convoy(SAIL, by_land=True, offers=(), joined=False)
    assert not SeaConvoy(fallback=True).is_by_convoy(SAIL, by_land=True, offers=(), joined=False)
    assert SeaConvoy(fallback=True).is_by_convoy(SAIL, by_land=True, offers=FOREIGN, joined=True)


# muster


def test_allowance_is_centers_less_units():
    position = held(army("Italy", "VEN"), owners={"VEN": "Italy", "ROM": "Italy", "NAP": "Italy"})
    assert HomeCenters().count_adjustments_due("Italy", position) == 2
    assert HomeCenters().count_adjustments_due("Turkey", position) == 0
    assert HomeCenters().count_adjustments_due("Italy", replace(position, owners={})) == -1


def test_sites_are_own_owned_vacant_home_centers():
    position = held(
        army("Russia", "MOS"),
        owners={"MOS": "Russia", "STP": "Russia", "SEV": "Turkey", "BUD": "Russia"},
        homes=START.homes,
    )
    assert HomeCenters().build_sites("Russia", position) == {"STP"}


# disorder


def test_units_without_orders_hold_and_dislodged_ones_disband():
    venice = army("Italy", "VEN")
    rule = CivilDisorder()
    assert rule.make_default_order(venice, START) == Hold(venice)
    driven = Dislodged(venice, army("Austria", "TRI"), (Location("ROM"),))
    assert rule.make_default_retreat(driven, START, BOARD) == Disband(venice)
    assert rule.choose_default_builds("Italy", 2, START, BOARD) == ()


def test_the_farthest_from_the_owned_centers_go_first():
    """DATC 4.D.8 and STD-7: over any border, for armies and fleets alike."""
    position = held(
        army("Italy", "TYR"), fleet("Italy", "WES"), army("Italy", "LVN"), owners={"VEN": "Italy"}
    )
    gone = CivilDisorder().choose_default_removals("Italy", 2, position, BOARD)
    assert gone == (army("Italy", "LVN"), fleet("Italy", "WES"))


def test_at_the_same_distance_fleets_go_before_armies_and_then_by_the_alphabet():
    position = held(
        army("Italy", "TYR"),
        army("Italy", "PIE"),
        fleet("Italy", "TUS"),
        fleet("Italy", "ADR"),
        owners={"VEN": "Italy", "ROM": "Italy"},
    )
    gone = CivilDisorder().choose_default_removals("Italy", 3, position, BOARD)
    assert gone == (fleet("Italy", "ADR"), fleet("Italy", "TUS"), army("Italy", "PIE"))


def test_the_older_rule_counts_from_the_home_centers():
    position = held(
        army("Italy", "PAR"), army("Italy", "VEN"), owners={"PAR": "Italy"}, homes=START.homes
    )
    assert CivilDisorder("owned").choose_default_removals("Italy", 1, position, BOARD) == (
        army("Italy", "VEN"),
    )
    assert CivilDisorder("homes").choose_default_removals("Italy", 1, position, BOARD) == (
        army("Italy", "PAR"),
    )


def test_who_owns_nothing_loses_units_by_the_alphabet():
    position = held(army("Italy", "VEN"), army("Italy", "APU"))
    assert CivilDisorder().choose_default_removals("Italy", 1, position, BOARD) == (
        army("Italy", "APU"),
    )


# aftermath


def test_centers_pass_at_the_end_of_fall_to_those_who_stand_in_them():
    position = held(
        army("Italy", "VIE"), army("Italy", "VEN"), army("Italy", "TYR"), owners={"VEN": "Italy"}
    )
    rule = Occupation(STANDARD.calendar)
    assert rule.settle_phase(finished(position)).effects == (Captured("VIE", "Italy"),)


def test_centers_do_not_pass_in_spring_nor_before_the_retreats_nor_in_winter():
    rule = Occupation(STANDARD.calendar)
    vienna = army("Italy", "VIE")
    driven = Dislodged(army("Austria", "VIE"), vienna, (Location("BUD"),))
    winter = FALL._replace(phase=Phase.ADJUSTMENTS)
    for position in (
        held(vienna, turn=SPRING),
        held(vienna, dislodged=(driven,)),
        held(vienna, turn=winter),
    ):
        assert rule.settle_phase(finished(position)).effects == ()


def test_a_center_that_is_none_any_more_passes_to_nobody():
    position = apply_effects(held(army("Italy", "VIE")), [CenterLost("VIE")])
    assert Occupation(STANDARD.calendar).settle_phase(finished(position)).effects == ()


# endings


def owning(turn: Turn = FALL, **counts: int) -> Position:
    codes = iter(STANDARD.map.centers)
    return held(owners={next(codes): p for p, n in counts.items() for _ in range(n)}, turn=turn)


VICTORY = CenterVictory(18, STANDARD.calendar)


def test_eighteen_centers_win():
    """STD-6"""
    won = VICTORY.find_ending(finished(owning(France=18, Italy=16)))
    assert won == Ended("victory", ("France",))
    assert VICTORY.find_ending(finished(owning(France=18))) == Ended("victory", ("France",))


def test_seventeen_centers_do_not_win():
    assert VICTORY.find_ending(finished(owning(France=17, Italy=17))) is None
    assert VICTORY.find_ending(finished(held())) is None


def test_nobody_wins_in_spring_or_before_the_retreats():
    assert VICTORY.find_ending(finished(owning(SPRING, France=18))) is None
    driven = Dislodged(army("Italy", "VEN"), army("France", "PIE"), (Location("ROM"),))
    waiting = replace(owning(France=18), dislodged=(driven,))
    assert VICTORY.find_ending(finished(waiting)) is None


def test_two_with_enough_and_as_many_play_on():
    rule = CenterVictory(10, STANDARD.calendar)
    assert rule.find_ending(finished(owning(France=12, Italy=12))) is None
    assert rule.find_ending(finished(owning(France=13, Italy=12))) is not None


def test_what_nobody_plays_neither_wins_nor_keeps_others_from_it():
    rule = CenterVictory(10, STANDARD.calendar)
    neutral = frozenset({Fact(UNPLAYED, "France")})
    assert rule.find_ending(finished(replace(owning(France=18), facts=neutral))) is None
    won = rule.find_ending(finished(replace(owning(France=18, Italy=10), facts=neutral)))
    assert won == Ended("victory", ("Italy",))


# games that end without a victory


def test_a_game_is_drawn_when_no_center_has_changed_hands_for_so_many_years():
    rule, ending = LastCapture(STANDARD.calendar), StallLimit(2, STANDARD.calendar)

    def year(position, number, **owners):
        """Count owners in that fall; return the position after it, and the verdict."""
        turn = FALL._replace(year=number)
        before = replace(position, turn=turn)
        record = finished(replace(before, owners={**position.owners, **owners}))
        effects = rule.settle_phase(record._replace(before=before)).effects
        record = record._replace(before=before, after=apply_effects(record.after, effects))
        return record.after, ending.find_ending(record)

    here, over = year(owning(Italy=3, France=4), 1901)
    assert over is None
    here, over = year(here, 1902)
    assert over is None
    here, over = year(here, 1903, VIE="Italy")
    assert over is None
    here, over = year(here, 1904)
    assert over is None
    here, over = year(here, 1905)
    assert over == Ended("stalled", ("France", "Italy"))
    assert [fact.value for fact in here.facts] == ["F1903M"]
    spring = finished(replace(here, turn=SPRING._replace(year=1906)))
    assert ending.find_ending(spring) is None
    assert not rule.settle_phase(spring).effects


def test_a_game_is_drawn_with_the_last_count_of_its_last_year():
    rule = YearLimit(5, STANDARD.calendar)
    standing = replace(owning(Italy=3, France=4), facts=frozenset({Fact(UNPLAYED, "France")}))
    for turn, over in (
        (FALL._replace(year=1904), None),
        (SPRING._replace(year=1905), None),
        (FALL._replace(year=1905), Ended("expired", ("Italy",))),
    ):
        assert rule.find_ending(finished(replace(standing, turn=turn))) == over


def test_a_year_is_all_seasons_of_the_calendar():
    calendar = load("hundred").calendar
    standing = replace(owning(Italy=3), turn=Turn(1430, "fall", Phase.MOVEMENT))
    for year, over in ((1430, None), (1440, Ended("expired", ("Italy",)))):
        turn = standing.turn._replace(year=year)
        assert YearLimit(2, calendar).find_ending(finished(replace(standing, turn=turn))) == over


# units that nobody plays

NEUTRAL = frozenset({Fact(UNPLAYED, "Italy")})
GARRISONS = (army("Italy", "ROM"), army("Italy", "VEN"))
REBUILT = UnplayedRebuilds(GARRISONS, HomeCenters(), STANDARD.calendar)


def test_a_unit_that_nobody_plays_is_gone_when_it_is_dislodged():
    driven = Dislodged(GARRISONS[1], army("Austria", "TYR"), (Location("ROM"),))
    played = Dislodged(army("France", "PIE"), army("Austria", "TUS"), (Location("MAR"),))
    waiting = held(dislodged=(driven, played), facts=NEUTRAL)
    effects = UnplayedRetreats().settle_phase(finished(waiting)).effects
    assert apply_effects(waiting, effects).dislodged == (played,)
    assert (
        not UnplayedRetreats().settle_phase(finished(replace(waiting, facts=frozenset()))).effects
    )


@pytest.mark.parametrize(
    ("owner", "stands", "back"),
    [
        ("Italy", (), (Placed(GARRISONS[1]),)),
        ("Austria", (), ()),
        ("Italy", (army("Austria", "VEN"),), ()),
    ],
)
def test_garrisons_stand_again_after_builds_in_centers_that_are_theirs_and_empty(
    owner, stands, back
):
    owners = {"VEN": owner, "ROM": "Italy"}
    winter = held(
        GARRISONS[0], *stands, turn=Turn(1901, "fall", Phase.ADJUSTMENTS), owners=owners,
        facts=NEUTRAL,
    )  # fmt: skip
    assert REBUILT.settle_phase(finished(winter)).effects == back
    led = replace(winter, facts=frozenset())
    assert not REBUILT.settle_phase(finished(led)).effects


def test_garrisons_stand_again_with_the_count_where_no_builds_follow():
    owners = {"VEN": "Italy", "ROM": "Italy", "VIE": "Austria"}
    fall = held(army("Austria", "VIE"), owners=owners, facts=NEUTRAL)
    assert REBUILT.settle_phase(finished(fall)).effects == tuple(map(Placed, GARRISONS))
    assert not REBUILT.settle_phase(finished(replace(fall, turn=SPRING))).effects
    building = replace(fall, owners={**owners, "BUD": "Austria"}, homes={"Austria": ("BUD",)})
    assert not REBUILT.settle_phase(finished(building)).effects


# opening and sight


def test_the_opening_is_the_files_whatever_the_seed():
    again = STANDARD.rules.opening.deal_position(STANDARD.map, tuple(STANDARD.map.powers), 7)
    assert again == START
    assert START.turn == Turn(1901, "spring", Phase.MOVEMENT)
    assert len(START.units) == 22
    assert START.units["STP"] == fleet("Russia", "STP/sc")
    assert START.owners["STP"] == "Russia"
    assert START.homes["Russia"] == ("MOS", "SEV", "STP", "WAR")


def test_everybody_sees_everything():
    assert STANDARD.rules.sight.find_sight(("Italy",), START, BOARD) == Sight()


# settings


def test_settings_choose_the_stock_rules():
    other = load(
        "standard",
        {
            "via": "land",
            "intent": "any",
            "disorder": "homes",
            "convoy_retreat": "barred",
            "rome": "fleet",
        },
    )
    assert other.rules.convoy == SeaConvoy(fallback=True, intent="any")
    assert other.rules.disorder == CivilDisorder("homes")
    assert not other.rules.origin_open
    start = other.rules.opening.deal_position(other.map, tuple(other.map.powers), 0)
    assert start.units["ROM"] == fleet("Italy", "ROM")
