"""Orders and their marks in the old judges' words, which the hobby's tools read.

Nothing here wraps: an order is one line however long it is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace

from judge.letters.phrasing import Words, fill_slots
from judge.model.map import Location
from judge.model.order import Convoy, Move, Order, Support, list_units_and_places
from judge.model.position import Dislodged, Moved, Placed, Removed, Unit
from judge.model.reason import Fate, Result
from judge.model.turn import Phase
from judge.model.view import View

_STRAY = frozenset({"superseded", "not_dislodged"})
"""Codes of results that are about an order, but not about what its unit did."""

_NO_CONVOY = frozenset({"no_convoy", "convoy_lost", "paradox"})

_IDLE = frozenset({"unmatched", "walked", "no_such_unit"})
"""Codes of help that nobody used: the old judges called it void."""


def hyphenate_name(name: str) -> str:
    """Return a power's name as tools want it: letters, digits, ``-`` and ``_``."""
    return "-".join(name.split())


def collect_units_before_phase(view: View) -> dict[str, Unit]:
    """Return, by province, the units that the phase just played asked: all that stood on the
    board before a movement, those that had been dislodged before retreats.
    """
    before: dict[str, Unit] = {}
    arrived, came = set(), set()
    for effect in view.effects:
        if isinstance(effect, Moved):
            before[effect.unit.at.province] = effect.unit
            arrived.add(effect.to.province)
            came.add(effect.unit._replace(at=effect.to))
        elif isinstance(effect, Dislodged | Removed) and effect.unit not in came:
            before[effect.unit.at.province] = effect.unit
        elif isinstance(effect, Placed):
            arrived.add(effect.unit.at.province)
    if view.played is not None and view.played.phase is Phase.RETREATS:
        return before
    for unit in view.units:
        if unit.at.province not in arrived:
            before[unit.at.province] = Unit(*unit)
    return before


def restore_real_units(view: View, before: Mapping[str, Unit]) -> tuple[Result, ...]:
    """Return one result for each unit asked, naming it as it stood (DATC 4.B.5, 4.C.2).

    Adjustments are told one by one: several waivers have the same subject.
    """
    if view.played is None or view.played.phase is Phase.ADJUSTMENTS:
        return view.results
    results = []
    for result in view.results:
        order = result.order
        unit = before.get(order.unit.at.province)
        if unit and unit.power == order.unit.power and result.why.code not in _STRAY:
            results.append(result._replace(order=replace(order, unit=unit)))
    return tuple(results)


class OrderWords:
    """The orders of one phase in the old judges' words."""

    def __init__(self, words: Words, before: Mapping[str, Unit], results: Sequence[Result]) -> None:
        self.words, self.before = words, before
        self.given = {result.order.unit: result.order for result in results}
        self.texts: dict[Order, str] = {}
        self.ferries: dict[tuple[str, str], set[str]] = {}
        for order in self.given.values():
            if isinstance(order, Convoy):
                link = (order.of.at.province, self._find_real_destination(order, order.to).province)
                self.ferries.setdefault(link, set()).add(order.unit.at.province)

    def name_unit(self, unit: Unit, stranger_to: str = "") -> str:
        """Return ``Army Serbia``, with the owner's adjective for somebody else's unit."""
        kind = self.words.name_kind(unit.kind).title()
        foreign = stranger_to and unit.power and unit.power != stranger_to
        owner = f"{hyphenate_name(self.words.write_adjective(unit.power))} " if foreign else ""
        return f"{owner}{kind} {self.words.name_place(unit.at)}"

    def write_order_text(self, order: Order) -> str:
        """Return the order as it was given."""
        if order not in self.texts:
            wording = self.words.find_wording_of_order(order)
            self.texts[order] = fill_slots(
                wording.order, lambda name: self._write_part_of_order(order, name)
            )
        return self.texts[order]

    def _write_part_of_order(self, order: Order, name: str) -> str:
        """Return a part of an order, with units and coasts as they really were."""
        unit = order.unit
        if name == "unit":
            return self.name_unit(unit)
        if name == "kind":
            return self.words.name_kind(unit.kind)
        if name == "place":
            return self.words.name_place(unit.at)
        stops = self._find_convoy_route(order) if isinstance(order, Move) else ()
        named = [*stops, *list_units_and_places(getattr(order, name))]
        return " -> ".join(
            self.name_unit(self._find_real_unit(unit_or_place), unit.power)
            if isinstance(unit_or_place, Unit)
            else self.words.name_place(self._find_real_destination(order, unit_or_place))
            for unit_or_place in named
        )

    def write_movement_line(self, result: Result, dislodged: bool) -> str:
        """Return the order as a movement result has it, with its marks, after the power's name."""
        order, mark = result.order, self._write_mark_of_result(result)
        if result.why.code == "no_order":
            return (
                f"{self.name_unit(order.unit)}, No Order Processed.{_format_marks('', dislodged)}"
            )
        if not self._is_printable(order):
            return f"{self.name_unit(order.unit)} HOLD.{_format_marks('void', dislodged)}"
        return f"{self.write_order_text(order)}.{_format_marks(mark, dislodged)}"

    def _find_real_unit(self, named: Unit) -> Unit:
        return self.before.get(named.at.province, named)

    def _find_real_destination(self, order: Order, named: Location) -> Location:
        """Return a place as the unit that is helped there was really ordered to it: its coast, and
        an army's own destination where a fleet named only its neighbor (STD-5).
        """
        if not isinstance(order, Support | Convoy):
            return named
        helped = self._find_real_unit(order.of)
        helped_order = self.given.get(helped)
        at_sea = isinstance(order, Convoy) and self.words.is_at_sea(named)
        if isinstance(helped_order, Move) and (
            at_sea or helped_order.to.province == named.province
        ):
            return helped_order.to
        if helped.kind in self.words.map.kinds and not self._can_stand(helped, named):
            near = self.words.map.neighbors(helped.kind, helped.at)
            return next((at for at in near if at.province == named.province), named)
        return named

    def _find_convoy_route(self, move: Move) -> list[Location]:
        """Return the fleets' spaces of the shortest route by sea, or none for a march."""
        game_map = self.words.map
        start, goal = move.unit.at.province, move.to.province
        afoot = move.to in game_map.neighbors(move.unit.kind, move.unit.at)
        fleets = self.ferries.get((start, goal), set())
        if not fleets or (afoot and not move.via_convoy):
            return []
        paths: dict[str, tuple[str, ...]] = {start: ()}
        waiting = deque([start])
        while waiting:
            here = waiting.popleft()
            near = game_map.contacts.get(here, frozenset())
            if here != start and goal in near:
                return [Location(stop) for stop in paths[here]]
            for fleet in sorted(near & fleets - set(paths)):
                paths[fleet] = (*paths[here], fleet)
                waiting.append(fleet)
        return []

    def _can_stand(self, unit: Unit, at: Location) -> bool:
        game_map = self.words.map
        return at.province in game_map.provinces and game_map.can_stand(unit.kind, at)

    def _is_printable(self, order: Order) -> bool:
        """Say whether tools read the order: they refuse the whole mail for one that names a unit
        which is not there, or sends one to where its kind cannot stand.
        """
        if isinstance(order, Move):
            return order.to.province != order.unit.at.province and self._can_stand(
                order.unit, order.to
            )
        if not isinstance(order, Support | Convoy):
            return True
        helped = self.before.get(order.of.at.province)
        if helped is None or helped == order.unit:
            return False
        aim = order.to if isinstance(order, Convoy) else order.into
        if aim is None:
            return True
        goal = self._find_real_destination(order, aim)
        if isinstance(order, Convoy):
            kinds = self.words.map.kinds
            able = kinds[order.unit.kind].convoys and kinds[helped.kind].convoyed
            if not able or goal.province == helped.at.province:
                return False
        return self._can_stand(helped, goal)

    def _write_mark_of_result(self, result: Result) -> str:
        """Return the old judges' mark for a movement order, or "" where it succeeded."""
        code = result.why.code
        if result.fate is Fate.STANDS:
            return ""
        if result.fate is Fate.VOID or code in _IDLE:
            return "void"
        if code == "dislodged":
            return ""
        return (
            "no convoy"
            if code in _NO_CONVOY
            else self.words.find_wording_of_order(result.order).mark
        )


def _format_marks(mark: str, dislodged: bool) -> str:
    marks = [mark] if mark else []
    marks += ["dislodged"] if dislodged else []
    return f" (*{', '.join(marks)}*)" if marks else ""
