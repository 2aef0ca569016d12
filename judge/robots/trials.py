"""What a power's orders are worth, tried out against those that others may give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property

from judge.engine.prepared import Prepared, PreparedOrder, Profile
from judge.model.order import Hold, Move, Order
from judge.model.position import Noted
from judge.model.sheet import PhaseRecord
from judge.robots.appraisal import Appraisal, Survey
from judge.robots.choices import STOCK_VERBS, OrderSet, read_order_set
from judge.robots.easy_changes import FEW

DEARER = 4
"""How many more sets could be tried in the time of one of which all that follows is looked at."""
CREDIT = 0.4
"""What it is worth to be credited with something new, a unit of another kind say."""
ALARM, ALARMED = 0.55, 4.0
"""From what share of a win on a larger power makes that worth more, and how much more for all of
it."""


REPEATED = 0.15
"""What it costs to try again alone what has just failed."""


class Trials:
    """The sets of orders that were tried in one turn, each once.

    ``left`` is how many may still be; ``repeated`` are the own orders that failed in the turn
    before, as rows and numbers.
    """

    def __init__(self, phase: Prepared, appraisal: Appraisal, work: int) -> None:
        self.phase, self.appraisal, self.left = phase, appraisal, work
        failed = appraisal.outlook.failed_moves_by_unit.values()
        self.repeated = [(move.row, move.number) for move in map(phase.read_order, failed)]
        self.values: dict[tuple[int, ...], float] = {}
        self.laid: dict[Profile, LaidOrders] = {}

    def lay_orders(self, own: OrderSet, others: OrderSet) -> LaidOrders:
        """Return orders of all units, ready to be changed; the own ones are whole."""
        profile = self.phase.lay_orders([*own.values(), *others.values()])
        if profile not in self.laid:
            self.laid[profile] = LaidOrders(self, profile)
        return self.laid[profile]

    def appraise_on_average(
        self, laid: Sequence[LaidOrders], change: Iterable[PreparedOrder]
    ) -> float:
        """Return what a change is worth, as a mean over what the others may do."""
        change = [*change]
        return sum([orders.appraise_change(change) for orders in laid]) / len(laid)

    def is_credited(self, record: PhaseRecord) -> bool:
        """Say whether something is noted in the power's favor of which it has nothing yet."""
        power, facts = self.appraisal.power, self.phase.position.facts
        had = {fact.rule for fact in facts if fact.about == power}
        return any(
            isinstance(effect, Noted) and effect.fact.about == power and effect.fact.rule not in had
            for effect in record.effects
        )

    def measure_use_of_credit(self) -> float:
        """Return what it is worth to be credited: the more the nearer a larger power is to a
        win."""
        counts = Counter(self.phase.position.owners.values())
        largest = max(counts.values(), default=0)
        share = largest / self.appraisal.outlook.win
        ahead = largest > counts[self.appraisal.power]
        return CREDIT + ahead * ALARMED * max(0.0, share - ALARM)

    def find_credited_rest(self) -> OrderSet | None:
        """Return the orders to stay with all units, if they are credited where all others stay, and
        the power is large enough to make use of it."""
        power, units = self.appraisal.power, self.phase.sheet.units
        kinds = self.phase.variant.map.kinds
        own = [unit for unit in units if unit.power == power]
        rooted = sum(Move.verb not in kinds[unit.kind].orders for unit in own)
        if len(self.phase.position.centers_of(power)) <= FEW * (rooted + 1):
            return None
        rest = read_order_set(self.phase, map(Hold, own))
        held: dict[str, list[Order]] = {power: [ready.order for ready in rest.values()]}
        for unit in units:
            if unit.power != power:
                held.setdefault(unit.power, []).append(Hold(unit))
        return rest if self.is_credited(self.phase.judge_orders(held)) else None


class LaidOrders:
    """Orders of all units, and what they would be worth with some of them changed."""

    def __init__(self, trials: Trials, profile: Profile) -> None:
        self.trials, self.profile = trials, profile
        self.special = {ready.row for ready in profile.orders if may_have_aftermath(ready)}

    def appraise_change(self, change: Iterable[PreparedOrder] = ()) -> float:
        """Return what the orders are worth with some changed; what was tried before costs
        nothing."""
        change = [*change]
        numbers, trials = self.profile.numbers.copy(), self.trials
        for ready in change:
            numbers[ready.row] = ready.number
        key = tuple(numbers)
        value = trials.values.get(key)
        if value is None:
            trials.left -= 1
            value = self._appraise_anew(change)
            for row, number in trials.repeated:
                value -= REPEATED * (key[row] == number)
            trials.values[key] = value
        return value

    def _appraise_anew(self, change: Sequence[PreparedOrder]) -> float:
        """Return what a change is worth; what follows from orders of the variant's own, beyond the
        moves, is supposed to be the same if none of them is changed."""
        special = self.special
        if any(map(may_have_aftermath, change)) or not special.isdisjoint(
            [ready.row for ready in change]
        ):
            return self._appraise_aftermath(change)
        return self._appraise_moves(change) + (self._sequel if special else 0.0)

    @cached_property
    def _sequel(self) -> float:
        """What it adds that more follows from the orders than moves."""
        return self._appraise_aftermath(()) - self._appraise_moves(())

    @cached_property
    def _survey(self) -> Survey:
        trials = self.trials
        return Survey(trials.appraisal, self.profile.stands, trials.phase.sheet.units)

    def _appraise_moves(self, change: Sequence[PreparedOrder]) -> float:
        return self._survey.appraise_change(self.profile.list_changed_stands(change))

    def _appraise_aftermath(self, change: Sequence[PreparedOrder]) -> float:
        """Return what a change is worth of which more follows than moves."""
        trials, profile = self.trials, self.profile
        trials.left -= DEARER
        given = {ready.row: ready for ready in change}
        orders: dict[str, list[Order]] = {}
        for ready in profile.orders:
            carried_out = given.get(ready.row, ready).order
            orders.setdefault(carried_out.unit.power, []).append(carried_out)
        record = trials.phase.judge_orders(orders)
        after = record.after.units
        stands = [
            (row, unit if unit is not None and unit.at.province in after else None)
            for row, unit in enumerate(profile.list_stands(change))
        ]
        changed = [(row, unit) for row, unit in stands if unit is not profile.stands[row]]
        razed = record.after.lost - trials.phase.position.lost
        value = self._survey.appraise_anew(changed, razed)
        return value + CREDIT * trials.is_credited(record)


def may_have_aftermath(ready: PreparedOrder) -> bool:
    """Say whether an order is one of the variant's own, from which more may follow than moves."""
    return ready.order.verb not in STOCK_VERBS
