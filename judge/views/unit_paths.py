"""Where each unit was before a phase and is after it."""

from __future__ import annotations

from dataclasses import dataclass

from judge.model.position import Dislodged, Moved, Placed, Removed, Transferred, Unit
from judge.model.sheet import PhaseRecord


@dataclass(slots=True)
class Track:
    """A unit's way through a phase: None before if it was built, None after if it is gone.

    ``lost`` is where it came off the board.
    """

    before: Unit | None
    after: Unit | None
    driven: bool = False
    lost: str = ""

    @property
    def last_unit(self) -> Unit:
        """The unit as it was last on the board."""
        unit = self.after or self.before
        assert unit is not None, "a unit is on the board before a phase or after it"
        return unit


def track_units(record: PhaseRecord) -> list[Track]:
    """Return every unit's way, followed through the effects of the phase."""
    start = record.before
    ways = [Track(unit, unit) for unit in start.units.values()]
    ways += [Track(gone.unit, gone.unit, driven=True) for gone in start.dislodged]
    standing: dict[tuple[Unit, bool], list[Track]] = {}
    for track in ways:
        standing.setdefault((track.last_unit, track.driven), []).append(track)
    for effect in record.effects:
        if isinstance(effect, Placed):
            track = Track(None, effect.unit)
            ways.append(track)
            standing.setdefault((effect.unit, False), []).append(track)
        if not isinstance(effect, Moved | Dislodged | Removed | Transferred):
            continue
        unit = effect.unit
        # Of two that are alike there, one coming and one going, the one that was there goes.
        track = (standing.get((unit, True)) or standing[unit, False]).pop(0)
        if isinstance(effect, Removed):
            track.after, track.lost = None, unit.at.province
            continue
        if isinstance(effect, Moved):
            track.after, track.driven = effect.unit_after_move, False
        elif isinstance(effect, Transferred):
            track.after = unit._replace(power=effect.power)
        else:
            track.driven = True
        standing.setdefault((track.last_unit, track.driven), []).append(track)
    return ways
