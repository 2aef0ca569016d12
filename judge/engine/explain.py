"""Why each order came to what it did, read off a solved sheet."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, compress

from judge.model.order import Convoy
from judge.model.reason import Fate, Reason, Result
from judge.model.sheet import Sheet, Solution

REASONS = ("no_order", "holds", "moves", "supports", "convoys", "acts")
"""What an order is told that stands."""

DONE = {
    "hold": Reason("holds"),
    "move": Reason("moves"),
    "support": Reason("supports"),
    "convoy": Reason("convoys"),
}
ACTS, NO_ORDER = Reason("acts"), Reason("no_order")


def explain(sheet: Sheet, solution: Solution, strays: Sequence[Result]) -> list[Result]:
    """Return one result for each row, in the order of the rows, then those of orders for no row."""
    orders, rows = sheet.orders, range(len(sheet.orders))
    moves, acts = solution.moves, solution.acts
    failed = {
        row: _why_not(sheet, solution, row)
        for row in chain.from_iterable(sheet.attackers.values())
        if not moves[row]
    }
    for row in sheet.acts:
        if not acts[row]:
            failed[row] = _why_cut(sheet, solution, row)
    for row in compress(rows, solution.dislodged):
        if isinstance(orders[row], Convoy):
            failed[row] = _by("dislodged", sheet, dislodger(sheet, solution, row))
    results = [Result(order, Fate.STANDS, DONE.get(order.verb, ACTS)) for order in orders]
    for row in sheet.silent:
        results[row] = Result(orders[row], Fate.STANDS, NO_ORDER)
    for row, why in failed.items():
        results[row] = Result(orders[row], Fate.FAILS, why)
    for row, result in chain(sheet.notes.items(), sheet.void.items()):
        results[row] = result
    return [*results, *strays]


def dislodger(sheet: Sheet, solution: Solution, row: int) -> int:
    """Return the row that drove this one out."""
    for attack in sheet.attackers[sheet.at[row]]:
        if solution.moves[attack]:
            return attack
    raise AssertionError("dislodged by nobody")


def _by(code: str, sheet: Sheet, row: int) -> Reason:
    return Reason(code, (sheet.units[row],))


def _measured(code: str, sheet: Sheet, row: int, mine: float, theirs: float) -> Reason:
    return Reason(code, (sheet.units[row], f"{mine:g}", f"{theirs:g}"))


def _why_cut(sheet: Sheet, solution: Solution, row: int) -> Reason:
    for attack in sheet.cutters[row]:
        if solution.path[attack] and strength(sheet, solution, attack, sheet.power[row]):
            return _by("cut", sheet, attack)
    return _by("dislodged", sheet, dislodger(sheet, solution, row))


def strength(sheet: Sheet, solution: Solution, row: int, spurned: str = "") -> float:
    """Return one and the supports that stood, without those of the spurned power."""
    total = sheet.weak.get(row, 1)
    for backer in sheet.backers[row]:
        if solution.acts[backer] and sheet.power[backer] != spurned:
            total += 1
    return total


def driven_back(sheet: Sheet, solution: Solution, row: int) -> bool:
    """Whether the move was beaten head on by the unit that came from its destination."""
    rival = sheet.occupant.get(sheet.dest[row], -1)
    return rival >= 0 and solution.moves[rival] == 1 and sheet.head_on(row, rival)


def _why_not(sheet: Sheet, solution: Solution, row: int) -> Reason:
    """Say what stopped a move: its convoy, what stood there, or what else went there.

    Where a unit could not leave, two that wanted its place stopped each other in any case.
    """
    if not solution.path[row]:
        return _why_stranded(sheet, solution, row)
    rival = sheet.occupant.get(sheet.dest[row], -1)
    if rival < 0 or solution.moves[rival]:
        if rival >= 0 and sheet.head_on(row, rival):
            return _by("driven_back", sheet, rival)
        other, theirs = _strongest_other(sheet, solution, row)
        return _by_other(sheet, solution, other, strength(sheet, solution, row), theirs)
    head_on = sheet.head_on(row, rival)
    owner = sheet.power[rival]
    mine = strength(sheet, solution, row, owner)
    other, theirs = _strongest_other(sheet, solution, row)
    wanted_out = bool(sheet.dest[rival]) and not head_on
    if other >= 0 and (solution.moves[other] or (wanted_out and theirs >= mine)):
        return _by_other(sheet, solution, other, mine, theirs)
    if owner == sheet.power[row]:
        return _by("own_unit", sheet, rival)
    held = 1 if wanted_out else strength(sheet, solution, rival)
    if mine <= held:
        return _measured("stood_off" if head_on else "held_off", sheet, rival, mine, held)
    return _by_other(sheet, solution, other, mine, theirs)


def _by_other(sheet: Sheet, solution: Solution, other: int, mine: float, theirs: float) -> Reason:
    code = "outdone" if solution.moves[other] else "bounced"
    return _measured(code, sheet, other, mine, theirs)


def _strongest_other(sheet: Sheet, solution: Solution, row: int) -> tuple[int, float]:
    """Return the strongest other move to the same place and its strength; both -1 if none."""
    best, theirs = -1, -1.0
    rivals = sheet.attackers[sheet.dest[row]]
    if len(rivals) == 1:
        return best, theirs
    holder = sheet.occupant.get(sheet.dest[row], -1)
    left = holder >= 0 and solution.moves[holder]
    for each in rivals:
        if each != row and solution.path[each] and not (left and sheet.head_on(each, holder)):
            power = strength(sheet, solution, each)
            if solution.moves[each]:
                return each, power
            if power > theirs:
                best, theirs = each, power
    return best, theirs


def _why_stranded(sheet: Sheet, solution: Solution, row: int) -> Reason:
    route = sheet.routes[row]
    if row in solution.paradox:
        return Reason("paradox", tuple(sheet.units[fleet] for fleet in route.links))
    lost = [fleet for fleet in route.links if solution.dislodged[fleet]]
    if not lost:
        return Reason("no_convoy")
    attacker = dislodger(sheet, solution, lost[0])
    return Reason("convoy_lost", (sheet.units[lost[0]], sheet.units[attacker]))
