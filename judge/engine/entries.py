"""Which order each unit carries out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from judge.engine.ferries import sails
from judge.engine.legality import rule_on
from judge.hooks import Ruleset
from judge.model.order import Hold, Move, Order
from judge.model.position import Position, Unit
from judge.model.reason import Fate, Reason, Result
from judge.model.sheet import Board, Entry, Origin

Orders = Mapping[str, Sequence[Order]]
"""Each power's orders for a phase, in the order given."""


def read_orders(
    board: Board, position: Position, orders: Orders, rules: Ruleset
) -> tuple[tuple[Entry, ...], tuple[Result, ...]]:
    """Return one entry for each unit on the board, and the results of orders for no unit.

    The last order for a unit counts; earlier ones, and orders for units that do not stand there
    or belong to others, are void. A unit is known by its province: a wrong kind or coast in
    naming it is no matter (DATC 4.B.5, 4.C.2).
    """
    given: dict[str, Order] = {}
    strays: list[Result] = []
    for power, listed in orders.items():
        for order in listed:
            unit = position.units.get(order.unit.at.province)
            if unit is None or unit.power != power:
                why = Reason("no_such_unit" if unit is None else "not_yours", (order.unit,))
                strays.append(Result(order, Fate.VOID, why))
                continue
            former = given.get(unit.at.province)
            if former is not None:
                strays.append(Result(former, Fate.VOID, Reason("superseded", (unit,))))
            given[unit.at.province] = order
    fleets = _Fleets(board, position, rules)
    entries = []
    for province, unit in position.units.items():
        told = given.get(province)
        if told is None:
            told = rules.disorder.order(unit, position)
            entry = replace(_entry(board, rules, unit, told), origin=Origin.DEFAULT)
        else:
            entry = _entry(board, rules, unit, told)
        if rules.conduct and entry.why is None:
            entry = _conducted(rules, entry, position)
        if entry.sails:
            entry = fleets.launch(entry)
        entries.append(entry)
    return tuple(entries), tuple(strays)


def _entry(board: Board, rules: Ruleset, unit: Unit, told: Order) -> Entry:
    key = ("entry", unit, told)
    found: Entry | None = board.memory.get(key)
    if found is None:
        order = told if told.unit == unit else replace(told, unit=unit)
        ruling = rule_on(board, rules, order)
        if ruling.why is None:
            found = Entry(unit, ruling.order, Origin.GIVEN, told, walks=ruling.walks)
        else:
            found = _replaced(unit, told, ruling.why)
        board.memory[key] = found
    return found


def _replaced(unit: Unit, told: Order, why: Reason) -> Entry:
    return Entry(unit, Hold(unit), Origin.REPLACED, told, why)


def _conducted(rules: Ruleset, entry: Entry, position: Position) -> Entry:
    for rule in rules.conduct:
        why = rule.forbids(entry.order, entry.unit, position)
        if why is not None:
            return _replaced(entry.unit, entry.given, why)
    return entry


class _Fleets:
    """The units that could ferry, wherever they are ordered to."""

    def __init__(self, board: Board, position: Position, rules: Ruleset) -> None:
        self.board, self.position, self.rules = board, position, rules
        self.spaces: frozenset[str] | None = None

    def launch(self, entry: Entry) -> Entry:
        """Void a move over water where no fleets stand that could carry it (DATC 4.E.1)."""
        if self.spaces is None:
            self.spaces = frozenset(
                unit.at.province
                for unit in self.position.units.values()
                if self.rules.convoy.can_ferry(unit, self.board)
            )
        start, to = entry.unit.at, cast(Move, entry.order).to
        for rule in self.rules.passage:
            why = rule.shut(start, to, entry.unit.kind, self.position)
            if why is not None:
                return _replaced(entry.unit, entry.given, why)
        if not sails(self.board, start.province, to.province, self.spaces):
            return _replaced(entry.unit, entry.given, Reason("no_fleets", (entry.unit, to)))
        return entry
