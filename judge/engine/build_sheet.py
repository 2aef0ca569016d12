"""The sheet of a movement phase: all questions to the rules are asked here; then numbers do."""

from __future__ import annotations

from typing import cast

from judge.engine.context import TurnContext
from judge.engine.ferries import standing, useful
from judge.engine.unmatched import (
    needless_convoys,
    sole_ferry,
    unmatched_convoy,
    unmatched_support,
)
from judge.hooks import veto
from judge.model.order import Act, Convoy, Move, Support
from judge.model.reason import Fate, Reason, Result
from judge.model.sheet import Entry, OpenBoard, Route, Sheet


def build_sheet(context: TurnContext, entries: tuple[Entry, ...]) -> Sheet:
    """Return the sheet of a movement phase."""
    acts: list[int] = []
    attackers: dict[int, list[int]] = {}
    offers: dict[int, list[int]] = {}
    sailing: list[int] = []
    for row, entry in enumerate(entries):
        if entry.dest >= 0:
            if entry.dest in attackers:
                attackers[entry.dest].append(row)
            else:
                attackers[entry.dest] = [row]
            if entry.by_convoy:
                sailing.append(row)
        elif entry.acts:
            acts.append(row)
        elif entry.of >= 0:
            offers.setdefault(entry.of, []).append(row)
    sheet = Sheet(
        entries=entries,
        at=[entry.at for entry in entries],
        power=[entry.power for entry in entries],
        dest=[entry.dest for entry in entries],
        backers=[()] * len(entries),
        cutters=[()] * len(entries),
        acts=acts,
        occupant={entry.at: row for row, entry in enumerate(entries)},
        attackers=attackers,
        routes={},
        notes={},
    )
    if offers:
        sailing += [
            row
            for row in map(sheet.occupant.get, offers)
            if row is not None and entries[row].by_land and not entries[row].by_convoy
        ]
    for row in sailing:
        _embark(context, sheet, row, offers.get(sheet.at[row], []))
    if narrows := context.board.map.narrows:
        for row, entry in enumerate(entries):
            if isinstance(entry.order, Move) and row not in sheet.routes:
                strength = narrows.get(frozenset((entry.place, entry.order.to.province)))
                if strength is not None:
                    sheet.weak[row] = strength
    _idle_convoys(context, sheet, offers)
    for row in acts:
        entry = entries[row]
        if entry.of >= 0:
            backed = sheet.occupant.get(entry.of, -1)
            note = _idle(context, sheet, row, backed)
            if note is None:
                sheet.backers[backed] += (row,)
            else:
                sheet.notes[row] = note
        if entry.at in attackers:
            sheet.cutters[row] = _cutters(context, sheet, row, attackers[entry.at])
    return sheet


def _embark(context: TurnContext, sheet: Sheet, row: int, offering: list[int]) -> None:
    """Give the move its fleets if it goes by sea."""
    board = context.board
    entry = sheet.entries[row]
    move = cast(Move, entry.order)
    start, end = entry.place, move.to.province
    route = _route(board, sheet, start, end, offering)
    joined = route.joins(lambda fleets: fleets)
    offers = [cast(Convoy, sheet.entries[r].order) for r in offering if r in route.links]
    if entry.by_land and offers and not move.via_convoy:
        meant = useful(board, start, end, standing(sheet.entries))
        offers = [offer for offer in offers if offer.unit.at.province in meant]
    if context.rules.convoy.takes(move, entry.by_land, offers, joined):
        sheet.routes[row] = route


def _route(board: OpenBoard, sheet: Sheet, start: str, end: str, offering: list[int]) -> Route:
    """Return the graph of the fleets whose orders fit the move, in either form (STD-5)."""
    contacts = board.map.contacts
    places = {sheet.entries[r].place: r for r in offering}
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
    near, far = contacts[start], contacts[end]
    return Route(
        first=tuple([r for p, r in places.items() if r in onward and p in near]),
        links=links,
        last=frozenset([r for p, r in places.items() if p in far and onward.get(r) == end]),
    )


def _idle_convoys(context: TurnContext, sheet: Sheet, offers: dict[int, list[int]]) -> None:
    for start, fleets in offers.items():
        army = sheet.occupant.get(start)
        taken = sheet.routes[army].links.keys() if army in sheet.routes else ()
        for row in fleets:
            if army is None:
                order = cast(Convoy, sheet.entries[row].order)
                why = Reason("no_such_unit", (order.of,))
                sheet.notes[row] = Result(order, Fate.FAILS, why)
            elif row not in taken:
                sheet.notes[row] = unmatched_convoy(context, sheet, row, army)
        if army is not None and taken:
            both = [row for row in fleets if row in taken]
            sheet.notes.update(needless_convoys(context, sheet, both, army))


def _idle(context: TurnContext, sheet: Sheet, row: int, backed: int) -> Result | None:
    """Say why a support helps nobody; None if the backed row's order is the one it is for."""
    entry = sheet.entries[row]
    if backed < 0:
        named = cast(Support, entry.order).of
        return Result(entry.order, Fate.FAILS, Reason("no_such_unit", (named,)))
    other = sheet.entries[backed]
    # A coast that is named must be the right one (DATC 4.B.4), unless it means nothing (STD-9).
    if entry.into != other.dest or (entry.coast and other.coast and entry.coast != other.coast):
        return unmatched_support(context, sheet, row, backed)
    support, why = cast(Support, entry.order), None
    if support.into and not other.by_land and entry.ferries:
        why = sole_ferry(context, sheet, other.unit, support.into, entry.unit)
    if why is None and context.rules.backing:
        why = veto(
            rule.refuses(entry.unit, other.unit, support.into, context.position)
            for rule in context.rules.backing
        )
    return None if why is None else Result(support, Fate.VOID, why)


def _cutters(context: TurnContext, sheet: Sheet, row: int, attacks: list[int]) -> tuple[int, ...]:
    """Return the attacks on an actor that would cut its act."""
    entry, entries, may_cut = sheet.entries[row], sheet.entries, context.rules.cutting.may_cut
    act = cast(Act, entry.order)
    return tuple(
        [
            attack
            for attack in attacks
            if may_cut(cast(Move, entries[attack].order), entries[attack].unit, act, entry.unit)
        ]
    )
