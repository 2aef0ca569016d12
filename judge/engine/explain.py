"""Why each order came to what it did, read off a solved sheet."""

from __future__ import annotations

from judge.model.order import Act, Convoy, Move
from judge.model.reason import Fate, Reason, Result
from judge.model.sheet import Entry, Origin, Sheet, Solution

WELL = {verb: Reason(verb) for verb in ("holds", "moves", "supports", "convoys", "acts")}


def explain(sheet: Sheet, solution: Solution) -> tuple[Result, ...]:
    """Return one result for each row, in the order of the rows."""
    return tuple(_result(sheet, solution, row, entry) for row, entry in enumerate(sheet.entries))


def _result(sheet: Sheet, solution: Solution, row: int, entry: Entry) -> Result:
    order = entry.order
    if entry.why is not None:
        return Result(entry.given, Fate.VOID, entry.why)
    if isinstance(order, Move):
        if solution.moves[row]:
            return Result(order, Fate.STANDS, WELL["moves"])
        return Result(order, Fate.FAILS, _why_not(sheet, solution, row))
    if row in sheet.notes:
        return Result(order, Fate.FAILS, sheet.notes[row])
    if isinstance(order, Act):
        if not solution.acts[row]:
            return Result(order, Fate.FAILS, _why_cut(sheet, solution, row))
        return Result(order, Fate.STANDS, WELL.get(order.verb + "s", WELL["acts"]))
    if isinstance(order, Convoy):
        if solution.dislodged[row]:
            return Result(
                order, Fate.FAILS, _by("dislodged", sheet, dislodger(sheet, solution, row))
            )
        return Result(order, Fate.STANDS, WELL["convoys"])
    if entry.origin is Origin.DEFAULT:
        return Result(order, Fate.STANDS, Reason("no_order"))
    return Result(order, Fate.STANDS, WELL["holds"])


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
    return 1 + sum(
        solution.acts[backer] and sheet.power[backer] != spurned for backer in sheet.backers[row]
    )


def _why_not(sheet: Sheet, solution: Solution, row: int) -> Reason:
    """Say what stopped a move: its convoy, what stood there, or what else went there."""
    if not solution.path[row]:
        return _why_stranded(sheet, solution, row)
    there = sheet.dest[row]
    rival = sheet.occupant.get(there, -1)
    if rival >= 0 and not solution.moves[rival]:
        against = sheet.dest[rival] == sheet.at[row] and not {row, rival} & sheet.routes.keys()
        stays = sheet.dest[rival] < 0
        held = strength(sheet, solution, rival) if stays or against else 1
        owner = sheet.power[rival]
        if owner == sheet.power[row]:
            return _by("own_unit", sheet, rival)
        mine = strength(sheet, solution, row, owner)
        if mine <= held:
            return _by("stood_off" if against else "held_off", sheet, rival, mine, held)
    others = [
        (strength(sheet, solution, other), other)
        for other in sheet.attackers[there]
        if other != row and solution.path[other]
    ]
    if rival >= 0 and solution.moves[rival] and sheet.dest[rival] == sheet.at[row] and not others:
        return _by("driven_back", sheet, rival)
    best, other = max(others, key=lambda pair: (pair[0], -pair[1]))
    winner = next((o for _, o in others if solution.moves[o]), other)
    best = strength(sheet, solution, winner) if solution.moves[winner] else best
    code = "outdone" if solution.moves[winner] else "bounced"
    mine = strength(sheet, solution, row)
    return _by(code, sheet, winner, mine, best)


def _why_stranded(sheet: Sheet, solution: Solution, row: int) -> Reason:
    route = sheet.routes[row]
    if row in solution.paradox:
        return Reason("paradox", tuple(sheet.entries[fleet].unit for fleet in route.links))
    lost = [fleet for fleet in route.links if solution.dislodged[fleet]]
    if not lost:
        return Reason("no_convoy")
    attacker = dislodger(sheet, solution, lost[0])
    return Reason("convoy_lost", (sheet.entries[lost[0]].unit, sheet.entries[attacker].unit))
