"""What follows from a phase when moves and retreats are done, and when a game is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace

from judge.hooks import NOTHING, AdjustmentRules, Settlement, collect_adjustments_by_power
from judge.model.facts import ATTACK, BOUNCE, encounter_fact
from judge.model.position import (
    Captured,
    Dislodged,
    Effect,
    Ended,
    Fact,
    Forgotten,
    Noted,
    Placed,
    Position,
    Removed,
    Unit,
    collect_blockaded_centers,
)
from judge.model.sheet import PhaseRecord, Sheet, Solution
from judge.model.turn import Calendar, Phase
from judge.rules.opening import collect_unplayed_powers


def are_centers_counted(after: Position, calendar: Calendar) -> bool:
    """Say whether owners are counted at the end of the phase that led here."""
    return (
        not after.dislodged
        and after.turn.phase is not Phase.ADJUSTMENTS
        and calendar.has_center_count(after.turn)
    )


def bar_retreats(dislodged: Iterable[Dislodged], barred: Container[str]) -> Iterator[Effect]:
    """Yield what follows where none of the units may retreat to the barred provinces any more.

    A unit to which no retreat is left is removed.
    """
    for waiting in dislodged:
        options = tuple(at for at in waiting.options if at.province not in barred)
        if options != waiting.options:
            yield replace(waiting, options=options)
            if not options:
                yield Removed(waiting.unit)


@dataclass(frozen=True)
class Occupation:
    """At the end of a season that counts, each center passes to the power whose unit is in it.

    Units that blockade take none.
    """

    calendar: Calendar

    def settle_phase(self, record: PhaseRecord) -> Settlement:
        """Wait for the retreats, then note the new owners."""
        after = record.after
        if not are_centers_counted(after, self.calendar):
            return NOTHING
        owners, lost, game_map = after.owners, after.lost, record.board.map
        provinces, blockaders = game_map.provinces, game_map.blockading_kinds
        captures = [
            Captured(code, unit.power)
            for code, unit in after.units.items()
            if provinces[code].center
            and owners.get(code) != unit.power
            and code not in lost
            and unit.kind not in blockaders
        ]
        return Settlement(effects=tuple(captures))


class Encounters:
    """Notes the attacks on each power's units and what stopped them (CIV-4).

    The facts last until the next phase.
    """

    def settle_phase(self, record: PhaseRecord) -> Settlement:
        """Forget the encounters of the phase before and note those of this one."""
        old = {fact for fact in record.after.facts if fact.rule in (ATTACK, BOUNCE)}
        new = set(find_encounters(record))
        return Settlement(
            effects=(
                *(Forgotten(fact) for fact in sorted(old - new)),
                *(Noted(fact) for fact in sorted(new - old)),
            )
        )


@dataclass(frozen=True)
class CenterVictory:
    """A power that alone holds the most centers, and at least ``win``, wins at a count (STD-6).

    What powers hold that nobody plays does not count.
    """

    win: int
    calendar: Calendar

    def find_ending(self, record: PhaseRecord) -> Ended | None:
        """Look at the owners once the season's moves and retreats are done."""
        if record.after.dislodged or not self.calendar.has_center_count(record.after.turn):
            return None
        after = record.after
        shut = collect_blockaded_centers(
            after.units.values(), after.owners, record.board.map.blockading_kinds
        )
        nobodys = collect_unplayed_powers(after)
        held = Counter(
            power
            for code, power in after.owners.items()
            if code not in shut and power not in nobodys
        )
        ranking = held.most_common(2)
        if not ranking or ranking[0][1] < self.win:
            return None
        if len(ranking) == 2 and ranking[1][1] == ranking[0][1]:
            return None
        return Ended("victory", (ranking[0][0],))


def find_encounters(record: PhaseRecord) -> Iterator[Fact]:
    """Yield a fact for each attack on a unit, and for each unit that stopped another."""
    if record.sheet is not None and record.solution is not None:
        yield from _list_encounters_of_moves(record.sheet, record.solution)
    for result in record.results:
        if result.why.code in ("retreat_clash", "gave_way"):
            for rival in result.why.about:
                if isinstance(rival, Unit):
                    yield _make_fact_about_unit(BOUNCE, result.order.unit, rival.power)


def _list_encounters_of_moves(sheet: Sheet, solution: Solution) -> Iterator[Fact]:
    for row, unit in enumerate(sheet.units):
        goal = sheet.dest[row]
        if not solution.moves[row]:
            for other_row in sheet.attackers.get(sheet.at[row], ()):
                if solution.path[other_row] and sheet.power[other_row] != unit.power:
                    yield _make_fact_about_unit(ATTACK, unit, sheet.power[other_row])
        if not goal or solution.moves[row] or not solution.path[row]:
            continue
        for other_row in sheet.attackers.get(goal, ()):
            if other_row != row and solution.path[other_row]:
                yield _make_fact_about_unit(BOUNCE, unit, sheet.power[other_row])
        there = sheet.occupant.get(goal, -1)
        if there >= 0 and (not solution.moves[there] or sheet.dest[there] == sheet.at[row]):
            yield _make_fact_about_unit(BOUNCE, unit, sheet.power[there])


def _make_fact_about_unit(rule: str, unit: Unit, other_power: str) -> Fact:
    return encounter_fact(rule, unit.power, unit.at.province, other_power)


QUIET = "quiet"
"""About the centers; the value is the turn in which one of them last changed its owner."""


@dataclass(frozen=True)
class LastCapture:
    """Notes when a center last changed its owner; the first count is taken for such a time."""

    calendar: Calendar

    def settle_phase(self, record: PhaseRecord) -> Settlement:
        """Compare the owners when they have been counted."""
        after = record.after
        if not are_centers_counted(after, self.calendar):
            return NOTHING
        old = tuple(fact for fact in after.facts if fact.rule == QUIET)
        if old and after.owners == record.before.owners:
            return NOTHING
        now = Noted(Fact(QUIET, "centers", str(after.turn)))
        return Settlement(effects=(*map(Forgotten, old), now))


@dataclass(frozen=True)
class StallLimit:
    """So many ``years`` after a center last changed its owner all who own one draw."""

    years: int
    calendar: Calendar

    def find_ending(self, record: PhaseRecord) -> Ended | None:
        """Look how long ago that was when owners have been counted."""
        after = record.after
        if not are_centers_counted(after, self.calendar):
            return None
        since = [int(fact.value[1:-1]) for fact in after.facts if fact.rule == QUIET]
        cycle = self.calendar.count_cycles_before
        over = any(cycle(after.turn.year) - cycle(year) >= self.years for year in since)
        return Ended("stalled", list_played_center_owners(after)) if over else None


@dataclass(frozen=True)
class YearLimit:
    """When owners are counted last in the last of so many ``years``, all who own a center draw."""

    years: int
    calendar: Calendar

    def find_ending(self, record: PhaseRecord) -> Ended | None:
        """Look at the year."""
        after, calendar = record.after, self.calendar
        last = [step.season for step in calendar.steps if step.counts][-1]
        if after.turn.season != last or not are_centers_counted(after, calendar):
            return None
        over = calendar.count_cycles_before(after.turn.year) + 1 >= self.years
        return Ended("expired", list_played_center_owners(after)) if over else None


def list_played_center_owners(position: Position) -> tuple[str, ...]:
    """Return the powers that own a center and are played, sorted."""
    return tuple(sorted({*position.owners.values()} - collect_unplayed_powers(position)))


class UnplayedRetreats:
    """Dislodged units of powers that nobody plays disband at once: nobody orders a retreat."""

    def settle_phase(self, record: PhaseRecord) -> Settlement:
        """Remove them before owners are counted."""
        driven = record.after.dislodged
        if not driven:
            return NOTHING
        nobodys = collect_unplayed_powers(record.after)
        effects: list[Effect] = []
        for waiting in driven:
            if waiting.unit.power in nobodys:
                effects += (replace(waiting, options=()), Removed(waiting.unit))
        return Settlement(effects=tuple(effects))


@dataclass(frozen=True)
class UnplayedRebuilds:
    """Units that nobody plays stand again where they began when others have built and removed.

    So they do in each center that is still their power's, and empty; with the count of owners
    where nobody has anything to build or remove after it.
    """

    units: tuple[Unit, ...]
    muster: AdjustmentRules
    calendar: Calendar

    def settle_phase(self, record: PhaseRecord) -> Settlement:
        """Place those that are gone."""
        after = record.after
        if record.before.turn.phase is not Phase.ADJUSTMENTS and not self._is_last_chance(record):
            return NOTHING
        nobodys = collect_unplayed_powers(after)
        gone = (unit for unit in self.units if unit.at.province not in after.units)
        return Settlement(
            effects=tuple(
                Placed(unit)
                for unit in gone
                if unit.power in nobodys and after.owners.get(unit.at.province) == unit.power
            )
        )

    def _is_last_chance(self, record: PhaseRecord) -> bool:
        after = record.after
        if not are_centers_counted(after, self.calendar):
            return False
        turn = self.calendar.find_next_turn(after.turn)
        if turn.phase is Phase.RETREATS:
            turn = self.calendar.find_next_turn(turn)
        return turn.phase is Phase.ADJUSTMENTS and not collect_adjustments_by_power(
            self.muster, after
        )
