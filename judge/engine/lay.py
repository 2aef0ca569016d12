"""Laying the sheet: all questions to the rules are asked here, then only numbers are left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from judge.engine.ferries import fleets_of, useful
from judge.hooks import Offer, Ruleset
from judge.model.order import Act, Convoy, Move, Support
from judge.model.position import Position, Unit
from judge.model.reason import Reason
from judge.model.sheet import Board, Entry, Route, Sheet


def lay(board: Board, entries: tuple[Entry, ...], position: Position, rules: Ruleset) -> Sheet:
    """Return the sheet of a movement phase."""
    acts: list[int] = []
    attackers: dict[int, list[int]] = {}
    offers: dict[int, list[int]] = {}
    sailing: list[int] = []
    for row, entry in enumerate(entries):
        if entry.dest >= 0:
            attackers.setdefault(entry.dest, []).append(row)
            if entry.sails:
                sailing.append(row)
        elif isinstance(entry.order, Act):
            acts.append(row)
        elif isinstance(entry.order, Convoy):
            offers.setdefault(entry.of, []).append(row)
    sheet = Sheet(
        entries=entries,
        at=[entry.at for entry in entries],
        power=[entry.unit.power for entry in entries],
        dest=[entry.dest for entry in entries],
        backers=[()] * len(entries),
        cutters=[()] * len(entries),
        acts=acts,
        occupant={entry.at: row for row, entry in enumerate(entries)},
        attackers=attackers,
        routes={},
        notes={},
    )
    sailing += [
        row
        for row in map(sheet.occupant.get, offers)
        if row is not None and entries[row].walks and not entries[row].sails
    ]
    for row in sailing:
        _embark(board, sheet, row, offers.get(sheet.at[row], []), position.units, rules)
    _idle_convoys(sheet, offers)
    for row in acts:
        entry = entries[row]
        if entry.of >= 0:
            _back(sheet, row, position, rules)
        if entry.at in attackers:
            sheet.cutters[row] = _cutters(sheet, row, attackers[entry.at], rules)
    return sheet


def _embark(
    board: Board,
    sheet: Sheet,
    row: int,
    offering: list[int],
    units: Mapping[str, Unit],
    rules: Ruleset,
) -> None:
    """Give the move its fleets if it goes by sea."""
    entry = sheet.entries[row]
    move = cast(Move, entry.order)
    start, end = entry.unit.at.province, move.to.province
    route = _route(board, sheet, start, end, offering)
    joined = _joined(route)
    fitting = [sheet.entries[r] for r in offering if r in route.links]
    offers = [Offer(fleet.unit, cast(Convoy, fleet.order)) for fleet in fitting]
    if entry.walks and offers and not move.via_convoy:
        meant = useful(board, start, end, fleets_of(board, rules, units))
        offers = [offer for offer in offers if offer.unit.at.province in meant]
    if rules.convoy.takes(move, entry.walks, offers, joined):
        sheet.routes[row] = route


def _route(board: Board, sheet: Sheet, start: str, end: str, offering: list[int]) -> Route:
    """Return the graph of the fleets whose orders fit the move, in either form (STD-5)."""
    contacts = board.contacts
    places = {sheet.entries[r].unit.at.province: r for r in offering}
    onward: dict[int, str] = {}
    for place, fleet in places.items():
        to = cast(Convoy, sheet.entries[fleet].order).to.province
        if to == end or (to in places and to in contacts[place]):
            onward[fleet] = to
    links: dict[int, tuple[int, ...]] = {}
    for place, fleet in places.items():
        if fleet in onward:
            goals = contacts[place] if onward[fleet] == end else {onward[fleet]}
            links[fleet] = tuple([r for p, r in places.items() if p in goals and r in onward])
    shore = contacts[start], contacts[end]
    return Route(
        first=tuple([r for p, r in places.items() if r in onward and p in shore[0]]),
        links=links,
        last=frozenset([r for p, r in places.items() if p in shore[1] and onward.get(r) == end]),
    )


def _joined(route: Route) -> bool:
    reached = set(route.first)
    frontier = list(reached)
    while frontier:
        fleet = frontier.pop()
        if fleet in route.last:
            return True
        for onward in route.links[fleet]:
            if onward not in reached:
                reached.add(onward)
                frontier.append(onward)
    return False


def _idle_convoys(sheet: Sheet, offers: dict[int, list[int]]) -> None:
    for start, fleets in offers.items():
        army = sheet.occupant.get(start)
        taken = sheet.routes[army].links.keys() if army in sheet.routes else ()
        for row in fleets:
            if army is None:
                sheet.notes[row] = Reason("no_such_unit", (_named(sheet, row),))
            elif row not in taken:
                code = (
                    "walked" if sheet.dest[army] >= 0 and army not in sheet.routes else "unmatched"
                )
                sheet.notes[row] = Reason(code, (sheet.entries[army].unit,))


def _named(sheet: Sheet, row: int) -> Unit:
    return cast(Convoy | Support, sheet.entries[row].order).of


def _back(sheet: Sheet, row: int, position: Position, rules: Ruleset) -> None:
    """Match a support with the order that it is for, or note why it is for none."""
    entry = sheet.entries[row]
    backed = sheet.occupant.get(entry.of, -1)
    if backed < 0:
        sheet.notes[row] = Reason("no_such_unit", (_named(sheet, row),))
        return
    other = sheet.entries[backed]
    if entry.into != other.dest or (entry.coast and entry.coast != other.coast):  # DATC 4.B.4
        sheet.notes[row] = Reason("unmatched", (other.unit,))
        return
    for rule in rules.backing:
        into = cast(Support, entry.order).into
        why = rule.refuses(entry.unit, other.unit, into, position)
        if why is not None:
            sheet.notes[row] = why
            return
    sheet.backers[backed] += (row,)


def _cutters(sheet: Sheet, row: int, attacks: list[int], rules: Ruleset) -> tuple[int, ...]:
    """Return the attacks on an actor that would cut its act."""
    entry, entries, may_cut = sheet.entries[row], sheet.entries, rules.cutting.may_cut
    act = cast(Act, entry.order)
    return tuple(
        [
            attack
            for attack in attacks
            if may_cut(cast(Move, entries[attack].order), entries[attack].unit, act, entry.unit)
        ]
    )
