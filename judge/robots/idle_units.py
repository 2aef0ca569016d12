"""Units that would do nothing in a set of orders, and what they could do for others instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.engine.prepared import PreparedOrder
from judge.model.order import Hold, Move, Support
from judge.robots.choices import OrderSet
from judge.robots.outlook import Outlook
from judge.robots.trials import LaidOrders, Trials

ROUNDS = 3
"""How often all idle units are put to use: what one did may have been what another helped."""

LEAST = 1e-6


class IdleUnits:
    """Lets units that would do nothing help others, by what each unit could do."""

    def __init__(
        self, outlook: Outlook, trials: Trials, choices: Mapping[int, Sequence[OrderSet]]
    ) -> None:
        self.outlook, self.trials, self.choices = outlook, trials, choices

    def put_idle_units_to_use(self, own: OrderSet, answers: Sequence[OrderSet]) -> OrderSet:
        """Return the set in which units that would do nothing help others, where that is worth as
        much; none helps what is not done, nor what another did before it was put to use."""
        own = self._keep_rivals_at_home(own, answers)
        for _ in range(ROUNDS):
            before = own
            for row in self.choices:
                own = {**own, row: self._find_use_of_unit(row, own, answers)}
            if own == before:
                break
        return own

    def _keep_rivals_at_home(self, own: OrderSet, answers: Sequence[OrderSet]) -> OrderSet:
        """Return the set in which units stay that would only bounce off each other, where that is
        worth as much."""
        by_goal: dict[str, list[int]] = {}
        for row, ready in own.items():
            if ready.goal:
                by_goal.setdefault(ready.goal, []).append(row)
        for rivals in by_goal.values():
            if len(rivals) < 2:
                continue
            laid = [self.trials.lay_orders(own, others) for others in answers]
            if any(each.profile.stands[row] is own[row].arrived for row in rivals for each in laid):
                continue
            units = self.trials.phase.sheet.units
            staying = [self.trials.phase.read_order(Hold(units[row])) for row in rivals]
            worth = self.trials.appraise_on_average(laid, ())
            if self.trials.appraise_on_average(laid, staying) >= worth - LEAST:
                own = {**own, **{ready.row: ready for ready in staying}}
        return own

    def _find_use_of_unit(
        self, row: int, own: OrderSet, answers: Sequence[OrderSet]
    ) -> PreparedOrder:
        """Return a unit's order, or a better one if it would do nothing."""
        laid = [self.trials.lay_orders(own, others) for others in answers]
        if not self._is_idle(own[row], own, laid):
            return own[row]
        worth = self.trials.appraise_on_average(laid, ())
        useful: list[tuple[float, float, PreparedOrder]] = []
        for change in self.choices[row]:
            ready = change[row]
            if len(change) == 1 and self._is_help(ready, own):
                value = self.trials.appraise_on_average(laid, (ready,))
                useful.append((round(value - worth, 6), self._measure_need(ready), ready))
        gain, _, best = max(useful, key=lambda item: item[:2], default=(-1.0, 0.0, own[row]))
        return best if gain >= 0 else own[row]

    def _is_idle(self, ready: PreparedOrder, own: OrderSet, laid: Sequence[LaidOrders]) -> bool:
        """Say whether a unit would do nothing, the others doing as the set has it."""
        if isinstance(ready.order, Move):
            return all(each.profile.stands[ready.row] is not ready.arrived for each in laid)
        helped = own.get(ready.helps)
        return isinstance(ready.order, Hold) or (
            helped is not None and not ready.helps_order(helped)
        )

    def _is_help(self, ready: PreparedOrder, own: OrderSet) -> bool:
        """Say whether a unit would stay, or support what another does by the set."""
        if isinstance(ready.order, Hold):
            return True
        helped = own.get(ready.helps)
        return isinstance(ready.order, Support) and helped is not None and ready.helps_order(helped)

    def _measure_need(self, ready: PreparedOrder) -> float:
        """Return how many of another may come to where a unit is supported; to stay is better than
        to help against nobody."""
        order = ready.order
        if not isinstance(order, Support):
            return 0.5
        return self.outlook.competition[(order.into or order.of.at).province]
