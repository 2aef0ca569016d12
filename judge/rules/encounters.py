"""Who met whom in the phase: remembered for the letters where not everything is seen."""

from __future__ import annotations

from collections.abc import Iterator

from judge.hooks import Settlement
from judge.model.facts import ATTACK, BOUNCE, encounter
from judge.model.position import Fact, Forgotten, Noted, Unit
from judge.model.sheet import PhaseRecord, Sheet, Solution


class Encounters:
    """Notes the attacks on each power's units and what stopped them (CIV-4).

    The facts last until the next phase.
    """

    def apply_after(self, record: PhaseRecord) -> Settlement:
        """Forget the encounters of the phase before and note those of this one."""
        old = {fact for fact in record.after.facts if fact.rule in (ATTACK, BOUNCE)}
        new = set(encounters(record))
        return Settlement(
            effects=(
                *(Forgotten(fact) for fact in sorted(old - new)),
                *(Noted(fact) for fact in sorted(new - old)),
            )
        )


def encounters(record: PhaseRecord) -> Iterator[Fact]:
    """Yield a fact for each attack on a unit, and for each unit that stopped another."""
    if record.sheet is not None and record.solution is not None:
        yield from _moves(record.sheet, record.solution)
    for result in record.results:
        if result.why.code == "retreat_clash":
            for rival in result.why.about:
                if isinstance(rival, Unit):
                    yield _fact(BOUNCE, result.order.unit, rival.power)


def _moves(sheet: Sheet, solution: Solution) -> Iterator[Fact]:
    for row, entry in enumerate(sheet.entries):
        unit = entry.unit
        if not solution.moves[row]:
            for other in sheet.attackers.get(sheet.at[row], ()):
                if solution.path[other] and sheet.power[other] != unit.power:
                    yield _fact(ATTACK, unit, sheet.power[other])
        if entry.dest < 0 or solution.moves[row] or not solution.path[row]:
            continue
        for other in sheet.attackers.get(entry.dest, ()):
            if other != row and solution.path[other]:
                yield _fact(BOUNCE, unit, sheet.power[other])
        there = sheet.occupant.get(entry.dest, -1)
        if there >= 0 and (not solution.moves[there] or sheet.dest[there] == sheet.at[row]):
            yield _fact(BOUNCE, unit, sheet.power[there])


def _fact(rule: str, unit: Unit, other: str) -> Fact:
    return encounter(rule, unit.power, unit.at.province, other)
