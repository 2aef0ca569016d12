"""From one phase to the next that asks anybody anything, or to the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.hooks import Variant, collect_adjustments_by_power
from judge.model.position import Began, Effect, Ended, Position, Unit, apply_effects
from judge.model.sheet import PhaseRecord
from judge.model.turn import Phase


@dataclass(frozen=True, slots=True)
class WantedOrders:
    """What a power is to order in a phase: for these units, or so many builds or removals.

    ``builds`` counts only those for which there is a vacant site. ``waives``: it has nothing to
    order, and says so by a WAIVE, where others are not to see that it has nothing.
    """

    units: tuple[Unit, ...] = ()
    builds: int = 0
    removals: int = 0
    waives: int = 0


def collect_wanted_orders(variant: Variant, position: Position) -> Mapping[str, WantedOrders]:
    """Return what each power has to order now; powers with nothing to order are left out."""
    if position.turn.phase is not Phase.ADJUSTMENTS:
        movement = position.turn.phase is Phase.MOVEMENT
        waiting = [dislodgement.unit for dislodgement in position.dislodged]
        units = list(position.units.values()) if movement else waiting
        theirs: dict[str, list[Unit]] = {}
        for unit in units:
            theirs.setdefault(unit.power, []).append(unit)
        return {power: WantedOrders(tuple(power_units)) for power, power_units in theirs.items()}
    return {
        power: WantedOrders(builds=max(due, 0), removals=max(-due, 0))
        for power, due in collect_adjustments_by_power(variant.rules.muster, position).items()
    }


def list_next_turn_effects(variant: Variant, record: PhaseRecord) -> tuple[Effect, ...]:
    """Return what brings the next turn: Began, or Ended if a rule says that the game is over.

    Retreats and adjustments that ask nobody anything are left out, if the calendar allows it.
    """
    for rule in variant.rules.endings:
        ending: Ended | None = rule.find_ending(record)
        if ending is not None:
            return (ending,)
    position = record.after
    while True:
        turn = variant.calendar.find_next_turn(position.turn)
        position = apply_effects(position, (Began(turn),))
        if variant.calendar.is_always_played(turn) or collect_wanted_orders(variant, position):
            return (Began(turn),)
