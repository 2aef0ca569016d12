"""Which order each unit carries out."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import cast

from judge.engine.ferries import sails
from judge.engine.legality import Ruling, rule_on
from judge.hooks import Ruleset
from judge.model.order import Hold, Move, Order, Support
from judge.model.position import Moved, Position, Unit
from judge.model.reason import Fate, Reason, Result
from judge.model.sheet import Board, Entry, Origin

Orders = Mapping[str, Sequence[Order]]
"""Each power's orders for a phase, in the order given."""

DONE = {"hold": "holds", "move": "moves", "support": "supports", "convoy": "convoys"}


def read_orders(
    board: Board, position: Position, orders: Orders, rules: Ruleset
) -> tuple[tuple[Entry, ...], tuple[Result, ...]]:
    """Return one entry for each unit on the board, and the results of orders for no unit.

    The last order for a unit counts; earlier ones, and orders for units that do not stand there
    or belong to others, are void. A unit is known by its province: a wrong kind or coast in
    naming it is no matter (DATC 4.B.5, 4.C.2).
    """
    units, memory = position.units, board.memory
    found: dict[str, Entry] = {}
    strays: list[Result] = []
    for power, listed in orders.items():
        for order in listed:
            place = order.unit.at.province
            unit = units.get(place)
            if unit is None or unit.power != power:
                why = Reason("no_such_unit" if unit is None else "not_yours", (order.unit,))
                strays.append(Result(order, Fate.VOID, why))
                continue
            if order.unit != unit:
                order = replace(order, unit=unit)
            if place in found:
                why = Reason("superseded", (unit,))
                strays.append(Result(found[place].given, Fate.VOID, why))
            kind = type(order)
            key: Hashable = order
            if kind is Move:  # spelt out: a tuple is found faster than an order
                key = (kind, unit, order.to, order.via_convoy)
            elif kind is Support:
                key = (kind, unit, order.of, order.into)
            entry = memory.get(key)
            if entry is None:
                ruling = rule_on(board, rules, order)
                entry = memory[key] = _entry(board, ruling, order, Origin.GIVEN)
            found[place] = entry
    for place, unit in units.items():
        if place not in found:
            found[place] = _default(board, rules, unit, position)
    if rules.conduct:
        found = {place: _conducted(rules, entry, position) for place, entry in found.items()}
    fleets = _Fleets(board, position, rules)
    for place, entry in found.items():
        if entry.dest >= 0 and not entry.walks:
            found[place] = fleets.launch(entry)
    return tuple([found[place] for place in units]), tuple(strays)


def _default(board: Board, rules: Ruleset, unit: Unit, position: Position) -> Entry:
    order = rules.disorder.order(unit, position)
    key = (order, Origin.DEFAULT)
    entry: Entry | None = board.memory.get(key)
    if entry is None:
        ruling = rule_on(board, rules, order)
        entry = board.memory[key] = _entry(board, ruling, order, Origin.DEFAULT)
    return entry


def _entry(board: Board, ruling: Ruling, told: Order, origin: Origin) -> Entry:
    order, unit = ruling.order, ruling.order.unit
    if ruling.why is not None:
        return _replaced(unit, told, ruling.why)
    why = Reason("no_order") if origin is Origin.DEFAULT else Reason(DONE.get(order.verb, "acts"))
    done = Result(order, Fate.STANDS, why)
    if not isinstance(order, Move):
        return Entry(unit, order, origin, told, done)
    return Entry(
        unit,
        order,
        origin,
        told,
        done,
        dest=board.number[order.to.province],
        walks=ruling.walks,
        step=Moved(unit, order.to),
    )


def _replaced(unit: Unit, told: Order, why: Reason) -> Entry:
    return Entry(unit, Hold(unit), Origin.REPLACED, told, Result(told, Fate.VOID, why), why)


def _conducted(rules: Ruleset, entry: Entry, position: Position) -> Entry:
    if entry.why is not None:
        return entry
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
