"""Laying the sheet: all questions to the rules are asked here, then only numbers are left."""

from __future__ import annotations

from typing import cast

from judge.engine.ferries import standing, useful
from judge.engine.idle import (
    fits_none,
    needless_convoys,
    sole_ferry,
    unmatched_convoy,
    unmatched_support,
)
from judge.hooks import Offer, Ruleset
from judge.model.order import Act, Convoy, Move, Support
from judge.model.position import Position
from judge.model.reason import Fate, Reason, Result
from judge.model.sheet import Board, Entry, Route, Sheet


def lay(board: Board, entries: tuple[Entry, ...], position: Position, rules: Ruleset) -> Sheet:
    """Return the sheet of a movement phase."""
    at: list[int] = []
    dest: list[int] = []
    acts: list[int] = []
    occupant: dict[int, int] = {}
    attackers: dict[int, list[int]] = {}
    offers: dict[int, list[int]] = {}
    for row, entry in enumerate(entries):
        at.append(entry.at)
        dest.append(entry.dest)
        occupant[entry.at] = row
        if entry.dest >= 0:
            attackers.setdefault(entry.dest, []).append(row)
        elif isinstance(entry.order, Act):
            acts.append(row)
        elif isinstance(entry.order, Convoy):
            offers.setdefault(board.number[entry.order.of.at.province], []).append(row)
    sheet = Sheet(
        entries=entries,
        at=at,
        power=[entry.unit.power for entry in entries],
        dest=dest,
        backers=[()] * len(entries),
        cutters=[()] * len(entries),
        acts=acts,
        occupant=occupant,
        attackers=attackers,
        routes={},
        notes={},
    )
    for row, entry in enumerate(entries):
        if entry.dest >= 0 and (not entry.walks or entry.at in offers or _via(entry)):
            _embark(board, sheet, row, offers.get(entry.at, []), rules)
    _idle_convoys(board, sheet, offers, rules)
    for row in sheet.acts:
        _act(board, sheet, row, position, rules)
    return sheet


def _via(entry: Entry) -> bool:
    return isinstance(entry.order, Move) and entry.order.via_convoy


def _embark(board: Board, sheet: Sheet, row: int, offering: list[int], rules: Ruleset) -> None:
    """Give the move its fleets if it goes by sea."""
    entry = sheet.entries[row]
    move = cast(Move, entry.order)
    start, end = entry.unit.at.province, move.to.province
    route = _route(board, sheet, start, end, offering)
    joined = _joined(route)
    fitting = [sheet.entries[r] for r in offering if r in route.links]
    offers = [Offer(fleet.unit, cast(Convoy, fleet.order)) for fleet in fitting]
    if entry.walks and offers and not move.via_convoy:
        meant = useful(board, start, end, standing(board, sheet.entries, rules))
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
            links[fleet] = tuple(r for p, r in places.items() if p in goals and r in onward)
    return Route(
        first=tuple(r for p, r in places.items() if r in onward and p in contacts[start]),
        links=links,
        last=frozenset(r for p, r in places.items() if onward.get(r) == end and p in contacts[end]),
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


def _idle_convoys(board: Board, sheet: Sheet, offers: dict[int, list[int]], rules: Ruleset) -> None:
    for start, fleets in offers.items():
        army = sheet.occupant.get(start)
        taken = sheet.routes[army].links.keys() if army in sheet.routes else ()
        for row in fleets:
            if army is None:
                named = cast(Convoy, sheet.entries[row].order).of
                sheet.notes[row] = fits_none(sheet, row, Reason("no_such_unit", (named,)))
            elif row not in taken:
                sheet.notes[row] = unmatched_convoy(board, sheet, row, army, rules)
        if army is not None and taken:
            both = [row for row in fleets if row in taken]
            sheet.notes.update(needless_convoys(board, sheet, both, army, rules))


def _act(board: Board, sheet: Sheet, row: int, position: Position, rules: Ruleset) -> None:
    """Match a support with what it supports, and find the attacks that would cut the act."""
    entry = sheet.entries[row]
    order = cast(Act, entry.order)
    if isinstance(order, Support):
        backed = sheet.occupant.get(entry.of)
        if backed is None:
            sheet.notes[row] = fits_none(sheet, row, Reason("no_such_unit", (order.of,)))
        elif not _fits(entry, order, sheet.entries[backed]):
            sheet.notes[row] = unmatched_support(board, sheet, row, backed, rules)
        elif (rules.backing or (entry.into >= 0 and not sheet.entries[backed].walks)) and (
            why := _refused(board, sheet, row, backed, position, rules)
        ):
            sheet.notes[row] = Result(order, Fate.VOID, why)
        else:
            sheet.backers[backed] += (row,)
    attacks = sheet.attackers.get(entry.at)
    if attacks:
        for attack in attacks:
            attacker = sheet.entries[attack]
            move = cast(Move, attacker.order)
            if rules.cutting.may_cut(move, attacker.unit, order, entry.unit):
                sheet.cutters[row] += (attack,)


def _fits(entry: Entry, order: Support, backed: Entry) -> bool:
    if entry.into != backed.dest:
        return False
    if order.into is None or not order.into.coast:
        return True
    return order.into.coast == cast(Move, backed.order).to.coast  # DATC 4.B.4


def _refused(
    board: Board, sheet: Sheet, row: int, backed: int, position: Position, rules: Ruleset
) -> Reason | None:
    backer, helped = sheet.entries[row], sheet.entries[backed]
    into = cast(Support, backer.order).into
    if into and not helped.walks and rules.convoy.can_ferry(backer.unit, board):
        why = sole_ferry(board, sheet, helped.unit, into, backer.unit, rules)
        if why is not None:
            return why
    for rule in rules.backing:
        why = rule.refuses(backer.unit, helped.unit, into, position)
        if why is not None:
            return why
    return None
