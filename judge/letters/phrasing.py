"""Units, places, powers, orders and seats in the words of one map."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from string import Formatter

from judge.hooks import Variant
from judge.language.lexicon import describe_coast
from judge.model.letter import SeatLine
from judge.model.map import Location, Map
from judge.model.order import Order, list_units_and_places
from judge.model.position import Unit
from judge.model.reason import Subject, Wording
from judge.tables import OrderWording


class _OrderPart(str):
    """A part of an order; ``{came:,}`` has commas between its places, not arrows."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return self.replace(" -> ", ", ") if spec == "," else str(self)


def fill_slots(texts: Sequence[str], part: Callable[[str], str]) -> str:
    """Return the first of the texts all of whose slots have a part that is not empty, filled."""
    for text in texts:
        parts = {name: _OrderPart(part(name)) for name in _list_slot_names(text)}
        if all(parts.values()):
            break
    return text.format_map(parts)


@cache
def _list_slot_names(text: str) -> tuple[str, ...]:
    return tuple(name for _, name, _, _ in Formatter().parse(text) if name)


@lru_cache(maxsize=64)
def load_words(variant: Variant) -> Words:
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

    def name_place(self, at: Location) -> str:
        """Return the full name: ``Spain (north coast)``."""
        province = self.map.provinces.get(at.province)
        name = province.name if province else at.province
        return f"{name} ({describe_coast(at.coast)})" if at.coast else name

    def write_place_in_sentence(self, at: Location) -> str:
        """Return the name as a sentence has it: ``the North Sea``, ``the Ruhr``, ``Serbia``."""
        province = self.map.provinces.get(at.province)
        return (
            f"the {self.name_place(at)}" if province and province.article else self.name_place(at)
        )

    def is_at_sea(self, at: Location) -> bool:
        """Say whether the place is water."""
        province = self.map.provinces.get(at.province)
        return province is not None and province.terrain == "sea"

    def name_center(self, code: str) -> str:
        """Return a center's name."""
        return self.name_place(Location(code))

    def write_adjective(self, power: str) -> str:
        """Return ``Austrian`` for Austria; "" for a civilization that has taken no name."""
        return self.map.powers[power].adjective if power in self.map.powers else power

    def name_kind(self, name: str) -> str:
        """Return a kind of unit in small letters; ``unit`` where it is not known."""
        return name.lower() or "unit"

    def write_unit_with_owner(self, unit: Unit) -> str:
        """Return ``the Austrian army in Serbia``."""
        adjective = self.write_adjective(unit.power)
        owner = f"{adjective} " if adjective else ""
        if not unit.at.province:
            return f"a {owner}unit" if owner else "unit"
        return f"the {owner}{self.write_unit_without_owner(unit)}"

    def write_unit_without_owner(self, unit: Unit) -> str:
        """Return ``army in Serbia``, for a reader who knows whose it is."""
        return f"{self.name_kind(unit.kind)} in {self.write_place_in_sentence(unit.at)}"

    def describe_subject(self, about: Subject) -> str:
        """Return any subject of a reason in words."""
        if isinstance(about, Unit):
            return self.write_unit_with_owner(about)
        return self.write_place_in_sentence(about) if isinstance(about, Location) else about

    def find_wording_of_order(self, order: Order) -> OrderWording:
        """Return the words of the order's type."""
        return self.wordings[order.verb]

    def describe_aim(self, order: Order) -> str:
        """Return what the unit was to do: ``move to Greece``."""
        return self._fill_order_slots(order, self.find_wording_of_order(order).aim)

    def describe_own_order(self, order: Order) -> str:
        """Return to its owner what the unit did: ``Your army in Serbia moved to Greece``."""
        return self._fill_order_slots(order, self.find_wording_of_order(order).own)

    def describe_own_default(self, order: Order) -> str:
        """Return to its owner what happened to the unit without an order."""
        wording = self.find_wording_of_order(order)
        return self._fill_order_slots(order, wording.befell or wording.own)

    def describe_adjustment(self, order: Order, code: str) -> str:
        """Return an adjustment of that outcome as the old judges printed it."""
        report = self.find_wording_of_order(order).report
        return self._fill_order_slots(order, [report.get(code) or report["default"]])

    def _fill_order_slots(self, order: Order, texts: Sequence[str]) -> str:
        return fill_slots(texts, lambda name: self._write_part_of_order(order, name))

    def _write_part_of_order(self, order: Order, name: str) -> str:
        """Return a part of an order as a sentence has it, "" if the order has none."""
        unit = order.unit
        if name in ("kind", "a_kind"):
            kind = self.name_kind(unit.kind)
            article = "an " if kind[0] in "aeio" else "a "
            return kind if name == "kind" else article + kind
        if name == "place":
            return self.write_place_in_sentence(unit.at)
        return join_phrases(map(self.describe_subject, list_units_and_places(getattr(order, name))))


def join_phrases(parts: Iterable[str], last: str = "and") -> str:
    """Return the parts as a list in a sentence: ``a, b and c``."""
    *most, end = list(parts) or [""]
    return f"{', '.join(most)} {last} {end}" if most else end


def count_with_noun(number: int, noun: str) -> str:
    """Return ``1 unit``, ``2 units``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


_STATES = {
    "ordered": "all orders in",
    "partly": "some orders missing",
    "missing": "no orders yet",
    "wait": "asks to wait",
    "open": "seat open",
    "robot": "a robot plays",
    "stands in": "a robot stands in",
    "out": "out of the game",
    "unreached": "mail does not arrive",
}
"""The states of seats in words, where the word itself does not do."""


def describe_seat_states(row: SeatLine) -> str:
    """Return what STATUS says of a seat, in words."""
    return ", ".join(_STATES.get(word, word) for word in row.state)


def describe_seat(row: SeatLine) -> str:
    """Return a row of STATUS as a line."""
    who = join_phrases(row.powers) or row.role.capitalize()
    parts = [describe_seat_states(row)] if row.state else []
    if row.centers is not None:
        parts.append(
            f"{count_with_noun(row.centers, 'center')}, {count_with_noun(row.units or 0, 'unit')}"
        )
    if row.votes is not None:
        parts.append(count_with_noun(row.votes, "vote"))
    return f"{who}{': ' if parts else ''}{'; '.join(parts)}"
