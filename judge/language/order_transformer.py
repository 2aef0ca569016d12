"""From what the parser found to orders: one function for each rule of the grammar."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from judge.hooks import AnyOrderType
from judge.language.condition_transformer import ConditionTransformer
from judge.language.lexicon import Lexicon
from judge.language.spelling import squeeze_name
from judge.model.map import Location
from judge.model.order import Order
from judge.model.position import Unit

EVERYWHERE = Location("")
"""Where a unit stands that is not said yet, or that stands for several."""


class ParsedLine(NamedTuple):
    """An order line: the owner named in front (or "") and its orders, blanks not filled."""

    owner: str
    orders: tuple[Order, ...]


class OrderTransformer(ConditionTransformer):
    """Makes values of what the parser reduces: for each rule it has a function of that name.

    Those for the parts that orders share stand here, the others are the ``read`` of order types.
    """

    def __init__(self, words: Lexicon, orders: Iterable[AnyOrderType]) -> None:
        self._words = words
        self._place_of = lru_cache(maxsize=10_000)(self._build_place)
        self._orders = {rule: read for kind in orders for rule, read in kind.read.items()}

    def __getattr__(self, rule: str) -> Callable[[Sequence[Any]], object]:
        if rule not in self._orders:
            raise AttributeError(rule)
        read = self._orders[rule]
        return lambda children: read(*children)

    def line(self, children: Sequence[Any]) -> ParsedLine:
        """Return a whole order line."""
        owner, order = children
        name = squeeze_name(owner.rstrip(": ")) if owner else ""
        power = self._words.powers.get(name) or self._words.letters.get(name, "")
        return ParsedLine(power, order if isinstance(order, tuple) else (order,))

    def place(self, children: Sequence[Any]) -> Location:
        """Return a place, its coast as typed."""
        return self._place_of(*children)

    def _build_place(self, name: str, coast: str | None) -> Location:
        shore = self._words.find_meant_coast(coast) if coast else ""
        return Location(self._words.places[squeeze_name(name)], shore)

    def unit(self, children: Sequence[Any]) -> Unit:
        """Return a unit; what was left out is blank."""
        power, kind, at = children
        return Unit(
            self._words.powers[squeeze_name(power)] if power else "",
            self._words.kinds[squeeze_name(kind)] if kind else "",
            at,
        )

    def unit_behind(self, children: Sequence[Any]) -> Unit:
        """Return a unit that is called by its place and then its kind: ``the Paris army``."""
        power, at, kind = children
        return self.unit((power, kind, at))

    def all_units(self, children: Sequence[Any]) -> Unit:
        """Return what stands for all units of a player."""
        return self.unit((*children, EVERYWHERE))

    rest_units = all_units

    def unplaced(self, children: Sequence[Any]) -> Unit:
        """Return a unit whose place is named later."""
        return self.unit((*children, EVERYWHERE))

    def path(self, children: Sequence[Location]) -> tuple[Location, ...]:
        """Return the places of a way, the last its end."""
        return tuple(children)

    def via(self, children: Sequence[Any]) -> bool:
        """Return that ships were asked for."""
        return True
