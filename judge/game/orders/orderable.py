"""What a reader could order, from what they see."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, takewhile
from typing import NamedTuple

from judge.engine.possible import possible_orders
from judge.hooks import Variant
from judge.language.grammar import build_grammar
from judge.model.command import CommandLine
from judge.model.map import Location
from judge.model.order import Order
from judge.model.position import Unit
from judge.model.view import View
from judge.views.known import position_from_view


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
