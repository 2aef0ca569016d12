"""Sentences that change orders which stand, or say that they go on standing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from judge.game.sentences.so_far import OrdersSoFar, cut_lead_and_reasons
from judge.language.amending import (
    UNCHANGED,
    AmendedOrder,
    AmendedRow,
    DeedDenied,
    calls_off_deed,
    find_amended_order,
    find_amended_row,
    find_corrected,
    find_deed_denied,
    find_kind_changed,
    find_replaced,
    find_unit_dropped,
    find_unit_singled_out,
    leave_out_denial,
    leave_out_still,
    name_unit_meant,
    names_province,
    write_out_amendment,
    write_replacement,
)
from judge.language.spelling import fold_text, squeeze_name
from judge.language.told_orders import find_units_kept
from judge.language.word_lists import WordPattern, list_words
from judge.model.order import Build, Convoy, Hold, Move, Order, Retreat, Support
from judge.model.position import Unit

LONGEST = 160
"""Longer is no line that puts an order right, with the talk behind it."""
_CLAUSE_ENDS = re.compile(r"\s*[,.;:!]+\s+|\s+-+\s+")
_CLAUSES = 4
_MAY_HOLD = WordPattern(r"\b%(told_may_hold)s\b")
_DEEDS = {"moves": Move | Retreat, "supports": Support, "convoys": Convoy, "holds": Hold}


@dataclass(frozen=True)
class Amendments:
    """What reads the sentences of a mail that put its writer's orders right."""

    orders: OrdersSoFar

    def read_what_amends(self, text: str) -> tuple[Order, ...] | None:
        """Return the orders with which a sentence puts right, or repeats, what was ordered before
        it; None if it does neither, or not clearly."""
        if row := find_amended_row(text):
            return self._read_amended_row(row)
        if (pair := find_corrected(text)) and (orders := self._read_corrected(*pair)):
            return orders
        if replaced := find_replaced(text):
            before, now = (self.orders.accept_lines((said,)) for said in replaced)
            standing = {self.orders.standing.get(order.unit.at.province) for order in now}
            if before and standing == {*before} and self.orders.are_amended_by(now):
                return now
        if built := self._read_kind_changed(text):
            return built
        if amended := find_amended_order(text, self.orders.lexicon):
            orders = self._read_amended_order(amended)
            builds = any(each.due == "builds" for each in self.orders.forces)
            if not orders and (builds or self.orders.given):
                orders = self.orders.read_told_orders(amended.said)
                new = [o for o in orders if self.orders.given.get(o.unit.at.province) != o]
                orders = orders if builds or self.orders.are_amended_by(new) else ()
            if orders:
                return orders
        if self.orders.standing:
            said = leave_out_still(amended.said if amended else text)
            orders = self.orders.read_told_orders(said) or self.orders.read_sure_orders(said)
            if self.orders.are_repeated_by(orders):
                return orders
        return self._read_order_beside(amended.said if amended else text) or None

    def leaves_as_ordered(self, text: str) -> bool:
        """Say whether a text says of units only that their orders stand, and it is clear which."""
        ordered = self.orders.standing
        if not ordered or len(text) > LONGEST:
            return False
        lexicon = self.orders.lexicon
        said = write_out_amendment(cut_lead_and_reasons(text.strip(" .!"), lexicon))
        unclear = {unit for unit in self.orders.given if self.orders.given[unit] != ordered[unit]}
        if _MAY_HOLD.pattern.search(fold_text(said)):
            unclear |= {unit for unit, order in ordered.items() if type(order) is not Hold}
        for forces in self.orders.forces:
            kept = find_units_kept(said, forces, lexicon)
            is_there = kept - {""} <= ordered.keys() and ("" not in kept or len(ordered) > 1)
            if kept and is_there and kept.isdisjoint(unclear):
                return True
        return False

    def find_places_dropped(self, text: str) -> list[str] | None:
        """Return the province of the unit of which a sentence drops the order that stands, none for
        all; None if it drops nothing, or it is not clear which."""
        if not self.orders.given or self.orders.ordered or len(text) > LONGEST:
            return None
        called = find_unit_dropped(text)
        if called == "":
            return []
        if called is not None:
            units = self._find_units_called(called)
        elif calls_off_deed(text) and (deed := find_deed_denied(text, self.orders.lexicon)):
            units = [o.unit for o in self.orders.given.values() if _is_so_called(o, deed)]
        else:
            return None
        places = [unit.at.province for unit in units if unit.at.province in self.orders.given]
        return places if len(places) == 1 else None

    def find_units_denied(self, text: str) -> list[Unit]:
        """Return the unit of which a clause denies what stands, or which it singles out; several if
        it may be any of them."""
        lexicon = self.orders.lexicon
        if denied := leave_out_denial(text):
            old = self.orders.read_told_orders(denied)
            standing = self.orders.standing
            units = [o.unit for o in old if standing.get(o.unit.at.province, o) == o]
            if len(old) == len(units) == 1:
                return units
        if deed := find_deed_denied(text, lexicon):
            return [o.unit for o in self.orders.given.values() if _is_so_called(o, deed)]
        called = find_unit_singled_out(text)
        return self._find_units_called(called) if called else []

    def _find_units_called(self, called: str) -> list[Unit]:
        """Return the unit that words call, none if they may call others."""
        said, lexicon = f"{called} {UNCHANGED}", self.orders.lexicon
        return [
            unit
            for forces in self.orders.forces
            for unit in forces.units
            if {unit.at.province} == find_units_kept(said, forces, lexicon)
        ]

    def _read_corrected(self, first: str, second: str) -> tuple[Order, ...]:
        """Return the orders of a line with the one that puts one of them right, be this only where
        its unit goes; none if it is not clear which."""
        before = self.orders.read_sure_orders(first) or self.orders.read_told_orders(first)
        orders = self.orders.read_sure_orders(second) or self.orders.read_told_orders(second)
        for sign in ("", "- ") if not orders and len(before) == 1 else ():
            line = f"{self.orders.write_unit(before[0].unit)} {sign}{second}"
            orders = orders or self.orders.accept_lines((line,))
        units = {order.unit.at.province: order for order in before}
        if len(orders) != 1 or orders[0].unit.at.province not in units:
            return ()
        return tuple({**units, orders[0].unit.at.province: orders[0]}.values())

    def _read_kind_changed(self, text: str) -> tuple[Order, ...]:
        """Return the build that stands with another kind of unit, none if a text says no such
        thing, or it is not clear of which."""
        called, kind = find_kind_changed(text)
        lexicon = self.orders.lexicon
        words = [word for word in called.split() if word not in list_words("of_new_unit")]
        kinds = {lexicon.kinds[word] for word in words if word in lexicon.kinds}
        name = squeeze_name(" ".join(word for word in words if word not in lexicon.kinds))
        place = lexicon.places.get(name, "")
        if kind not in lexicon.kinds or (name and not place):
            return ()
        meant = [
            order.unit.at.province
            for order in self.orders.standing.values()
            if isinstance(order, Build)
            and kinds <= {order.unit.kind}
            and place in ("", order.unit.at.province)
        ]
        lines = [f"BUILD {lexicon.kinds[kind]} {site}" for site in meant]
        orders = self.orders.accept_lines(lines) if len(lines) == 1 else ()
        return orders if self.orders.are_amended_by(orders) else ()

    def _read_order_beside(self, text: str) -> tuple[Order, ...]:
        """Return the order that a text tells beside a clause which denies the one that stands for
        its unit, or singles the unit out: ``Paris isn't going to Burgundy after all, it holds``."""
        for end in islice(_CLAUSE_ENDS.finditer(text), _CLAUSES):
            head, behind = text[: end.start()], text[end.end() :]
            orders = self._read_order_of_any(self.find_units_denied(head), behind)
            if (
                not orders
                and (told := self.orders.read_told_orders(head))
                and self.orders.are_amended_by(told)
            ):
                called = self.orders.write_unit(told[0].unit)
                units = self.find_units_denied(name_unit_meant(behind.strip(" .!"), called))
                orders = told if {o.unit.at for o in told} == {unit.at for unit in units} else ()
            if orders:
                return orders
        return ()

    def _read_order_of_any(self, units: Sequence[Unit], text: str) -> tuple[Order, ...]:
        """Return the order that a clause tells one of the units that may have been meant before it,
        none if it tells another, or what stands."""
        if len(units) == 1 and isinstance(self.orders.standing.get(units[0].at.province), Build):
            return self.orders.read_told_orders(write_replacement(text, units[0].at.province))
        ways = [text] if units else []
        ways += [name_unit_meant(text, self.orders.write_unit(*units))] if len(units) == 1 else []
        places = {unit.at.province for unit in units}
        for said in ways:
            orders = self.orders.read_sure_orders(said) or self.orders.read_told_orders(said)
            built = [order.unit for order in orders if isinstance(order, Build)]
            if built and len(built) == len(orders) and {*units}.isdisjoint(built):
                return orders
            if len(told := {order.unit.at.province for order in orders}) == 1 and told <= places:
                return () if {*orders} & {*self.orders.standing.values()} else orders
        return ()

    def _read_amended_order(self, said: AmendedOrder) -> tuple[Order, ...]:
        """Return the orders with which somebody puts right what they ordered, none if that is not
        clear."""
        lexicon = self.orders.lexicon
        if said.old and squeeze_name(said.text) in lexicon.places:
            moves = {unit: o for unit, o in self.orders.standing.items() if type(o) is Move}
            units = [o.unit for o in moves.values() if o.to.province == said.old]
            units = [u for u in units if not said.unit or self._calls(said.unit, u)]
            lines = [f"{self.orders.write_unit(unit)} - {said.text}" for unit in units]
            return self.orders.accept_lines(lines) if len(lines) == 1 else ()
        orders = self.orders.read_sure_orders(said.text)
        if not orders and not lexicon.words.isdisjoint(fold_text(said.text).split()):
            orders = self.orders.read_told_orders(said.text)
        is_clear = self.orders.are_amended_by(orders) and all(
            self._calls(said.text, order.unit) for order in orders
        )
        return orders if is_clear else ()

    def _calls(self, text: str, unit: Unit) -> bool:
        """Say whether a text names a unit by its province, or by its kind, of which there is no
        other."""
        lexicon = self.orders.lexicon
        if names_province(text, unit.at.province, lexicon):
            return True
        kinds = {lexicon.kinds.get(word) for word in re.findall(r"\w+", fold_text(text))}
        units = (each for own in self.orders.forces for each in own.units if each.kind in kinds)
        return [each.at.province for each in units] == [unit.at.province]

    def _read_amended_row(self, said: AmendedRow) -> tuple[Order, ...]:
        """Return the order that takes the place of one above it which is called by its row, or of
        one of an earlier mail if it names its unit; none if it is for another unit."""
        above = [*self.orders.ordered.values()]
        orders = self.orders.read_sure_orders(said.text) or self.orders.read_told_orders(said.text)
        if not above and len(orders) == 1:
            return orders if self.orders.are_amended_by(orders) else ()
        if not -1 <= said.row < len(above) or not above:
            return ()
        unit = self.orders.write_unit(above[said.row].unit)
        orders = orders or self.orders.accept_lines((f"{unit} - {said.text}",))
        is_of_row = {o.unit.at.province for o in orders} == {above[said.row].unit.at.province}
        return orders if is_of_row and self.orders.are_amended_by(orders) else ()


def _is_so_called(order: Order, deed: DeedDenied) -> bool:
    """Say whether an order is of a kind that somebody names, and has the province that they name
    with it: that of its unit, where it goes or whom it helps."""
    places = {order.unit.at.province}
    if isinstance(order, Move | Retreat):
        places.add(order.to.province)
    if isinstance(order, Support | Convoy):
        places.add(order.of.at.province)
    is_of_kind = not deed.kind or isinstance(order, _DEEDS[deed.kind])
    return is_of_kind and deed.place in ("", *places)
