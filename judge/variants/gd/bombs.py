"""Bombs: which missions succeed, and what they destroy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from judge.hooks import NOTHING, Settlement
from judge.model.map import Location
from judge.model.position import CenterLost, Effect, Fact, Noted, Removed, Unit
from judge.model.reason import Fate, Reason, Result
from judge.model.sheet import PhaseRecord, Sheet
from judge.rules.aftermath import without_retreats
from judge.variants.gd.chain import route_mismatch
from judge.variants.gd.orders import Bomb, Carry
from judge.variants.gd.ruins import RUIN


class BombRuns:
    """All missions of a turn are judged; then all that succeed explode together (GD XII.10).

    That is after the moves and before the retreats. A mission fails, and its bomb explodes nowhere,
    if a carrier has no fitting order, or if the arsenal or a carrier is attacked by another power.
    Each failed mission names its first broken link.
    """

    def apply_after(self, record: PhaseRecord) -> Settlement:
        """Return what became of bombs and carriers, and what the explosions do."""
        sheet = record.sheet
        if sheet is None:
            return NOTHING
        bombs: dict[int, Bomb] = {}
        carries: dict[str, int] = {}
        for row in sheet.acts:
            order = sheet.entries[row].order
            if isinstance(order, Bomb):
                bombs[row] = order
            elif isinstance(order, Carry):
                carries[order.unit.at.province] = row
        if not bombs and not carries:
            return NOTHING
        mission = _Mission(record, sheet, bombs, carries)
        results: list[Result] = []
        targets: list[str] = []
        for row, bomb in bombs.items():
            why = mission.broken(row, bomb)
            if why is None:
                targets.append(bomb.target)
                results.append(
                    Result(bomb, Fate.STANDS, Reason("explodes", (Location(bomb.target),)))
                )
            else:
                results.append(Result(bomb, Fate.FAILS, why))
        results += [mission.carried(row) for row in carries.values() if mission.unhurt(row)]
        return Settlement(tuple(results), tuple(_blast(record, dict.fromkeys(targets))))


class _Mission:
    """The bombs and carriers of one turn."""

    def __init__(
        self, record: PhaseRecord, sheet: Sheet, bombs: Mapping[int, Bomb], carries: dict[str, int]
    ) -> None:
        self.record, self.sheet, self.carries = record, sheet, carries
        self.fits: dict[int, list[Unit]] = {row: [] for row in carries.values()}
        self.odd: dict[int, list[Reason]] = {row: [] for row in carries.values()}
        for bomb in bombs.values():
            for code in bomb.route:
                row = carries.get(code)
                if row is None:
                    continue
                why = route_mismatch(self.carry(row), bomb)
                if why is None:
                    self.fits[row].append(bomb.unit)
                else:
                    self.odd[row].append(why)

    def carry(self, row: int) -> Carry:
        order = self.sheet.entries[row].order
        assert isinstance(order, Carry)
        return order

    def unhurt(self, row: int) -> bool:
        solution = self.record.solution
        return solution is not None and solution.acts[row] == 1

    def broken(self, row: int, bomb: Bomb) -> Reason | None:
        """Name the first broken link of a mission, or return None."""
        if not self.unhurt(row):
            return Reason("arsenal_attacked", (self.attacker(row),))
        for code in bomb.route:
            link = self.carries.get(code)
            if link is None:
                return Reason("not_carrying", (self.record.before.units[code],))
            carry = self.carry(link)
            why = route_mismatch(carry, bomb)
            if why is not None:
                return why
            if len(self.fits[link]) > 1:
                return self.ambiguous(link)
            if not self.unhurt(link):
                return Reason("carrier_attacked", (carry.unit, self.attacker(link)))
        return None

    def carried(self, row: int) -> Result:
        """Return the result of a carrier that nobody attacked."""
        carry = self.carry(row)
        if len(self.fits[row]) == 1:
            return Result(carry, Fate.STANDS, Reason("carries", (self.fits[row][0],)))
        if self.fits[row]:
            return Result(carry, Fate.FAILS, self.ambiguous(row))
        return Result(carry, Fate.FAILS, (self.odd[row] or [Reason("no_bomb")])[0])

    def ambiguous(self, row: int) -> Reason:
        return Reason("carries_two_bombs", (self.carry(row).unit, *self.fits[row]))

    def attacker(self, row: int) -> Unit:
        """Return who attacked a unit whose act was cut: the first that its result names."""
        by = self.record.results[row].why.about[0]
        assert isinstance(by, Unit)
        return by


def _blast(record: PhaseRecord, targets: Iterable[str]) -> Iterable[Effect]:
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
    left = (waiting for waiting in after.dislodged if waiting.unit.at.province not in hit)
    yield from without_retreats(left, hit)
