"""Units, places, powers and orders in the words of one map."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from string import Formatter

from judge.hooks import Variant
from judge.language.lexicon import coast_words
from judge.model.map import Location, Map
from judge.model.order import Order, units_and_places
from judge.model.position import Unit
from judge.model.reason import Subject, Wording
from judge.tables import OrderWording


class _Part(str):
    """A part of an order; ``{came:,}`` has commas between its places, not arrows."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return self.replace(" -> ", ", ") if spec == "," else str(self)


def fill_slots(texts: Sequence[str], part: Callable[[str], str]) -> str:
    """Return the first of the texts all of whose slots have a part that is not empty, filled."""
    for text in texts:
        parts = {name: _Part(part(name)) for name in _slots(text)}
        if all(parts.values()):
            break
    return text.format_map(parts)


@cache
def _slots(text: str) -> tuple[str, ...]:
    return tuple(name for _, name, _, _ in Formatter().parse(text) if name)


@lru_cache(maxsize=64)
def words_of(variant: Variant) -> Words:
    """Return the words of a variant's map."""
    return Words(variant.map, variant.wording, variant.reasons)


@dataclass(frozen=True, eq=False)
class Words:
    """Names things as the hobby does.

    ``wordings`` has the words of each order type, ``reasons`` the variant's own sentences.
    """

    map: Map
    wordings: Mapping[str, OrderWording]
    reasons: Mapping[str, Wording] = field(default_factory=dict)

    def place(self, at: Location) -> str:
        """Return the full name: ``Spain (north coast)``."""
        province = self.map.provinces.get(at.province)
        name = province.name if province else at.province
        return f"{name} ({coast_words(at.coast)})" if at.coast else name

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
        """Return ``Austrian`` for Austria; "" for a civilization that has taken no name."""
        return self.map.powers[power].adjective if power in self.map.powers else power

    def kind(self, name: str) -> str:
        """Return a kind of unit in small letters; ``unit`` where it is not known."""
        return name.lower() or "unit"

    def unit(self, unit: Unit) -> str:
        """Return ``the Austrian army in Serbia``."""
        adjective = self.adjective(unit.power)
        owner = f"{adjective} " if adjective else ""
        if not unit.at.province:
            return f"a {owner}unit" if owner else "unit"
        return f"the {owner}{self.mine(unit)}"

    def mine(self, unit: Unit) -> str:
        """Return ``army in Serbia``, for a reader who knows whose it is."""
        return f"{self.kind(unit.kind)} in {self.spot(unit.at)}"

    def subject(self, about: Subject) -> str:
        """Return any subject of a reason in words."""
        if isinstance(about, Unit):
            return self.unit(about)
        return self.spot(about) if isinstance(about, Location) else about

    def wording(self, order: Order) -> OrderWording:
        """Return the words of the order's type."""
        return self.wordings[order.verb]

    def aim(self, order: Order) -> str:
        """Return what the unit was to do: ``move to Greece``."""
        return self._filled(order, self.wording(order).aim)

    def own(self, order: Order) -> str:
        """Return to its owner what the unit did: ``Your army in Serbia moved to Greece``."""
        return self._filled(order, self.wording(order).own)

    def befell(self, order: Order) -> str:
        """Return to its owner what happened to the unit without an order."""
        wording = self.wording(order)
        return self._filled(order, wording.befell or wording.own)

    def report(self, order: Order, code: str) -> str:
        """Return an adjustment of that outcome as the old judges printed it."""
        report = self.wording(order).report
        return self._filled(order, [report.get(code) or report["default"]])

    def _filled(self, order: Order, texts: Sequence[str]) -> str:
        return fill_slots(texts, lambda name: self._part(order, name))

    def _part(self, order: Order, name: str) -> str:
        """Return a part of an order as a sentence has it, "" if the order has none."""
        unit = order.unit
        if name in ("kind", "a_kind"):
            kind = self.kind(unit.kind)
            article = "an " if kind[0] in "aeio" else "a "
            return kind if name == "kind" else article + kind
        if name == "place":
            return self.spot(unit.at)
        return joined(map(self.subject, units_and_places(getattr(order, name))))


def joined(parts: Iterable[str], last: str = "and") -> str:
    """Return the parts as a list in a sentence: ``a, b and c``."""
    *most, end = list(parts) or [""]
    return f"{', '.join(most)} {last} {end}" if most else end


def counted(number: int, noun: str) -> str:
    """Return ``1 unit``, ``2 units``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
