"""Positions and the effects that change them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from judge.model.map import Location
from judge.model.turn import Turn


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


@dataclass(frozen=True, slots=True)
class Moved:
    """A unit went from where it stood (or was dislodged) to another place."""

    unit: Unit
    to: Location


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
class CentreLost:
    """A center is none any more; its province stays on the map."""

    province: str


@dataclass(frozen=True, slots=True)
class Settled:
    """A center became a home center of a power."""

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
    | CentreLost
    | Settled
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

    def centres_of(self, power: str) -> tuple[str, ...]:
        """Return the centers a power owns, sorted by code."""
        return tuple(sorted(code for code, owner in self.owners.items() if owner == power))

    def has(self, fact: Fact) -> bool:
        """Say whether a fact is remembered."""
        return fact in self.facts


def apply(position: Position, effects: Iterable[Effect]) -> Position:
    """Return the position after the effects: the only way in which a Position changes.

    Effects are carried out in order, but of neighbouring Moved and Dislodged all departures come
    before all arrivals, so that units may follow each other and go round in rings. Raises
    ValueError when an effect does not fit the position (two units in one province, a unit that
    is not there): that is a bug of whoever made it.
    """
    board = _Draft(position)
    for effect in effects:
        board.take(effect)
    return board.finish()


class _Draft:
    """A position being changed."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.units = dict(position.units)
        self.dislodged = list(position.dislodged)
        self.owners = dict(position.owners)
        self.homes = dict(position.homes)
        self.facts, self.lost = position.facts, position.lost
        self.turn, self.ended = position.turn, position.ended
        self.arriving: list[Unit] = []

    def take(self, effect: Effect) -> None:
        if isinstance(effect, Moved):
            self.leave(effect.unit)
            self.arriving.append(effect.unit._replace(at=effect.to))
            return
        if isinstance(effect, Dislodged):
            self.leave(effect.unit)
            self.dislodged.append(effect)
            return
        self.arrive()
        if isinstance(effect, Placed):
            self.stand(effect.unit)
        elif isinstance(effect, Removed):
            self.leave(effect.unit)
        elif isinstance(effect, Captured):
            self.owners.pop(effect.province, None)
            if effect.power:
                self.owners[effect.province] = effect.power
        elif isinstance(effect, CentreLost):
            self.owners.pop(effect.province, None)
            self.lost |= {effect.province}
        elif isinstance(effect, Settled):
            known = self.homes.get(effect.power, ())
            self.homes[effect.power] = (*known, effect.province)
        elif isinstance(effect, Transferred):
            self.leave(effect.unit)
            self.stand(effect.unit._replace(power=effect.power))
        elif isinstance(effect, Noted):
            self.facts |= {effect.fact}
        elif isinstance(effect, Forgotten):
            self.facts -= {effect.fact}
        elif isinstance(effect, Began):
            self.turn = effect.turn
        else:
            self.ended = effect

    def leave(self, unit: Unit) -> None:
        if self.units.get(unit.at.province) == unit:
            del self.units[unit.at.province]
            return
        for at, waiting in enumerate(self.dislodged):
            if waiting.unit == unit:
                del self.dislodged[at]
                return
        raise ValueError(f"no such unit on the board: {unit}")

    def stand(self, unit: Unit) -> None:
        there = self.units.get(unit.at.province)
        if there is not None:
            raise ValueError(f"{unit} arrives where {there} stands")
        self.units[unit.at.province] = unit

    def arrive(self) -> None:
        for unit in self.arriving:
            self.stand(unit)
        self.arriving.clear()

    def finish(self) -> Position:
        self.arrive()
        return Position(
            self.turn,
            self.units,
            tuple(self.dislodged),
            self.owners,
            self.homes,
            self.facts,
            self.lost,
            self.ended,
        )
