"""Bombs: which missions succeed, and what they destroy."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Set

from judge.hooks import NOTHING, Settlement
from judge.model.map import Location
from judge.model.position import CenterLost, Effect, Fact, Noted, Removed, Unit
from judge.model.reason import Fate, Reason, Result
from judge.model.sheet import PhaseRecord, Sheet
from judge.rules.aftermath import bar_retreats
from judge.variants.gd.chain import explain_route_mismatch
from judge.variants.gd.orders import Bomb, Carry
from judge.variants.gd.ruins import RUIN


class BombRuns:
    """All missions of a turn are judged; then all that succeed explode together (GD XII.10).

    That is after the moves and before the retreats. A mission fails, and its bomb explodes nowhere,
    if a carrier has no fitting order, or if the arsenal or a carrier is attacked by another power.
    Each failed mission names its first broken link.
    """

    def settle_phase(self, record: PhaseRecord) -> Settlement:
        """Return what became of bombs and carriers, and what the explosions do."""
        if record.sheet is None:
            return NOTHING
        missions = _Missions(record, record.sheet)
        results: list[Result] = []
        targets: list[str] = []
        failed: set[Unit] = set()
        for row, bomb in missions.bombs.items():
            why = missions.find_broken_link(row, bomb)
            if why is not None:
                results.append(Result(bomb, Fate.FAILS, why))
                failed.add(bomb.unit)
                continue
            targets.append(bomb.target)
            explodes = Reason("explodes", (Location(bomb.target),))
            results.append(Result(bomb, Fate.STANDS, explodes))
        results += [
            missions.make_result_of_carrier(row, failed)
            for row in missions.carries
            if missions.is_unhurt(row)
        ]
        return Settlement(
            tuple(results), tuple(_list_explosion_effects(record, dict.fromkeys(targets)))
        )


class _Missions:
    """The bombs and carriers of one turn, by their rows in the sheet."""

    def __init__(self, record: PhaseRecord, sheet: Sheet) -> None:
        self.record = record
        orders = {row: sheet.orders[row] for row in sheet.acts}
        self.bombs = {row: order for row, order in orders.items() if isinstance(order, Bomb)}
        self.carries = {row: order for row, order in orders.items() if isinstance(order, Carry)}
        self.row_at = {carry.unit.at.province: row for row, carry in self.carries.items()}
        self.fits = defaultdict[int, list[Unit]](list)
        self.odd = defaultdict[int, list[Reason]](list)
        for bomb in self.bombs.values():
            for row in [self.row_at[code] for code in bomb.route if code in self.row_at]:
                why = explain_route_mismatch(self.carries[row], bomb)
                if why is None:
                    self.fits[row].append(bomb.unit)
                else:
                    self.odd[row].append(why)

    def is_unhurt(self, row: int) -> bool:
        solution = self.record.solution
        return solution is not None and solution.acts[row] == 1

    def find_broken_link(self, row: int, bomb: Bomb) -> Reason | None:
        """Name the first broken link of a mission, or return None."""
        if not self.is_unhurt(row):
            return Reason("arsenal_attacked", (self.find_attacker(row),))
        for code in bomb.route:
            link = self.row_at.get(code)
            if link is None:
                return Reason("not_carrying", (self.record.before.units[code],))
            carry = self.carries[link]
            why = explain_route_mismatch(carry, bomb)
            if why is not None:
                return why
            if len(self.fits[link]) > 1:
                return self.explain_two_bombs(link)
            if not self.is_unhurt(link):
                return Reason("carrier_attacked", (carry.unit, self.find_attacker(link)))
        return None

    def make_result_of_carrier(self, row: int, failed: Set[Unit]) -> Result:
        """Return the result of a carrier that nobody attacked; no bomb of the ``failed`` missions
        was on its way (GD-22)."""
        carry = self.carries[row]
        if len(self.fits[row]) == 1:
            if self.fits[row][0] in failed:
                return Result(carry, Fate.FAILS, Reason("carries_in_vain", (self.fits[row][0],)))
            return Result(carry, Fate.STANDS, Reason("carries", (self.fits[row][0],)))
        if self.fits[row]:
            return Result(carry, Fate.FAILS, self.explain_two_bombs(row))
        return Result(carry, Fate.FAILS, (self.odd[row] or [Reason("no_bomb")])[0])

    def explain_two_bombs(self, row: int) -> Reason:
        return Reason("carries_two_bombs", (self.carries[row].unit, *self.fits[row]))

    def find_attacker(self, row: int) -> Unit:
        """Return who attacked a unit whose act was cut: the first that its result names."""
        by = self.record.results[row].why.about[0]
        assert isinstance(by, Unit)
        return by


def _list_explosion_effects(record: PhaseRecord, targets: Iterable[str]) -> Iterable[Effect]:
    """Yield what explosions do: units, centers and ways out are gone."""
    after = record.after
    hit = set(targets)
    for code in targets:
        if code in after.units:
            yield Removed(after.units[code])
        for driven in after.dislodged:
            if driven.unit.at.province == code:
                yield Removed(driven.unit)
        yield Noted(Fact(RUIN, code))
        if code in record.board.map.centers and code not in after.lost:
            yield CenterLost(code)
    still_dislodged = (
        waiting for waiting in after.dislodged if waiting.unit.at.province not in hit
    )
    yield from bar_retreats(still_dislodged, hit)
