"""The hooks asked after movement take other answers than the stock ones: a tiny rule for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from judge.engine.adjudicate import adjudicate_phase
from judge.engine.advance import list_next_turn_effects
from judge.hooks import Settlement, Variant
from judge.model.map import Location
from judge.model.order import Build, Hold, Move, Order, Remove, Retreat
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
from judge.model.sheet import OpenBoard, PhaseRecord
from judge.model.turn import Phase, Turn
from tests.engine.play import (
    SPRING,
    STANDARD,
    Outcome,
    army,
    by_power,
    fleet,
    move,
    play,
    standing,
    with_rules,
)

WINTER = Turn(1901, "fall", Phase.ADJUSTMENTS)
HOMES = {power.name: power.homes for power in STANDARD.map.powers.values()}


def adjust(variant: Variant, *orders: Order, units: Sequence[Unit] = (), **owners: str) -> Outcome:
    position = Position(
        WINTER,
        standing(units),
        owners={code: power for power, codes in owners.items() for code in codes.split()},
        homes=HOMES,
    )
    return Outcome(adjudicate_phase(variant, position, by_power(orders)))


# aftermath


@dataclass(frozen=True)
class Quicksand:
    """Who enters Burgundy is gone; the next rule sees it so."""

    seen: list[int]

    def settle_phase(self, record: PhaseRecord) -> Settlement:
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
    assert Fact("sand", "BUR") in outcome.after.facts
    assert [(r.fate, r.why.code) for r in outcome.record.results] == [
        (Fate.FAILS, "sunk"),
        (Fate.STANDS, "holds"),
    ]


class Herald:
    """Adds a result of its own to every phase."""

    def settle_phase(self, record: PhaseRecord) -> Settlement:
        ghost = Hold(Unit("Nobody", "army", Location("SWI")))
        return Settlement(results=(Result(ghost, Fate.STANDS, Reason("heard")),))


def test_aftermath_follows_every_phase():
    variant = with_rules(aftermath=(Herald(),))
    assert play(variant=variant).why("SWI") == "heard"
    assert adjust(variant).why("SWI") == "heard"
    retreats = Position(SPRING._replace(phase=Phase.RETREATS), {})
    assert Outcome(adjudicate_phase(variant, retreats, {})).why("SWI") == "heard"


# muster, build_check, disorder


class Anywhere:
    """Two builds for everybody, in any vacant center."""

    def count_adjustments_due(self, power: str, position: Position) -> int:
        return 2

    def build_sites(self, power: str, position: Position) -> frozenset[str]:
        return frozenset(STANDARD.map.centers) - position.units.keys()


def test_muster_decides_how_many_are_built_and_where():
    orders = [Build(army("Italy", code)) for code in ("MUN", "VIE", "BUD")]
    outcome = adjust(with_rules(muster=Anywhere()), *orders)
    assert set(outcome.after.units) == {"MUN", "VIE"}
    assert outcome.why("BUD") == "too_many"


class OneFleet:
    """No second fleet in one adjustment."""

    def check_build(
        self, build: Build, position: Position, earlier: Sequence[Build]
    ) -> Reason | None:
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

    def make_default_order(self, unit: Unit, position: Position) -> Order:
        return move(unit, "BUR") if unit.at.province == "PAR" else Hold(unit)

    def make_default_retreat(self, unit: Dislodged, position: Position, board: OpenBoard) -> Order:
        return Retreat(unit.unit, unit.options[0])

    def explain_default(self, order: Order, position: Position, board: OpenBoard) -> Reason:
        told = {Build: "default_build", Remove: "disorder_removed"}
        return Reason(told.get(type(order), "no_order"))

    def choose_default_builds(
        self, power: str, count: int, position: Position, board: OpenBoard
    ) -> tuple[Order, ...]:
        sites = STANDARD.rules.muster.build_sites(power, position)
        return tuple(Build(army(power, site)) for site in sorted(sites)[:count])

    def choose_default_removals(
        self, power: str, count: int, position: Position, board: OpenBoard
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
    outcome = Outcome(adjudicate_phase(CIVIL, retreats, {}))
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
    """The game is over from a year on."""

    year: int
    how: str

    def find_ending(self, record: PhaseRecord) -> Ended | None:
        return Ended(self.how, ()) if record.after.turn.year >= self.year else None


def test_the_first_ending_that_answers_wins():
    variant = with_rules(endings=(After(1903, "never"), After(1902, "tired"), After(1901, "late")))
    first, second = (
        play(Hold(army("Italy", "VEN")), turn=SPRING._replace(year=year)).record
        for year in (1901, 1902)
    )
    assert list_next_turn_effects(variant, first) == (Ended("late", ()),)
    assert list_next_turn_effects(variant, second) == (Ended("tired", ()),)
