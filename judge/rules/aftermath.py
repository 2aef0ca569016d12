"""What follows from a phase when moves and retreats are done."""

from __future__ import annotations

from dataclasses import dataclass

from judge.hooks import NOTHING, Settlement
from judge.model.position import Captured
from judge.model.sheet import PhaseRecord
from judge.model.turn import Calendar, Phase


@dataclass(frozen=True)
class Occupation:
    """At the end of a season that counts, each center passes to the power whose unit is in it."""

    calendar: Calendar

    def apply_after(self, record: PhaseRecord) -> Settlement:
        """Wait for the retreats, then note the new owners."""
        after = record.after
        if (
            after.dislodged
            or after.turn.phase is Phase.ADJUSTMENTS
            or not self.calendar.counts(after.turn)
        ):
            return NOTHING
        centers, lost, owners = record.board.centers, after.lost, after.owners
        held = [(code, unit.power) for code, unit in after.units.items() if code in centers]
        return Settlement(
            effects=tuple(
                [
                    Captured(code, power)
                    for code, power in held
                    if owners.get(code) != power and code not in lost
                ]
            )
        )
