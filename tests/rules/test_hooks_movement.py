"""The hooks of movement take other answers than the stock ones: a tiny rule for each."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from judge.engine.context import compile_board
from judge.engine.legality import check_order
from judge.model.map import Location
from judge.model.order import Act, Hold, Move, Order
from judge.model.position import Position, Unit
from judge.model.reason import Fate, Reason
from judge.model.sheet import OpenBoard
from tests.engine.play import (
    FALL,
    SPRING,
    army,
    convoy,
    fleet,
    move,
    play,
    standing,
    support,
    with_rules,
)

# passage


@dataclass(frozen=True)
class Shut:
    """A province nobody enters in a season; fleets may."""

    province: str
    season: str = "spring"

    def make_cache_key(self, position: Position) -> Hashable:
        return position.turn.season

    def check_step(
        self, origin: Location, target: Location, kind: str, position: Position
    ) -> Reason | None:
        if target.province == self.province and kind == "army":
            return Reason("shut", (target,)) if position.turn.season == self.season else None
        return None


TYROL_SHUT = with_rules(passage=(Shut("TYR"),))
HOLLAND_SHUT = with_rules(passage=(Shut("HOL"),))


def test_passage_shuts_a_border_to_moves():
    order = move(army("Italy", "VEN"), "TYR")
    assert play(order, variant=TYROL_SHUT).why("VEN") == "shut"
    assert play(order, variant=TYROL_SHUT, turn=FALL).fate("VEN") is Fate.STANDS
    assert play(move(army("Italy", "VEN"), "TRI"), variant=TYROL_SHUT).fate("VEN") is Fate.STANDS


def test_passage_shuts_a_border_to_retreats():
    attack = [
        move(army("Austria", "TRI"), "VEN"),
        support(fleet("Austria", "ADR"), army("Austria", "TRI"), "VEN"),
        Hold(army("Italy", "VEN")),
    ]
    assert "TYR" in play(*attack).options("VEN")
    assert "TYR" not in play(*attack, variant=TYROL_SHUT).options("VEN")


def test_passage_is_asked_where_a_convoy_lands():
    london = army("England", "LON")
    crossing = [move(london, "HOL"), convoy(fleet("England", "NTH"), london, "HOL")]
    assert play(*crossing).fate("LON") is Fate.STANDS
    outcome = play(*crossing, variant=HOLLAND_SHUT)
    assert (outcome.fate("LON"), outcome.why("LON")) == (Fate.VOID, "shut")
    past = [move(london, "BEL"), convoy(fleet("England", "NTH"), london, "BEL")]
    assert play(*past, variant=HOLLAND_SHUT).fate("LON") is Fate.STANDS


def test_support_reaches_over_a_shut_border():
    """Reach looks at the map, not at the legs that are open now."""
    outcome = play(
        support(army("Italy", "VEN"), army("Italy", "TYR")),
        Hold(army("Italy", "TYR")),
        variant=TYROL_SHUT,
    )
    assert outcome.fate("VEN") is Fate.STANDS


def test_positions_that_passage_reads_the_same_share_a_board():
    one = compile_board(TYROL_SHUT, Position(SPRING, {}))
    later = Position(SPRING._replace(year=1905), standing([army("Italy", "VEN")]))
    assert compile_board(TYROL_SHUT, later) is one
    assert compile_board(TYROL_SHUT, Position(FALL, {})) is not one


@dataclass(frozen=True)
class EveryYear:
    """Reads something new in every year and shuts nothing."""

    def make_cache_key(self, position: Position) -> Hashable:
        return position.turn.year

    def check_step(
        self, origin: Location, target: Location, kind: str, position: Position
    ) -> Reason | None:
        return None


def test_boards_are_not_hoarded():
    variant = with_rules(passage=(EveryYear(),))
    first = compile_board(variant, Position(SPRING, {}))
    for year in range(1902, 1970):
        compile_board(variant, Position(SPRING._replace(year=year), {}))
    again = compile_board(variant, Position(SPRING, {}))
    assert again is not first
    assert again.steps == first.steps


# conduct


class SundayPeace:
    """France does not move in spring."""

    def check_order(self, order: Order, unit: Unit, position: Position) -> Reason | None:
        if isinstance(order, Move) and unit.power == "France" and position.turn.season == "spring":
            return Reason("at_peace", (unit,))
        return None


def test_conduct_voids_an_order_and_the_unit_holds():
    variant = with_rules(conduct=(SundayPeace(),))
    paris = army("France", "PAR")
    orders = [move(paris, "BUR"), support(army("France", "BRE"), paris)]
    outcome = play(*orders, variant=variant)
    assert (outcome.fate("PAR"), outcome.why("PAR")) == (Fate.VOID, "at_peace")
    assert outcome.fate("BRE") is Fate.STANDS
    assert play(*orders, variant=variant, turn=FALL).fate("PAR") is Fate.STANDS
    assert play(move(army("Italy", "VEN"), "TYR"), variant=variant).fate("VEN") is Fate.STANDS


def test_conduct_is_asked_beforehand_too():
    variant = with_rules(conduct=(SundayPeace(),))
    order = move(army("France", "PAR"), "BUR")
    why = check_order(variant, Position(SPRING, standing([order.unit])), order)
    assert why == Reason("at_peace", (order.unit,))


def test_what_the_map_forbids_is_said_before_what_conduct_forbids():
    variant = with_rules(conduct=(SundayPeace(),))
    order = move(army("France", "PAR"), "MOS")
    position = Position(SPRING, standing([order.unit]))
    assert check_order(variant, position, order) == Reason("not_adjacent", (order.unit, order.to))
    assert play(order, variant=variant).why("PAR") == "not_adjacent"


# backing


class NoForeignHelp:
    """Nobody supports another power's unit."""

    def check_support(
        self, backer: Unit, backed: Unit, into: Location | None, position: Position
    ) -> Reason | None:
        return Reason("foreign", (backed,)) if backer.power != backed.power else None


def test_backing_makes_a_support_void():
    attack = [
        move(army("Austria", "TYR"), "VEN"),
        support(army("France", "PIE"), army("Austria", "TYR"), "VEN"),
        Hold(army("Italy", "VEN")),
    ]
    assert play(*attack).fate("TYR") is Fate.STANDS
    outcome = play(*attack, variant=with_rules(backing=(NoForeignHelp(),)))
    assert outcome.fate("TYR") is Fate.FAILS
    assert (outcome.fate("PIE"), outcome.why("PIE")) == (Fate.VOID, "foreign")


def test_backing_that_does_not_mind_changes_nothing():
    attack = [
        move(army("Austria", "TYR"), "VEN"),
        support(army("Austria", "TRI"), army("Austria", "TYR"), "VEN"),
        Hold(army("Italy", "VEN")),
    ]
    assert play(*attack, variant=with_rules(backing=(NoForeignHelp(),))).fate("TRI") is Fate.STANDS


# cutting


class NothingCuts:
    """Support ends with dislodgement alone."""

    def may_cut_act(self, attack: Move, attacker: Unit, act: Act, actor: Unit) -> bool:
        return False


def test_cutting_decides_which_attacks_cut():
    attack = [
        move(army("Austria", "TYR"), "VEN"),
        support(army("Austria", "TRI"), army("Austria", "TYR"), "VEN"),
        move(army("Italy", "VIE"), "TRI"),
        Hold(army("Italy", "VEN")),
    ]
    assert play(*attack).fate("TYR") is Fate.FAILS
    assert play(*attack, variant=with_rules(cutting=NothingCuts())).fate("TYR") is Fate.STANDS


# reach


class LongReach:
    def collect_provinces_in_reach(
        self, unit: Unit, act_type: type[Act], board: OpenBoard
    ) -> frozenset[str]:
        return frozenset(board.map.provinces)


def test_reach_decides_how_far_support_goes():
    orders = [
        support(army("Italy", "ROM"), army("Italy", "TYR")),
        Hold(army("Italy", "TYR")),
    ]
    assert play(*orders).why("ROM") == "out_of_reach"
    assert play(*orders, variant=with_rules(reach=LongReach())).fate("ROM") is Fate.STANDS


# convoy


def test_convoy_decides_who_ferries():
    class Landlubbers:
        def can_ferry(self, unit: Unit, board: OpenBoard) -> bool:
            return False

        def is_by_convoy(self, *_: object) -> bool:
            return True

    london = army("England", "LON")
    crossing = [move(london, "HOL"), convoy(fleet("England", "NTH"), london, "HOL")]
    outcome = play(*crossing, variant=with_rules(convoy=Landlubbers()))
    assert outcome.why("NTH") == "no_convoy_from"
    assert outcome.why("LON") == "not_adjacent"


# origin_open


def test_where_a_convoyed_attacker_came_from_is_open_to_retreats_or_not():
    """DATC 4.A.5 and 6.H.11"""
    gascony = army("France", "GAS")
    attack = [
        move(gascony, "MAR", via=True),
        convoy(fleet("France", "MAO"), gascony, "MAR"),
        convoy(fleet("France", "WES"), gascony, "MAR"),
        convoy(fleet("France", "LYO"), gascony, "MAR"),
        support(army("France", "BUR"), gascony, "MAR"),
        Hold(army("Italy", "MAR")),
    ]
    assert play(*attack).options("MAR") == {"GAS", "PIE", "SPA"}
    barred = with_rules(origin_open=False)
    assert play(*attack, variant=barred).options("MAR") == {"PIE", "SPA"}
