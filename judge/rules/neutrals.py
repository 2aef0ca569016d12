"""Units of powers that nobody plays: once dislodged they are gone, and some are built again."""

from __future__ import annotations

from dataclasses import dataclass, replace

from judge.hooks import NOTHING, AdjustmentRules, Settlement, adjustments_by_power
from judge.model.position import Effect, Placed, Removed, Unit
from judge.model.sheet import PhaseRecord
from judge.model.turn import Calendar, Phase
from judge.rules.aftermath import are_centers_counted
from judge.rules.opening import unplayed_powers


class UnplayedRetreats:
    """Dislodged units of powers that nobody plays disband at once: nobody orders a retreat."""

    def settle_phase(self, record: PhaseRecord) -> Settlement:
        """Remove them before owners are counted."""
        driven = record.after.dislodged
        if not driven:
            return NOTHING
        nobodys = unplayed_powers(record.after)
        effects: list[Effect] = []
        for waiting in driven:
            if waiting.unit.power in nobodys:
                effects += (replace(waiting, options=()), Removed(waiting.unit))
        return Settlement(effects=tuple(effects))


@dataclass(frozen=True)
class UnplayedRebuilds:
    """Units that nobody plays stand again where they began when others have built and removed.

    So they do in each center that is still their power's, and empty; with the count of owners
    where nobody has anything to build or remove after it.
    """

    units: tuple[Unit, ...]
    muster: AdjustmentRules
    calendar: Calendar

    def settle_phase(self, record: PhaseRecord) -> Settlement:
        """Place those that are gone."""
        after = record.after
        if record.before.turn.phase is not Phase.ADJUSTMENTS and not self._is_last_chance(record):
            return NOTHING
        nobodys = unplayed_powers(after)
        gone = (unit for unit in self.units if unit.at.province not in after.units)
        return Settlement(
            effects=tuple(
                Placed(unit)
                for unit in gone
                if unit.power in nobodys and after.owners.get(unit.at.province) == unit.power
            )
        )

    def _is_last_chance(self, record: PhaseRecord) -> bool:
        after = record.after
        if not are_centers_counted(after, self.calendar):
            return False
        turn = self.calendar.next_turn(after.turn)
        if turn.phase is Phase.RETREATS:
            turn = self.calendar.next_turn(turn)
        return turn.phase is Phase.ADJUSTMENTS and not adjustments_by_power(self.muster, after)
