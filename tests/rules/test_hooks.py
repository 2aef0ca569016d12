"""Every hook takes another answer than the stock one: a tiny rule for each, plugged in."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

from judge.engine.adjudicate import adjudicate
from judge.engine.advance import advance
from judge.engine.board import compile_board
from judge.engine.legality import check
from judge.hooks import Settlement, Variant
from judge.model.map import Location
from judge.model.order import Act, Build, Hold, Move, Order, Remove, Retreat
from judge.model.position import (
    Dislodged,
    Ended,
    Fact,
    Moved,
    Noted,
    Placed,
    Position,
    Removed,
    Unit,
)
from judge.model.reason import Fate, Reason, Result
from judge.model.sheet import Board, PhaseRecord
from judge.model.turn import Phase, Turn
from tests.engine.play import (
    FALL,
    SPRING,
    STANDARD,
    Outcome,
    army,
    by_power,
    convoy,
    fleet,
    move,
    play,
    standing,
    support,
)

WINTER = Turn(1901, "fall", Phase.ADJUSTMENTS)
HOMES = {power.name: power.homes for power in STANDARD.map.powers.values()}


def with_rules(**rules: object) -> Variant:
    return replace(STANDARD, rules=replace(STANDARD.rules, **rules))


def adjust(variant: Variant, *orders: Order, units: Sequence[Unit] = (), **owners: str) -> Outcome:
    position = Position(
        WINTER,
        standing(units),
        owners={code: power for power, codes in owners.items() for code in codes.split()},
        homes=HOMES,
    )
    return Outcome(adjudicate(variant, position, by_power(orders)))


# passage


@dataclass(frozen=True)
class Shut:
    """A province nobody enters in a season; fleets may."""

    province: str
    season: str = "spring"

    def reads(self, position: Position) -> Hashable:
        return position.turn.season

    def shut(
        self, origin: Location, target: Location, kind: str, position: Position
    ) -> Reason | None:
        if target.province == self.province and kind == "army":
            return Reason("shut", (target,)) if position.turn.season == self.season else None
        return None


TYROL_SHUT = with_rules(passage=(Shut("TYR"),))
HOLLAND_SHUT = with_rules(passage=(Shut("HOL"),))


def test_passage_shuts_a_border_to_moves():
    order = move(army("Italy", "VEN"), "TYR")
    assert play(order, variant=TYROL_SHUT).why("VEN") == "not_adjacent"
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
    rules = TYROL_SHUT.rules
    one = compile_board(STANDARD.map, Position(SPRING, {}), rules)
    later = Position(SPRING._replace(year=1905), standing([army("Italy", "VEN")]))
    assert compile_board(STANDARD.map, later, rules) is one
    assert compile_board(STANDARD.map, Position(FALL, {}), rules) is not one


@dataclass(frozen=True)
class EveryYear:
    """Reads something new in every year and shuts nothing."""

    def reads(self, position: Position) -> Hashable:
        return position.turn.year

    def shut(
        self, origin: Location, target: Location, kind: str, position: Position
    ) -> Reason | None:
        return None


def test_boards_are_not_hoarded():
    rules = with_rules(passage=(EveryYear(),)).rules
    first = compile_board(STANDARD.map, Position(SPRING, {}), rules)
    for year in range(1902, 1970):
        compile_board(STANDARD.map, Position(SPRING._replace(year=year), {}), rules)
    again = compile_board(STANDARD.map, Position(SPRING, {}), rules)
    assert again is not first
    assert again.steps == first.steps


# conduct


class SundayPeace:
    """France does not move in spring."""

    def forbids(self, order: Order, unit: Unit, position: Position) -> Reason | None:
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
    why = check(variant, Position(SPRING, standing([order.unit])), order)
    assert why == Reason("at_peace", (order.unit,))


def test_what_the_map_forbids_is_said_before_what_conduct_forbids():
    variant = with_rules(conduct=(SundayPeace(),))
    order = move(army("France", "PAR"), "MOS")
    position = Position(SPRING, standing([order.unit]))
    assert check(variant, position, order) == Reason("not_adjacent", (order.unit, order.to))
    assert play(order, variant=variant).why("PAR") == "not_adjacent"


# backing


class NoForeignHelp:
    """Nobody supports another power's unit."""

    def refuses(
        self, backer: Unit, backed: Unit, into: Location | None, position: Position
    ) -> Reason | None:
        return Reason("foreign", (backed,)) if backer.power != backed.power else None


def test_backing_makes_a_support_come_to_nothing():
    attack = [
        move(army("Austria", "TYR"), "VEN"),
        support(army("France", "PIE"), army("Austria", "TYR"), "VEN"),
        Hold(army("Italy", "VEN")),
    ]
    assert play(*attack).fate("TYR") is Fate.STANDS
    outcome = play(*attack, variant=with_rules(backing=(NoForeignHelp(),)))
    assert outcome.fate("TYR") is Fate.FAILS
    assert (outcome.fate("PIE"), outcome.why("PIE")) == (Fate.FAILS, "foreign")


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

    def may_cut(self, attack: Move, attacker: Unit, act: Act, actor: Unit) -> bool:
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
    def spaces(self, unit: Unit, act_type: type[Act], board: Board) -> frozenset[str]:
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
        def can_ferry(self, unit: Unit, board: Board) -> bool:
            return False

        def takes(self, *_: object) -> bool:
            return True

    london = army("England", "LON")
    crossing = [move(london, "HOL"), convoy(fleet("England", "NTH"), london, "HOL")]
    outcome = play(*crossing, variant=with_rules(convoy=Landlubbers()))
    assert outcome.why("NTH") == "cannot_convoy"
    assert outcome.why("LON") == "not_adjacent"


# aftermath


@dataclass(frozen=True)
class Quicksand:
    """Who enters Burgundy is gone; the next rule sees it so."""

    seen: list[int]

    def settle(self, record: PhaseRecord) -> Settlement:
        self.seen.append(len(record.after.units))
        unit = record.after.units.get("BUR")
        moved = next((r.order for r in record.results if isinstance(r.order, Move)), None)
        if unit is None or moved is None:
            return Settlement()
        sunk = Result(moved, Fate.FAILS, Reason("sunk", (unit,)))
        return Settlement((sunk,), (Removed(unit), Noted(Fact("sand", "BUR"))))


def test_aftermath_adds_effects_and_replaces_results_each_rule_after_the_other():
    seen: list[int] = []
    variant = with_rules(aftermath=(Quicksand(seen), Quicksand(seen)))
    paris = army("France", "PAR")
    outcome = play(move(paris, "BUR"), Hold(army("France", "BRE")), variant=variant)
    assert seen == [2, 1]
    assert outcome.record.effects[0] == Moved(paris, Location("BUR"))
    assert set(outcome.after.units) == {"BRE"}
    assert outcome.after.has(Fact("sand", "BUR"))
    assert [(r.fate, r.why.code) for r in outcome.record.results] == [
        (Fate.FAILS, "sunk"),
        (Fate.STANDS, "holds"),
    ]


class Herald:
    """Adds a result of its own to every phase."""

    def settle(self, record: PhaseRecord) -> Settlement:
        ghost = Hold(Unit("Nobody", "army", Location("SWI")))
        return Settlement(results=(Result(ghost, Fate.STANDS, Reason("heard")),))


def test_aftermath_follows_every_phase():
    variant = with_rules(aftermath=(Herald(),))
    assert play(variant=variant).why("SWI") == "heard"
    assert adjust(variant).why("SWI") == "heard"
    retreats = Position(SPRING._replace(phase=Phase.RETREATS), {})
    assert Outcome(adjudicate(variant, retreats, {})).why("SWI") == "heard"


# muster, build_check, disorder


class Anywhere:
    """Two builds for everybody, in any vacant center."""

    def allowance(self, power: str, position: Position) -> int:
        return 2

    def sites(self, power: str, position: Position, board: Board) -> frozenset[Location]:
        return frozenset(Location(code) for code in board.map.centres if code not in position.units)


def test_muster_decides_how_many_are_built_and_where():
    orders = [Build(army("Italy", code)) for code in ("MUN", "VIE", "BUD")]
    outcome = adjust(with_rules(muster=Anywhere()), *orders)
    assert set(outcome.after.units) == {"MUN", "VIE"}
    assert outcome.why("BUD") == "too_many"


class OneFleet:
    """No second fleet in one adjustment."""

    def forbids(self, build: Build, position: Position, earlier: Sequence[Build]) -> Reason | None:
        if build.unit.kind == "fleet" and any(other.unit.kind == "fleet" for other in earlier):
            return Reason("one_fleet", (build.unit,))
        return None


def test_build_check_sees_the_earlier_builds_of_the_list():
    orders = [
        Build(fleet("Italy", "ROM")),
        Build(fleet("Italy", "NAP")),
        Build(army("Italy", "VEN")),
    ]
    outcome = adjust(with_rules(build_check=(OneFleet(),)), *orders, Italy="ROM NAP VEN")
    assert set(outcome.after.units) == {"ROM", "VEN"}
    assert outcome.why("NAP") == "one_fleet"


class Steady:
    """Civil order: units push east, dislodged ones take the first way out, builds are armies."""

    def order(self, unit: Unit, position: Position) -> Order:
        return move(unit, "BUR") if unit.at.province == "PAR" else Hold(unit)

    def retreat(self, unit: Dislodged, position: Position, board: Board) -> Order:
        return Retreat(unit.unit, unit.options[0])

    def builds(self, power: str, count: int, position: Position, board: Board) -> tuple[Order, ...]:
        sites = STANDARD.rules.muster.sites(power, position, board)
        return tuple(Build(Unit(power, "army", site)) for site in sorted(sites) if not site.coast)[
            :count
        ]

    def removals(
        self, power: str, count: int, position: Position, board: Board
    ) -> tuple[Unit, ...]:
        return position.units_of(power)[:count]


CIVIL = with_rules(disorder=Steady())


def test_disorder_orders_units_that_nobody_ordered():
    outcome = play(variant=CIVIL, idle=[army("France", "PAR"), army("France", "MAR")])
    assert outcome.fate("PAR") is Fate.STANDS
    assert set(outcome.after.units) == {"BUR", "MAR"}
    assert outcome.why("PAR") == "no_order"


def test_disorder_retreats_units_that_nobody_ordered():
    driven = Dislodged(army("Italy", "VEN"), army("Austria", "TRI"), (Location("ROM"),))
    retreats = Position(SPRING._replace(phase=Phase.RETREATS), {}, dislodged=(driven,))
    outcome = Outcome(adjudicate(CIVIL, retreats, {}))
    assert set(outcome.after.units) == {"ROM"}
    assert outcome.why("VEN") == "no_order"


def test_disorder_builds_and_removes_what_nobody_ordered():
    outcome = adjust(CIVIL, Build(army("Italy", "VEN")), Italy="ROM NAP VEN")
    assert set(outcome.after.units) == {"NAP", "ROM", "VEN"}
    assert outcome.why("NAP") == "default_build"
    placed = [effect for effect in outcome.record.effects if isinstance(effect, Placed)]
    assert len(placed) == 3
    outcome = adjust(CIVIL, units=[army("Italy", "VEN"), army("Italy", "ROM")], Italy="ROM")
    assert set(outcome.after.units) == {"ROM"}
    assert outcome.why("VEN") == "disorder_removed"
    assert isinstance(outcome.result("VEN").order, Remove)


# endings


@dataclass(frozen=True)
class After:
    """The game is drawn after so many phases."""

    phases: int
    how: str

    def verdict(self, record: PhaseRecord, history: Sequence[PhaseRecord]) -> Ended | None:
        return Ended(self.how, ()) if len(history) >= self.phases else None


def test_the_first_ending_that_answers_wins():
    record = play(Hold(army("Italy", "VEN"))).record
    variant = with_rules(endings=(After(2, "never"), After(1, "tired"), After(0, "at once")))
    assert advance(variant, record) == (Ended("at once", ()),)
    assert advance(variant, record, [record]) == (Ended("tired", ()),)


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
