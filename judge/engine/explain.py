"""Why each order came to what it did, read off a solved sheet."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, compress

from judge.model.order import Convoy
from judge.model.reason import Fate, Reason, Result
from judge.model.sheet import Sheet, Solution

DONE = {
    "hold": Reason("holds"),
    "move": Reason("moves"),
    "support": Reason("supports"),
    "convoy": Reason("convoys"),
}
ACTS, NO_ORDER = Reason("acts"), Reason("no_order")


def explain_results(sheet: Sheet, solution: Solution, strays: Sequence[Result]) -> list[Result]:
    """Return one result for each row, in the order of the rows, then those of orders for no row."""
    orders, rows = sheet.orders, range(len(sheet.orders))
    moves, acts = solution.moves, solution.acts
    failed = {
        row: _explain_failed_move(sheet, solution, row)
        for row in chain.from_iterable(sheet.attackers.values())
        if not moves[row]
    }
    for row in sheet.acts:
        if not acts[row]:
            failed[row] = _explain_cut(sheet, solution, row)
    for row in compress(rows, solution.dislodged):
        if isinstance(orders[row], Convoy):
            failed[row] = _explain_dislodgement(sheet, solution, row)
    results = [Result(order, Fate.STANDS, DONE.get(order.verb, ACTS)) for order in orders]
    for row in sheet.silent:
        results[row] = Result(orders[row], Fate.STANDS, NO_ORDER)
    for row, why in failed.items():
        results[row] = Result(orders[row], Fate.FAILS, why)
    for row, result in chain(sheet.notes.items(), sheet.void.items()):
        results[row] = result
    return [*results, *strays]


def find_dislodger_row(sheet: Sheet, solution: Solution, row: int) -> int:
    """Return the row that drove this one out."""
    for attack in sheet.attackers[sheet.at[row]]:
        if solution.moves[attack]:
            return attack
    raise AssertionError("dislodged by nobody")


def _explain_dislodgement(sheet: Sheet, solution: Solution, row: int) -> Reason:
    return Reason("dislodged", (sheet.units[find_dislodger_row(sheet, solution, row)],))


def _explain_cut(sheet: Sheet, solution: Solution, row: int) -> Reason:
    for attack in sheet.cutters[row]:
        if solution.path[attack] and measure_strength_with_supports(
            sheet, solution, attack, sheet.power[row]
        ):
            return Reason("cut", (sheet.units[attack],))
    return _explain_dislodgement(sheet, solution, row)


def measure_strength_with_supports(
    sheet: Sheet, solution: Solution, row: int, spurned: str = ""
) -> float:
    """Return one and the supports that stood, without those of the spurned power."""
    total = sheet.weak.get(row, 1)
    for backer in sheet.backers[row]:
        if solution.acts[backer] and sheet.power[backer] != spurned:
            total += 1
    return total


def is_driven_back(sheet: Sheet, solution: Solution, row: int) -> bool:
    """Whether the move was beaten head on by the unit that came from its destination."""
    rival = sheet.occupant.get(sheet.dest[row], -1)
    return rival >= 0 and solution.moves[rival] == 1 and sheet.is_head_on(row, rival)


def _explain_failed_move(sheet: Sheet, solution: Solution, row: int) -> Reason:
    """Say what stopped a move: its convoy, what stood there, or what else went there.

    Where a unit could not leave, two that wanted its place stopped each other in any case.
    """
    if not solution.path[row]:
        return _explain_failed_convoy(sheet, solution, row)
    rival = sheet.occupant.get(sheet.dest[row], -1)
    if rival < 0 or solution.moves[rival]:
        if rival >= 0 and sheet.is_head_on(row, rival):
            return Reason("driven_back", (sheet.units[rival],))
        other_row, other_strength = _find_strongest_rival(sheet, solution, row)
        return _explain_rival_move(
            sheet,
            solution,
            other_row,
            measure_strength_with_supports(sheet, solution, row),
            other_strength,
        )
    head_on = sheet.is_head_on(row, rival)
    owner = sheet.power[rival]
    own_strength = measure_strength_with_supports(sheet, solution, row, owner)
    other_row, other_strength = _find_strongest_rival(sheet, solution, row)
    wanted_out = bool(sheet.dest[rival]) and not head_on
    if other_row >= 0 and (
        solution.moves[other_row] or (wanted_out and other_strength >= own_strength)
    ):
        return _explain_rival_move(sheet, solution, other_row, own_strength, other_strength)
    if owner == sheet.power[row]:
        return Reason("own_unit", (sheet.units[rival],))
    held = 1 if wanted_out else measure_strength_with_supports(sheet, solution, rival)
    if own_strength <= held:
        code = "stood_off" if head_on else "held_off"
        return Reason(code, (sheet.units[rival], f"{own_strength:g}", f"{held:g}"))
    return _explain_rival_move(sheet, solution, other_row, own_strength, other_strength)


def _explain_rival_move(
    sheet: Sheet, solution: Solution, other_row: int, own_strength: float, other_strength: float
) -> Reason:
    code = "outdone" if solution.moves[other_row] else "bounced"
    return Reason(code, (sheet.units[other_row], f"{own_strength:g}", f"{other_strength:g}"))


def _find_strongest_rival(sheet: Sheet, solution: Solution, row: int) -> tuple[int, float]:
    """Return the strongest other move to the same place and its strength; both -1 if none."""
    best, best_strength = -1, -1.0
    rivals = sheet.attackers[sheet.dest[row]]
    if len(rivals) == 1:
        return best, best_strength
    holder = sheet.occupant.get(sheet.dest[row], -1)
    holder_left = holder >= 0 and solution.moves[holder]
    for rival_row in rivals:
        if (
            rival_row != row
            and solution.path[rival_row]
            and not (holder_left and sheet.is_head_on(rival_row, holder))
        ):
            rival_strength = measure_strength_with_supports(sheet, solution, rival_row)
            if solution.moves[rival_row]:
                return rival_row, rival_strength
            if rival_strength > best_strength:
                best, best_strength = rival_row, rival_strength
    return best, best_strength


def _explain_failed_convoy(sheet: Sheet, solution: Solution, row: int) -> Reason:
    route = sheet.routes[row]
    if row in solution.paradox:
        return Reason("paradox", tuple(sheet.units[fleet] for fleet in route.links))
    lost = [fleet for fleet in route.links if solution.dislodged[fleet]]
    if not lost:
        return Reason("no_convoy")
    attacker = find_dislodger_row(sheet, solution, lost[0])
    return Reason("convoy_lost", (sheet.units[lost[0]], sheet.units[attacker]))
