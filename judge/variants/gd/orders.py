"""The orders that only Global Diplomacy has: values, and their canonical text.

Spaces are named by their codes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from judge.model.map import Location
from judge.model.order import Act, Order, Support
from judge.model.position import Unit

ARSENAL = "arsenal"
"""The kind of unit that bombs, and that a license is for."""


@dataclass(frozen=True, slots=True)
class Bomb(Act):
    """An arsenal's bomb for ``target``, handed on by the units in the spaces of ``route``."""

    verb: ClassVar[str] = "bomb"
    result: ClassVar[str] = "exploded"
    route: tuple[str, ...]
    target: str

    @property
    def path(self) -> tuple[str, ...]:
        """The arsenal's space, those of the carriers, the target."""
        return (self.unit.at.province, *self.route, self.target)

    @classmethod
    def read(cls, children: Sequence[Any]) -> Order:
        """Return the order made of a unit and the spaces of its route, the target last."""
        unit, *places = children
        *route, target = _codes(places)
        return cls(unit, tuple(route), target)

    def write(self, unit: Callable[[Unit], str]) -> str:
        """Return ``R SUS BOMB VIA NAT SAH TO SIO``, or ``R RUS BOMB SCA``."""
        if not self.route:
            return f"{unit(self.unit)} BOMB {self.target}"
        return f"{unit(self.unit)} BOMB VIA {' '.join(self.route)} TO {self.target}"

    def report(self, place: Callable[[str], str]) -> str:
        """Return ``BOMB North Atlantic -> Sahara``."""
        return f"BOMB {_arrows(place, (*self.route, self.target))}"

    def tell(self, place: Callable[[str], str], done: bool) -> str:
        """Return ``bomb Egypt by way of the North Atlantic and Sahara``."""
        way = ""
        if self.route:
            *most, last = map(place, self.route)
            way = f" by way of {', '.join(most)}{' and ' if most else ''}{last}"
        return f"{'bombed' if done else 'bomb'} {place(self.target)}{way}"


class BombBy(Bomb):
    """A bomb whose target was named before its route."""

    __slots__ = ()

    @classmethod
    def read(cls, children: Sequence[Any]) -> Order:
        """Return the order made of a unit, the target and the spaces of its route."""
        unit, *places = children
        target, *route = _codes(places)
        return Bomb(unit, tuple(route), target)


@dataclass(frozen=True, slots=True)
class Carry(Act):
    """A unit's part in a bomb's flight: the spaces it names before its own, and those after."""

    verb: ClassVar[str] = "carry"
    serves: ClassVar[bool] = True
    result: ClassVar[str] = "carried"
    came: tuple[str, ...]
    goes: tuple[str, ...]

    @classmethod
    def read(cls, children: Sequence[Any]) -> Order:
        """Return the order made of a unit, the way to it if that is named, and the way on.

        An arsenal that names no way to it sends a bomb of its own.
        """
        unit, *ways = children
        goes = _codes(ways[-1])
        if unit.kind == ARSENAL and len(ways) == 1:
            return Bomb(unit, goes[:-1], goes[-1])
        return cls(unit, _codes(ways[0]) if len(ways) > 1 else (), goes)

    def write(self, unit: Callable[[Unit], str]) -> str:
        """Return ``A MIE CARRY BOMB FROM WAF ISR TO TIB``."""
        came = f" FROM {' '.join(self.came)}" if self.came else ""
        on = f" VIA {' '.join(self.goes[:-1])}" if len(self.goes) > 1 else ""
        return f"{unit(self.unit)} CARRY BOMB{came}{on} TO {self.goes[-1]}"

    def report(self, place: Callable[[str], str]) -> str:
        """Return ``CARRY BOMB FROM North Atlantic TO Egypt``."""
        came = f" FROM {_arrows(place, self.came)}" if self.came else ""
        return f"CARRY BOMB{came} TO {_arrows(place, self.goes)}"

    def tell(self, place: Callable[[str], str], done: bool) -> str:
        """Return ``carry a bomb from the North Atlantic to Egypt``."""
        came = f" from {place(self.came[-1])}" if self.came else ""
        return f"{'carried' if done else 'carry'} a bomb{came} to {place(self.goes[0])}"


@dataclass(frozen=True, slots=True)
class FarSupport(Support):
    """A support that names the space in between (GD IX.1: nothing hangs on what is there)."""

    over: str = ""

    @classmethod
    def read(cls, children: Sequence[Any]) -> Order:
        """Return the order made of a unit, the supported one, where that goes, and the space."""
        unit, of, *path, over = children
        return cls(unit, of, path[0][-1] if path else None, over.province)

    def write(self, unit: Callable[[Unit], str]) -> str:
        """Return ``AF TIB S N SAU - NIO VIA IND``."""
        aim = f" - {self.into}" if self.into else ""
        return f"{unit(self.unit)} S {unit(self.of)}{aim} VIA {self.over}"


def _arrows(place: Callable[[str], str], codes: Iterable[str]) -> str:
    return " -> ".join(map(place, codes))


def _codes(places: Iterable[Location]) -> tuple[str, ...]:
    return tuple(place.province for place in places)
