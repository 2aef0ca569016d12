"""Filling in what a player left out of an order, from the units that they see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from judge.hooks import Variant
from judge.language.statement import OrderStatement
from judge.model.map import Location, Map
from judge.model.order import Order, Waive
from judge.model.position import Dislodged, Unit
from judge.model.reason import Reason


def complete_order(
    ordered: OrderStatement,
    units: Sequence[Unit],
    dislodged: Sequence[Dislodged],
    powers: Sequence[str],
    variant: Variant,
    homes: Mapping[str, Sequence[str]] | None = None,
) -> OrderStatement | Reason:
    """Return the order with every blank filled that the units in sight can fill, or why not.

    ``powers`` are the sender's own. ``units`` may be fewer than stand on the board: nothing is
    said about others. What was corrected is told in ``notes``. ``homes`` (the map's, if not
    given) say for whom a player of several powers builds.
    """
    owner, order = ordered.power, ordered.order
    if owner and owner not in powers:
        return Reason("not_your_power", (owner,))
    standing = {unit.at.province: unit for unit in units}
    sighted = _OrderCompletion(variant.map, standing, powers, owner, list(ordered.notes))
    order_type = variant.orders[type(order)]
    match order_type.subject:
        case "none":
            power = owner or sighted.only_power
            unit = Waive.for_power(power).unit if power else Reason("whose_waive")
        case "new":
            printed = {power.name: power.homes for power in variant.map.powers.values()}
            unit = sighted.find_new_unit(order.unit, homes or printed)
        case "dislodged":
            unit = sighted.find_dislodged_unit(order.unit, dislodged)
        case "standing":
            unit = sighted.find_own_unit(order.unit, standing.get(order.unit.at.province))
    if isinstance(unit, Reason):
        return unit
    completed: Order = order_type.complete(replace(order, unit=unit), sighted)
    return replace(ordered, order=completed, power=unit.power, notes=tuple(sighted.notes))


@dataclass
class _OrderCompletion:
    """The map and the units in sight, and the remarks so far on the order being completed.

    ``powers`` are the sender's, ``owner`` the one that the line named.
    """

    map: Map
    standing: Mapping[str, Unit]
    powers: Sequence[str]
    owner: str
    notes: list[Reason]

    @property
    def only_power(self) -> str:
        """The power of a sender who has no other, else ""."""
        return self.powers[0] if len(self.powers) == 1 else ""

    def find_dislodged_unit(self, typed: Unit, dislodged: Sequence[Dislodged]) -> Unit | Reason:
        """Return the sender's unit that was dislodged there."""
        unit = self.standing.get(typed.at.province)
        gone = [
            dislodgement.unit
            for dislodgement in dislodged
            if dislodgement.unit.at.province == typed.at.province
        ]
        if not gone and unit is not None and unit.power in self.powers:
            return Reason("not_dislodged", (unit,))
        return self.find_own_unit(typed, gone[0] if gone else unit)

    def find_own_unit(self, typed: Unit, unit: Unit | None) -> Unit | Reason:
        """Return the unit that stands where the order says, if it is the sender's."""
        if unit is None:
            return Reason("no_unit", (Location(typed.at.province),))
        if unit.power not in self.powers or (self.owner and unit.power != self.owner):
            return Reason("not_your_unit", (unit,))
        self._note_corrections(typed, unit)
        return unit

    def find_new_unit(self, typed: Unit, homes: Mapping[str, Sequence[str]]) -> Unit | Reason:
        """Return the unit that a build raises."""
        province = typed.at.province
        builders = [power for power in self.powers if province in homes.get(power, ())]
        power = self.owner or self.only_power or "".join(builders[:1])
        if not power:
            return Reason("whose_build", (Location(province),))
        able = [kind for kind in self.map.kinds if self._can_stand(kind, typed.at)]
        kind = typed.kind or (able[0] if len(able) == 1 else "")
        if not kind:
            return Reason("which_kind", (Location(province), *able))
        at = self.find_place_for_kind(kind, typed.at)
        options = self.map.list_places_for_kind(kind, province)
        if not at.coast and len(options) == 1:
            at = options[0]
        elif not at.coast and len(options) > 1:
            self.notes.append(Reason("coast_needed", (at,)))
        return Unit(power, kind, at)

    def _can_stand(self, kind: str, at: Location) -> bool:
        """Say whether the place, with the coast if one was named, is one for the kind (4.C.3)."""
        places = self.map.list_places_for_kind(kind, at.province)
        return at in places if at.coast else bool(places)

    def _note_corrections(self, typed: Unit, unit: Unit) -> None:
        """Remark on what was typed about a unit and is not so."""
        if typed.kind and typed.kind != unit.kind:
            self.notes.append(Reason("kind_corrected", (unit, typed.kind)))
        if typed.at.coast and typed.at.coast != unit.at.coast:
            self.notes.append(Reason("coast_corrected", (unit, typed.at.coast)))

    def find_other_unit(self, typed: Unit) -> Unit:
        """Return a unit that an order names beside its own, as it is seen to stand."""
        unit = self.standing.get(typed.at.province)
        if unit is None:
            self.notes.append(Reason("no_unit_seen", (Location(typed.at.province),)))
            return typed._replace(power="")
        self._note_corrections(typed, unit)
        if typed.power and typed.power != unit.power:
            self.notes.append(Reason("owner_corrected", (unit, typed.power)))
        return unit._replace(power="")

    def find_place_for_kind(self, kind: str, typed: Location) -> Location:
        """Return the place without a coast that means nothing to that kind of unit."""
        if not typed.coast or not kind:
            return typed
        options = self.map.list_places_for_kind(kind, typed.province)
        if any(option.coast for option in options) or not options:
            return typed
        self.notes.append(Reason("coast_dropped", (typed,)))
        return Location(typed.province)

    def find_goal_of_unit(self, unit: Unit, typed: Location) -> Location:
        """Return where a unit is to go: its only reachable coast is filled in (DATC 4.B.2)."""
        to = self.find_place_for_kind(unit.kind, typed)
        if to.coast:
            return to
        steps = self.map.neighbors(unit.kind, unit.at)
        near = [step for step in steps if step.province == to.province]
        if len(near) > 1:
            self.notes.append(Reason("coast_needed", (to,)))
        return near[0] if len(near) == 1 else to
