"""On what orders may hang: the board as a turn begins, and what became of the turn before it."""

from __future__ import annotations

from dataclasses import dataclass

from judge.model.position import Unit

YOU = "you"
"""The powers of whoever states the condition, in place of a power."""


@dataclass(frozen=True, slots=True)
class Stands:
    """A unit of that power and kind stands there; what is blank may be any."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class Owns:
    """A center is a power's."""

    power: str
    place: str


@dataclass(frozen=True, slots=True)
class Driven:
    """A unit was dislodged there and has to retreat."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class Went:
    """The unit that stood in one place before the last turn stands in another now."""

    unit: Unit
    place: str


@dataclass(frozen=True, slots=True)
class Succeeded:
    """The order of the unit that stood there before the last turn was carried out."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class Counted:
    """A power has between ``least`` and ``most`` things: center, unit, build, removal."""

    power: str
    things: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Negated:
    """The contrary."""

    of: Condition


@dataclass(frozen=True, slots=True)
class Either:
    """One of these at least."""

    of: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Both:
    """All of these."""

    of: tuple[Condition, ...]


Condition = Stands | Owns | Driven | Went | Succeeded | Counted | Negated | Either | Both
