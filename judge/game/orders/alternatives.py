"""What a player could order, from what they see, and do instead of what cannot be done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, takewhile
from typing import NamedTuple

from judge.engine.legality import check_order
from judge.engine.possible import possible_orders
from judge.hooks import Variant
from judge.language.grammar import build_grammar
from judge.language.writer import write_order
from judge.model.command import CommandLine
from judge.model.map import Location, Map
from judge.model.order import Order
from judge.model.position import Position, Unit
from judge.model.reason import Reason
from judge.model.view import View
from judge.views.known import position_from_view

MOST = 3
"""How many suggestions a refused line gets at most."""


def list_legal_alternatives(
    variant: Variant, position: Position, order: Order, why: Reason
) -> tuple[str, ...]:
    """Return legal orders near the one that was refused, as they are written, likeliest first.

    A coast that was left out is filled in; a unit that cannot get there is offered the steps
    that bring it nearest; a build is offered the sites where it can be.
    """
    around = _OrderSurroundings(variant, position, why)
    proposed: Iterable[Order] = variant.orders[type(order)].instead(order, around)
    legal = [
        other
        for other in proposed
        if other != order and check_order(variant, position, other) is None
    ]
    return tuple(write_order(choice, variant) for choice in dict.fromkeys(legal))[:MOST]


@dataclass(frozen=True)
class _OrderSurroundings:
    """The Surroundings of an order that was refused."""

    variant: Variant
    position: Position
    why: Reason

    @property
    def map(self) -> Map:
        """The map."""
        return self.variant.map

    def list_retreats_of_unit(self, unit: Unit) -> tuple[Location, ...]:
        """Return where a dislodged unit can go."""
        return next((d.options for d in self.position.dislodged if d.unit == unit), ())

    def build_sites(self, power: str) -> frozenset[str]:
        """Return the provinces in which the power may build."""
        return self.variant.rules.muster.build_sites(power, self.position)


class OrderableUnit(NamedTuple):
    """A unit with all orders that it could be given.

    In an adjustment phase it may be a center for a new unit, or none at all (for waivers): then
    its kind is "".
    """

    unit: Unit
    orders: tuple[Order, ...]


def list_orders_in_view(view: View, variant: Variant, power: str) -> Iterator[Order]:
    """Yield the legal orders of a power in the present phase, as far as a reader can know."""
    yield from possible_orders(variant, position_from_view(view, variant), power)


def list_orderable_units(view: View, variant: Variant, power: str) -> tuple[OrderableUnit, ...]:
    """Return the units of a power, and the centers where it may build, with their orders."""
    standing = {*view.units, *(waiting.unit for waiting in view.dislodged)}

    def find_orderable_unit(order: Order) -> Unit:
        unit = order.unit
        return unit if unit in standing else unit._replace(kind="", at=Location(unit.at.province))

    orders = sorted(
        list_orders_in_view(view, variant, power), key=lambda order: order.unit.at.province
    )
    return tuple(
        OrderableUnit(unit, tuple(same_unit))
        for unit, same_unit in groupby(orders, find_orderable_unit)
    )


class OfferedCommand(NamedTuple):
    """How a command is written, what it does, in words, and the lines that give it."""

    usage: str
    words: str
    lines: tuple[CommandLine, ...]

    @property
    def opening(self) -> str:
        """The words with which its lines begin."""
        words = takewhile(lambda word: len(word) > 1 and word.isupper(), self.usage.split())
        return " ".join(words)


def list_commands_in_view(view: View, variant: Variant) -> Iterator[OfferedCommand]:
    """Yield the commands that a reader can give by choosing, as far as they can know."""
    for command in build_grammar(variant).commands.values():
        if lines := tuple(command.list_lines_to_choose(view, variant.map)):
            usage, _, words = command.write_help_text().partition(": ")
            yield OfferedCommand(usage, words, lines)
