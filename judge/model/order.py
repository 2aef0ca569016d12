"""Orders as values. Canonical text is written and read by ``judge.language``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import ClassVar, final

from judge.model.map import Location, Map
from judge.model.position import Unit


@dataclass(frozen=True, slots=True)
class Order:
    """What a player wants of one unit. ``unit`` is one of their own as it stands on the board."""

    verb: ClassVar[str] = ""
    unit: Unit

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """The steps from space to space as which a chain of orders is drawn; most are none."""
        return ()

    @classmethod
    def plans(cls, units: Sequence[Unit], game_map: Map) -> Iterable[tuple[Order, ...]]:
        """Return what a power could do with orders of this type by its units as they stand, each
        with what else these must be ordered to; orders of all games need none."""
        return ()


@dataclass(frozen=True, slots=True)
class Hold(Order):
    """Stay."""

    verb: ClassVar[str] = "hold"


@dataclass(frozen=True, slots=True)
class HoldAll(Hold):
    """Stay, said to all units of the power and kind of ``unit``, which stands nowhere.

    ``but`` are excepted; ``rest``: so is every unit that has an order.
    """

    but: tuple[Unit, ...] = ()
    rest: bool = False


@final
@dataclass(frozen=True, slots=True)
class Move(Order):
    """Go there; ``via_convoy`` insists on ships (DATC 4.A.3)."""

    verb: ClassVar[str] = "move"
    to: Location
    via_convoy: bool = False


@final
@dataclass(frozen=True, slots=True)
class Convoy(Order):
    """Ferry ``of`` towards ``to``: its destination, or the next fleet's space (STD-5).

    Of the unit named only the place counts; its power is "" unless the player named it.
    """

    verb: ClassVar[str] = "convoy"
    of: Unit
    to: Location


@dataclass(frozen=True, slots=True)
class Act(Order):
    """An order that stays put and that an attack can cut."""


@dataclass(frozen=True, slots=True)
class Support(Act):
    """Lend strength to ``of``: in place, or moving to ``into``; its power is "" if not named."""

    verb: ClassVar[str] = "support"
    of: Unit
    into: Location | None = None


@dataclass(frozen=True, slots=True)
class Retreat(Order):
    """Take a dislodged unit there."""

    verb: ClassVar[str] = "retreat"
    to: Location


@dataclass(frozen=True, slots=True)
class Disband(Order):
    """Give a dislodged unit up."""

    verb: ClassVar[str] = "disband"


@dataclass(frozen=True, slots=True)
class Build(Order):
    """Raise this unit, which does not stand yet, on a vacant center."""

    verb: ClassVar[str] = "build"


@dataclass(frozen=True, slots=True)
class Remove(Order):
    """Take a standing unit off the board."""

    verb: ClassVar[str] = "remove"


@dataclass(frozen=True, slots=True)
class Waive(Order):
    """Leave one build unused. ``unit`` names the power alone."""

    verb: ClassVar[str] = "waive"

    @classmethod
    def for_power(cls, power: str) -> Waive:
        """Return the waiver of one build of that power."""
        return cls(Unit(power, "", Location("")))


def list_units_and_places(value: object) -> tuple[Unit | Location, ...]:
    """Return what a field of an order names: a unit, a place, a province's code, or several."""
    if isinstance(value, Unit | Location):
        return (value,)
    if isinstance(value, str):
        return (Location(value),) if value else ()
    if isinstance(value, tuple):
        return tuple(named for item in value for named in list_units_and_places(item))
    return ()


def list_spaces_touched(order: Order) -> tuple[str, ...]:
    """Return the provinces that an order names beside its own unit's, in their order."""
    named = (
        place
        for field in fields(order)
        if field.name != "unit"
        for place in list_units_and_places(getattr(order, field.name))
    )
    provinces = (
        place.at.province if isinstance(place, Unit) else place.province for place in named
    )
    return tuple(province for province in provinces if province)


Orders = Mapping[str, Sequence[Order]]
"""Each power's orders for a phase, in the order given."""
