"""The orders that only Global Diplomacy has. Spaces are named by their codes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from judge.model.order import Act, Support


@dataclass(frozen=True, slots=True)
class Bomb(Act):
    """An arsenal's bomb for ``target``, handed on by the units in the spaces of ``route``."""

    verb: ClassVar[str] = "bomb"
    route: tuple[str, ...]
    target: str

    @property
    def path(self) -> tuple[str, ...]:
        """The arsenal's space, those of the carriers, the target."""
        return (self.unit.at.province, *self.route, self.target)


@dataclass(frozen=True, slots=True)
class Carry(Act):
    """A unit's part in a bomb's flight: the spaces it names before its own, and those after."""

    verb: ClassVar[str] = "carry"
    came: tuple[str, ...]
    goes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FarSupport(Support):
    """A support that names the space in between (GD IX.1: nothing hangs on what is there)."""

    over: str = ""
