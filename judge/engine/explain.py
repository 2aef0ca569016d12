"""Why each order came to what it did, read off a solved sheet."""

from __future__ import annotations

from judge.model.order import Convoy
from judge.model.reason import Fate, Reason, Result
from judge.model.sheet import Sheet, Solution


def explain(sheet: Sheet, solution: Solution) -> tuple[Result, ...]:
    """Return one result for each row, in the order of the rows."""
    results = [entry.done for entry in sheet.entries]
    for row, entry in enumerate(sheet.entries):
        if entry.dest >= 0 and not solution.moves[row]:
            results[row] = Result(entry.order, Fate.FAILS, _why_not(sheet, solution, row))
    for row in sheet.acts:
        if not solution.acts[row]:
            order = sheet.entries[row].order
            results[row] = Result(order, Fate.FAILS, _why_cut(sheet, solution, row))
    for row, why in sheet.notes.items():
        results[row] = Result(sheet.entries[row].order, Fate.FAILS, why)
    for row, out in enumerate(solution.dislodged):
        if out and row not in sheet.notes and isinstance(sheet.entries[row].order, Convoy):
            why = _by("dislodged", sheet, dislodger(sheet, solution, row))
            results[row] = Result(sheet.entries[row].order, Fate.FAILS, why)
    return tuple(results)


def dislodger(sheet: Sheet, solution: Solution, row: int) -> int:
    """Return the row that drove this one out."""
    return next(a for a in sheet.attackers[sheet.at[row]] if solution.moves[a])


def _by(code: str, sheet: Sheet, row: int, *more: int) -> Reason:
    return Reason(code, (sheet.entries[row].unit, *(str(number) for number in more)))


def _why_cut(sheet: Sheet, solution: Solution, row: int) -> Reason:
    for attack in sheet.cutters[row]:
        if solution.path[attack]:
            return _by("cut", sheet, attack)
    return _by("dislodged", sheet, dislodger(sheet, solution, row))


def strength(sheet: Sheet, solution: Solution, row: int, spurned: str = "") -> int:
    """Return one and the supports that stood, without those of the spurned power."""
    total = 1
    for backer in sheet.backers[row]:
        if solution.acts[backer] and sheet.power[backer] != spurned:
            total += 1
    return total


def _why_not(sheet: Sheet, solution: Solution, row: int) -> Reason:
    """Say what stopped a move: its convoy, what stood there, or what else went there."""
    if not solution.path[row]:
        return _why_stranded(sheet, solution, row)
    there = sheet.dest[row]
    rival = sheet.occupant.get(there, -1)
    if rival >= 0:
        against = (
            sheet.dest[rival] == sheet.at[row]
            and row not in sheet.routes
            and rival not in sheet.routes
        )
        if against and solution.moves[rival]:
            return _by("driven_back", sheet, rival)
        if not solution.moves[rival]:
            owner = sheet.power[rival]
            if owner == sheet.power[row]:
                return _by("own_unit", sheet, rival)
            backed = sheet.dest[rival] < 0 or against
            held = strength(sheet, solution, rival) if backed else 1
            mine = strength(sheet, solution, row, owner)
            if mine <= held:
                return _by("stood_off" if against else "held_off", sheet, rival, mine, held)
    best, other = 0, -1
    for each in sheet.attackers[there]:
        if each != row and solution.path[each]:
            theirs = strength(sheet, solution, each)
            if solution.moves[each]:
                return _by("outdone", sheet, each, strength(sheet, solution, row), theirs)
            if theirs > best:
                best, other = theirs, each
    return _by("bounced", sheet, other, strength(sheet, solution, row), best)


def _why_stranded(sheet: Sheet, solution: Solution, row: int) -> Reason:
    route = sheet.routes[row]
    if row in solution.paradox:
        return Reason("paradox", tuple(sheet.entries[fleet].unit for fleet in route.links))
    lost = [fleet for fleet in route.links if solution.dislodged[fleet]]
    if not lost:
        return Reason("no_convoy")
    attacker = dislodger(sheet, solution, lost[0])
    return Reason("convoy_lost", (sheet.entries[lost[0]].unit, sheet.entries[attacker].unit))
