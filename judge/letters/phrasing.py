"""Units, places, powers and orders in the words of one map."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import ClassVar, Protocol, runtime_checkable

from judge.hooks import Variant
from judge.model.map import Location, Map
from judge.model.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    Waive,
)
from judge.model.position import Unit
from judge.model.reason import Subject
from judge.model.view import SeenUnit

_COASTS = {"nc": "north coast", "sc": "south coast", "ec": "east coast", "wc": "west coast"}

AnyUnit = Unit | SeenUnit


@runtime_checkable
class Worded(Protocol):
    """What an order type of a variant offers to be told in letters; ``place`` names a space.

    ``result`` is what it did in a word.
    """

    result: ClassVar[str]

    def report(self, place: Callable[[str], str]) -> str:
        """Return the order after its unit, as reports print it."""
        ...

    def tell(self, place: Callable[[str], str], done: bool) -> str:
        """Return what the unit was to do, or what it has done."""
        ...


@lru_cache(maxsize=64)
def words_of(variant: Variant) -> Words:
    """Return the words of a variant's map."""
    return Words(variant.map)


class Words:
    """Names things as the hobby does."""

    def __init__(self, game_map: Map) -> None:
        self.map = game_map

    def place(self, at: Location) -> str:
        """Return the full name: ``Spain (north coast)``."""
        province = self.map.provinces.get(at.province)
        name = province.name if province else at.province
        return f"{name} ({_COASTS.get(at.coast, at.coast)})" if at.coast else name

    def spot(self, at: Location) -> str:
        """Return the name as a sentence has it: ``the North Sea``, ``Serbia``."""
        return f"the {self.place(at)}" if self.at_sea(at) else self.place(at)

    def at_sea(self, at: Location) -> bool:
        """Say whether the place is water."""
        province = self.map.provinces.get(at.province)
        return province is not None and province.terrain == "sea"

    def center(self, code: str) -> str:
        """Return a center's name."""
        return self.place(Location(code))

    def adjective(self, power: str) -> str:
        """Return ``Austrian`` for Austria."""
        known = self.map.powers.get(power)
        return known.adjective if known else power

    def kind(self, name: str) -> str:
        """Return a kind of unit in small letters; ``unit`` where it is not known."""
        return name.lower() or "unit"

    def a_kind(self, name: str) -> str:
        """Return a kind with its article: ``an army``."""
        word = self.kind(name)
        return f"an {word}" if word[0] in "aeio" else f"a {word}"

    def unit(self, unit: AnyUnit) -> str:
        """Return ``the Austrian army in Serbia``."""
        owner = f"{self.adjective(unit.power)} " if unit.power else ""
        if not unit.at.province:
            return f"{owner}unit".strip() if not owner else f"a {owner}unit"
        return f"the {owner}{self.kind(unit.kind)} in {self.spot(unit.at)}"

    def mine(self, unit: AnyUnit) -> str:
        """Return ``army in Serbia``, for a reader who knows whose it is."""
        return f"{self.kind(unit.kind)} in {self.spot(unit.at)}"

    def subject(self, one: Subject) -> str:
        """Return any subject of a reason in words."""
        if isinstance(one, Unit):
            return self.unit(one)
        return self.spot(one) if isinstance(one, Location) else one

    def aim(self, order: Order) -> str:
        """Return what the unit was to do: ``move to Greece``."""
        return self._verb(order, 0)

    def deed(self, order: Order) -> str:
        """Return what the unit did: ``moved to Greece``."""
        return self._verb(order, 1)

    def _verb(self, order: Order, done: int) -> str:
        if isinstance(order, Move):
            return f"{('move', 'moved')[done]} to {self.spot(order.to)}"
        if isinstance(order, Support):
            verb = ("support", "supported")[done]
            into = f" into {self.spot(order.into)}" if order.into else ""
            return f"{verb} {self.unit(order.of)}{into}"
        if isinstance(order, Convoy):
            verb = ("convoy", "convoyed")[done]
            return f"{verb} {self.unit(order.of)} to {self.spot(order.to)}"
        if isinstance(order, Retreat):
            return f"{('retreat', 'retreated')[done]} to {self.spot(order.to)}"
        if isinstance(order, Build | Remove | Disband | Waive):
            return {
                "build": ("be built", "was built"),
                "remove": ("be removed", "was removed"),
                "disband": ("disband", "disbanded"),
                "waive": ("be waived", "was waived"),
            }[order.verb][done]
        if isinstance(order, Hold):
            return ("hold", "held")[done]
        if isinstance(order, Worded):
            return order.tell(lambda code: self.spot(Location(code)), bool(done))
        return order.verb


def joined(parts: Iterable[str], last: str = "and") -> str:
    """Return the parts as a list in a sentence: ``a, b and c``."""
    *most, end = list(parts) or [""]
    return f"{', '.join(most)} {last} {end}" if most else end


def counted(number: int, noun: str) -> str:
    """Return ``1 unit``, ``2 units``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
