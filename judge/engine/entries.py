"""Which order each unit carries out."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import cast

from judge.engine.context import TurnContext
from judge.engine.ferries import has_route, standing
from judge.engine.static_legality import check_alone
from judge.hooks import veto
from judge.model.memory import Question
from judge.model.order import Convoy, Hold, Move, Order, Orders, Support
from judge.model.position import Moved
from judge.model.reason import Fate, Reason, Result
from judge.model.sheet import Entry

REASONS = ("no_order", "holds", "moves", "supports", "convoys", "acts")
"""What an order is told that stands."""

DONE = {"hold": "holds", "move": "moves", "support": "supports", "convoy": "convoys"}

GIVEN: Question[Hashable, Entry] = Question()
"""The entry of an order, by its key, that its player gave."""

BY_DEFAULT: Question[Hashable, Entry] = Question()
"""The entry of an order, by its key, that stands in for a missing one."""


def read_orders(context: TurnContext, orders: Orders) -> tuple[tuple[Entry, ...], list[Result]]:
    """Return one entry for each unit on the board, and the results of orders for no unit.

    The last order for a unit counts; earlier ones, and orders for units that do not stand there
    or belong to others, are void. A unit is known by its province: a wrong kind or coast in
    naming it is no matter (DATC 4.B.5, 4.C.2).
    """
    units, kept = context.position.units, context.board.memory.answers(GIVEN)
    entries: dict[str, Entry] = {}
    strays: list[Result] = []
    for power, listed in orders.items():
        for order in listed:
            entry = kept.get(order.key)
            if entry is None or entry.power != power or units.get(entry.place) != entry.unit:
                unit = units.get(order.unit.at.province)
                if unit is None or unit.power != power:
                    code = "not_yours" if unit else "no_such_unit"
                    why = Reason(code, (unit or order.unit,))
                    strays.append(Result(order, Fate.VOID, why))
                    continue
                if order.unit != unit:
                    order = replace(order, unit=unit)
                entry = _remembered(context, order, GIVEN)
            if entry.place in entries:
                earlier = entries[entry.place]
                why = Reason("superseded", (earlier.unit,))
                strays.append(Result(earlier.given, Fate.VOID, why))
            entries[entry.place] = entry
    if len(entries) < len(units):
        for place in units.keys() - entries.keys():
            order = context.rules.disorder.order(units[place], context.position)
            entries[place] = _remembered(context, order, BY_DEFAULT)
    if context.rules.conduct:
        entries = {place: _conducted(context, entry) for place, entry in entries.items()}
    by_convoy = [entry for entry in entries.values() if entry.by_convoy]
    if by_convoy:
        fleets = standing(entries.values())
        for entry in by_convoy:
            entries[entry.place] = _launch(context, entry, fleets)
    return tuple([entries[place] for place in units]), strays


def _remembered(context: TurnContext, order: Order, source: Question[Hashable, Entry]) -> Entry:
    """Return the entry of an order from a source, for a unit that stands there."""
    return context.board.memory.answer(
        source, order.key, lambda: _entry(context, order, is_given=source is GIVEN)
    )


def _entry(context: TurnContext, given: Order, is_given: bool) -> Entry:
    ruling = check_alone(context, given)
    order, unit = ruling.order, given.unit
    number = context.board.map.number
    code = DONE.get(order.verb, "acts") if is_given else "no_order"
    entry = Entry(
        unit,
        order,
        given,
        done=Result(order, Fate.STANDS, Reason(code)),
        at=number[unit.at.province],
        ferries=context.rules.convoy.can_ferry(unit, context.board),
    )
    if ruling.why is not None:
        return _replaced(entry, ruling.why)
    if isinstance(order, Move):
        return replace(
            entry,
            dest=number[order.to.province],
            coast=order.to.coast,
            by_land=ruling.by_land,
            by_convoy=order.via_convoy or not ruling.by_land,
            step=Moved(unit, order.to),
        )
    if isinstance(order, Support):
        of = number[order.of.at.province]
        if order.into is None:
            return replace(entry, of=of)
        return replace(entry, of=of, into=number[order.into.province], coast=order.into.coast)
    if isinstance(order, Convoy):
        return replace(entry, of=number[order.of.at.province], into=number[order.to.province])
    return entry


def _replaced(entry: Entry, why: Reason) -> Entry:
    """Return the entry of a unit that holds because what it was given is void."""
    unit, given, done = entry.unit, entry.given, Result(entry.given, Fate.VOID, why)
    return Entry(unit, Hold(unit), given, done, entry.at, why, ferries=entry.ferries)


def _conducted(context: TurnContext, entry: Entry) -> Entry:
    if entry.why is not None:
        return entry
    for rule in context.rules.conduct:  # a plain loop: every order of every turn comes by here
        why = rule.forbids(entry.order, entry.unit, context.position)
        if why is not None:
            return _replaced(entry, why)
    return entry


def _launch(context: TurnContext, entry: Entry, fleets: frozenset[str]) -> Entry:
    """Void a move by convoy where no fleets stand that could carry it (STD-8, DATC 4.E.1).

    One that walks if no convoy is offered is left to do so.
    """
    move = cast(Move, entry.order)
    if entry.by_land and not context.rules.convoy.takes(move, True, (), joined=False):
        return entry
    start, to, kind = entry.unit.at, move.to, entry.unit.kind
    why = veto(rule.closed(start, to, kind, context.position) for rule in context.rules.passage)
    if not why and not has_route(context.board, start.province, to.province, fleets):
        why = Reason("no_fleets", (entry.unit, to))
    return _replaced(entry, why) if why else entry
