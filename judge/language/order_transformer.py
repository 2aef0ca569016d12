"""From what the parser found to orders: one method for each rule of the grammar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, cast

from judge.language.lexicon import Lexicon
from judge.language.spelling import compact
from judge.model.map import Location
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

EVERYWHERE = Location("")
"""Where the unit of a hold stands that is meant for all units of a player."""


class Readable(Protocol):
    """What an order type of a variant must offer to be read.

    ``children`` are the parts that its grammar rule names, in order: units, locations, paths
    (tuples of locations), texts of terminals; None for an optional part that was left out.
    """

    @classmethod
    def read(cls, children: Sequence[Any]) -> Order:
        """Return the order."""
        ...


class Parsed(NamedTuple):
    """An order line: the owner named in front (or "") and its orders, blanks not filled."""

    owner: str
    orders: tuple[Order, ...]


class OrderTransformer:
    """Makes values of what the parser reduces; methods bear the names of grammar rules."""

    def __init__(self, words: Lexicon, own: Mapping[str, type[Order]]) -> None:
        self._words = words
        self._places: dict[tuple[str, str | None], Location] = {}
        for rule, order in own.items():
            setattr(self, rule, cast(type[Readable], order).read)

    def line(self, children: Sequence[Any]) -> Parsed:
        """Return a whole order line."""
        owner, order = children
        named = compact(owner.rstrip(": ")) if owner else ""
        power = self._words.powers.get(named) or self._words.letters.get(named, "")
        return Parsed(power, order if isinstance(order, tuple) else (order,))

    def place(self, children: Sequence[Any]) -> Location:
        """Return a place, its coast as typed."""
        key: tuple[str, str | None] = (children[0], children[1])
        known = self._places.get(key)
        if known is None:
            coast = self._words.coasts[compact(key[1].strip("/()[]-. "))] if key[1] else ""
            known = Location(self._words.places[compact(key[0])], coast)
            if len(self._places) < 10_000:
                self._places[key] = known
        return known

    def unit(self, children: Sequence[Any]) -> Unit:
        """Return a unit; what was left out is blank."""
        power, kind, at = children
        return Unit(
            self._words.powers[compact(power)] if power else "",
            self._words.kinds[compact(kind)] if kind else "",
            at,
        )

    def path(self, children: Sequence[Location]) -> tuple[Location, ...]:
        """Return the places of a way, the last its end."""
        return tuple(children)

    def via(self, children: Sequence[Any]) -> bool:
        """Return that ships were asked for."""
        return True

    def hold(self, children: Sequence[Any]) -> Order:
        """Return a hold."""
        return Hold(children[0])

    def hold_all(self, children: Sequence[Any]) -> Order:
        """Return a hold of no unit in particular."""
        power = children[0]
        return Hold(Unit(self._words.powers[compact(power)] if power else "", "", EVERYWHERE))

    def move(self, children: Sequence[Any]) -> Order:
        """Return a move; one by several places goes by sea."""
        unit, path, via = children
        return Move(unit, path[-1], bool(via) or len(path) > 1)

    def move_from(self, children: Sequence[Any]) -> Order:
        """Return a move whose unit was named before its start."""
        power, kind, at, path, via = children
        return self.move((self.unit((power, kind, at)), path, via))

    def move_via(self, children: Sequence[Any]) -> Order:
        """Return a move whose ships were named before its end."""
        unit, _, path = children
        return Move(unit, path[-1], via_convoy=True)

    def support(self, children: Sequence[Any]) -> Order:
        """Return a support, of a unit in place or of a move."""
        return Support(children[0], children[1], children[2][-1] if len(children) > 2 else None)

    def convoy(self, children: Sequence[Any]) -> Order:
        """Return a convoy."""
        return Convoy(children[0], children[1], children[2][-1])

    def retreat(self, children: Sequence[Any]) -> Order:
        """Return a retreat."""
        return Retreat(*children)

    def disband(self, children: Sequence[Any]) -> tuple[Order, ...]:
        """Return one disbanding for each unit."""
        return tuple(map(Disband, children))

    def build(self, children: Sequence[Any]) -> tuple[Order, ...]:
        """Return one build for each unit."""
        return tuple(map(Build, children))

    def remove(self, children: Sequence[Any]) -> tuple[Order, ...]:
        """Return one removal for each unit."""
        return tuple(map(Remove, children))

    def waive(self, children: Sequence[Any]) -> tuple[Order, ...]:
        """Return as many waivers as were counted."""
        count = next((int(child) for child in children if child), 1)
        return (Waive.by(""),) * max(count, 1)
