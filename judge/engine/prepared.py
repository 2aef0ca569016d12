"""One movement phase thought through many times: what was read and solved once is kept.

The road is that of ``movement``: the same sheet, fitted together and solved by the same functions.
But a sheet holds only the rows that what was changed can touch, and what came of the same orders
for the same rows is remembered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from judge.engine.adjudicate import adjudicate_phase
from judge.engine.context import TurnContext
from judge.engine.fit_together import match_orders
from judge.engine.legality import check_order
from judge.engine.possible import collect_possible_orders_by_power
from judge.engine.read_orders import find_effective_order
from judge.engine.solver import solve_sheet
from judge.hooks import Variant
from judge.model.order import Convoy, Move, Order, Orders, Support
from judge.model.position import Position, Unit
from judge.model.reason import Reason
from judge.model.sheet import PhaseRecord, Sheet

MOST = 100_000
"""How many answers for parts of the board are kept."""
MOST_PROFILES = 10_000
"""How many profiles are."""


@dataclass(frozen=True, eq=False, slots=True)
class PreparedOrder:
    """An order that was read: what its unit carries out (a hold, if it is void).

    ``row`` is the unit's, ``number`` the order's own; ``deed`` is one that orders share which come
    to the same: all that a unit can be ordered which neither moves nor helps. ``goal`` is the
    province that it moves to, else ""; ``arrived`` is the unit as it stands there. ``helps`` is the
    row of the unit that it supports or carries, -1 if none; ``aim`` is the province that this one
    must move to, "" if it must stay, None if it may be any. ``sails`` says that it asks for a
    convoy, ``afar`` that no step of its own would bring it there.
    """

    number: int
    deed: int
    row: int
    order: Order
    goal: str
    arrived: Unit
    helps: int
    aim: str | None
    sails: bool
    afar: bool

    def helps_order(self, other: PreparedOrder) -> bool:
        """Say whether what it does can matter to the order of the unit that it is meant for."""
        return other.goal == self.aim if self.aim is not None else other.goal != ""


Stands = tuple[Unit | None, ...]
"""Where the units of some rows stand after the moves, None if they were driven out."""


@dataclass(frozen=True, eq=False, slots=True)
class Upshot:
    """What orders come to: the units that stand, by province, and those that were driven out.

    That is before retreats, and before what a variant's own rules let follow.
    """

    units: Mapping[str, Unit]
    dislodged: tuple[Unit, ...]


class Prepared:
    """A position of which many sets of orders are to be judged.

    Who only looks for what would come of moves asks ``lay_orders``; ``judge_orders`` tells why as
    well, and what follows.
    """

    def __init__(self, variant: Variant, position: Position) -> None:
        self.variant, self.position = variant, position
        self.context = TurnContext.from_position(variant, position)
        self.sheet = Sheet.from_units(position.units)
        self.known_stands: dict[tuple[int, ...], Stands] = {}
        self.profiles: dict[tuple[int, ...], Profile] = {}
        self._read: dict[Order | int, PreparedOrder] = {}

    @cached_property
    def orders(self) -> Mapping[str, tuple[Order, ...]]:
        """The orders that each power could give now."""
        return collect_possible_orders_by_power(self.variant, self.position)

    def check_order(self, order: Order) -> Reason | None:
        """Say why an order would be void whatever others order, or None."""
        return check_order(self.variant, self.position, order)

    def judge_orders(self, orders: Orders) -> PhaseRecord:
        """Return all that comes of orders, in whichever phase: results, effects, what follows."""
        return adjudicate_phase(self.variant, self.position, orders)

    def read_order(self, order: Order) -> PreparedOrder:
        """Return an order as its unit carries it out; the unit is one that stands there."""
        ready = self._read.get(order)
        if ready is None:
            row = self.sheet.occupant[order.unit.at.province]
            ready = self._read[order] = self._prepare_order(row, order)
        return ready

    def make_default_order(self, row: int) -> PreparedOrder:
        """Return what a unit does that has no order."""
        ready = self._read.get(row)
        if ready is None:
            ready = self._read[row] = self._prepare_order(row, None)
        return ready

    def _prepare_order(self, row: int, wish: Order | None) -> PreparedOrder:
        scratch = Sheet.from_units(self.context.position.units)
        order = find_effective_order(self.context, scratch, row, wish)
        unit, helped, aim = scratch.units[row], None, None
        if isinstance(order, Support | Convoy):
            helped = scratch.occupant.get(order.of.at.province)
        if isinstance(order, Support):
            aim = order.into.province if order.into else ""
        moves = isinstance(order, Move)
        number = len(self._read)
        return PreparedOrder(
            number=number,
            deed=number if moves or helped is not None else ~row,
            row=row,
            order=order,
            goal=order.to.province if isinstance(order, Move) else "",
            arrived=unit._replace(at=order.to) if isinstance(order, Move) else unit,
            helps=-1 if helped is None else helped,
            aim=aim,
            sails=moves and row in scratch.sailing,
            afar=moves and row in scratch.afar,
        )

    def lay_orders(self, orders: Iterable[PreparedOrder]) -> Profile:
        """Return what comes of these moves, ready to be changed; other units have no order.

        The phase is one of movement.
        """
        laid: list[PreparedOrder | None] = [None] * len(self.sheet.units)
        for ready in orders:
            laid[ready.row] = ready
        whole = [ready or self.make_default_order(row) for row, ready in enumerate(laid)]
        key = tuple([ready.number for ready in whole])
        profile = self.profiles.get(key)
        if profile is None:
            if len(self.profiles) >= MOST_PROFILES:
                self.profiles.clear()
            profile = self.profiles[key] = Profile(self, whole)
        return profile

    def find_stands_after(self, orders: Sequence[PreparedOrder], rows: Sequence[int]) -> Stands:
        """Return where the units of these rows stand then; no other orders touch them."""
        key = _number_deeds(orders, rows)
        stands = self.known_stands.get(key)
        if stands is None:
            stands = self._find_stands_anew(orders, rows)
            if len(self.known_stands) >= MOST:
                self.known_stands.clear()
            self.known_stands[key] = stands
        return stands

    def _find_stands_anew(self, orders: Sequence[PreparedOrder], rows: Sequence[int]) -> Stands:
        """Return the same from what is known of groups of the rows, the others solved at once."""
        there: dict[int, Unit | None] = {}
        new: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        for group in self.list_bound_groups(orders, rows):
            key = _number_deeds(orders, group)
            known = self.known_stands.get(key)
            if known is None:
                new.append((group, key))
            else:
                there.update(zip(group, known, strict=True))
        waiting = [row for group, _ in new for row in group]
        there.update(zip(waiting, self._solve_sheet_of_rows(orders, waiting), strict=True))
        for group, key in new:
            self.known_stands[key] = tuple([there[row] for row in group])
        return tuple([there[row] for row in rows])

    def list_bound_groups(
        self, orders: Sequence[PreparedOrder], rows: Iterable[int]
    ) -> list[tuple[int, ...]]:
        """Return rows that no others touch in groups whose fates hang together."""
        occupant, goals = self.sheet.occupant, dict[str, int]()
        group_of = {row: [row] for row in rows}
        for row in rows:
            ready = orders[row]
            goal, bound = ready.goal, ready.helps
            if goal:
                first = goals.setdefault(goal, row)
                if first != row:
                    _join_groups(group_of, row, first)
                bound = occupant.get(goal, -1)
            elif bound >= 0 and not ready.helps_order(orders[bound]):
                continue
            if bound >= 0:
                _join_groups(group_of, row, bound)
        return [tuple(sorted(group)) for row, group in group_of.items() if row == group[0]]

    def _solve_sheet_of_rows(self, orders: Sequence[PreparedOrder], rows: Sequence[int]) -> Stands:
        sheet = self._fill_in_sheet(orders, rows)
        match_orders(self.context, sheet)
        solution = solve_sheet(sheet)
        moves, dislodged, units = solution.moves, solution.dislodged, sheet.units
        return tuple(
            [
                orders[row].arrived if moves[row] else None if dislodged[row] else units[row]
                for row in rows
            ]
        )

    def _fill_in_sheet(self, orders: Sequence[PreparedOrder], rows: Iterable[int]) -> Sheet:
        """Return a sheet with the orders of these rows alone."""
        whole = self.sheet
        sheet = Sheet(
            units=whole.units,
            at=whole.at,
            power=whole.power,
            dest=[ready.goal for ready in orders],
            backers=[()] * len(orders),
            cutters=[()] * len(orders),
            occupant=whole.occupant,
            orders=[ready.order for ready in orders],
        )
        attackers = sheet.attackers
        for row in rows:
            ready = orders[row]
            if ready.goal:
                attackers.setdefault(ready.goal, []).append(row)
                if ready.sails:
                    sheet.sailing.append(row)
                    if ready.afar:
                        sheet.afar.add(row)
            elif ready.helps >= 0 and ready.helps_order(orders[ready.helps]):
                if ready.aim is not None:
                    sheet.acts.append(row)
                else:
                    sheet.offers.setdefault(whole.at[ready.helps], []).append(row)
        return sheet


def _number_deeds(orders: Sequence[PreparedOrder], rows: Iterable[int]) -> tuple[int, ...]:
    """Return what rows do beside those orders, as numbers that tell which rows they are."""
    return tuple(
        [
            ready.deed if ready.helps < 0 or ready.helps_order(orders[ready.helps]) else ~row
            for row in rows
            for ready in (orders[row],)
        ]
    )


def _join_groups(group_of: dict[int, list[int]], row: int, other: int) -> None:
    group, joining = group_of[row], group_of[other]
    if group is not joining:
        group += joining
        for moved in joining:
            group_of[moved] = group


class Profile:
    """Orders of all units, and what comes of them.

    ``groups`` has for each row those whose fate hangs together with its own; ``stands`` where each
    unit stands after the moves, None if it was driven out.
    """

    def __init__(self, phase: Prepared, orders: list[PreparedOrder]) -> None:
        self.phase, self.orders = phase, orders
        self.attackers: dict[str, list[int]] = {}
        self.helpers: dict[int, list[int]] = {}
        for ready in orders:
            if ready.goal:
                self.attackers.setdefault(ready.goal, []).append(ready.row)
            if ready.helps >= 0:
                self.helpers.setdefault(ready.helps, []).append(ready.row)
        self.groups: list[tuple[int, ...]] = [()] * len(orders)
        self.stands: list[Unit | None] = [*phase.sheet.units]
        for group in phase.list_bound_groups(orders, range(len(orders))):
            for row, stand in zip(group, phase.find_stands_after(orders, group), strict=True):
                self.groups[row], self.stands[row] = group, stand

    @cached_property
    def numbers(self) -> list[int]:
        """The numbers of the orders."""
        return [ready.number for ready in self.orders]

    @cached_property
    def upshot(self) -> Upshot:
        """What the orders come to as they were laid."""
        return self.outcome(())

    def list_changed_stands(
        self, changes: Iterable[PreparedOrder]
    ) -> list[tuple[int, Unit | None]]:
        """Return the rows of the units that stand otherwise if some do otherwise, and where; None:
        it is driven out."""
        orders, stands, new = self.orders, self.stands, self.orders.copy()
        changed: list[PreparedOrder] = []
        for ready in changes:
            if ready is not orders[ready.row]:
                new[ready.row] = ready
                changed.append(ready)
        if not changed:
            return []
        rows = self._list_touched_rows(changed)
        after = self.phase.find_stands_after(new, rows)
        return [
            (row, stand) for row, stand in zip(rows, after, strict=True) if stand is not stands[row]
        ]

    def list_stands(self, changes: Iterable[PreparedOrder]) -> list[Unit | None]:
        """Return where each unit stands if some do otherwise; None: it was driven out."""
        stands = self.stands.copy()
        for row, stand in self.list_changed_stands(changes):
            stands[row] = stand
        return stands

    def outcome(self, changes: Iterable[PreparedOrder]) -> Upshot:
        """Return what the orders come to if some units do otherwise."""
        stands, units = self.list_stands(changes), self.phase.sheet.units
        return Upshot(
            {unit.at.province: unit for unit in stands if unit is not None},
            tuple([unit for unit, at in zip(units, stands, strict=True) if at is None]),
        )

    def _list_touched_rows(self, changed: Sequence[PreparedOrder]) -> Sequence[int]:
        """Return the rows whose fate can hang on the changed orders, before the change or after."""
        orders, groups, attackers = self.orders, self.groups, self.attackers
        occupant = self.phase.sheet.occupant
        reached = [groups[ready.row] for ready in changed]
        for ready in changed:
            goal, helped = ready.goal, ready.helps
            if goal:
                if goal in attackers:
                    reached.append(groups[attackers[goal][0]])
                if goal in occupant:
                    reached.append(groups[occupant[goal]])
            if helped >= 0 and ready.helps_order(orders[helped]):
                reached.append(groups[helped])
            for helper in self.helpers.get(ready.row, ()):
                if orders[helper].helps_order(ready):
                    reached += (groups[helper],)
        first = reached[0]
        for group in reached:
            if group is not first:
                return sorted(set().union(*reached))
        return first


def prepare_phase(variant: Variant, position: Position) -> Prepared:
    """Return a position made ready to be thought through many times."""
    return Prepared(variant, position)
