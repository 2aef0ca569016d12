"""What a civilization may know, written a second time from the rules' text (CIV-3, 4, 5, 11, 12).

Nothing of ``judge.views`` or ``judge.rules`` is used: borders are read off the map's legs, and what
became of moves off the solver's sheet.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from judge.model.map import Map
from judge.model.order import Convoy, Hold, Move, Support
from judge.model.position import Position, Removed, Unit
from judge.model.sheet import PhaseRecord
from judge.model.turn import Phase


@cache
def beside(game_map: Map) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {code: {code} for code in game_map.provinces}
    for leg in game_map.legs:
        found[leg.origin.province].add(leg.target.province)
    return {code: frozenset(near) for code, near in found.items()}


def units_near(me: str, at: Position, game_map: Map) -> frozenset[str]:
    """The spaces that hold or adjoin my units, dislodged ones included."""
    own = [u for u in at.units.values() if u.power == me]
    own += [d.unit for d in at.dislodged if d.unit.power == me]
    return frozenset(code for unit in own for code in beside(game_map)[unit.at.province])


def sight(me: str, at: Position, game_map: Map) -> frozenset[str]:
    """And those that are or adjoin my centers."""
    centers = [code for code, owner in at.owners.items() if owner == me]
    return units_near(me, at, game_map) | {n for code in centers for n in beside(game_map)[code]}


def standing(me: str, at: Position, game_map: Map) -> object:
    """What I see of a position."""
    seen, near = sight(me, at, game_map), units_near(me, at, game_map)
    owners = {
        code: at.owners.get(code)
        for code in game_map.centers
        if code in near or at.owners.get(code) == me
    }
    return (
        at.turn,
        seen,
        frozenset(u for u in at.units.values() if u.at.province in seen),
        frozenset(d.unit for d in at.dislodged if d.unit.at.province in seen),
        {d.unit: d.options for d in at.dislodged if d.unit.power == me},
        owners,
        at.homes.get(me),
        frozenset(f for f in at.facts if f.about == me and f.rule == "contact"),
        at.ended,
    )


def heard_of(me: str, at: Position, game_map: Map) -> frozenset[str | None]:
    """Those I know of, or see."""
    seen = sight(me, at, game_map)
    met: set[str | None] = {me}
    met |= {f.value for f in at.facts if f.about == me and f.rule == "contact"}
    met |= {u.power for u in at.units.values() if u.at.province in seen}
    met |= {d.unit.power for d in at.dislodged if d.unit.at.province in seen}
    return frozenset(met | {at.owners.get(code) for code in units_near(me, at, game_map)})


def called(me: str, at: Position, game_map: Map) -> object:
    """The names of those I know of, or see."""
    return names_of(heard_of(me, at, game_map), at)


def names_of(powers: frozenset[str | None], at: Position) -> object:
    return frozenset(f for f in at.facts if f.rule == "name" and f.about in powers)


def known(me: str, record: PhaseRecord) -> object:
    """All that I may know of a phase."""
    game_map = record.board.map
    before, after = record.before, record.after
    return (
        standing(me, before, game_map),
        standing(me, after, game_map),
        called(me, before, game_map),
        called(me, after, game_map),
        ways(me, record),
        results(me, record),
        attacks(me, record),
        orders_seen(me, record),
    )


def ways(me: str, record: PhaseRecord) -> object:
    """Each foreign unit's way by the ends that I see."""
    game_map = record.board.map
    then, now = sight(me, record.before, game_map), sight(me, record.after, game_map)
    found = []
    for start, end in paths(record):
        unit = start or end
        assert unit is not None
        if unit.power == me:
            found.append((start, end))
            continue
        seen = (
            start if start and start.at.province in then else None,
            end if end and end.at.province in now else None,
        )
        if start and end and start.at.province == end.at.province:
            found.append(seen)
        elif seen != (None, None):
            found.append((*seen, "moved" if start and end else "built" if end else "gone"))
    return frozenset(found)


def paths(record: PhaseRecord) -> Iterable[tuple[Unit | None, Unit | None]]:
    """Each unit as it stood before and as it is after."""
    gone = {e.unit for e in record.effects if isinstance(e, Removed)}
    ends = [*record.after.units.values(), *(d.unit for d in record.after.dislodged)]
    starts = [*record.before.units.values(), *(d.unit for d in record.before.dislodged)]
    moved: dict[Unit, Unit] = {}
    if record.sheet is not None and record.solution is not None:
        for row, order in enumerate(record.sheet.orders):
            if record.solution.moves[row] and isinstance(order, Move):
                moved[order.unit] = order.unit._replace(at=order.to)
    elif record.before.turn.phase is Phase.RETREATS:
        for start in (d.unit for d in record.before.dislodged):
            here = [r for r in record.results if r.order.unit == start and r.fate == "stands"]
            to = getattr(here[-1].order, "to", None) if here else None
            if to is not None and start not in gone:
                moved[start] = start._replace(at=to)
    for start in starts:
        if start in gone:
            yield start, None
        else:
            yield start, moved.get(start, start)
    arrived = {moved.get(start, start) for start in starts if start not in gone}
    for end in ends:
        if end not in arrived:
            yield None, end


def results(me: str, record: PhaseRecord) -> object:
    """What became of my orders, so far as they tell of nobody else's."""
    sheet, solution = record.sheet, record.solution
    if sheet is None or solution is None:
        return frozenset(
            (r.order, r.fate, r.why.code) for r in record.results if r.order.unit.power == me
        )
    found = []
    for row, unit in enumerate(sheet.units):
        if unit.power != me:
            continue
        told: object = ""
        void = sheet.void.get(row)
        order, was_missing = void.order if void else sheet.orders[row], row in sheet.silent
        if void is not None:
            told = void.why.code if void.why.code != "no_fleets" else "at sea"
            if isinstance(order, Support | Convoy) and void.why.code.startswith("no_"):
                told = ""
        elif sheet.dest[row] and not solution.moves[row]:
            told = "at sea" if not solution.path[row] else _rivals(record, row, me)
        elif isinstance(order, Support | Convoy):
            helped = sheet.occupant.get(order.of.at.province, -1)
            if helped >= 0 and sheet.power[helped] == me:
                result = next(r for r in record.results if r.order.unit == unit)
                told = (result.fate, result.why.code)
        found.append((unit, order, was_missing, void is None, told))
    return frozenset(found)


def _rivals(record: PhaseRecord, row: int, me: str) -> object:
    sheet, solution = record.sheet, record.solution
    assert sheet is not None and solution is not None
    there = sheet.occupant.get(sheet.dest[row], -1)
    own_there = there >= 0 and not solution.moves[there] and sheet.power[there] == me
    rivals = {
        sheet.power[other]
        for other, dest in enumerate(sheet.dest)
        if dest == sheet.dest[row] and other != row and solution.path[other]
    }
    if there >= 0 and (not solution.moves[there] or sheet.dest[there] == sheet.at[row]):
        rivals.add(sheet.power[there])
    return own_there, frozenset(rivals)


def attacks(me: str, record: PhaseRecord) -> object:
    """Who attacked my units where they stayed."""
    sheet, solution = record.sheet, record.solution
    if sheet is None or solution is None:
        return frozenset()
    return frozenset(
        (unit, sheet.power[other])
        for row, unit in enumerate(sheet.units)
        if unit.power == me and not solution.moves[row]
        for other, dest in enumerate(sheet.dest)
        if dest == sheet.at[row] and solution.path[other] and sheet.power[other] != me
    )


def orders_seen(me: str, record: PhaseRecord) -> object:
    """Foreign orders, moves apart, all of whose spaces I see before and after."""
    game_map = record.board.map
    lit = sight(me, record.before, game_map) & sight(me, record.after, game_map)
    found = []
    sheet = record.sheet
    for row, done in enumerate(sheet.orders if sheet is not None else ()):
        order = sheet.void[row].order if row in sheet.void else done
        if order.unit.power == me or isinstance(order, Move):
            continue
        named = {order.unit.at.province}
        if isinstance(order, Support | Convoy):
            aim = order.into if isinstance(order, Support) else order.to
            named |= {order.of.at.province} | ({aim.province} if aim else set())
        else:
            assert isinstance(order, Hold)
        if named <= lit:
            found.append(order)
    return frozenset(found)
