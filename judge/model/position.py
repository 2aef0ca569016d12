"""Positions, the effects that change them, and how one becomes another by these."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from judge.model.map import Location
from judge.model.turn import Phase, Turn


class Unit(NamedTuple):
    """A unit where it stands. ``kind`` is the name of a UnitKind; "" when a player left it out."""

    power: str
    kind: str
    at: Location


class Fact(NamedTuple):
    """A variant's memory. The engine carries facts and never reads them."""

    rule: str
    about: str
    value: str = ""


class Moved(NamedTuple):
    """A unit went from where it stood (or was dislodged) to another place."""

    unit: Unit
    to: Location

    @property
    def unit_after_move(self) -> Unit:
        """The unit as it stands then."""
        unit = self.unit
        return Unit(unit.power, unit.kind, self.to)


@dataclass(frozen=True, slots=True)
class Dislodged:
    """A unit was driven out by ``by`` and waits to retreat to one of ``options``."""

    unit: Unit
    by: Unit
    options: tuple[Location, ...] = ()


@dataclass(frozen=True, slots=True)
class Placed:
    """A unit came onto the board."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class Removed:
    """A unit, standing or dislodged, left the board."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class Captured:
    """A center changed its owner; an empty ``power`` means nobody's."""

    province: str
    power: str


@dataclass(frozen=True, slots=True)
class CenterLost:
    """A center is none any more; its province stays on the map."""

    province: str


@dataclass(frozen=True, slots=True)
class Settled:
    """A center became a home center of a power."""

    province: str
    power: str


@dataclass(frozen=True, slots=True)
class Unsettled:
    """A center is a home center of a power no more; unknown ones are no error."""

    province: str
    power: str


@dataclass(frozen=True, slots=True)
class Transferred:
    """A standing unit obeys another power from now on."""

    unit: Unit
    power: str


@dataclass(frozen=True, slots=True)
class Noted:
    """A fact is remembered."""

    fact: Fact


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A fact is dropped; unknown facts are no error."""

    fact: Fact


@dataclass(frozen=True, slots=True)
class Began:
    """The next turn began."""

    turn: Turn


@dataclass(frozen=True, slots=True)
class Ended:
    """The game ended: how (``victory``, ``draw``, ...) and for whom."""

    how: str
    winners: tuple[str, ...]


Effect = (
    Moved
    | Dislodged
    | Placed
    | Removed
    | Captured
    | CenterLost
    | Settled
    | Unsettled
    | Transferred
    | Noted
    | Forgotten
    | Began
    | Ended
)


@dataclass(frozen=True, slots=True)
class Position:
    """All that is on the board at one moment, with every secret.

    ``units`` maps a province's code to the unit that stands in it; ``owners`` a center's code to
    its owner (unowned centers are absent); ``homes`` a power to its home centers; ``lost`` are
    centers that are none any more.
    """

    turn: Turn
    units: Mapping[str, Unit]
    dislodged: tuple[Dislodged, ...] = ()
    owners: Mapping[str, str] = field(default_factory=dict)
    homes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    facts: frozenset[Fact] = frozenset()
    lost: frozenset[str] = frozenset()
    ended: Ended | None = None

    def units_of(self, power: str) -> tuple[Unit, ...]:
        """Return a power's standing units, in the order of the board."""
        return tuple(unit for unit in self.units.values() if unit.power == power)

    def centers_of(self, power: str) -> tuple[str, ...]:
        """Return the centers a power owns, sorted by code."""
        return tuple(sorted(code for code, owner in self.owners.items() if owner == power))

    def has_survived(self, power: str) -> bool:
        """Say whether a power is still in the game: it has a center or a unit."""
        return (
            any(unit.power == power for unit in self.units.values())
            or any(gone.unit.power == power for gone in self.dislodged)
            or power in self.owners.values()
        )


def collect_blockaded_centers(
    units: Iterable[Unit], owners: Mapping[str, str], blockaders: Container[str]
) -> frozenset[str]:
    """Return the centers in which such a kind of unit of another power stands."""
    shut = ((unit.at.province, unit.power) for unit in units if unit.kind in blockaders)
    return frozenset(code for code, power in shut if owners.get(code, power) != power)


def apply_effects(position: Position, effects: Iterable[Effect]) -> Position:
    """Return the position after the effects: the only way in which a Position changes.

    Effects are carried out in order, but of neighboring Moved and Dislodged all departures come
    before all arrivals, so that units may follow each other and go round in rings. Raises
    ValueError when an effect does not fit the position (two units in one province, a unit that
    is not there): that is a bug of whoever made it.
    """
    units, owners = dict(position.units), dict(position.owners)
    waiting = list(position.dislodged)
    arriving: list[Unit] = []
    turn, homes = position.turn, position.homes
    facts, lost, ended = position.facts, position.lost, position.ended
    for effect in effects:
        if isinstance(effect, Moved):
            unit = effect.unit
            _take_unit_off(unit, units, waiting)
            arriving.append(Unit(unit.power, unit.kind, effect.to))
            continue
        if isinstance(effect, Dislodged):
            _take_unit_off(effect.unit, units, waiting)
            waiting.append(effect)
            continue
        if arriving:
            _set_units_down(arriving, units)
        if isinstance(effect, Placed):
            _set_units_down([effect.unit], units)
        elif isinstance(effect, Removed):
            _take_unit_off(effect.unit, units, waiting)
        elif isinstance(effect, Captured):
            owners[effect.province] = effect.power
            if not effect.power:
                del owners[effect.province]
        elif isinstance(effect, CenterLost):
            owners.pop(effect.province, None)
            lost |= {effect.province}
        elif isinstance(effect, Settled):
            homes = {**homes, effect.power: (*homes.get(effect.power, ()), effect.province)}
        elif isinstance(effect, Unsettled):
            remaining_homes = (c for c in homes.get(effect.power, ()) if c != effect.province)
            homes = {**homes, effect.power: tuple(remaining_homes)}
        elif isinstance(effect, Transferred):
            _take_unit_off(effect.unit, units, waiting)
            _set_units_down([effect.unit._replace(power=effect.power)], units)
        elif isinstance(effect, Noted):
            facts |= {effect.fact}
        elif isinstance(effect, Forgotten):
            facts -= {effect.fact}
        elif isinstance(effect, Began):
            turn = effect.turn
        else:
            ended = effect
    _set_units_down(arriving, units)
    return Position(turn, units, tuple(waiting), owners, homes, facts, lost, ended)


def _take_unit_off(unit: Unit, units: dict[str, Unit], waiting: list[Dislodged]) -> None:
    place = unit.at.province
    if units.get(place) == unit:
        del units[place]
        return
    for i, dislodgement in enumerate(waiting):
        if dislodgement.unit == unit:
            del waiting[i]
            return
    raise ValueError(f"no such unit on the board: {unit}")


def _set_units_down(arriving: list[Unit], units: dict[str, Unit]) -> None:
    for unit in arriving:
        there = units.setdefault(unit.at.province, unit)
        if there is not unit:
            raise ValueError(f"{unit} arrives where {there} stands")
    arriving.clear()


EMPTY = Position(Turn(0, "", Phase.MOVEMENT), {})
"""Before a game begins."""


def find_effects_between(before: Position, after: Position) -> tuple[Effect, ...]:
    """Return effects that make ``after`` of ``before``, few where little changed.

    Raises ValueError where no effects can: an ended game stays ended.
    """
    for reset_units in (False, True):
        effects = tuple(_list_effects_of_change(before, after, reset_units))
        if _without_homeless_powers(apply_effects(before, effects)) == _without_homeless_powers(
            after
        ):
            return effects
    raise ValueError(f"no effects lead from {before} to {after}")


def _without_homeless_powers(position: Position) -> Position:
    """Return a position without the powers that have no homes."""
    homes = {power: homes for power, homes in position.homes.items() if homes}
    return replace(position, homes=homes)


def _list_effects_of_change(
    before: Position, after: Position, reset_units: bool
) -> Iterator[Effect]:
    """Yield the effects; ``whole``: all units are taken up and set down again."""
    moved = reset_units or before.dislodged != after.dislodged
    gone = [u for u in before.units.values() if moved or after.units.get(u.at.province) != u]
    if moved:
        yield from (Removed(waiting.unit) for waiting in before.dislodged)
    yield from (Removed(unit) for unit in gone)
    if moved:
        for waiting in after.dislodged:
            yield Placed(waiting.unit)
            yield Dislodged(waiting.unit, waiting.by, waiting.options)
    for unit in after.units.values():
        if moved or before.units.get(unit.at.province) != unit:
            yield Placed(unit)
    yield from (CenterLost(code) for code in sorted(after.lost - before.lost))
    for code in dict.fromkeys((*before.owners, *after.owners)):
        owner = after.owners.get(code, "")
        if before.owners.get(code, "") != owner:
            yield Captured(code, owner)
    for power, homes in after.homes.items():
        old = before.homes.get(power, ())
        same = next((n for n, (a, b) in enumerate(zip(old, homes, strict=False)) if a != b), None)
        same = min(len(old), len(homes)) if same is None else same
        yield from (Unsettled(code, power) for code in old[same:])
        yield from (Settled(code, power) for code in homes[same:])
    yield from (Forgotten(fact) for fact in sorted(before.facts - after.facts))
    yield from (Noted(fact) for fact in sorted(after.facts - before.facts))
    if before.turn != after.turn:
        yield Began(after.turn)
    if after.ended is not None and after.ended != before.ended:
        yield after.ended
