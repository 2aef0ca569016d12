"""What follows from a phase when moves and retreats are done."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace

from judge.hooks import NOTHING, Settlement
from judge.model.position import Captured, Dislodged, Effect, Position, Removed
from judge.model.sheet import PhaseRecord
from judge.model.turn import Calendar, Phase


def counted(after: Position, calendar: Calendar) -> bool:
    """Say whether owners are counted at the end of the phase that led here."""
    return (
        not after.dislodged
        and after.turn.phase is not Phase.ADJUSTMENTS
        and calendar.counts(after.turn)
    )


def without_retreats(dislodged: Iterable[Dislodged], barred: Container[str]) -> Iterator[Effect]:
    """Yield what follows where none of the units may retreat to the barred provinces any more.

    A unit to which no retreat is left is removed.
    """
    for waiting in dislodged:
        options = tuple(at for at in waiting.options if at.province not in barred)
        if options != waiting.options:
            yield replace(waiting, options=options)
            if not options:
                yield Removed(waiting.unit)


@dataclass(frozen=True)
class Occupation:
    """At the end of a season that counts, each center passes to the power whose unit is in it."""

    calendar: Calendar

    def apply_after(self, record: PhaseRecord) -> Settlement:
        """Wait for the retreats, then note the new owners."""
        after = record.after
        if not counted(after, self.calendar):
            return NOTHING
        centers = frozenset(record.board.map.centers) - after.lost
        taken = [
            Captured(code, unit.power)
            for code, unit in after.units.items()
            if code in centers and after.owners.get(code) != unit.power
        ]
        return Settlement(effects=tuple(taken))
