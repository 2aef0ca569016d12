"""Filling in what a player left out of an order, from the units that they see."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from judge.language.statement import Ordered
from judge.model.map import Location, Map
from judge.model.order import Build, Convoy, Disband, Move, Order, Retreat, Support, Waive
from judge.model.position import Dislodged, Unit
from judge.model.reason import Reason
from judge.model.view import SeenUnit


def complete(
    ordered: Ordered,
    units: Sequence[Unit | SeenUnit],
    dislodged: Sequence[Dislodged],
    powers: Sequence[str],
    game_map: Map,
    homes: Mapping[str, Sequence[str]] | None = None,
) -> Ordered | Reason:
    """Return the order with every blank filled that the units in sight can fill, or why not.

    ``powers`` are the sender's own. ``units`` may be fewer than stand on the board: nothing is
    said about others. What was corrected is told in ``notes``. ``homes`` (the map's, if not
    given) say for whom a player of several powers builds.
    """
    if ordered.power and ordered.power not in powers:
        return Reason("not_your_power", (ordered.power,))
    standing = {unit.at.province: Unit(*unit) for unit in units}
    work = _Work(game_map, standing, list(ordered.notes))
    order = ordered.order
    if isinstance(order, Waive):
        power = ordered.power or (powers[0] if len(powers) == 1 else "")
        return _done(ordered, Waive.by(power), work) if power else Reason("whose_waive")
    if isinstance(order, Build):
        unit = work.new(order.unit, ordered.power, powers, homes or _homes(game_map))
    else:
        unit = work.own(order, ordered.power, powers, dislodged)
    if isinstance(unit, Reason):
        return unit
    return _done(ordered, work.fill(replace(order, unit=unit)), work)


def _done(ordered: Ordered, order: Order, work: _Work) -> Ordered:
    return replace(ordered, order=order, power=order.unit.power, notes=tuple(work.notes))


def _homes(game_map: Map) -> Mapping[str, Sequence[str]]:
    return {power.name: power.homes for power in game_map.powers.values()}


@dataclass
class _Work:
    """One order being completed: the board, the units in sight, and the remarks so far."""

    board: Map
    standing: Mapping[str, Unit]
    notes: list[Reason] = field(default_factory=list)

    def own(
        self, order: Order, owner: str, powers: Sequence[str], dislodged: Sequence[Dislodged]
    ) -> Unit | Reason:
        """Return the sender's unit that the order is for."""
        typed = order.unit
        there = self.standing.get(typed.at.province)
        if isinstance(order, Retreat | Disband):
            driven = [d.unit for d in dislodged if d.unit.at.province == typed.at.province]
            if not driven and there is not None and there.power in powers:
                return Reason("not_dislodged", (there,))
            there = driven[0] if driven else there
        if there is None:
            return Reason("no_unit", (Location(typed.at.province),))
        if there.power not in powers or (owner and there.power != owner):
            return Reason("not_your_unit", (there,))
        self.compare(typed, there)
        return there

    def new(
        self,
        typed: Unit,
        owner: str,
        powers: Sequence[str],
        homes: Mapping[str, Sequence[str]],
    ) -> Unit | Reason:
        """Return the unit that a build raises."""
        builders = [power for power in powers if typed.at.province in homes.get(power, ())]
        power = owner or (powers[0] if len(powers) == 1 else "".join(builders[:1]))
        if not power:
            return Reason("whose_build", (Location(typed.at.province),))
        able = [
            kind
            for kind in self.board.kinds
            for places in (self.board.places(kind, typed.at.province),)
            if (typed.at in places if typed.at.coast else places)  # DATC 4.C.3
        ]
        kind = typed.kind or (able[0] if len(able) == 1 else "")
        if not kind:
            return Reason("which_kind", (Location(typed.at.province), *able))
        at = self.shore(kind, typed.at)
        options = self.board.places(kind, at.province)
        if not at.coast and len(options) == 1:
            at = options[0]
        elif not at.coast and len(options) > 1:
            self.notes.append(Reason("coast_needed", (at,)))
        return Unit(power, kind, at)

    def compare(self, typed: Unit, there: Unit) -> None:
        """Remark on what was typed about a unit and is not so."""
        if typed.kind and typed.kind != there.kind:
            self.notes.append(Reason("kind_corrected", (there, typed.kind)))
        if typed.at.coast and typed.at.coast != there.at.coast:
            self.notes.append(Reason("coast_corrected", (there, typed.at.coast)))

    def fill(self, order: Order) -> Order:
        """Return the order with other units and places completed."""
        unit = order.unit
        if isinstance(order, Move):
            return replace(order, to=self.target(unit, order.to, via=order.via_convoy))
        if isinstance(order, Retreat):
            return replace(order, to=self.target(unit, order.to))
        if isinstance(order, Support):
            of = self.other(order.of)
            into = order.into and self.shore(of.kind, order.into)
            if into and into.province == of.at.province:
                into = None
            return replace(order, of=of, into=into)
        if isinstance(order, Convoy):
            of = self.other(order.of)
            return replace(order, of=of, to=self.shore(of.kind, order.to))
        own = cast(Callable[[Any], Order] | None, getattr(order, "completed", None))
        return own(self.other) if own else order

    def other(self, typed: Unit) -> Unit:
        """Return a unit that an order names beside its own, as it is seen to stand."""
        there = self.standing.get(typed.at.province)
        if there is None:
            self.notes.append(Reason("no_unit_seen", (Location(typed.at.province),)))
            return typed._replace(power="")
        self.compare(typed, there)
        if typed.power and typed.power != there.power:
            self.notes.append(Reason("owner_corrected", (there, typed.power)))
        return there._replace(power="")

    def shore(self, kind: str, at: Location) -> Location:
        """Return the place without a coast that means nothing to that kind of unit."""
        if not at.coast or not kind:
            return at
        options = self.board.places(kind, at.province)
        if any(option.coast for option in options) or not options:
            return at
        self.notes.append(Reason("coast_dropped", (at,)))
        return Location(at.province)

    def target(self, unit: Unit, to: Location, via: bool = False) -> Location:
        """Return where a unit is to go: its only reachable coast is filled in (DATC 4.B.2)."""
        to = self.shore(unit.kind, to)
        if to.coast or via:
            return to
        near = [
            step
            for step in self.board.neighbors(unit.kind, unit.at)
            if step.province == to.province
        ]
        if len(near) > 1:
            self.notes.append(Reason("coast_needed", (to,)))
        return near[0] if len(near) == 1 else to
