"""Moves that were tried out: many sets of orders against many that others may give."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from judge.engine.prepared import Prepared, prepare_phase
from judge.model.order import Order
from judge.model.paths import list_distances_from
from judge.model.position import Position
from judge.robots.appraisal import Appraisal, Survey
from judge.robots.choices import OrderSet, find_choices, read_order_set
from judge.robots.easy_moves import EasyMoves
from judge.robots.idle_units import IdleUnits
from judge.robots.outlook import Outlook, list_orders_taken
from judge.robots.policies import NEAR, Policies
from judge.robots.trials import LaidOrders, Trials
from judge.robots.values import value_for_moves

LEAST_GAIN = 1e-6
GLANCE, HOPELESS = 2, 0.05
"""After how many of the others' sets a change is given up that is worse by so much in each."""

WARY = 0.3
"""How much counts what its neighbors would reply to who foresaw a set, beside what they may do."""


@dataclass(frozen=True)
class Habit:
    """How a level searches: how many sets of the others it fears at first, from how many of its own
    it sets out, and against how many more it weighs the best that it found; after how many starts
    it adds what the others reply to what it found, and among how many sets each of them looks for
    a reply."""

    answers: int
    starts: int
    weighed: int
    added: int
    replies: int


FAIR = Habit(answers=5, starts=4, weighed=12, added=0, replies=0)
HARD = Habit(answers=12, starts=16, weighed=48, added=8, replies=8)


def search_moves(outlook: Outlook, habit: Habit, work: int) -> tuple[Order, ...]:
    """Return an order for each unit that can be given one."""
    if not outlook.units:
        return ()
    search = MoveSearch(outlook, habit, work)
    best = search.find_best_set()
    return tuple(
        order
        for unit in outlook.units
        for order in list_orders_taken(outlook, best[search.row_of[unit]].order)
    )


def cut_to_neighborhood(outlook: Outlook) -> Position:
    """Return the position with those units alone that are near to the robot's own."""
    position, contacts = outlook.supposed, outlook.variant.map.contacts
    starts = [unit.at.province for unit in outlook.units]
    near = {code for code, _ in list_distances_from(starts, contacts.__getitem__, NEAR)}
    units = {code: unit for code, unit in position.units.items() if code in near}
    return position if len(units) == len(position.units) else replace(position, units=units)


class MoveSearch:
    """The search for one turn's orders."""

    def __init__(self, outlook: Outlook, habit: Habit, work: int) -> None:
        position = cut_to_neighborhood(outlook)
        self.outlook = replace(outlook, supposed=position)
        self.habit = habit
        self.phase: Prepared = prepare_phase(outlook.variant, position)
        self.units = self.phase.sheet.units
        self.row_of = {unit: row for row, unit in enumerate(self.units)}
        appraisal = Appraisal(self.outlook, outlook.power, self.units)
        self.trials = Trials(self.phase, appraisal, work)
        self.appraisals: dict[str, Appraisal] = {}
        others = dict.fromkeys(unit.power for unit in self.units if unit.power != outlook.power)
        self.outlooks = {name: self.outlook.look_as_power(name) for name in others}
        self.policies = {name: Policies(look) for name, look in self.outlooks.items()}
        self.own_policy = EasyMoves(self.outlook, value_for_moves(self.outlook))
        self.choices = find_choices(self.phase, self.outlook)

    # What others may do

    def sample_orders_of_others(self) -> OrderSet:
        """Return a set of orders that the others may give."""
        given: OrderSet = {}
        for policy in self.policies.values():
            given |= self._read_order_set(policy.draw_another_set())
        return given

    def find_replies(self, own: OrderSet) -> OrderSet:
        """Return what the others may do who expect those orders: each the best for itself of some
        sets, while the others do anything."""
        given = self.sample_orders_of_others()
        exposed = self._list_exposed_centers(own)
        for name, policy in self.policies.items():
            if name not in self.neighbors or self.trials.left <= 0:
                continue
            profile = self.trials.lay_orders(own, given).profile
            survey = Survey(self._find_appraisal_of_power(name), profile.stands, self.units)
            best, best_value = given, survey.value
            drawn = [policy.draw_another_set() for _ in range(self.habit.replies)]
            if exposed:
                drawn.append(policy.draw_set_against(exposed))
            for change in map(self._read_order_set, drawn):
                self.trials.left -= 1
                value = survey.appraise_change(profile.list_changed_stands(change.values()))
                if value > best_value:
                    best, best_value = {**given, **change}, value
            given = best
        return given

    def _list_exposed_centers(self, own: OrderSet) -> list[str]:
        """Return the own centers in which no own unit stays, and into which none goes."""
        at, owners = self.phase.sheet.at, self.outlook.supposed.owners
        kept = {ready.goal or at[ready.row] for ready in own.values()}
        return [
            code
            for code in self.outlook.variant.map.centers
            if owners.get(code) == self.outlook.power and code not in kept
        ]

    @cached_property
    def neighbors(self) -> frozenset[str]:
        """The powers that can step to where an own unit stands or can step."""
        outlook = self.outlook
        ours = {*outlook.strength, *(unit.at.province for unit in outlook.units)}
        return frozenset(
            unit.power
            for unit in self.units
            if any(to.province in ours for to in outlook.list_steps_of_unit(unit))
        ) - {outlook.power}

    def _find_appraisal_of_power(self, power: str) -> Appraisal:
        if power not in self.appraisals:
            self.appraisals[power] = Appraisal(self.outlooks[power], power, self.units)
        return self.appraisals[power]

    def _read_order_set(self, orders: Iterable[Order]) -> OrderSet:
        return read_order_set(self.phase, orders)

    # The search

    def find_best_set(self) -> OrderSet:
        """Return the best set of own orders that was found within the bound."""
        habit = self.habit
        answers = [self.sample_orders_of_others() for _ in range(habit.answers)]
        kept = max(self.trials.left // 6, habit.starts * 2)
        found: dict[tuple[int, ...], OrderSet] = {}
        for number in range(habit.starts):
            start = self._read_order_set(self.own_policy.draw_another_set())
            best = self.climb_to_best_set(start, answers, kept)
            found[tuple(best[row].number for row in sorted(best))] = best
            if number < habit.added:
                answers.append(self.find_replies(best))
            if self.trials.left <= kept:
                break
        idle = IdleUnits(self.outlook, self.trials, self.choices)
        best = idle.put_idle_units_to_use(self.choose_sturdiest_set([*found.values()]), answers)
        return self._rest_for_credit(best, answers)

    def _rest_for_credit(self, best: OrderSet, answers: Sequence[OrderSet]) -> OrderSet:
        """Return the set, or to stay with all units if that is credited and costs less."""
        rest = self.trials.find_credited_rest()
        if rest is None:
            return best
        laid = [self.trials.lay_orders(best, others) for others in answers]
        lost = self.trials.appraise_on_average(laid, ()) - self.trials.appraise_on_average(
            laid, rest.values()
        )
        return rest if lost < self.trials.measure_use_of_credit() else best

    def climb_to_best_set(
        self, start: OrderSet, answers: Sequence[OrderSet], kept: int
    ) -> OrderSet:
        """Return a set that no other order of one unit makes better."""
        own = self._fill_up_order_set(start)
        laid = [self.trials.lay_orders(own, others) for others in answers]
        values = [orders.appraise_change() for orders in laid]
        rows = [*self.choices]
        unchanged = 0
        self.outlook.dice.shuffle(rows)
        while unchanged < len(rows) and self.trials.left > kept:
            row = rows.pop(0)
            rows.append(row)
            best, best_change = sum(values) + LEAST_GAIN, None
            for change in self.choices[row]:
                if all(own[other] is ready for other, ready in change.items()):
                    continue
                new = self._sum_up_if_promising(laid, values, change)
                if new is not None and new > best:
                    best, best_change = new, change
                if self.trials.left <= kept:
                    break
            unchanged += 1
            if best_change is not None:
                own = {**own, **best_change}
                laid = [self.trials.lay_orders(own, others) for others in answers]
                values = [orders.appraise_change() for orders in laid]
                unchanged = 0
        return own

    def _sum_up_if_promising(
        self, laid: Sequence[LaidOrders], values: Sequence[float], change: OrderSet
    ) -> float | None:
        """Return what a change is worth in all laid, None if it is much worse in the first."""
        total = 0.0
        ahead = [*change.values()]
        for number, orders in enumerate(laid):
            total += orders.appraise_change(ahead)
            if number + 1 == GLANCE and total < sum(values[:GLANCE]) - GLANCE * HOPELESS:
                return None
        return total

    def choose_sturdiest_set(self, sets: Sequence[OrderSet]) -> OrderSet:
        """Return the set that does best against more of what the others may do, and against the
        replies to each of the sets."""
        if len(sets) == 1 or self.trials.left <= 0:
            return sets[0]
        count = max(1, min(self.habit.weighed, self.trials.left // len(sets)))
        answers = [self.sample_orders_of_others() for _ in range(count)]
        foreseen = [0.0] * len(sets)
        if self.habit.replies:
            for number, own in enumerate(sets):
                replies = [self.find_replies(own) for _ in range(2)]
                laid = [self.trials.lay_orders(own, others) for others in replies]
                foreseen[number] = self.trials.appraise_on_average(laid, ())
                answers += replies
        means = [0.0] * len(sets)
        for others in answers:
            laid_first = self.trials.lay_orders(sets[0], others)
            for number, own in enumerate(sets):
                means[number] += laid_first.appraise_change(own.values()) / len(answers)
        return sets[max(range(len(sets)), key=lambda n: (1 - WARY) * means[n] + WARY * foreseen[n])]

    def _fill_up_order_set(self, own: OrderSet) -> OrderSet:
        return {row: own.get(row) or self.phase.make_default_order(row) for row in self.choices}
